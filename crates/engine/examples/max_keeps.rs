//! Which columns keep a margin in a Max-Connect-N position: one question for each column, side by side.
//!
//! ```text
//! max_keeps [--memory MIB] VARIANT MOVES MARGIN
//! ```
//!
//! Each column has a thread and a table of its own. A column keeps the margin if the side to move ends at least so many points ahead after it. So
//! `max_keeps 7x6m4 3 1` tells whether any reply to column 3 gains a point; if none does, column 3 keeps the tie.

use dropline_core::Game;
use dropline_engine::Think;
use dropline_engine::solver::{MaxSolver, MaxSolverOptions, SolveError};
use std::error::Error;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let (mut options, mut rest) = (MaxSolverOptions::default(), Vec::new());
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--memory" => options.memory = args.next().ok_or("--memory wants a value")?.parse::<usize>()? << 20,
            _ => rest.push(arg),
        }
    }
    let [variant, moves, margin] = &rest[..] else { return Err("VARIANT MOVES MARGIN are wanted".into()) };
    let (game, margin) = (Game::from_moves(variant.parse()?, moves)?, margin.parse::<i32>()?);
    std::thread::scope(|scope| {
        let questions: Vec<_> = game
            .legal_columns()
            .filter_map(|column| {
                let (mut after, options) = (game.clone(), &options);
                after.play(column).ok()?;
                Some(scope.spawn(move || {
                    let start = Instant::now();
                    let others = MaxSolver::new(*options).exceeds(&after, -margin, &Think::default())?;
                    let answer = if others.upper <= -margin { "at least" } else { "less than" };
                    println!("column {column}: {answer} {margin}, {:.1} s", start.elapsed().as_secs_f64());
                    Ok::<(), SolveError>(())
                }))
            })
            .collect();
        for question in questions {
            question.join().map_err(|_| "a search panicked")??;
        }
        Ok(())
    })
}
