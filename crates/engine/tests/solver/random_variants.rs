//! Random positions of random small variants have the score that plain minimax gives.

use crate::reference::{Reference, numbers};
use dropline_core::{Game, Variant};
use dropline_engine::Think;
use dropline_engine::solver::{Solver, SolverOptions, Techniques};

/// 60 variants: N from 1 to 6, 1 to 8 columns, odd and even heights, at most 40 cells.
fn variants() -> Vec<(u32, u32, u32)> {
    let mut random = numbers(60);
    let mut variants = Vec::new();
    while variants.len() < 60 {
        let connect = 1 + variants.len() as u32 % 6;
        let (columns, levels) = (1 + random(8) as u32, 1 + random(8) as u32);
        let new = (columns, levels, connect);
        if columns * levels <= 40 && connect <= columns.max(levels) + 1 && !variants.contains(&new) {
            variants.push(new);
        }
    }
    variants
}

/// Compares scores, who wins, and scores with all techniques on a tiny table.
fn check(count: usize, vacant: usize) {
    let mut random = numbers(5);
    for (columns, levels, connect) in variants() {
        let variant: Variant = format!("{columns}x{levels}c{connect}").parse().unwrap();
        let mut solver = Solver::default();
        let mut all = Solver::new(SolverOptions {
            memory: 1 << 10,
            techniques: Some(Techniques::ALL),
            ..SolverOptions::default()
        });
        let mut truth = Reference::new(columns, levels, connect);
        for _ in 0..count {
            let checkers = truth.cells() - 1 - random(vacant) as i32;
            let (position, played) = truth.random(checkers.max(0), &mut random);
            let moves: Vec<String> = played.iter().map(u32::to_string).collect();
            let moves = moves.join(",");
            let game = Game::from_moves(variant, &moves).unwrap();
            if game.is_over() {
                continue;
            }
            truth.forget();
            let score = truth.score(position);
            let none = Think::default();
            assert_eq!(solver.solve(&game, &none).unwrap().score(), Some(score), "{variant} {moves}");
            assert_eq!(all.solve(&game, &none).unwrap().score(), Some(score), "{variant} {moves}, all techniques");
            assert_eq!(all.solve_weak(&game, &none).unwrap().score(), Some(score.signum()), "{variant} {moves}, weak");
        }
    }
}

#[test]
fn scores_are_those_of_minimax() {
    check(60, 10);
}

#[test]
#[ignore = "minutes: 5,000 positions of each variant; cargo xtask test --slow"]
fn many_scores_are_those_of_minimax() {
    check(5000, 11);
}
