//! The web app's part of `cargo xtask test`: its modules are type-checked, and its pages are used in a real browser.
//!
//! Needed are Debian's chromium, node and npm, and the packages in the test folder's package.json. Firefox is used where it is there.

use crate::packages::{CHROMIUM, FIREFOX, NODE, NPM, Package, allowed_to_install, find, need};
use crate::site::programs;
use crate::test::{Counts, Undone, counted, step, target_folder};
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
    step("types of the web app", npm(&["run", "--silent", "check"]))?;
    step("build for the browser tests", programs())?;
    Ok(browser_tests()?)
}

/// Installs the packages that the browser tests need, unless they are there.
pub(crate) fn install() -> Result<(), Undone> {
    let installed = Path::new(FOLDER).join("node_modules/.package-lock.json");
    if is_older(&installed, &Path::new(FOLDER).join("package-lock.json")) {
        allowed_to_install("npm's packages of the browser tests").map_err(Undone::Lacking)?;
        step("install the packages of the browser tests", npm(&["ci", "--no-audit", "--no-fund"]))?;
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

fn browser_tests() -> Result<Counts, String> {
    println!("== browser tests");
    let said = |error: std::io::Error| format!("browser tests: {error}");
    let program = std::path::absolute(target_folder().join("debug/dropline")).map_err(said)?;
    let chromium = find("chromium").unwrap_or_else(|| "chromium".into());
    let mut command = npm(&["test", "--silent"]);
    command.env("DROPLINE", program).env("CHROMIUM", chromium);
    counted("browser tests", command, add)
}

/// Adds a line of node's summary such as `ℹ pass 12`; other lines count nothing.
pub(crate) fn add(counts: &mut Counts, line: &str) {
    let mut words = line.strip_prefix("ℹ ").unwrap_or_default().split_whitespace();
    let (Some(what), Some(number), None) = (words.next(), words.next(), words.next()) else { return };
    let Ok(number) = number.parse::<u64>() else { return };
    match what {
        "pass" => counts.passed += number,
        "fail" | "cancelled" => counts.failed += number,
        "skipped" | "todo" => counts.skipped += number,
        _ => {}
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
