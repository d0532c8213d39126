//! The solver and what a user would pick instead, on the same positions in one run: docs/benchmarks.md.
//!
//! The peers are installed into `.local/figures` (the crate `connect-four-ai` in a project of its own, the Python package
//! `bitbully` in a virtual environment); the product does not depend on them. Everybody runs one thread, without an
//! opening book, with an emptied table for each position; only solving is timed, in processor time, which other work on
//! the machine disturbs least.

use super::programs::Programs;
use super::{Figure, LOCAL};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(super) const FIGURES: &[Figure] = &[Figure {
    name: "peers",
    page: "benchmarks.md",
    runs: "`solve_set FILE` and its like for the others; mean processor time and nodes a position",
    seconds: 1500,
    needs: &["example solve_set"],
    make: peers,
}];

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

const SETS: [Set; 7] = [
    set("end-easy", 500, 500, 500),
    set("middle-easy", 500, 500, 500),
    set("begin-easy", 500, 500, 100),
    set("middle-medium", 500, 200, 200),
    set("begin-medium", 500, 100, 50),
    set("begin-hard", 100, 100, 10),
    set("empty", 1, 1, 0),
];

/// What a program needed for some positions.
#[derive(Clone, Copy, Default)]
pub(super) struct Cost {
    positions: usize,
    nodes: f64,
    microseconds: f64,
}

impl Cost {
    /// Reads what a program prints: positions, nodes and microseconds.
    pub(super) fn of(output: &str) -> Result<Cost, String> {
        let mut numbers = output.split_whitespace().map(str::parse::<f64>);
        match (numbers.next(), numbers.next(), numbers.next()) {
            (Some(Ok(positions)), Some(Ok(nodes)), Some(Ok(microseconds))) => {
                Ok(Cost { positions: positions as usize, nodes, microseconds })
            }
            _ => Err(format!("cannot read `{output}`")),
        }
    }

    pub(super) fn mean_ms(self) -> f64 {
        self.microseconds / 1e3 / self.positions.max(1) as f64
    }

    pub(super) fn seconds(self) -> f64 {
        self.microseconds / 1e6
    }

    pub(super) fn mean_nodes(self) -> f64 {
        self.nodes / self.positions.max(1) as f64
    }
}

/// The table of all.
fn peers(programs: &Programs) -> Result<String, String> {
    let local = Path::new(LOCAL);
    let dropline = vec![programs.command("example solve_set", &[])?.get_program().to_string_lossy().into_owned()];
    let [bitbully, connect_four_ai] = [install_bitbully(local)?, install_connect_four_ai(local)?];
    let mut table = String::from(
        "| set (7×6) | dropline ms | nodes | bitbully ms | nodes | dropline = 1/x | connect-four-ai ms | nodes | dropline = 1/x |\n\
         | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    for set in &SETS {
        let own = measure(&dropline, &positions(local, set.name, set.dropline)?)?;
        let mut row = format!("| {} ({}) | {:.4} | {:.0} |", set.name, set.dropline, own.mean_ms(), own.mean_nodes());
        for (peer, count) in [(&bitbully, set.bitbully), (&connect_four_ai, set.connect_four_ai)] {
            if count == 0 {
                row += " – | – | – |";
                continue;
            }
            // The ratio is taken over the positions that both have solved.
            let file = positions(local, set.name, count)?;
            let (own, peer) = (measure(&dropline, &file)?, measure(peer, &file)?);
            let ratio = peer.mean_ms() / own.mean_ms();
            let _ = write!(row, " {:.4} | {:.0} | **{ratio:.1}** |", peer.mean_ms(), peer.mean_nodes());
        }
        println!("{row}");
        table += &row;
        table.push('\n');
    }
    Ok(table)
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

/// The Python program that has bitbully, and the script that times it.
pub(crate) fn install_bitbully(local: &Path) -> Result<Vec<String>, String> {
    let home = local.join("python");
    let python = home.join("bin/python");
    if !python.exists() {
        output(Command::new("python3").args(["-m", "venv"]).arg(&home))?;
    }
    output(Command::new(&python).args(["-m", "pip", "install", "--quiet", "bitbully"]))?;
    Ok(vec![python.display().to_string(), "xtask/src/figures/peers/run_bitbully.py".to_owned()])
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
