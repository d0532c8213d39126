//! Writing a file whole or not at all.

use anyhow::{Context, Result};
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::path::Path;

/// Writes a file whole or not at all, even if the power fails: a temporary file beside it, flushed to the disk, takes its
/// place. When this comes back the file is on the disk under its name.
///
/// A link stays and what it points at is replaced; permissions stay; devices and pipes are written to.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    let written = match standing(path) {
        Ok(Standing::Stream) => OpenOptions::new().write(true).open(path).and_then(|mut file| file.write_all(bytes)),
        Ok(Standing::Nothing) => replace(path, bytes, None, &File::sync_all),
        Ok(Standing::File(permissions)) => {
            fs::canonicalize(path).and_then(|target| replace(&target, bytes, Some(permissions), &File::sync_all))
        }
        Err(error) => Err(error),
    };
    written.with_context(|| format!("cannot write {}", path.display()))
}

/// Whether a file could be written now: for work whose result is written at its end.
///
/// # Errors
/// The same as [`write_whole`]'s, as far as they can be known before.
pub(crate) fn can_write(path: &Path) -> Result<()> {
    let can = standing(path).and_then(|_| folder_of(path).map(|_| ()));
    can.with_context(|| format!("cannot write {}", path.display()))
}

/// The folder that a file is in, which must be there.
fn folder_of(path: &Path) -> io::Result<&Path> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    match folder.is_dir() {
        true => Ok(folder),
        false => Err(io::Error::new(io::ErrorKind::NotFound, format!("there is no folder {}", folder.display()))),
    }
}

/// What is at a path before it is written.
enum Standing {
    Nothing,
    File(Permissions),
    Stream,
}

fn standing(path: &Path) -> io::Result<Standing> {
    match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Standing::Nothing),
        Err(error) => Err(error),
        Ok(metadata) if metadata.is_dir() => {
            Err(io::Error::new(io::ErrorKind::IsADirectory, "this is a folder, not a file"))
        }
        Ok(metadata) if metadata.is_file() => {
            // A file that is protected from writing could be replaced all the same; opening it finds out.
            OpenOptions::new().write(true).open(path)?;
            Ok(Standing::File(metadata.permissions()))
        }
        Ok(_) => Ok(Standing::Stream),
    }
}

/// How a file or a folder is flushed to the disk.
type Flush<'a> = &'a dyn Fn(&File) -> io::Result<()>;

fn replace(path: &Path, bytes: &[u8], permissions: Option<Permissions>, flush: Flush<'_>) -> io::Result<()> {
    let folder = folder_of(path)?;
    let mut builder = tempfile::Builder::new();
    // A temporary file is private by default; this one becomes an ordinary file.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    // The temporary file's name would only puzzle the reader of the error.
    let plain = |error: io::Error| match error.kind() {
        kind @ io::ErrorKind::NotFound => io::Error::new(kind, "there is no such file or folder"),
        kind @ io::ErrorKind::PermissionDenied => io::Error::new(kind, "you have no right to do that"),
        kind @ io::ErrorKind::StorageFull => io::Error::new(kind, "the disk is full"),
        kind @ io::ErrorKind::ReadOnlyFilesystem => io::Error::new(kind, "this disk can only be read"),
        kind => io::Error::from(kind),
    };
    let mut file = builder.prefix(".dropline-").tempfile_in(folder).map_err(plain)?;
    file.write_all(bytes).map_err(plain)?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    flush(file.as_file()).map_err(plain)?;
    file.persist(path)?;
    // The file is in its place: a system that cannot flush folders has done what it can.
    let _ = File::open(folder).and_then(|folder| flush(&folder));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    #[test]
    fn a_file_is_flushed_before_it_takes_its_place_and_its_folder_after() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.json");
        fs::write(&path, "old").unwrap();
        let flushed = RefCell::new(Vec::new());
        let flush = |file: &File| {
            let metadata = file.metadata()?;
            let what = if metadata.is_dir() { None } else { Some(metadata.len()) };
            flushed.borrow_mut().push((what, fs::read_to_string(&path)?));
            Ok(())
        };
        replace(&path, b"new text", None, &flush).unwrap();
        assert_eq!(flushed.into_inner(), [(Some(8), "old".to_owned()), (None, "new text".to_owned())]);
    }

    #[test]
    fn a_file_that_cannot_be_flushed_does_not_take_the_place_of_the_old_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.json");
        fs::write(&path, "old").unwrap();
        let full = |_: &File| Err(io::ErrorKind::StorageFull.into());
        assert_eq!(replace(&path, b"new text", None, &full).unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
