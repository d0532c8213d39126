//! Small files that a user has without asking: settings, the last game, progress. What is broken is set aside, never a crash.

use super::write_whole;
use anyhow::{Context, Result};
use std::path::Path;
use std::{fs, io};

/// What is in a file, if it is there and can be read.
pub(crate) fn parsed<T>(
    path: Option<&Path>,
    what: &str,
    parse: impl Fn(&str) -> Result<T, String>,
    problems: &mut Vec<String>,
) -> Option<T> {
    let path = path?;
    let problem = match fs::read_to_string(path).map(|text| parse(&text)) {
        Ok(Ok(found)) => return Some(found),
        Ok(Err(problem)) => set_aside(path, format!("{what} in {} {problem}", path.display())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
        Err(error) => format!("{} cannot be read and is ignored: {error}", path.display()),
    };
    problems.push(problem);
    None
}

/// Keeps a copy of what is broken, so that writing anew loses nothing.
fn set_aside(path: &Path, problem: String) -> String {
    let aside = path.with_added_extension("broken");
    match fs::copy(path, &aside) {
        Ok(_) => format!("{problem} (a copy is in {})", aside.display()),
        Err(_) => problem,
    }
}

/// Writes a file whole or not at all, and the folder for it where there is none.
pub(crate) fn write_with_folder(path: &Path, bytes: &[u8]) -> Result<()> {
    make_folder_for(path)?;
    write_whole(path, bytes)
}

/// Makes the folder that a file is to be in, where there is none.
pub(super) fn make_folder_for(path: &Path) -> Result<()> {
    let Some(folder) = path.parent() else { return Ok(()) };
    fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))
}
