//! `dropline bench`: a fixed suite of positions, timed, with the node count as a checksum of the search.

use crate::args::{FormatArgs, one_of, quantity};
use crate::commands::solve::{ChosenTechniques, SIMD, TECHNIQUES};
use crate::output;
use anyhow::{Context, Result, ensure};
use clap::Args;
use dropline_core::{Game, Variant};
use dropline_engine::Think;
use dropline_engine::solver::{Simd, Solver, SolverOptions};
use serde::Serialize;
use std::fmt;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  dropline bench --quick                  a second or two
  dropline bench                          with the empty board
  dropline bench --quick --format json    for scripts (docs/json.md)

The number of nodes tells whether the search is the same: it does not depend on the machine.";

/// Options of `dropline bench`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct BenchArgs {
    /// Table size, as in 64M or 1G
    #[arg(long, value_name = "SIZE", value_parser = quantity::bytes)]
    memory: Option<usize>,
    /// The instructions to use [default: the best the processor has]
    #[arg(long, value_parser = one_of(SIMD))]
    simd: Option<Simd>,
    /// The techniques of the search
    #[arg(long, default_value = "best", value_parser = one_of(TECHNIQUES))]
    techniques: ChosenTechniques,
    /// Leave the empty board out
    #[arg(long)]
    quick: bool,
    #[command(flatten)]
    format: FormatArgs,
}

/// What was measured, as JSON; docs/json.md describes it.
#[derive(Default, Serialize)]
struct Told {
    sets: Vec<Row>,
    nodes: u64,
    seconds: f64,
}

/// A set of positions and what it took.
#[derive(Serialize)]
struct Row {
    variant: Variant,
    set: &'static str,
    positions: u32,
    nodes: u64,
    seconds: f64,
}

/// A set of positions: variant, name, file, how many of it.
type Set = (&'static str, &'static str, &'static str, usize);

macro_rules! set {
    ($variant:literal, $name:literal, $count:expr) => {
        (
            $variant,
            $name,
            include_str!(concat!("../../../../testdata/positions/", $variant, "-", $name, ".txt")),
            $count,
        )
    };
}

const SUITE: [Set; 10] = [
    set!("7x6c4", "end-easy", 500),
    set!("7x6c4", "middle-easy", 500),
    set!("7x6c4", "begin-easy", 500),
    set!("7x6c4", "middle-medium", 500),
    set!("7x6c4", "begin-medium", 50),
    set!("7x6c4", "begin-hard", 5),
    set!("9x5c4", "opening-1", 200),
    set!("9x5c4", "midgame-2", 100),
    set!("10x6c4", "midgame-1", 200),
    ("7x6c4", "empty", "- 1", 1),
];

pub(crate) fn run(args: &BenchArgs) -> Result<()> {
    let memory = args.memory.unwrap_or(SolverOptions::MEMORY);
    let (simd, techniques) = (args.simd, args.techniques);
    let mut solver = Solver::new(SolverOptions { memory, simd, techniques, ..SolverOptions::default() });
    let mut told = Told::default();
    let say = |line: String| if args.format.is_json() { Ok(()) } else { output::write(line + "\n") };
    say(format!("{:22} {:>9} {:>14} {:>12} {:>10}", "set", "positions", "mean nodes", "mean ms", "M nodes/s"))?;
    for set in SUITE.into_iter().filter(|(_, name, ..)| !(args.quick && *name == "empty")) {
        let row = measure(&mut solver, set)?;
        say(row.to_string())?;
        told.nodes += row.nodes;
        told.seconds += row.seconds;
        told.sets.push(row);
    }
    output::tell(args.format.is_json(), &told, |told| format!("total: {} nodes, {:.3} s\n", told.nodes, told.seconds))
}

fn measure(solver: &mut Solver, (variant, set, text, count): Set) -> Result<Row> {
    let variant: Variant = variant.parse()?;
    let (mut nodes, mut time, mut positions) = (0, Duration::ZERO, 0);
    for line in text.lines().take(count) {
        let (moves, expected) = line.split_once(' ').context("a broken line in the suite")?;
        let game = Game::from_moves(variant, moves)?;
        let solution = solver.solve(&game, &Think::default())?;
        ensure!(solution.score() == expected.trim().parse().ok(), "{variant} {moves}: wrong score {solution:?}");
        nodes += solution.nodes;
        time += solution.elapsed;
        positions += 1;
    }
    Ok(Row { variant, set, positions, nodes, seconds: time.as_secs_f64() })
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row { variant, set, positions, nodes, seconds } = self;
        let mean = |total: f64| total / f64::from(*positions);
        let (mean_nodes, mean_ms) = (mean(*nodes as f64), mean(seconds * 1e3));
        let speed = *nodes as f64 / 1e6 / seconds.max(1e-9);
        write!(f, "{:22} {positions:>9} {mean_nodes:>14.1} {mean_ms:>12.5} {speed:>10.2}", format!("{variant} {set}"))
    }
}
