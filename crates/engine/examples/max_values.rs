//! The exact values of Max-Connect-N from the empty board, by size and N: the tables of docs/engine.md.
//!
//! ```text
//! max_values [--connect N]… [--cells MOST] [--nodes MILLIONS] [--memory MIB]    every board of up to so many cells
//! max_values [--columns] [--nodes MILLIONS] [--memory MIB] VARIANT…             these boards; with the value of every first column
//! ```
//!
//! A line for each board as it is solved, then a table for each N: margin of the first player, or the bounds proven within the positions allowed.
//! Times apart, the output is the same on every machine.

mod stopwatch;

use dropline_core::{Game, Rules, Side, Variant};
use dropline_engine::solver::{MaxSolver, MaxSolverOptions};
use dropline_engine::{Limits, Think};
use std::collections::BTreeMap;
use std::error::Error;
use stopwatch::Stopwatch;

struct Wanted {
    variants: Vec<Variant>,
    columns: bool,
    /// The most positions to visit for one value.
    nodes: u64,
    memory: usize,
}

fn wanted() -> Result<Wanted, Box<dyn Error>> {
    let mut wanted = Wanted { variants: Vec::new(), columns: false, nodes: 30_000_000, memory: 1 << 30 };
    let (mut connects, mut cells) = (Vec::new(), 30);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{arg} wants a value"));
        match arg.as_str() {
            "--columns" => wanted.columns = true,
            "--connect" => connects.push(value()?.parse()?),
            "--cells" => cells = value()?.parse()?,
            "--nodes" => wanted.nodes = value()?.parse::<u64>()? * 1_000_000,
            "--memory" => wanted.memory = value()?.parse::<usize>()? << 20,
            _ => wanted.variants.push(arg.parse()?),
        }
    }
    if connects.is_empty() {
        connects = vec![2, 3, 4, 5];
    }
    if wanted.variants.is_empty() {
        for connect in connects {
            let sizes = (1..=12).flat_map(|columns| (1..=12).map(move |levels| (columns, levels)));
            let fit = sizes.filter(|&(c, l)| c * l <= cells && c.max(l) >= connect && c.min(l) > 1);
            let mut variants =
                fit.map(|(c, l)| Variant::new(c, l, connect, Rules::Max)).collect::<Result<Vec<_>, _>>()?;
            variants.sort_by_key(|variant| variant.cells());
            wanted.variants.extend(variants);
        }
    }
    Ok(wanted)
}

fn main() -> Result<(), Box<dyn Error>> {
    let wanted = wanted()?;
    let mut tables: BTreeMap<usize, BTreeMap<(usize, usize), String>> = BTreeMap::new();
    for &variant in &wanted.variants {
        let mut solver = MaxSolver::new(MaxSolverOptions { memory: wanted.memory, ..MaxSolverOptions::default() });
        let limits = Limits { nodes: Some(wanted.nodes), ..Limits::default() };
        let think = Think { limits, ..Think::default() };
        let game = Game::new(variant);
        let value = solve(&mut solver, &game, &think, &variant.to_string())?;
        if wanted.columns {
            // The right half is the mirror image of the left.
            for column in game.legal_columns().take(variant.columns().div_ceil(2)) {
                let mut after = game.clone();
                after.play(column)?;
                solve(&mut solver, &after, &think, &format!("{variant} after column {column}"))?;
            }
        }
        tables.entry(variant.connect()).or_default().insert((variant.levels(), variant.columns()), value);
    }
    for (connect, values) in &tables {
        print_table(*connect, values);
    }
    Ok(())
}

/// Solves a position, prints a line about it, and returns its margin for the first player.
fn solve(solver: &mut MaxSolver, game: &Game, think: &Think<'_>, name: &str) -> Result<String, Box<dyn Error>> {
    let start = Stopwatch::start();
    let solution = solver.solve(game, think)?;
    let value = match game.turn() {
        Side::Red => bounds(solution.lower, solution.upper),
        Side::Black => bounds(-solution.upper, -solution.lower),
    };
    println!("{name:22} {value:>8} {:12} nodes {:9.3} s", solution.nodes, start.seconds());
    Ok(value)
}

fn bounds(lower: i32, upper: i32) -> String {
    match () {
        () if lower < upper => format!("{lower}…{upper}"),
        () if lower > 0 => format!("+{lower}"),
        () => lower.to_string(),
    }
}

fn print_table(connect: usize, values: &BTreeMap<(usize, usize), String>) {
    let most_columns = values.keys().map(|size| size.1).max().unwrap_or(0);
    let mut levels: Vec<usize> = values.keys().map(|size| size.0).collect();
    levels.dedup();
    let columns = 2..=most_columns;
    println!("\nN = {connect}: levels down, columns across\n");
    println!("| | {} |", columns.clone().map(|c| c.to_string()).collect::<Vec<_>>().join(" | "));
    println!("| --- |{}", " --- |".repeat(columns.clone().count()));
    for level in levels {
        let row = columns.clone().map(|c| values.get(&(level, c)).cloned().unwrap_or_default());
        println!("| **{level}** | {} |", row.collect::<Vec<_>>().join(" | "));
    }
}
