//! The solver against published scores, against plain minimax, and against itself in every other configuration.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod agreement;
mod boards;
mod limits;
mod positions;
mod random_variants;
mod reference;

use dropline_core::{Game, Variant};
use dropline_engine::Think;
use dropline_engine::solver::Solver;

/// The exact score of a position given by its moves.
fn score(solver: &mut Solver, variant: Variant, moves: &str) -> i32 {
    let game = Game::from_moves(variant, moves).unwrap();
    solver.solve(&game, &Think::default()).unwrap().score().unwrap()
}

/// Who wins from a position given by its moves.
fn winner(solver: &mut Solver, variant: Variant, moves: &str) -> i32 {
    let game = Game::from_moves(variant, moves).unwrap();
    solver.solve_weak(&game, &Think::default()).unwrap().score().unwrap()
}

/// A file of testdata/.
fn testdata(name: &str) -> String {
    let path = format!("{}/../../testdata/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The positions of a set with their scores, as in `7x6c4-begin-easy`.
fn positions(set: &str) -> (Variant, Vec<(String, i32)>) {
    let variant = set.split('-').next().unwrap().parse().unwrap();
    let text = testdata(&format!("positions/{set}.txt"));
    let line = |line: &str| {
        let (moves, score) = line.split_once(' ').unwrap();
        (moves.to_owned(), score.trim().parse().unwrap())
    };
    (variant, text.lines().map(line).collect())
}
