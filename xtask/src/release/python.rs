//! The Python package: a wheel for this machine, and the sources.

use super::{CleanPlace, LOCAL, Release, expect};
use crate::shell::{self, absolute, pip_install, step, target_folder};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const MATURIN: &str = "maturin>=1.9,<2";

/// What is tried with it: the README's example, and a game.
const TRY: &str = "import dropline; game = dropline.Game('4453'); print(dropline.__version__, dropline.solve('44455554221'), dropline.solve_many(['112233', '4453']).tolist(), game.turn)";

/// Makes both and tries each in a fresh environment.
pub(super) fn run(release: &Release) -> Result<(), String> {
    let home = absolute(Path::new(LOCAL).join("python"))?;
    let python = environment(&home, MATURIN)?;
    if let Ok(old) = release.find("dropline-", ".whl") {
        let _ = fs::remove_file(old);
    }
    let maturin = |args: &[&str]| {
        let mut command = Command::new(&python);
        command.args(["-m", "maturin"]).args(args).arg("--out").arg(&release.folder).current_dir("crates/python");
        command
    };
    let interpreter = python.display().to_string();
    step(
        "make the wheel",
        &mut maturin(&["build", "--quiet", "--release", "--locked", "--interpreter", &interpreter]),
    )?;
    step("make the source package", &mut maturin(&["sdist"]))?;
    for file in [release.find("dropline-", ".whl")?, release.file(&format!("dropline-{}.tar.gz", release.version))] {
        let place = CleanPlace::new("python")?;
        let python = environment(&place.0.join("environment"), &file.display().to_string())?;
        expect(place.command(python, &["-c", TRY]), &format!("{} -15 [18, -2] red", release.version))?;
        println!("tried {} in an environment of its own", file.file_name().unwrap_or_default().display());
    }
    Ok(())
}

/// A virtual environment that has a package; its interpreter.
fn environment(home: &Path, package: &str) -> Result<PathBuf, String> {
    let python = shell::python(home)?;
    // What a source package has to compile is kept for the next time.
    let kept = absolute(target_folder().join("tools"))?;
    step(&format!("install {package}"), pip_install(&python).arg(package).env("CARGO_TARGET_DIR", kept))?;
    Ok(python)
}
