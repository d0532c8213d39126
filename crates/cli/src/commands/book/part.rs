//! What an unfinished build has found so far, kept beside the book as text: a head line, then a line for each position. Lines are only ever
//! added, so that whatever stops the build costs at most the last line.

use anyhow::{Context, Result, bail};
use dropline_core::Variant;
use dropline_engine::book::{BookBuilder, Difficulty, Key};
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long a difficulty may wait before it is written.
const FLUSH_EVERY: Duration = Duration::from_secs(1);

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
            let read = reader.read_line(&mut line).with_context(what)?;
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
                let (key, difficulty) = read_difficulty(line.trim_end())
                    .with_context(|| format!("{}: `{}` is not a verdict", path.display(), line.trim_end()))?;
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
        writeln!(self.file, "{key} {found}").with_context(|| format!("cannot write {}", self.path.display()))?;
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
    format!("dropline book part 1: {variant}, {nodes} nodes\n")
}

fn read_difficulty(line: &str) -> Option<(Key, Difficulty)> {
    let (key, found) = line.split_once(' ')?;
    let difficulty = if found == "hard" { Difficulty::Hard } else { Difficulty::Easy(found.parse().ok()?) };
    Some((key.parse().ok()?, difficulty))
}
