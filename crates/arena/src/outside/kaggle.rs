//! A Kaggle ConnectX agent: a Python file, called by a driver of ours.

use super::command::{CommandError, CommandLine};
use super::group::folder;
use super::lines::LineProgram;
use crate::{ForfeitReason, Trouble};
use dropline_core::Variant;
use std::path::{Path, PathBuf};

const DRIVER: &str = include_str!("kaggle_driver.py");

/// The full path of an agent's file, if it and Python are there. `DROPLINE_PYTHON` names another interpreter than `python3`.
pub(crate) fn check_file(file: &str) -> Result<PathBuf, CommandError> {
    CommandLine::parse(&python())?;
    let path = Path::new(file);
    if !path.is_file() {
        return Err(CommandError::Missing(file.to_owned()));
    }
    path.canonicalize().map_err(|_| CommandError::Missing(file.to_owned()))
}

fn python() -> String {
    std::env::var("DROPLINE_PYTHON").unwrap_or_else(|_| "python3".to_owned())
}

pub(crate) fn start(file: &Path, variant: Variant, seed: u64) -> Result<LineProgram, Trouble> {
    let crash = |detail: String| Trouble::new(ForfeitReason::Crash, detail);
    let folder = folder()?;
    let driver = folder.path().join("dropline_driver.py");
    std::fs::write(&driver, DRIVER).map_err(|error| crash(format!("the driver cannot be written: {error}")))?;
    let mut command = CommandLine::parse(&python()).map_err(|error| crash(error.to_string()))?;
    command.arguments.extend(["-u".to_owned(), driver.display().to_string(), file.display().to_string()]);
    LineProgram::start_in(folder, &command, variant, seed)
}
