//! The solver and what a user would pick instead, on the same positions in one run: docs/benchmarks.md.
//!
//! The peers are installed into `.local/figures` (the crate `connect-four-ai` in a project of its own, the Python package
//! `bitbully` in a virtual environment); the product does not depend on them. Everybody runs one thread, without an
//! opening book, with an emptied table for each position; only solving is timed, in processor time, which other work on
//! the machine disturbs least.

use super::programs::Programs;
use super::solver::Positions;
use super::{Figure, LOCAL, count, measured};
use crate::shell::{self, absolute, cargo, output, pip_install, write};
use crate::site::{TARGET, Tools};
use crate::targets::for_target;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(super) const FIGURES: &[Figure] = &[
    Figure {
        name: "peers",
        page: "benchmarks.md",
        runs: "`solve_set FILE` and its like for the others; mean processor time and nodes a position",
        seconds: 1500,
        needs: &["example solve_set"],
        make: peers,
    },
    Figure {
        name: "former-build",
        page: "benchmarks.md",
        runs: "`solve_set FILE` of commit d31af01 and of this one in turn, one thread, processor time; every position of each set; `--memory 1024` for empty 8×6 and 9×5",
        seconds: 900,
        needs: &["example solve_set"],
        make: former_build,
    },
];

/// The last commit before the solver was sped up.
const FORMER: &str = "d31af01";

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
    let dropline = vec![programs.path("example solve_set")?.display().to_string()];
    let [bitbully, connect_four_ai] = [install_bitbully()?, install_connect_four_ai()?];
    let head = [
        &["set (7×6)", "dropline ms", "nodes"][..],
        &["bitbully ms", "nodes", "dropline = 1/x"],
        &["connect-four-ai ms", "nodes", "dropline = 1/x"],
    ];
    measured(&head.concat(), &SETS, |set| {
        let positions =
            |count| if set.name == "empty" { Positions::Empty(1) } else { Positions::First(set.name, count) };
        let own = measure(&dropline, &positions(set.dropline))?;
        let mut row = vec![format!("{} ({})", set.name, set.dropline)];
        row.extend([format!("{:.4}", own.mean_ms()), format!("{:.0}", own.mean_nodes())]);
        for (peer, count) in [(&bitbully, set.bitbully), (&connect_four_ai, set.connect_four_ai)] {
            if count == 0 {
                row.extend(["–"; 3].map(str::to_owned));
                continue;
            }
            // The ratio is taken over the positions that both have solved.
            let (own, peer) = (measure(&dropline, &positions(count))?, measure(peer, &positions(count))?);
            let ratio = format!("**{:.1}**", peer.mean_ms() / own.mean_ms());
            row.extend([format!("{:.4}", peer.mean_ms()), format!("{:.0}", peer.mean_nodes()), ratio]);
        }
        println!("{}", row.join(" | "));
        Ok(row)
    })
}

/// What a program needs for some positions.
fn measure(program: &[String], positions: &Positions) -> Result<Cost, String> {
    measure_on(program, "7x6c4", positions)
}

/// The same for positions of any variant.
fn measure_on(program: &[String], variant: &str, positions: &Positions) -> Result<Cost, String> {
    Cost::of(&output(Command::new(&program[0]).args(&program[1..]).arg(positions.file(variant)?))?)
}

/// The solver and itself before it was sped up, in turn.
fn former_build(programs: &Programs) -> Result<String, String> {
    use Positions::{Empty, First};
    let now = programs.path("example solve_set")?.display().to_string();
    let before = build_former()?;
    let all = usize::MAX;
    // What, on which board, how large a table, how often, how much of the former time is wanted at most.
    let sets = [
        ("empty 7×6", "7x6c4", Empty(1), "", 3, "0.7"),
        ("begin-hard", "7x6c4", First("begin-hard", all), "", 1, "0.75"),
        ("begin-medium", "7x6c4", First("begin-medium", all), "", 3, "0.75"),
        ("9×5 midgame-2", "9x5c4", First("midgame-2", all), "", 5, "0.75"),
        ("10×6 midgame-2", "10x6c4", First("midgame-2", all), "", 2, "0.75"),
        ("empty 8×6", "8x6c4", Empty(-1), "--memory 1024", 1, "0.75"),
        ("empty 9×5", "9x5c4", Empty(3), "--memory 1024", 1, "0.75"),
    ];
    let head = ["", "nodes before", "now", "seconds before", "now", "of the time", "wanted"];
    measured(&head, sets, |(what, variant, positions, memory, rounds, wanted)| {
        let mut runs: [Vec<Cost>; 2] = Default::default();
        for _ in 0..rounds {
            for (runs, program) in runs.iter_mut().zip([&before, &now]) {
                let mut command = vec![program.clone(), "--variant".to_owned(), variant.to_owned()];
                command.extend(memory.split_whitespace().map(str::to_owned));
                runs.push(measure_on(&command, variant, &positions)?);
            }
        }
        let [before, now] = &runs;
        let nodes = |runs: &[Cost]| count(runs[0].nodes);
        let seconds =
            |runs: &[Cost]| runs.iter().map(|run| format!("{:.2}", run.seconds())).collect::<Vec<_>>().join(", ");
        let sum = |runs: &[Cost]| runs.iter().map(|run| run.seconds()).sum::<f64>();
        let ratio = format!("**{:.2}**", sum(now) / sum(before));
        Ok([what.to_owned(), nodes(before), nodes(now), seconds(before), seconds(now), ratio, wanted.to_owned()])
    })
}

/// The program `solve_set` of the former commit, built beside this one.
fn build_former() -> Result<String, String> {
    let home = Path::new(LOCAL).join("former");
    if !home.join("Cargo.toml").exists() {
        let mut tree = Command::new("git");
        output(tree.args(["worktree", "add", "--force", "--detach"]).arg(&home).arg(FORMER))
            .map_err(|error| format!("{error}; the figure needs the history back to {FORMER}"))?;
    }
    let mut build = Command::new("cargo");
    build.args(["build", "--release", "--package", "dropline-engine", "--example", "solve_set"]);
    let target = std::path::absolute(home.join("target")).map_err(|error| error.to_string())?;
    output(build.current_dir(&home).env("CARGO_TARGET_DIR", &target))?;
    Ok(target.join("release/examples/solve_set").display().to_string())
}

/// The Python program that has bitbully, and the script that times it.
pub(crate) fn install_bitbully() -> Result<Vec<String>, String> {
    let python = shell::python(&Path::new(LOCAL).join("python"))?;
    output(pip_install(&python).arg("bitbully"))?;
    Ok(vec![python.display().to_string(), "xtask/src/figures/peers/run_bitbully.py".to_owned()])
}

/// A project around connect-four-ai: its folder, and the command that builds it.
fn connect_four_ai(name: &str, manifest: &str, path: &str, source: &str) -> Result<(PathBuf, Command), String> {
    let home = absolute(Path::new(LOCAL).join(name))?;
    let start = "[package]\nname = \"peer\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n[workspace]\n\n";
    let dependencies = "[dependencies]\nconnect-four-ai = \"1\"\n";
    write(home.join("Cargo.toml"), format!("{start}{manifest}\n{dependencies}"))?;
    write(home.join(path), source)?;
    let mut build = cargo(&["build", "--release", "--manifest-path"]);
    build.arg(home.join("Cargo.toml")).env("CARGO_TARGET_DIR", home.join("target"));
    Ok((home, build))
}

fn install_connect_four_ai() -> Result<Vec<String>, String> {
    let manifest = "[dependencies.rustix]\nversion = \"1\"\nfeatures = [\"time\"]\n\n\
                    [profile.release]\nlto = \"thin\"\ncodegen-units = 1\n";
    let source = include_str!("peers/connect_four_ai.txt");
    let (home, mut build) = connect_four_ai("connect-four-ai", manifest, "src/main.rs", source)?;
    output(&mut build)?;
    Ok(vec![home.join("target/release/peer").display().to_string()])
}

/// The same for web pages, built by the tools that build ours: a module.
pub(super) fn connect_four_ai_for_pages() -> Result<PathBuf, String> {
    let tools = Tools::find()?;
    let manifest = "[lib]\ncrate-type = [\"cdylib\"]\n\n[dependencies.getrandom]\nversion = \"0.3\"\n\n\
                    [profile.release]\npanic = \"abort\"\nlto = \"fat\"\ncodegen-units = 1\n";
    let source = include_str!("peers/connect_four_ai_page.txt");
    let (home, mut build) = connect_four_ai("connect-four-ai-page", manifest, "src/lib.rs", source)?;
    build.args(["--target", TARGET]).env("RUSTFLAGS", "--cfg getrandom_backend=\"custom\"");
    for_target(&mut build, TARGET)?;
    output(&mut build)?;
    let module = home.join("peer.wasm");
    let built = home.join("target").join(TARGET).join("release/peer.wasm");
    output(&mut tools.optimise(&built, &module))?;
    Ok(module)
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
