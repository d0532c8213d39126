//! `cargo xtask figures`: measures what the docs quote, and writes each table in its place with date, machine, commit and command.
//!
//! A figure's table stands in its page between two marker lines; everything between them is written anew, at once, when the figure is whole. Tables without markers are records
//! of trials, of other machines or of older versions; the text around them says which.

mod benches;
mod games;
mod max;
mod packages;
mod patience;
mod peers;
mod programs;
mod solver;

pub(crate) use peers::install_bitbully;

use crate::shell::{cargo, output, read, said, step, write};
use programs::Programs;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// Where files that figures need are kept.
pub(crate) const LOCAL: &str = ".local/figures";

/// A table of the docs, and how it is made.
struct Figure {
    name: &'static str,
    /// The file in `docs` that has it.
    page: &'static str,
    /// What is run for it, as one would type it.
    runs: &'static str,
    /// Seconds that it takes about, on two quiet processors with everything built.
    seconds: u32,
    /// What of the workspace is built for it, such as `bench playouts`.
    needs: &'static [&'static str],
    make: fn(&Programs) -> Result<String, String>,
}

impl Figure {
    /// Whether it is made only if asked for: by name or with `--slow`.
    fn is_slow(&self) -> bool {
        self.seconds > 120
    }

    /// After which time a program that it runs is taken to hang: machines differ, but not that much.
    fn patience(&self) -> Duration {
        Duration::from_secs(300 + 5 * u64::from(self.seconds))
    }

    fn begin(&self) -> String {
        format!("<!-- figure {0}, made by `cargo xtask figures --only {0}` -->\n", self.name)
    }

    fn end(&self) -> String {
        format!("<!-- end of figure {} -->", self.name)
    }

    /// The page with something else in the figure's place.
    fn placed(&self, page: &str, contents: &str) -> Result<String, String> {
        let missing = || format!("docs/{}: the marker lines of the figure {} are gone", self.page, self.name);
        let (head, rest) = page.split_once(&self.begin()).ok_or_else(missing)?;
        let (_, tail) = rest.split_once(&self.end()).ok_or_else(missing)?;
        Ok(format!("{head}{}{contents}{}{tail}", self.begin(), self.end()))
    }

    /// Measures, then writes all of it.
    fn write(&self, programs: &Programs) -> Result<(), String> {
        let table = (self.make)(&programs.within(self.patience()))?;
        let path = format!("docs/{}", self.page);
        let contents = format!("{}\n\n{}: {}\n", table.trim_end(), circumstances(), self.runs);
        let aside = format!("{LOCAL}/{}", self.page);
        write(&aside, self.placed(&read(&path)?, &contents)?)?;
        fs::rename(&aside, &path).map_err(said(&path))
    }
}

/// All figures, page by page.
fn figures() -> Vec<&'static Figure> {
    let groups = [benches::FIGURES, peers::FIGURES, packages::FIGURES, solver::FIGURES, max::FIGURES, games::FIGURES];
    groups.into_iter().flatten().collect()
}

/// What is to be measured.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// What takes at most two minutes.
    Quick,
    /// Everything, hours of games included.
    All,
    /// These alone, by name.
    Only(Vec<String>),
}

/// Prints the figures: name, page, about how long, what is run.
pub(crate) fn list() {
    for figure in figures() {
        let time = if figure.is_slow() {
            format!("{} min", figure.seconds.div_ceil(60))
        } else {
            format!("{} s", figure.seconds)
        };
        println!("{:<20} docs/{:<14} {time:>8}  {}", figure.name, figure.page, figure.runs);
    }
    println!("\nWhat takes more than two minutes is made with --slow, or by name with --only.");
}

/// Makes figures; goes on after one that fails, whose table stays as it was, and names all of those at the end.
pub(crate) fn run(wanted: &Wanted) -> Result<(), String> {
    let chosen = chosen(wanted)?;
    let needs: Vec<&str> = chosen.iter().flat_map(|figure| figure.needs).copied().collect();
    let programs = Programs::build(&needs)?;
    let mut failed = Vec::new();
    for figure in chosen {
        println!("== {}: about {} s", figure.name, figure.seconds);
        let start = Instant::now();
        match figure.write(&programs) {
            Ok(()) => println!("docs/{} has it, after {} s", figure.page, start.elapsed().as_secs()),
            Err(error) => {
                eprintln!("{}: {error}", figure.name);
                failed.push(figure.name);
            }
        }
    }
    let mut readme = cargo(&["test", "--quiet", "--package", "xtask", "--test", "readme"]);
    step("what the README tells of them", readme.env("UPDATE_DOCS", "1"))?;
    if failed.is_empty() {
        Ok(())
    } else {
        Err(format!("not made, their tables are as they were: {}", failed.join(", ")))
    }
}

fn chosen(wanted: &Wanted) -> Result<Vec<&'static Figure>, String> {
    let all = figures();
    match wanted {
        Wanted::All => Ok(all),
        Wanted::Quick => Ok(all.into_iter().filter(|figure| !figure.is_slow()).collect()),
        Wanted::Only(names) => {
            let find = |name: &String| all.iter().find(|figure| figure.name == name).copied();
            let unknown =
                |name: &String| format!("there is no figure `{name}`: `cargo xtask figures --list` names all");
            names.iter().map(|name| find(name).ok_or_else(|| unknown(name))).collect()
        }
    }
}

/// When, from which commit, on what, and how busy that was.
fn circumstances() -> String {
    let line =
        |program: &str, args: &[&str]| output(Command::new(program).args(args)).unwrap_or_default().trim().to_owned();
    let commit = line("git", &["rev-parse", "--short", "HEAD"]);
    // The figures that were made before this one have changed the docs.
    let changes = line("git", &["status", "--porcelain", "--untracked-files=no", "--", ".", ":!docs"]);
    let changed = if changes.is_empty() { "" } else { " with changes" };
    let known = |path: &str| fs::read_to_string(Path::new("/proc").join(path)).unwrap_or_default();
    let processor = known("cpuinfo");
    let model = processor.lines().find_map(|line| line.strip_prefix("model name")).unwrap_or(": unknown processor");
    let count = std::thread::available_parallelism().map_or(1, usize::from);
    let load = known("loadavg");
    let load = load.split_whitespace().next().unwrap_or("unknown");
    let rust = line("rustc", &["--version"]);
    let rust = rust.split(' ').nth(1).unwrap_or("unknown");
    format!(
        "{}, commit {commit}{changed}, {}, {count} processors, Rust {rust}, load average at the end {load}",
        line("date", &["-u", "+%Y-%m-%d"]),
        model.trim_start_matches([' ', '\t', ':'])
    )
}

/// A table of Markdown with a row for each of some things, unless one cannot be measured.
fn measured<Thing, Row: AsRef<[String]>>(
    head: &[&str],
    things: impl IntoIterator<Item = Thing>,
    row: impl FnMut(Thing) -> Result<Row, String>,
) -> Result<String, String> {
    let rows = things.into_iter().map(row).collect::<Result<Vec<_>, String>>()?;
    Ok(table(head, rows))
}

/// A table of Markdown.
fn table<Row: AsRef<[String]>>(head: &[&str], rows: impl IntoIterator<Item = Row>) -> String {
    let mut lines = vec![format!("| {} |", head.join(" | ")), format!("|{}", " --- |".repeat(head.len()))];
    lines.extend(rows.into_iter().map(|row| format!("| {} |", row.as_ref().join(" | "))));
    lines.join("\n") + "\n"
}

/// A large number for people: `895 k`, `43.1 M`.
fn count(number: f64) -> String {
    match number {
        1_000_000_000.0.. => format!("{} M", grouped((number / 1e6).round() as u64)),
        1_000_000.0.. => format!("{:.1} M", number / 1e6),
        10_000.0.. => format!("{:.0} k", number / 1e3),
        _ => format!("{number:.0}"),
    }
}

/// A whole number with a comma after every third digit from the right.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let comma = |index: usize| if index > 0 && (digits.len() - index).is_multiple_of(3) { "," } else { "" };
    digits.char_indices().map(|(index, digit)| format!("{}{digit}", comma(index))).collect()
}

/// A time for people: `516 µs`, `26 ms`, `2.3 s`.
fn time(seconds: f64) -> String {
    match seconds {
        10.0.. => format!("{seconds:.0} s"),
        1.0.. => format!("{seconds:.1} s"),
        0.01.. => format!("{:.0} ms", seconds * 1e3),
        0.001.. => format!("{:.1} ms", seconds * 1e3),
        0.00001.. => format!("{:.0} µs", seconds * 1e6),
        _ => format!("{:.1} µs", seconds * 1e6),
    }
}

#[cfg(test)]
mod tests;
