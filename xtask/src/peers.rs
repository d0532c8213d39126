//! `cargo xtask peers`: the solver and what a user would pick instead, on the same positions in one run.
//!
//! The peers are installed into `.local/peers` (the crate `connect-four-ai` in a project of its own, the Python package
//! `bitbully` in a virtual environment); the product does not depend on them. Everybody runs one thread, without an
//! opening book, with an emptied table for each position; only solving is timed, in processor time, which other work on
//! the machine disturbs least.

use crate::test::target_folder;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A set of positions and how many of it each program gets; the slow programs get fewer of the hard ones.
struct Set {
    name: &'static str,
    dropline: usize,
    bitbully: usize,
    connect_four_ai: usize,
}

const fn set(name: &'static str, dropline: usize, bitbully: usize, connect_four_ai: usize) -> Set {
    Set { name, dropline, bitbully, connect_four_ai }
}

const FULL: [Set; 7] = [
    set("end-easy", 500, 500, 500),
    set("middle-easy", 500, 500, 500),
    set("begin-easy", 500, 500, 100),
    set("middle-medium", 500, 200, 200),
    set("begin-medium", 500, 100, 50),
    set("begin-hard", 100, 100, 10),
    set("empty", 1, 1, 0),
];

const QUICK: [Set; 6] = [
    set("end-easy", 500, 500, 100),
    set("middle-easy", 500, 500, 100),
    set("begin-easy", 500, 100, 100),
    set("middle-medium", 500, 100, 100),
    set("begin-medium", 100, 30, 10),
    set("begin-hard", 10, 10, 0),
];

/// What a program needed for some positions.
#[derive(Clone, Copy, Default)]
struct Cost {
    positions: usize,
    nodes: f64,
    microseconds: f64,
}

impl Cost {
    /// Reads what a program prints: positions, nodes and microseconds.
    fn of(output: &str) -> Result<Cost, String> {
        let mut numbers = output.split_whitespace().map(str::parse::<f64>);
        match (numbers.next(), numbers.next(), numbers.next()) {
            (Some(Ok(positions)), Some(Ok(nodes)), Some(Ok(microseconds))) => {
                Ok(Cost { positions: positions as usize, nodes, microseconds })
            }
            _ => Err(format!("cannot read `{output}`")),
        }
    }

    fn mean_ms(self) -> f64 {
        self.microseconds / 1e3 / self.positions.max(1) as f64
    }

    fn mean_nodes(self) -> f64 {
        self.nodes / self.positions.max(1) as f64
    }
}

/// Runs the comparison and writes it to docs/benchmarks.md.
pub(crate) fn run(quick: bool) -> Result<(), String> {
    let local = PathBuf::from(".local/peers");
    fs::create_dir_all(&local).map_err(|error| format!("{}: {error}", local.display()))?;
    let [dropline, bitbully, connect_four_ai] =
        [build_dropline()?, install_bitbully(&local)?, install_connect_four_ai(&local)?];
    let mut table = String::from(
        "| set (7×6) | dropline ms | nodes | bitbully ms | nodes | dropline = 1/x | connect-four-ai ms | nodes | dropline = 1/x |\n\
         | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    let sets: &[Set] = if quick { &QUICK } else { &FULL };
    for set in sets {
        let own = measure(&dropline, &positions(&local, set.name, set.dropline)?)?;
        let mut row = format!("| {} ({}) | {:.4} | {:.0} |", set.name, set.dropline, own.mean_ms(), own.mean_nodes());
        for (peer, count) in [(&bitbully, set.bitbully), (&connect_four_ai, set.connect_four_ai)] {
            if count == 0 {
                row += " – | – | – |";
                continue;
            }
            // The ratio is taken over the positions that both have solved.
            let file = positions(&local, set.name, count)?;
            let (own, peer) = (measure(&dropline, &file)?, measure(peer, &file)?);
            let ratio = peer.mean_ms() / own.mean_ms();
            let _ = write!(row, " {:.4} | {:.0} | **{ratio:.1}** |", peer.mean_ms(), peer.mean_nodes());
        }
        println!("{row}");
        table += &row;
        table.push('\n');
    }
    write_section(&table)
}

/// What a program needs for a file of positions.
fn measure(program: &[String], file: &Path) -> Result<Cost, String> {
    Cost::of(&output(Command::new(&program[0]).args(&program[1..]).arg(file))?)
}

/// A file with the first positions of a set.
fn positions(local: &Path, set: &str, count: usize) -> Result<PathBuf, String> {
    let text = if set == "empty" {
        "- 1\n".to_owned()
    } else {
        let path = format!("testdata/positions/7x6c4-{set}.txt");
        let text = fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
        text.lines().take(count).map(|line| format!("{line}\n")).collect()
    };
    let path = local.join(format!("{set}-{count}.txt"));
    fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(path)
}

fn build_dropline() -> Result<Vec<String>, String> {
    output(Command::new("cargo").args([
        "build",
        "--release",
        "--package",
        "dropline-engine",
        "--example",
        "solve_set",
    ]))?;
    Ok(vec![target_folder().join("release/examples/solve_set").display().to_string()])
}

/// The Python program that has bitbully, and the script that times it.
pub(crate) fn install_bitbully(local: &Path) -> Result<Vec<String>, String> {
    let home = local.join("python");
    let python = home.join("bin/python");
    if !python.exists() {
        output(Command::new("python3").args(["-m", "venv"]).arg(&home))?;
    }
    output(Command::new(&python).args(["-m", "pip", "install", "--quiet", "bitbully"]))?;
    Ok(vec![python.display().to_string(), "xtask/src/peers/run_bitbully.py".to_owned()])
}

fn install_connect_four_ai(local: &Path) -> Result<Vec<String>, String> {
    let home = local.join("connect-four-ai");
    let said = |error: std::io::Error| format!("{}: {error}", home.display());
    fs::create_dir_all(home.join("src")).map_err(said)?;
    let manifest = "[package]\nname = \"peer\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n[dependencies]\n\
                    connect-four-ai = \"1\"\nrustix = { version = \"1\", features = [\"time\"] }\n\n[profile.release]\nlto = \"thin\"\ncodegen-units = 1\n\n[workspace]\n";
    fs::write(home.join("Cargo.toml"), manifest).map_err(said)?;
    fs::write(home.join("src/main.rs"), include_str!("peers/connect_four_ai.txt")).map_err(said)?;
    let target = home.join("target");
    output(
        Command::new("cargo")
            .args(["build", "--release", "--manifest-path"])
            .arg(home.join("Cargo.toml"))
            .env("CARGO_TARGET_DIR", &target),
    )?;
    Ok(vec![target.join("release/peer").display().to_string()])
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

/// Puts the table, with date, machine and commit, between the markers of docs/benchmarks.md.
fn write_section(table: &str) -> Result<(), String> {
    const PATH: &str = "docs/benchmarks.md";
    let (begin, end) = ("<!-- peers -->\n", "<!-- end of peers -->");
    let text = fs::read_to_string(PATH).map_err(|error| format!("{PATH}: {error}"))?;
    let missing = || format!("{PATH}: the marker lines of the peers' table are gone");
    let (head, rest) = text.split_once(begin).ok_or_else(missing)?;
    let (_, tail) = rest.split_once(end).ok_or_else(missing)?;
    let line =
        |program: &str, args: &[&str]| output(Command::new(program).args(args)).unwrap_or_default().trim().to_owned();
    let commit = line("git", &["rev-parse", "--short", "HEAD"]);
    let date = line("date", &["-u", "+%Y-%m-%d"]);
    let processor = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let processor = processor.lines().find_map(|line| line.strip_prefix("model name")).unwrap_or(": unknown");
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split_whitespace().next().unwrap_or("unknown").to_owned();
    let facts = format!(
        "{date}, commit {commit}, {}, load average at the end {load}; mean processor time and nodes a position.\n\n",
        processor.trim_start_matches([' ', '\t', ':'])
    );
    fs::write(PATH, format!("{head}{begin}{facts}{table}{end}{tail}")).map_err(|error| format!("{PATH}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::Cost;

    #[test]
    fn costs_are_told_for_each_position() {
        let cost = Cost::of("2 400 6000.0\n").unwrap();
        assert_eq!((cost.positions, cost.mean_nodes(), cost.mean_ms()), (2, 200.0, 3.0));
        assert!(Cost::of("nothing").is_err());
    }
}
