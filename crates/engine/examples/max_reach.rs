//! How long exact solving of random Max-Connect-N positions takes, by the number of vacant cells: the figures of docs/engine.md.
//!
//! ```text
//! max_reach [--positions COUNT] [--memory MIB] VARIANT VACANT…      medians for so many vacant cells
//! max_reach [--positions COUNT] [--memory MIB] --ideas VARIANT VACANT…    the same with each idea of the search left out in turn
//! ```
//!
//! Positions come from random moves, always the same ones. Each is solved with an empty table. A position is stopped after a hundred million nodes.

mod stopwatch;

use dropline_core::{Board, Column, Game, Side, Variant};
use dropline_engine::solver::{MaxSolver, MaxSolverOptions, MaxTechniques};
use dropline_engine::{Limits, Think};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::error::Error;
use stopwatch::Stopwatch;

fn main() -> Result<(), Box<dyn Error>> {
    let (mut positions, mut memory, mut ideas, mut rest) = (50, 256 << 20, false, Vec::new());
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{arg} wants a value"));
        match arg.as_str() {
            "--positions" => positions = value()?.parse()?,
            "--memory" => memory = value()?.parse::<usize>()? << 20,
            "--ideas" => ideas = true,
            _ => rest.push(arg),
        }
    }
    let (variant, vacant) = rest.split_first().ok_or("which variant, and how many vacant cells?")?;
    let variant: Variant = variant.parse()?;
    for vacant in vacant {
        let games = random_games(variant, vacant.parse()?, positions);
        for (name, techniques) in if ideas { all_ideas() } else { vec![("everything", MaxTechniques::ALL)] } {
            measure(&games, name, MaxSolverOptions { memory, techniques })?;
        }
    }
    Ok(())
}

fn random_games(variant: Variant, vacant: usize, count: usize) -> Vec<Game> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut game = || {
        let (mut board, mut side) = (Board::new(variant), Side::Red);
        while board.vacant() > vacant {
            let columns: Vec<Column> = board.open_columns().collect();
            if columns.choose(&mut rng).is_none_or(|&column| board.drop(column, side).is_err()) {
                break;
            }
            side = side.other();
        }
        Game::from_board(board, side)
    };
    (0..count).map(|_| game()).collect()
}

fn measure(games: &[Game], name: &str, options: MaxSolverOptions) -> Result<(), Box<dyn Error>> {
    let limits = Limits { nodes: Some(100_000_000), ..Limits::default() };
    let think = Think { limits, ..Think::default() };
    let (mut seconds, mut nodes, mut unsolved) = (Vec::new(), Vec::new(), 0);
    for game in games {
        let start = Stopwatch::start();
        let solution = MaxSolver::new(options).solve(game, &think)?;
        seconds.push(start.seconds());
        nodes.push(solution.nodes);
        unsolved += usize::from(solution.score().is_none());
    }
    let speed = nodes.iter().sum::<u64>() as f64 / seconds.iter().sum::<f64>() / 1e6;
    seconds.sort_by(f64::total_cmp);
    nodes.sort_unstable();
    let (middle, ninth) = (games.len() / 2, games.len() * 9 / 10);
    println!(
        "{} with {} vacant, {name}: median {:.4} s, {} nodes; 9 of 10 within {:.4} s; worst {:.4} s; {speed:.2} M nodes/s; {unsolved} of {} unsolved",
        games[0].variant(),
        games[0].board().vacant(),
        seconds[middle],
        nodes[middle],
        seconds[ninth],
        seconds[seconds.len() - 1],
        games.len()
    );
    Ok(())
}

fn all_ideas() -> Vec<(&'static str, MaxTechniques)> {
    let all = MaxTechniques::ALL;
    vec![
        ("everything", all),
        ("no neutral checkers", MaxTechniques { neutral: false, ..all }),
        ("no tails", MaxTechniques { tails: false, ..all }),
        ("no mirror", MaxTechniques { mirror: false, ..all }),
        ("no counts", MaxTechniques { counts: false, ..all }),
        ("no table", MaxTechniques { table: false, ..all }),
        ("no pairing bound", MaxTechniques { pairing: false, ..all }),
        ("no closed form", MaxTechniques { closed_form: false, ..all }),
        ("no relaxed bound", MaxTechniques { relaxed: false, ..all }),
        ("no held lines", MaxTechniques { held: false, ..all }),
        ("no enhanced cut-offs", MaxTechniques { cutoffs: false, ..all }),
        ("centre-first order", MaxTechniques { order: false, ..all }),
    ]
}
