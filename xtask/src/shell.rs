//! Programs that are started and files that are read and written, with a sentence where one fails.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) fn cargo(args: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args);
    command
}

/// Where cargo puts what it builds.
pub(crate) fn target_folder() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from)
}

/// Runs a program that prints what it does; an error if it fails.
pub(crate) fn step(name: &str, command: &mut Command) -> Result<(), String> {
    println!("== {name}");
    let program = command.get_program().to_string_lossy().into_owned();
    let status = command.status().map_err(|error| format!("{name}: cannot start {program}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{name}: failed")) }
}

/// What a program prints; an error if it fails.
pub(crate) fn output(command: &mut Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("cannot start {name}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{name} failed: {}", String::from_utf8_lossy(&output.stderr).trim()));
    }
    String::from_utf8(output.stdout).map_err(|error| format!("{name}: {error}"))
}

/// The interpreter of a virtual environment for Python, which is made unless it is there.
pub(crate) fn python(home: &Path) -> Result<PathBuf, String> {
    let python = home.join("bin/python");
    if !python.exists() {
        step("make a virtual environment for Python", Command::new("python3").args(["-m", "venv"]).arg(home))?;
    }
    Ok(python)
}

/// How packages are installed into the virtual environment of an interpreter.
pub(crate) fn pip_install(python: &Path) -> Command {
    let mut command = Command::new(python);
    command.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    command
}

/// What is said of a file or a folder that cannot be used.
pub(crate) fn said(path: impl AsRef<Path>) -> impl Fn(std::io::Error) -> String {
    move |error| format!("{}: {error}", path.as_ref().display())
}

pub(crate) fn absolute(path: impl AsRef<Path>) -> Result<PathBuf, String> {
    std::path::absolute(&path).map_err(said(path))
}

pub(crate) fn read(path: impl AsRef<Path>) -> Result<String, String> {
    fs::read_to_string(&path).map_err(said(path))
}

/// Writes a file, and makes its folder where there is none.
pub(crate) fn write(path: impl AsRef<Path>, contents: impl AsRef<[u8]>) -> Result<(), String> {
    let folder = path.as_ref().parent().map_or(Ok(()), fs::create_dir_all);
    folder.and_then(|()| fs::write(&path, contents)).map_err(said(path))
}

/// Copies a file or a folder with all that is in it.
pub(crate) fn copy(from: &Path, to: &Path) -> Result<(), String> {
    if !from.is_dir() {
        fs::create_dir_all(to.parent().unwrap_or(to)).map_err(said(to))?;
        return fs::copy(from, to).map(drop).map_err(said(from));
    }
    for entry in fs::read_dir(from).map_err(said(from))? {
        let entry = entry.map_err(said(from))?;
        copy(&entry.path(), &to.join(entry.file_name()))?;
    }
    Ok(())
}
