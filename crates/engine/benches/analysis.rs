//! How long the full analysis of a position of the standard board takes: the exact scores of all columns, one thread, the embedded book, an empty
//! table for each position.
//!
//! ```sh
//! cargo bench -p dropline-engine --bench analysis              # 10,000 random positions, and the given begin-hard ones
//! cargo bench -p dropline-engine --bench analysis -- 500       # 500 of each
//! ```
//!
//! Latency is a matter of the slowest ones, so all of them are told, not a mean: half, 99 of 100, the worst.

use dropline_core::{Game, Variant};
use dropline_engine::{Think, analysis::Analyst};
use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::error::Error;
use std::time::{Duration, Instant};

/// The given positions after few moves that are hard to solve.
const BEGIN_HARD: &str = include_str!("../../../testdata/positions/7x6c4-begin-hard.txt");

fn main() -> Result<(), Box<dyn Error>> {
    let count = std::env::args().skip(1).find_map(|arg| arg.parse().ok()).unwrap_or(10_000);
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(1);
    let random: Vec<Game> = (0..count).map(|_| random_position(&mut chance)).collect();
    let given = BEGIN_HARD
        .lines()
        .take(count)
        .filter_map(|line| line.split(' ').next())
        .map(|moves| Game::from_moves(Variant::STANDARD, moves))
        .collect::<Result<Vec<Game>, _>>()?;
    let [random, given] = [measure(&random)?, measure(&given)?];
    println!("{:>18} {:>9} {:>11} {:>11} {:>11} {:>11}", "", "positions", "median", "99 %", "worst", "most nodes");
    report("random, all plies", &random);
    report("begin-hard", &given);
    report("both", &[random, given].concat());
    Ok(())
}

/// A random ply, and a position after as many random moves of a game that is not over.
fn random_position(chance: &mut Xoshiro256PlusPlus) -> Game {
    let ply = chance.random_range(0..Variant::STANDARD.cells());
    loop {
        let mut game = Game::new(Variant::STANDARD);
        while game.moves().len() < ply {
            let columns: Vec<_> = game.legal_columns().collect();
            match columns.choose(chance) {
                Some(&column) if game.play(column).is_ok() => {}
                _ => break,
            }
        }
        if game.moves().len() == ply && !game.is_over() {
            return game;
        }
    }
}

/// How long each analysis took, and its nodes.
fn measure(games: &[Game]) -> Result<Vec<(Duration, u64)>, Box<dyn Error>> {
    let mut costs = Vec::with_capacity(games.len());
    for game in games {
        let mut analyst = Analyst::new(game.variant());
        let start = Instant::now();
        let analysis = analyst.analyze(game, &Think::default(), &mut |_| {})?;
        costs.push((start.elapsed(), analysis.nodes));
        if analysis.value().score().is_none() {
            return Err(format!("{:?} was not solved", game.moves()).into());
        }
    }
    Ok(costs)
}

fn report(what: &str, costs: &[(Duration, u64)]) {
    let mut times: Vec<Duration> = costs.iter().map(|cost| cost.0).collect();
    times.sort_unstable();
    let at = |share: f64| {
        let time = times[((times.len() - 1) as f64 * share).round() as usize];
        format!("{:.3} ms", time.as_secs_f64() * 1e3)
    };
    let most_nodes = costs.iter().map(|cost| cost.1).max().unwrap_or(0);
    println!("{what:>18} {:>9} {:>11} {:>11} {:>11} {most_nodes:>11}", times.len(), at(0.5), at(0.99), at(1.0));
}
