//! The Python package's part of `cargo xtask test`: it is built and installed into a virtual environment, its types are checked, and pytest runs its tests.
//!
//! Needed are Python with venv, and for the test of the notebook widget Debian's chromium. The packages of other people
//! that the adapters are held to stand in the tests' requirements.txt, and those that ask for much which the tests do not need in requirements-alone.txt.

use crate::packages::{CHROMIUM, PYTHON, Package, VENV, allowed_to_install, need};
use crate::shell::{self, absolute, pip_install, read, step};
use crate::test::{Counts, Tests, Undone, counted_with_programs};
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

/// Installs what the tests of the Python package need, unless it is there, and gives its interpreter.
pub(crate) fn prepare() -> Result<PathBuf, Undone> {
    need(&PACKAGES).map_err(Undone::Lacking)?;
    let local = absolute(LOCAL)?;
    let wanted = REQUIREMENTS.map(|(file, _)| read(file)).into_iter().collect::<Result<String, _>>()?;
    let note = local.join("installed.txt");
    if fs::read_to_string(&note).is_ok_and(|installed| installed == wanted) {
        return Ok(shell::python(&local)?);
    }
    allowed_to_install("Python's packages for the tests").map_err(Undone::Lacking)?;
    let python = shell::python(&local)?;
    for (file, options) in REQUIREMENTS {
        let mut install = pip_install(&python);
        step("install the packages of the Python tests", install.args(["--requirement", file]).args(options))?;
    }
    shell::write(note, wanted)?;
    Ok(python)
}

/// Runs the tests of the Python package and gives their counts.
pub(crate) fn run(chosen: Tests) -> Result<Counts, Undone> {
    let python = prepare()?;
    step("build the command for the Python tests", &mut crate::site::programs())?;
    package(&python)?;
    let mut types = Command::new(&python);
    types.args(["-m", "mypy", "--strict", "--no-error-summary", "python/dropline", "examples"]);
    step("types of the Python package", types.current_dir(FOLDER))?;
    Ok(tests(&python, chosen)?)
}

/// Builds the package and installs it.
fn package(python: &Path) -> Result<(), String> {
    let wheels = absolute(LOCAL)?.join("wheels");
    // Only the wheel that is made now is to be found there.
    let _ = fs::remove_dir_all(&wheels);
    let mut build = Command::new(python);
    build.args(["-m", "maturin", "build", "--quiet", "--locked", "--interpreter"]).arg(python);
    step("build the Python package", build.arg("--out").arg(&wheels).current_dir(FOLDER))?;
    let wheel = fs::read_dir(&wheels).ok().and_then(|mut found| found.next()?.ok());
    let wheel = wheel.ok_or_else(|| format!("no wheel was made in {}", wheels.display()))?;
    let mut install = pip_install(python);
    step("install the Python package", install.args(["--no-deps", "--force-reinstall"]).arg(wheel.path()))
}

fn tests(python: &Path, chosen: Tests) -> Result<Counts, String> {
    let mut command = Command::new(python);
    command.args(["-m", "pytest", "--quiet", "-p", "no:cacheprovider", "tests"]).current_dir(FOLDER);
    command.args((chosen == Tests::WithSlow).then_some("--slow"));
    counted_with_programs("Python tests", &mut command, add)
}

/// Adds pytest's last line, such as `3 passed, 1 skipped in 2.50s`; other lines count nothing.
fn add(counts: &mut Counts, line: &str) {
    let Some((numbers, _)) = line.rsplit_once(" in ").filter(|(_, time)| time.contains('s')) else { return };
    for part in numbers.trim_start_matches('=').split(", ") {
        let Some((number, what)) = part.trim().split_once(' ') else { return };
        let Ok(number) = number.parse() else { return };
        counts.add(number, what);
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
