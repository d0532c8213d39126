//! `cargo xtask test`: everything that must hold before a change lands.

use crate::packages::{FIREFOX, NGINX, POSTGRES, find, need, provide};
use crate::shell::{absolute, cargo, step, target_folder};
use crate::{book, python, site, targets, web};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::{self, ScopedJoinHandle};

/// Which tests to run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tests {
    /// All but those marked as slow.
    Usual,
    /// The slow ones too.
    WithSlow,
}

/// Why a part of the checks has no result.
pub(crate) enum Undone {
    /// What it needs is not on this machine.
    Lacking(String),
    /// It failed.
    Failed(String),
}

impl Undone {
    /// Either, in words.
    pub(crate) fn words(self) -> String {
        match self {
            Undone::Lacking(why) | Undone::Failed(why) => why,
        }
    }
}

impl From<String> for Undone {
    fn from(message: String) -> Undone {
        Undone::Failed(message)
    }
}

/// Runs every check, stopping at the first that fails; the last line has the test counts. What needs something that is not on this machine is left out and
/// named, an error if `all` were asked for.
pub(crate) fn run(tests: Tests, all: bool) -> Result<(), String> {
    provide_for_all();
    step("format", &mut cargo(&["fmt", "--all", "--check"]))?;
    // What is installed and built for later steps leaves a processor idle most of the time; nothing is tested meanwhile.
    let (checked, made, written, prepared) = thread::scope(|scope| {
        let prepared = scope.spawn(python::prepare);
        let made = scope.spawn(site::run);
        let written = scope.spawn(|| book::build(Path::new(".")));
        (checks(), joined(made), joined(written), joined(prepared))
    });
    let mut left_out = checked?;
    let mut part = |name: &str, result: Result<Counts, Undone>| match result {
        Err(Undone::Lacking(why)) => {
            left_out.push(format!("{name}: {why}"));
            Ok(Counts::default())
        }
        result => result.map_err(Undone::words),
    };
    part("the site without a server, and its tests", made.map(|()| Counts::default()))?;
    part("the handbook, and its links", written.map(|_| Counts::default()))?;
    if let Err(Undone::Failed(why)) = prepared {
        return Err(why);
    }
    let postgres = need(&[POSTGRES]);
    let mut counts = run_tests(tests, postgres.is_ok())?;
    part("live games on Postgres", postgres.map(|()| Counts::default()).map_err(Undone::Lacking))?;
    part("a game behind nginx", need(&[NGINX]).map(|()| Counts::default()).map_err(Undone::Lacking))?;
    counts.merge(part("the web app in a browser", web::run())?);
    counts.merge(part("the Python package", python::run(tests))?);
    let mut docs = cargo(&["doc", "--workspace", "--no-deps", "--locked"]);
    step("documentation", docs.env("RUSTDOCFLAGS", "-D warnings"))?;
    for check in &left_out {
        println!("left out: {check}");
    }
    println!("\n{} passed, {} failed, {} skipped", counts.passed, counts.failed, counts.skipped);
    match left_out.len() {
        missing @ 1.. if all => Err(format!("{missing} parts of the checks had to be left out")),
        _ => Ok(()),
    }
}

/// Names and installs the packages of all parts at once.
fn provide_for_all() {
    let compilers = targets::PACKAGES.into_iter().filter(|_| !targets::all_installed());
    let parts = site::PACKAGES.into_iter().chain(web::PACKAGES).chain(python::PACKAGES).chain(compilers);
    provide(&[POSTGRES, NGINX, FIREFOX].into_iter().chain(parts).collect::<Vec<_>>());
}

/// The checks that run nothing; gives those that had to be left out.
fn checks() -> Result<Vec<String>, String> {
    step("lints", &mut cargo(&["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"]))?;
    crate::features::run()?;
    targets::run()
}

/// What a thread gives, and its panic too.
fn joined<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// What the test programs counted, added up.
#[derive(Clone, Copy, Default)]
pub(crate) struct Counts {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    pub(crate) skipped: u64,
}

impl Counts {
    fn merge(&mut self, more: Counts) {
        self.passed += more.passed;
        self.failed += more.failed;
        self.skipped += more.skipped;
    }

    /// Adds a number of tests that ended so, in the words of cargo, node and pytest; other words count nothing.
    pub(crate) fn add(&mut self, number: u64, what: &str) {
        match what {
            "passed" | "pass" => self.passed += number,
            "failed" | "fail" | "cancelled" | "error" | "errors" => self.failed += number,
            "ignored" | "skipped" | "todo" | "deselected" => self.skipped += number,
            _ => {}
        }
    }

    /// Adds a line of cargo such as `test result: ok. 3 passed; 0 failed; 1 ignored; …`; other lines count nothing.
    fn add_line(&mut self, line: &str) {
        let counts = line.strip_prefix("test result: ").and_then(|rest| rest.split_once(". "));
        for count in counts.into_iter().flat_map(|(_, counts)| counts.split("; ")) {
            let (number, what) = count.split_once(' ').unwrap_or_default();
            self.add(number.parse().unwrap_or(0), what);
        }
    }
}

/// Runs unit, integration and documentation tests, shows their output as it comes, and adds up their counts.
fn run_tests(tests: Tests, postgres: bool) -> Result<Counts, String> {
    let mut command = crate::site::for_pages("test", &["--no-fail-fast", "--"]);
    if tests == Tests::WithSlow {
        command.arg("--include-ignored");
    }
    if !postgres {
        command.args(["--skip", "on_postgres_with_two_servers"]);
    }
    counted("tests", &mut command, Counts::add_line)
}

/// Runs a program of tests that uses the command and the browser, and counts as [`counted`] does.
pub(crate) fn counted_with_programs(
    name: &str,
    command: &mut Command,
    add: fn(&mut Counts, &str),
) -> Result<Counts, String> {
    let chromium = find("chromium").unwrap_or_else(|| "chromium".into());
    let dropline = absolute(target_folder().join("debug/dropline"))?;
    counted(name, command.env("DROPLINE", dropline).env("CHROMIUM", chromium), add)
}

/// Runs a program of tests, shows its output as it comes, and counts its lines; a failed test, or none at all, is an error.
fn counted(name: &str, command: &mut Command, add: fn(&mut Counts, &str)) -> Result<Counts, String> {
    println!("== {name}");
    let said = |error: std::io::Error| format!("{name}: {error}");
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(said)?;
    let mut counts = Counts::default();
    if let Some(output) = child.stdout.take() {
        for line in BufReader::new(output).split(b'\n') {
            let line = String::from_utf8_lossy(&line.map_err(said)?).into_owned();
            writeln!(std::io::stdout(), "{line}").map_err(said)?;
            add(&mut counts, &line);
        }
    }
    let status = child.wait().map_err(said)?;
    if !status.success() || counts.failed > 0 {
        let Counts { passed, failed, skipped } = counts;
        return Err(format!("{name}: {passed} passed, {failed} failed, {skipped} skipped"));
    }
    if counts.passed == 0 {
        return Err(format!("{name}: none ran"));
    }
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_add_up() {
        let mut counts = Counts::default();
        counts
            .add_line("test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s");
        counts.add_line("test result: FAILED. 5 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out");
        counts.add_line("test some::test ... ok");
        assert_eq!((counts.passed, counts.failed, counts.skipped), (8, 2, 1));
    }
}
