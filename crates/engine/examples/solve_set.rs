//! Solves a file of lines `MOVES SCORE` and tells what it took: the program that `cargo xtask peers` measures.
//!
//! ```text
//! solve_set [--variant V] [--memory MIB] [--simd portable|avx2|avx512] [--without TECHNIQUE]… [--generic] FILE
//! ```
//!
//! One thread, no book, nothing kept from one position to the next. Prints how many positions, their nodes, and the microseconds of processor time
//! for all of them. A wrong score is an error.

mod stopwatch;

use dropline_core::{Game, Variant};
use dropline_engine::solver::{Simd, SolveLimits, Solver, SolverOptions, Techniques};
use std::error::Error;
use stopwatch::Stopwatch;

/// How many positions are solved before the clock starts, if there are more, so that the program's own start is not measured.
const WARM_UP: usize = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let (mut variant, mut options, mut without, mut file) =
        (Variant::STANDARD, SolverOptions::default(), Vec::new(), None);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{arg} wants a value"));
        match arg.as_str() {
            "--variant" => variant = value()?.parse()?,
            "--memory" => options.memory = value()?.parse::<usize>()? << 20,
            "--simd" => options.simd = Some(simd(&value()?)?),
            "--without" => without.push(value()?),
            "--generic" => options.specialised = false,
            _ => file = Some(arg),
        }
    }
    let mut techniques = Techniques::best_for(variant);
    for name in &without {
        switch_off(&mut techniques, name)?;
    }
    options.techniques = Some(techniques);
    let text = std::fs::read_to_string(file.ok_or("which file?")?)?;
    let mut games = Vec::new();
    for line in text.lines() {
        let (moves, score) = line.rsplit_once(' ').ok_or_else(|| format!("`{line}` is not MOVES SCORE"))?;
        games.push((Game::from_moves(variant, moves)?, score.parse::<i32>()?));
    }
    let mut solver = Solver::new(options);
    for (game, _) in games.iter().take(WARM_UP.min(games.len() / 2)) {
        solver.solve(game, &SolveLimits::default())?;
    }
    let mut nodes = 0;
    let watch = Stopwatch::start();
    for (game, score) in &games {
        let solution = solver.solve(game, &SolveLimits::default())?;
        if solution.score() != Some(*score) {
            return Err(format!("{:?}: {:?} found, {score} expected", game.moves(), solution.score()).into());
        }
        nodes += solution.nodes;
    }
    println!("{} {nodes} {:.1}", games.len(), watch.seconds() * 1e6);
    Ok(())
}

fn simd(name: &str) -> Result<Simd, String> {
    match name {
        "portable" => Ok(Simd::Portable),
        "avx2" => Ok(Simd::Avx2),
        "avx512" => Ok(Simd::Avx512),
        _ => Err(format!("`{name}` is not portable, avx2 or avx512")),
    }
}

fn switch_off(techniques: &mut Techniques, name: &str) -> Result<(), String> {
    match name {
        "strategy" => {
            let Techniques { enhanced_cutoffs, mirror, merge_dead, .. } = *techniques;
            *techniques = Techniques { enhanced_cutoffs, mirror, merge_dead, ..Techniques::NONE };
        }
        "base-inverse" => techniques.base_inverse = false,
        "free-columns" => techniques.free_columns = false,
        "reserve" => techniques.reserve = false,
        "late" => techniques.late = false,
        "pairing" => techniques.pairing = false,
        "refutation" => techniques.refutation = false,
        "cutoffs" => techniques.enhanced_cutoffs = false,
        "mirror" => techniques.mirror = false,
        "merge-dead" => techniques.merge_dead = false,
        _ => return Err(format!("`{name}` is not a technique that can be left out here")),
    }
    Ok(())
}
