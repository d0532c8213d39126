//! What an unfinished build has found so far, kept beside the book as text: a head line, then a line for each position, which ends with its checksum.
//! Lines are only ever added, so that whatever stops the build costs at most the last line.

use anyhow::{Context, Result, bail};
use dropline_core::Variant;
use dropline_engine::book::{BookBuilder, Difficulty, Key, checksum};
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long a difficulty may wait before it is written.
const FLUSH_EVERY: Duration = Duration::from_secs(1);

/// More bytes than any line has.
const LONGEST: u64 = 4096;

/// An open `.part` file.
pub(super) struct Part {
    path: PathBuf,
    file: BufWriter<File>,
    flushed: Instant,
}

impl Part {
    /// Opens the part file of a book, if there is one, and tells the builder what it remembers.
    pub(super) fn open(book: &Path, builder: &mut BookBuilder) -> Result<Part> {
        let mut path = book.as_os_str().to_owned();
        path.push(".part");
        let path = PathBuf::from(path);
        let what = || format!("cannot use {}", path.display());
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path).with_context(what)?;
        let head = head(builder.variant(), builder.nodes());
        let mut whole = 0;
        let mut reader = BufReader::new(&mut file);
        let mut line = String::new();
        loop {
            line.clear();
            let read = reader.by_ref().take(LONGEST).read_line(&mut line).with_context(what)?;
            if read as u64 == LONGEST {
                bail!("{} is not the part of a book: a line of it is too long", path.display());
            }
            // A line without its end was cut off; it is written over.
            if read == 0 || !line.ends_with('\n') {
                break;
            }
            if whole == 0 && line != head {
                bail!(
                    "{} belongs to another book ({}): delete it or choose another --out",
                    path.display(),
                    line.trim_end()
                );
            }
            if whole > 0 {
                let (key, difficulty) = read_difficulty(line.trim_end()).with_context(|| {
                    format!("{}: `{}` is damaged: delete the file to begin anew", path.display(), line.trim_end())
                })?;
                builder.record(key, difficulty);
            }
            whole += read as u64;
        }
        file.set_len(whole).with_context(what)?;
        file.seek(SeekFrom::End(0)).with_context(what)?;
        let mut part = Part { file: BufWriter::new(file), flushed: Instant::now(), path: path.clone() };
        if whole == 0 {
            part.file.write_all(head.as_bytes()).with_context(what)?;
            part.flush()?;
        }
        Ok(part)
    }

    /// Adds a difficulty.
    pub(super) fn add(&mut self, key: Key, difficulty: Difficulty) -> Result<()> {
        let found = match difficulty {
            Difficulty::Easy(score) => score.to_string(),
            Difficulty::Hard => "hard".to_owned(),
        };
        let line = format!("{key} {found}");
        let sum = checksum(line.as_bytes());
        writeln!(self.file, "{line} {sum:016x}").with_context(|| format!("cannot write {}", self.path.display()))?;
        if self.flushed.elapsed() > FLUSH_EVERY { self.flush() } else { Ok(()) }
    }

    /// Writes what waits.
    pub(super) fn flush(&mut self) -> Result<()> {
        self.flushed = Instant::now();
        self.file.flush().with_context(|| format!("cannot write {}", self.path.display()))
    }

    /// Removes the file, once the book is written.
    pub(super) fn remove(self) -> Result<()> {
        std::fs::remove_file(&self.path).with_context(|| format!("cannot remove {}", self.path.display()))
    }
}

fn head(variant: Variant, nodes: u64) -> String {
    format!("dropline book part 2: {variant}, {nodes} nodes\n")
}

fn read_difficulty(line: &str) -> Option<(Key, Difficulty)> {
    let (found, sum) = line.rsplit_once(' ')?;
    if sum != format!("{:016x}", checksum(found.as_bytes())) {
        return None;
    }
    let (key, found) = found.split_once(' ')?;
    let difficulty = if found == "hard" { Difficulty::Hard } else { Difficulty::Easy(found.parse().ok()?) };
    Some((key.parse().ok()?, difficulty))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_flipped_bit_changes_a_difficulty() {
        let folder = tempfile::tempdir().unwrap();
        let (book, path) = (folder.path().join("x.book"), folder.path().join("x.book.part"));
        let builder = || BookBuilder::new("4x4c4".parse().unwrap(), 100).unwrap();
        let mut whole = builder();
        let mut part = Part::open(&book, &mut whole).unwrap();
        let mut known = Vec::new();
        for _ in 0..3 {
            for key in whole.open().to_vec() {
                part.add(key, Difficulty::Hard).unwrap();
                whole.record(key, Difficulty::Hard);
                known.push(key);
            }
            whole.next_ply().unwrap();
        }
        part.flush().unwrap();
        let bytes = std::fs::read(&path).unwrap();
        assert!(known.len() > 5 && bytes.len() > 100);
        for bit in 0..bytes.len() * 8 {
            let mut flipped = bytes.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            std::fs::write(&path, flipped).unwrap();
            let mut read = builder();
            if Part::open(&book, &mut read).is_ok() {
                // Only the last line can have lost its end unnoticed.
                let missing = known.iter().filter(|&&key| read.difficulty(key) != Some(Difficulty::Hard));
                assert!(missing.count() <= 1, "bit {bit}");
            }
        }
    }
}
