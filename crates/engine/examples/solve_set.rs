//! Solves a file of lines `MOVES SCORE` and tells what it took: the program that most of `cargo xtask figures` measures.
//!
//! ```text
//! solve_set [--variant V] [--memory MIB] [--simd portable|simd128|avx2|avx512] [--with TECHNIQUE]… [--without TECHNIQUE]… [--generic] [--slow-vacant CELLS] [--threads N [--in-step]] FILE
//! solve_set … --random CHECKERS [--positions COUNT]      positions after so many random moves, always the same ones, instead of a file
//! ```
//!
//! One thread unless told otherwise, no book, nothing kept from one position to the next. Prints how many positions, their nodes, and the
//! microseconds for all of them: processor time of one thread, time on the wall with more. A wrong score is an error.

mod stopwatch;

use dropline_core::{Game, Variant};
use dropline_engine::Think;
use dropline_engine::solver::{Simd, Solver, SolverOptions, Techniques};
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::error::Error;
use std::time::Instant;
use stopwatch::Stopwatch;

/// How many positions are solved before the clock starts, if there are more, so that the program's own start is not measured.
const WARM_UP: usize = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let (mut variant, mut options, mut changes, mut file) =
        (Variant::STANDARD, SolverOptions::default(), Vec::new(), None);
    let (mut random, mut positions, mut slow_vacant) = (None, 1, None);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{arg} wants a value"));
        match arg.as_str() {
            "--variant" => variant = value()?.parse()?,
            "--memory" => options.memory = value()?.parse::<usize>()? << 20,
            "--simd" => options.simd = Some(simd(&value()?)?),
            "--with" => changes.push((value()?, true)),
            "--without" => changes.push((value()?, false)),
            "--threads" => options.threads = value()?.parse()?,
            "--random" => random = Some(value()?.parse()?),
            "--positions" => positions = value()?.parse()?,
            "--in-step" => options.in_step = true,
            "--slow-vacant" => slow_vacant = Some(value()?.parse()?),
            "--generic" => options.specialised = false,
            _ => file = Some(arg),
        }
    }
    let mut techniques = Techniques::best_for(variant);
    for (name, on) in &changes {
        switch(&mut techniques, name, *on)?;
    }
    techniques.slow_vacant = slow_vacant.unwrap_or(techniques.slow_vacant);
    options.techniques = Some(techniques);
    let games = match random {
        Some(checkers) => random_games(variant, checkers, positions)?,
        None => given_games(variant, &std::fs::read_to_string(file.ok_or("which file?")?)?)?,
    };
    let mut solver = Solver::new(options);
    for (game, _) in games.iter().take(WARM_UP.min(games.len() / 2)) {
        solver.solve(game, &Think::default())?;
    }
    let mut nodes = 0;
    let (watch, wall) = (Stopwatch::start(), Instant::now());
    for (game, score) in &games {
        let solution = solver.solve(game, &Think::default())?;
        if let Some(score) = score.filter(|&score| solution.score() != Some(score)) {
            return Err(format!("{:?}: {:?} found, {score} expected", game.moves(), solution.score()).into());
        }
        nodes += solution.nodes;
    }
    let seconds = if options.threads > 1 { wall.elapsed().as_secs_f64() } else { watch.seconds() };
    println!("{} {nodes} {:.1}", games.len(), seconds * 1e6);
    Ok(())
}

/// A position, and its score if it is known beforehand.
type Position = (Game, Option<i32>);

/// The positions of a file, with their scores.
fn given_games(variant: Variant, text: &str) -> Result<Vec<Position>, Box<dyn Error>> {
    let mut games = Vec::new();
    for line in text.lines() {
        let (moves, score) = line.rsplit_once(' ').ok_or_else(|| format!("`{line}` is not MOVES SCORE"))?;
        games.push((Game::from_moves(variant, moves)?, Some(score.parse()?)));
    }
    Ok(games)
}

/// Positions of games that are not over, whose scores nobody knows beforehand.
fn random_games(variant: Variant, checkers: usize, count: usize) -> Result<Vec<Position>, Box<dyn Error>> {
    if checkers >= variant.cells() {
        return Err(format!("{variant} is over after {checkers} checkers").into());
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut games, mut tries) = (Vec::new(), 0);
    while games.len() < count {
        let mut game = Game::new(variant);
        while !game.is_over() && game.moves().len() < checkers {
            let column = game.legal_columns().choose(&mut rng).ok_or("a game that is not over has a move")?;
            game.play(column)?;
        }
        if !game.is_over() {
            games.push((game, None));
        }
        tries += 1;
        if tries > 1_000_000 {
            return Err(format!("random games on {variant} are over before {checkers} checkers").into());
        }
    }
    Ok(games)
}

fn simd(name: &str) -> Result<Simd, String> {
    match name {
        "portable" => Ok(Simd::Portable),
        "simd128" => Ok(Simd::Simd128),
        "avx2" => Ok(Simd::Avx2),
        "avx512" => Ok(Simd::Avx512),
        _ => Err(format!("`{name}` is not portable, simd128, avx2 or avx512")),
    }
}

fn switch(techniques: &mut Techniques, name: &str, on: bool) -> Result<(), String> {
    let technique = match name {
        "follow-up" => &mut techniques.follow_up,
        "base-inverse" => &mut techniques.base_inverse,
        "pairing" => &mut techniques.pairing,
        "free-columns" => &mut techniques.free_columns,
        "reserve" => &mut techniques.reserve,
        "late" => &mut techniques.late,
        "budget-lines" => &mut techniques.budget_lines,
        "refutation" => &mut techniques.refutation,
        "cutoffs" => &mut techniques.enhanced_cutoffs,
        "mirror" => &mut techniques.mirror,
        "merge-dead" => &mut techniques.merge_dead,
        "open-lines" => &mut techniques.open_lines,
        "recent-cuts" => &mut techniques.recent_cuts,
        _ => return Err(format!("`{name}` is not a technique")),
    };
    *technique = on;
    Ok(())
}
