//! Random games from the empty board to the end, through the public `Game`: the speed of play, win check and taking back.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dropline_core::{Column, Game, Outcome, Side, Variant};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::hint::black_box;

/// Plays to the end, every playable column equally likely, and returns the winner; the game is then at its start again.
fn playout(game: &mut Game, rng: &mut Xoshiro256PlusPlus) -> Option<Side> {
    let columns = game.variant().columns();
    while !game.is_over() {
        // A full column is refused; to try again is quicker than to list the columns with room.
        let _ = game.play(Column::from_index(rng.random_range(0..columns)));
    }
    let winner = game.outcome().and_then(Outcome::winner);
    while game.undo().is_some() {}
    winner
}

fn playouts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("random playouts");
    group.throughput(Throughput::Elements(1));
    for name in ["7x6c4", "9x9c4", "20x20c4", "7x6m4"] {
        let variant: Variant = name.parse().expect("a variant");
        let mut game = Game::new(variant);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        group.bench_function(name, |bencher| bencher.iter(|| black_box(playout(&mut game, &mut rng))));
    }
    group.finish();
}

criterion_group!(benches, playouts);
criterion_main!(benches);
