//! The web app's part of `cargo xtask test`: its modules are type-checked, and its pages are used in a real browser.
//!
//! Needed are Debian's chromium, node and npm, and the packages in the test folder's package.json. Firefox is used where it is there.

use crate::packages::{CHROMIUM, FIREFOX, NODE, NPM, Package, allowed_to_install, need};
use crate::shell::step;
use crate::site::programs;
use crate::test::{Counts, Undone, counted_with_programs};
use std::path::Path;
use std::process::Command;

const FOLDER: &str = "crates/server/tests/browser";

/// What has to be there.
pub(crate) const PACKAGES: [Package; 3] = [CHROMIUM, NODE, NPM];

/// Runs the browser tests and gives their counts.
pub(crate) fn run() -> Result<Counts, Undone> {
    need(&PACKAGES).map_err(Undone::Lacking)?;
    if let Err(why) = need(&[FIREFOX]) {
        println!("{why}: the test of the site in Firefox is skipped");
    }
    install()?;
    step("types of the web app", &mut npm(&["run", "--silent", "check"]))?;
    step("build for the browser tests", &mut programs())?;
    Ok(counted_with_programs("browser tests", &mut npm(&["test", "--silent"]), add)?)
}

/// Installs the packages that the browser tests need, unless they are there.
pub(crate) fn install() -> Result<(), Undone> {
    let installed = Path::new(FOLDER).join("node_modules/.package-lock.json");
    if is_older(&installed, &Path::new(FOLDER).join("package-lock.json")) {
        allowed_to_install("npm's packages of the browser tests").map_err(Undone::Lacking)?;
        step("install the packages of the browser tests", &mut npm(&["ci", "--no-audit", "--no-fund"]))?;
    }
    Ok(())
}

/// A command of npm in the folder of the browser tests.
pub(crate) fn npm(args: &[&str]) -> Command {
    let mut command = Command::new("npm");
    command.args(args).current_dir(FOLDER);
    command
}

/// Whether a file is missing or was made before another.
fn is_older(file: &Path, than: &Path) -> bool {
    let time = |path: &Path| path.metadata().and_then(|known| known.modified()).ok();
    time(file) < time(than)
}

/// Adds a line of node's summary such as `ℹ pass 12`; other lines count nothing.
pub(crate) fn add(counts: &mut Counts, line: &str) {
    let mut words = line.strip_prefix("ℹ ").unwrap_or_default().split_whitespace();
    if let (Some(what), Some(number), None) = (words.next(), words.next(), words.next()) {
        counts.add(number.parse().unwrap_or(0), what);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_of_node_is_counted() {
        let mut counts = Counts::default();
        for line in ["ℹ tests 14", "ℹ pass 12", "ℹ fail 1", "ℹ cancelled 1", "ℹ skipped 0", "✔ pass 9 (3ms)", "pass 4"]
        {
            add(&mut counts, line);
        }
        assert_eq!((counts.passed, counts.failed, counts.skipped), (12, 2, 0));
    }
}
