//! What unfinished work has found so far, kept beside the file it is for as text: a head line, then lines that end with their checksums.
//! Lines are only ever added, so that whatever stops the work costs at most the last line.

use anyhow::{Context, Result, bail};
use dropline_engine::book::checksum;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long a line may wait before it is written.
const FLUSH_EVERY: Duration = Duration::from_secs(1);

/// More bytes than any line has.
const LONGEST: u64 = 4096;

/// An open `.part` file, which no other run can open meanwhile.
pub(crate) struct Part {
    path: PathBuf,
    file: BufWriter<File>,
    flushed: Instant,
}

impl Part {
    /// Opens the part file for a file, if there is one, and reads what it remembers. `what` is the thing that is made, as in `book`; `head` tells one from
    /// another; `read` takes a line in, or knows nothing to do with it.
    pub(crate) fn open(of: &Path, what: &str, head: &str, mut read: impl FnMut(&str) -> Option<()>) -> Result<Part> {
        let mut path = of.as_os_str().to_owned();
        path.push(".part");
        let path = PathBuf::from(path);
        let cannot = || format!("cannot use {}", path.display());
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path).with_context(cannot)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => bail!("{} is in use by another run", path.display()),
            Err(TryLockError::Error(error)) => return Err(error).with_context(cannot),
        }
        let mut whole = 0;
        let mut reader = BufReader::new(&mut file);
        let mut line = String::new();
        loop {
            line.clear();
            let count = reader.by_ref().take(LONGEST).read_line(&mut line).with_context(cannot)?;
            if count as u64 == LONGEST {
                bail!("{} is not the part of a {what}: a line of it is too long", path.display());
            }
            // A line without its end was cut off; it is written over.
            let Some(line) = line.strip_suffix('\n') else { break };
            if whole == 0 && line != head {
                bail!("{} belongs to another {what} ({line}): delete it or choose another --out", path.display());
            }
            if whole > 0 {
                unsealed(line).and_then(&mut read).with_context(|| {
                    format!("{}: `{line}` is damaged: delete the file to begin anew", path.display())
                })?;
            }
            whole += count as u64;
        }
        file.set_len(whole).with_context(cannot)?;
        file.seek(SeekFrom::End(0)).with_context(cannot)?;
        let mut part = Part { file: BufWriter::new(file), flushed: Instant::now(), path: path.clone() };
        if whole == 0 {
            writeln!(part.file, "{head}").with_context(cannot)?;
            part.flush()?;
        }
        Ok(part)
    }

    /// Adds a line.
    pub(crate) fn add(&mut self, line: &str) -> Result<()> {
        let sum = checksum(line.as_bytes());
        writeln!(self.file, "{line} {sum:016x}").with_context(|| format!("cannot write {}", self.path.display()))?;
        if self.flushed.elapsed() > FLUSH_EVERY { self.flush() } else { Ok(()) }
    }

    /// Writes what waits.
    pub(crate) fn flush(&mut self) -> Result<()> {
        self.flushed = Instant::now();
        self.file.flush().with_context(|| format!("cannot write {}", self.path.display()))
    }

    /// Removes the file, once the work is done.
    pub(crate) fn remove(self) -> Result<()> {
        std::fs::remove_file(&self.path).with_context(|| format!("cannot remove {}", self.path.display()))
    }
}

/// What stands before the checksum of a line, if it is the right one.
fn unsealed(line: &str) -> Option<&str> {
    let (found, sum) = line.rsplit_once(' ')?;
    (sum == format!("{:016x}", checksum(found.as_bytes()))).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_flipped_bit_changes_a_line() {
        let folder = tempfile::tempdir().unwrap();
        let (file, path) = (folder.path().join("x.book"), folder.path().join("x.book.part"));
        let known: Vec<String> = (0..20).map(|number| format!("position {number} hard")).collect();
        let mut part = Part::open(&file, "book", "a book of 4x4c4", |_| None).unwrap();
        known.iter().for_each(|line| part.add(line).unwrap());
        part.flush().unwrap();
        drop(part);
        let bytes = std::fs::read(&path).unwrap();
        assert!(bytes.len() > 100);
        for bit in 0..bytes.len() * 8 {
            let mut flipped = bytes.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            std::fs::write(&path, flipped).unwrap();
            let mut read = Vec::new();
            let opened = Part::open(&file, "book", "a book of 4x4c4", |line| {
                read.push(line.to_owned());
                Some(())
            });
            if opened.is_ok() {
                // Only the last line can have lost its end unnoticed.
                assert!(known.starts_with(&read) && read.len() + 1 >= known.len(), "bit {bit}");
            }
        }
    }
}
