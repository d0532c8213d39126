//! The Python package's part of `cargo xtask test`: it is built and installed into a virtual environment, its types are checked, and pytest runs its tests.
//!
//! Needed are Python with venv, and for the test of the notebook widget Debian's chromium. The packages of other people
//! that the adapters are held to stand in the tests' requirements.txt, and those that ask for much which the tests do not need in requirements-alone.txt.

use crate::packages::{CHROMIUM, PYTHON, Package, VENV, allowed_to_install, find, need};
use crate::test::{Counts, Tests, Undone, counted, step, target_folder};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const FOLDER: &str = "crates/python";
/// What pip is told to install: files, and whether what the packages in them ask for is installed too.
const REQUIREMENTS: [(&str, &[&str]); 2] =
    [("crates/python/tests/requirements.txt", &[]), ("crates/python/tests/requirements-alone.txt", &["--no-deps"])];
/// The virtual environment.
const LOCAL: &str = ".local/python";

/// What has to be there.
pub(crate) const PACKAGES: [Package; 3] = [CHROMIUM, PYTHON, VENV];

/// Installs what the tests of the Python package need, and gives its interpreter.
pub(crate) fn prepare() -> Result<PathBuf, Undone> {
    need(&PACKAGES).map_err(Undone::Lacking)?;
    let local = std::path::absolute(LOCAL).map_err(|error| format!("{LOCAL}: {error}"))?;
    let python = local.join("bin/python");
    environment(&local, &python)?;
    Ok(python)
}

/// Runs the tests of the Python package and gives their counts.
pub(crate) fn run(chosen: Tests) -> Result<Counts, Undone> {
    let python = prepare()?;
    step("build the command for the Python tests", crate::site::programs())?;
    package(&python)?;
    let mut types = Command::new(&python);
    types.args(["-m", "mypy", "--strict", "--no-error-summary", "python/dropline", "examples"]).current_dir(FOLDER);
    step("types of the Python package", types)?;
    Ok(tests(&python, chosen)?)
}

/// Makes the virtual environment, unless it has what the requirements name.
fn environment(local: &Path, python: &Path) -> Result<(), Undone> {
    let said = |error: std::io::Error| format!("{}: {error}", local.display());
    let read = |(file, _)| fs::read_to_string(file).map_err(|error| format!("{file}: {error}"));
    let wanted = REQUIREMENTS.map(read).into_iter().collect::<Result<String, _>>()?;
    let note = local.join("installed.txt");
    if fs::read_to_string(&note).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    allowed_to_install("Python's packages for the tests").map_err(Undone::Lacking)?;
    if !python.exists() {
        let mut command = Command::new("python3");
        command.args(["-m", "venv"]).arg(local);
        step("make a virtual environment for Python", command)?;
    }
    for (file, options) in REQUIREMENTS {
        let mut command = Command::new(python);
        command.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement", file]);
        step("install the packages of the Python tests", {
            command.args(options);
            command
        })?;
    }
    Ok(fs::write(note, wanted).map_err(said)?)
}

/// Builds the package and installs it.
fn package(python: &Path) -> Result<(), String> {
    let wheels = std::path::absolute(LOCAL).map_err(|error| format!("{LOCAL}: {error}"))?.join("wheels");
    // Only the wheel that is made now is to be found there.
    let _ = fs::remove_dir_all(&wheels);
    let mut build = Command::new(python);
    build.args(["-m", "maturin", "build", "--quiet", "--locked", "--interpreter"]).arg(python);
    step("build the Python package", {
        build.arg("--out").arg(&wheels).current_dir(FOLDER);
        build
    })?;
    let wheel = fs::read_dir(&wheels).ok().and_then(|mut found| found.next()?.ok());
    let wheel = wheel.ok_or_else(|| format!("no wheel was made in {}", wheels.display()))?;
    let mut command = Command::new(python);
    command.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--force-reinstall"]);
    step("install the Python package", {
        command.arg(wheel.path());
        command
    })
}

fn tests(python: &Path, chosen: Tests) -> Result<Counts, String> {
    println!("== Python tests");
    let said = |error: std::io::Error| format!("Python tests: {error}");
    let program = std::path::absolute(target_folder().join("debug/dropline")).map_err(said)?;
    let chromium = find("chromium").unwrap_or_else(|| PathBuf::from("chromium"));
    let mut command = Command::new(python);
    command.args(["-m", "pytest", "--quiet", "-p", "no:cacheprovider", "tests"]).current_dir(FOLDER);
    if chosen == Tests::WithSlow {
        command.arg("--slow");
    }
    command.env("DROPLINE", program).env("CHROMIUM", chromium);
    counted("Python tests", command, add)
}

/// Adds pytest's last line, such as `3 passed, 1 skipped in 2.50s`; other lines count nothing.
fn add(counts: &mut Counts, line: &str) {
    let Some((numbers, _)) = line.rsplit_once(" in ").filter(|(_, time)| time.contains('s')) else { return };
    for part in numbers.trim_start_matches('=').split(", ") {
        let Some((number, what)) = part.trim().split_once(' ') else { return };
        let Ok(number) = number.parse::<u64>() else { return };
        match what {
            "passed" => counts.passed += number,
            "failed" | "error" | "errors" => counts.failed += number,
            "skipped" | "deselected" => counts.skipped += number,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_of_pytest_is_counted() {
        let mut counts = Counts::default();
        for line in
            ["2 failed, 43 passed, 1 skipped, 16 warnings in 65.13s (0:01:05)", "1 error in 2s", "5 birds in all", "7"]
        {
            add(&mut counts, line);
        }
        assert_eq!((counts.passed, counts.failed, counts.skipped), (43, 3, 1));
    }
}
