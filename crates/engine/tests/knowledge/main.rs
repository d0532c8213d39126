//! What is said about positions: books, values, explanations and reviews, checked against the solver and the rules.
#![allow(clippy::unwrap_used)]

mod analyst;
mod book;
mod damaged;
mod explanation;
mod plan_proof;
mod values;

use dropline_core::{Game, Variant};
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Random positions of a variant that are not over, with any number of checkers.
fn random_positions(variant: &str, count: usize, seed: u64) -> Vec<Game> {
    let variant: Variant = variant.parse().unwrap();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut games = Vec::new();
    while games.len() < count {
        let plies = (0..variant.cells()).choose(&mut random).unwrap();
        let mut game = Game::new(variant);
        for _ in 0..plies {
            let Some(column) = game.legal_columns().choose(&mut random) else { break };
            game.play(column).unwrap();
        }
        if !game.is_over() {
            games.push(game);
        }
    }
    games
}
