//! The exact values of Max-Connect-N from the empty board, by size and N: the tables of docs/engine.md.
//!
//! ```text
//! max_values [--connect N]… [--cells MOST] [--time SECONDS] [--memory MIB]    every board of up to so many cells
//! max_values [--columns] [--time SECONDS] [--memory MIB] VARIANT…             these boards; with the value of every first column
//! ```
//!
//! A line for each board as it is solved, then a table for each N: margin of the first player, or the bounds proven in the time.

use dropline_core::{Game, Rules, Variant};
use dropline_engine::max_solver::{MaxSolver, MaxSolverOptions};
use dropline_engine::{Limits, Think};
use std::collections::BTreeMap;
use std::error::Error;
use std::time::{Duration, Instant};

struct Wanted {
    variants: Vec<Variant>,
    columns: bool,
    time: Duration,
    memory: usize,
}

fn wanted() -> Result<Wanted, Box<dyn Error>> {
    let mut wanted = Wanted { variants: Vec::new(), columns: false, time: Duration::from_secs(60), memory: 1 << 30 };
    let (mut connects, mut cells) = (Vec::new(), 30);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{arg} wants a value"));
        match arg.as_str() {
            "--columns" => wanted.columns = true,
            "--connect" => connects.push(value()?.parse()?),
            "--cells" => cells = value()?.parse()?,
            "--time" => wanted.time = Duration::from_secs(value()?.parse()?),
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
        let limits = Limits { time: Some(wanted.time), ..Limits::default() };
        let think = Think { limits, ..Think::default() };
        let game = Game::new(variant);
        let start = Instant::now();
        let solution = solver.solve(&game, &think)?;
        let value = bounds(solution.lower, solution.upper);
        println!("{variant:7} {value:>8} {:12} nodes {:9.3} s", solution.nodes, start.elapsed().as_secs_f64());
        if wanted.columns {
            // Mirror images of columns already done cost nothing: they are in the table.
            for column in solver.column_values(&game, &think)? {
                println!("    column {:2} {:>8}", column.column, bounds(column.lower, column.upper));
            }
            println!("{variant:7} with columns {:21.3} s", start.elapsed().as_secs_f64());
        }
        tables.entry(variant.connect()).or_default().insert((variant.levels(), variant.columns()), value);
    }
    for (connect, values) in &tables {
        print_table(*connect, values);
    }
    Ok(())
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
