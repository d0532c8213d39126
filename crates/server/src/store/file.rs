//! The file of an SQLite database: used by one server at a time, and still the one that was opened.

use std::ffi::OsString;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// What SQLite begins a file with, and where it keeps the number that is ours to choose.
const MAGIC: &[u8] = b"SQLite format 3\0";
const MARK_AT: u64 = 60;

/// Why a file cannot be had for oneself.
#[derive(Debug)]
pub(super) enum HoldError {
    /// Another server has it: its process number, if it told.
    Taken(String),
    Io(PathBuf, io::Error),
}

/// A file that is held.
#[derive(Debug)]
pub(super) struct DatabaseFile {
    path: PathBuf,
    /// The operating system gives it back when the process ends, however it ends.
    lock: File,
    opened: OnceLock<Opened>,
}

#[derive(Debug)]
struct Opened {
    /// Never closed before SQLite has closed its own: with the first one all locks of a process go.
    file: File,
    mark: u32,
}

impl DatabaseFile {
    /// Holds a file, which need not be there yet, by a lock beside it.
    pub(super) fn hold(path: &Path) -> Result<DatabaseFile, HoldError> {
        // The file itself, whatever links lead to it.
        let path = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let mut beside = OsString::from(&path);
        beside.push(".lock");
        let beside = PathBuf::from(beside);
        let failed = |error| HoldError::Io(beside.clone(), error);
        let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&beside);
        let mut lock = opened.map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                let _ = (&lock).take(20).read_to_string(&mut holder);
                return Err(HoldError::Taken(holder.trim().to_owned()));
            }
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        let told = lock.set_len(0).and_then(|()| writeln!(lock, "{}", std::process::id()));
        told.map_err(failed)?;
        Ok(DatabaseFile { path, lock, opened: OnceLock::new() })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Remembers which file SQLite has opened.
    pub(super) fn remember(&self) -> io::Result<()> {
        let file = File::open(&self.path)?;
        let mark = mark(&file)?;
        let _ = self.opened.set(Opened { file, mark });
        Ok(())
    }

    /// Whether the file that was opened is still the one at the path, and still that database.
    pub(super) fn is_there(&self) -> io::Result<()> {
        let Some(Opened { file, mark: known }) = self.opened.get() else { return Ok(()) };
        let replaced = |how: &str| Err(io::Error::other(format!("{how}: put it back, or start the server anew")));
        match std::fs::metadata(&self.path) {
            Ok(there) if !is_same(&there, &file.metadata()?) => {
                replaced("another file has taken the place of the database")
            }
            Ok(_) if mark(file).ok() != Some(*known) => replaced("the database was overwritten"),
            Ok(_) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => replaced("the database was deleted"),
            Err(error) => Err(error),
        }
    }

    /// Lets another server have the file.
    pub(super) fn release(&self) {
        let _ = self.lock.unlock();
    }
}

#[cfg(unix)]
fn is_same(one: &std::fs::Metadata, other: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn is_same(_: &std::fs::Metadata, _: &std::fs::Metadata) -> bool {
    true
}

/// The number in the file's head.
fn mark(file: &File) -> io::Result<u32> {
    let mut magic = [0; MAGIC.len()];
    read_at(file, &mut magic, 0)?;
    let mut mark = [0; 4];
    read_at(file, &mut mark, MARK_AT)?;
    if magic != MAGIC {
        return Err(io::Error::other("not an SQLite file"));
    }
    Ok(u32::from_be_bytes(mark))
}

#[cfg(unix)]
fn read_at(file: &File, bytes: &mut [u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, at)
}

#[cfg(not(unix))]
fn read_at(mut file: &File, bytes: &mut [u8], at: u64) -> io::Result<()> {
    io::Seek::seek(&mut file, io::SeekFrom::Start(at))?;
    file.read_exact(bytes)
}
