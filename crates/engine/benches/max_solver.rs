//! Exact solving of Max-Connect-4: fixed positions, an empty table for each.

use criterion::{Criterion, criterion_group, criterion_main};
use dropline_core::Game;
use dropline_engine::solver::MaxSolver;
use dropline_engine::{Think, evaluate};
use std::hint::black_box;

/// Moves on the standard board that leave 22 vacant cells.
const MIDDLE: &str = "44353622517165174625";

fn solving(criterion: &mut Criterion) {
    let game = |variant: &str, moves: &str| {
        let variant = variant.parse().expect("a variant");
        Game::from_moves(variant, moves).expect("moves of the variant")
    };
    let solve = |game: &Game| {
        let mut solver = MaxSolver::default();
        solver.solve(black_box(game), &Think::default()).expect("a solvable variant")
    };
    let mut group = criterion.benchmark_group("max_solver");
    group.sample_size(20);
    let (middle, narrow, two_words) = (game("7x6m4", MIDDLE), game("5x5m4", ""), game("9x7m4", "1122334455667788991"));
    group.bench_function("7x6m4, 22 vacant", |bencher| bencher.iter(|| solve(&middle)));
    group.bench_function("5x5m4, empty", |bencher| bencher.iter(|| solve(&narrow)));
    group.bench_function("evaluate 7x6m4", |bencher| bencher.iter(|| evaluate(black_box(&middle))));
    group.bench_function("evaluate 9x7m4", |bencher| bencher.iter(|| evaluate(black_box(&two_words))));
    group.finish();
}

criterion_group!(benches, solving);
criterion_main!(benches);
