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
    /// Memory for the table of positions, as in 64M or 1G
    #[arg(long, value_name = "SIZE", value_parser = quantity::bytes)]
    memory: Option<usize>,
    /// The instructions of the processor to use [default: the best the processor has]
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

/// The suite: sets, each with a line `# VARIANT NAME`, then positions as `MOVES SCORE`. The first ones of the sets in `testdata`, which is not part of the package.
const SUITE: &str = include_str!("bench/suite.txt");

/// The sets of the suite: variant, name, lines.
fn sets() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    SUITE.split("# ").skip(1).filter_map(|text| {
        let (head, lines) = text.split_once('\n')?;
        let (variant, name) = head.trim_end().split_once(' ')?;
        Some((variant, name, lines))
    })
}

pub(crate) fn run(args: &BenchArgs) -> Result<()> {
    let memory = args.memory.unwrap_or(SolverOptions::MEMORY);
    let (simd, techniques) = (args.simd, args.techniques);
    let mut solver = Solver::new(SolverOptions { memory, simd, techniques, ..SolverOptions::default() });
    let mut told = Told::default();
    let say = |line: String| if args.format.is_json() { Ok(()) } else { output::write(line + "\n") };
    say(format!("{:22} {:>9} {:>14} {:>12} {:>10}", "set", "positions", "mean nodes", "mean ms", "M nodes/s"))?;
    for (variant, set, positions) in sets() {
        if args.quick && set == "empty" {
            continue;
        }
        let row = measure(&mut solver, variant, set, positions)?;
        say(row.to_string())?;
        told.nodes += row.nodes;
        told.seconds += row.seconds;
        told.sets.push(row);
    }
    output::tell(args.format.is_json(), &told, |told| format!("total: {} nodes, {:.3} s\n", told.nodes, told.seconds))
}

fn measure(solver: &mut Solver, variant: &str, set: &'static str, text: &str) -> Result<Row> {
    let variant: Variant = variant.parse()?;
    let (mut nodes, mut time, mut positions) = (0, Duration::ZERO, 0);
    for line in text.lines() {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_suite_is_the_beginning_of_the_given_sets() {
        let mut lengths = Vec::new();
        for (variant, name, lines) in sets() {
            lengths.push(lines.lines().count());
            let given = format!("{}/../../testdata/positions/{variant}-{name}.txt", env!("CARGO_MANIFEST_DIR"));
            let given = if name == "empty" { "- 1\n".to_owned() } else { std::fs::read_to_string(given).unwrap() };
            assert!(given.lines().zip(lines.lines()).all(|(given, ours)| given == ours), "{variant} {name}");
        }
        assert_eq!(lengths, [500, 500, 500, 500, 50, 5, 200, 100, 200, 1]);
    }
}
