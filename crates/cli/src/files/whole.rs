//! Writing a file whole or not at all.

use anyhow::{Context, Result};
use std::fs::{self, OpenOptions, Permissions};
use std::io::{self, Write};
use std::path::Path;

/// Writes a file whole or not at all: a temporary file beside it takes its place.
///
/// A link stays and what it points at is replaced; permissions stay; devices and pipes are written to.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    let written = match standing(path) {
        Ok(Standing::Stream) => OpenOptions::new().write(true).open(path).and_then(|mut file| file.write_all(bytes)),
        Ok(Standing::Nothing) => replace(path, bytes, None),
        Ok(Standing::File(permissions)) => {
            fs::canonicalize(path).and_then(|target| replace(&target, bytes, Some(permissions)))
        }
        Err(error) => Err(error),
    };
    written.with_context(|| format!("cannot write {}", path.display()))
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
        Ok(metadata) if metadata.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(metadata) if metadata.is_file() => {
            // A file that is protected from writing could be replaced all the same; opening it finds out.
            OpenOptions::new().write(true).open(path)?;
            Ok(Standing::File(metadata.permissions()))
        }
        Ok(_) => Ok(Standing::Stream),
    }
}

fn replace(path: &Path, bytes: &[u8], permissions: Option<Permissions>) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    if !folder.is_dir() {
        return Err(io::Error::new(io::ErrorKind::NotFound, format!("there is no folder {}", folder.display())));
    }
    let mut builder = tempfile::Builder::new();
    // A temporary file is private by default; this one becomes an ordinary file.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    // The temporary file's name would only puzzle the reader of the error.
    let plain = |error: io::Error| io::Error::from(error.kind());
    let mut file = builder.prefix(".dropline-").tempfile_in(folder).map_err(plain)?;
    file.write_all(bytes).map_err(plain)?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    file.persist(path)?;
    Ok(())
}
