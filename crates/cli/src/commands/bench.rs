//! `dropline bench`: a fixed suite of positions, timed, with the node count as a checksum of the search.

use crate::args::solve::{ChosenTechniques, SIMD, TECHNIQUES};
use crate::args::{one_of, quantity};
use anyhow::{Context, Result, ensure};
use clap::Args;
use dropline_core::{Game, Variant};
use dropline_engine::Think;
use dropline_engine::solver::{Simd, Solver, SolverOptions};
use std::io::Write;
use std::time::Duration;

/// Options of `dropline bench`.
#[derive(Debug, Args)]
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
    let mut out = std::io::stdout().lock();
    let memory = args.memory.unwrap_or(SolverOptions::MEMORY);
    let (simd, techniques) = (args.simd, args.techniques);
    let mut solver = Solver::new(SolverOptions { memory, simd, techniques, ..SolverOptions::default() });
    let (mut all_nodes, mut all_time) = (0, Duration::ZERO);
    writeln!(out, "{:22} {:>9} {:>14} {:>12} {:>10}", "set", "positions", "mean nodes", "mean ms", "M nodes/s")?;
    for (variant, name, text, count) in SUITE {
        if args.quick && name == "empty" {
            continue;
        }
        let variant: Variant = variant.parse()?;
        let (mut nodes, mut time, mut solved) = (0, Duration::ZERO, 0);
        for line in text.lines().take(count) {
            let (moves, expected) = line.split_once(' ').context("a broken line in the suite")?;
            let game = Game::from_moves(variant, moves)?;
            let solution = solver.solve(&game, &Think::default())?;
            ensure!(solution.score() == expected.trim().parse().ok(), "{variant} {moves}: wrong score {solution:?}");
            nodes += solution.nodes;
            time += solution.elapsed;
            solved += 1;
        }
        let mean = |total: f64| total / f64::from(solved);
        writeln!(
            out,
            "{:22} {solved:>9} {:>14.1} {:>12.5} {:>10.2}",
            format!("{variant} {name}"),
            mean(nodes as f64),
            mean(time.as_secs_f64() * 1e3),
            nodes as f64 / 1e6 / time.as_secs_f64().max(1e-9),
        )?;
        all_nodes += nodes;
        all_time += time;
    }
    Ok(writeln!(out, "total: {all_nodes} nodes, {:.3} s", all_time.as_secs_f64())?)
}
