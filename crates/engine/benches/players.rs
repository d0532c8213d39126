//! How long a move takes: the searching players on the empty standard board.

use criterion::{Criterion, criterion_group, criterion_main};
use dropline_core::Game;
use dropline_engine::{Spec, Think, build};

const MOVES: [(&str, &str); 9] = [
    ("7x6m4", "max:depth=8"),
    ("7x6m4", "max:depth=12"),
    ("7x6m4", "max:depth=8,eval=classic"),
    ("7x6m4", "max:depth=12,eval=classic"),
    ("7x6c4", "smart:depth=8"),
    ("7x6c4", "smart:depth=12"),
    ("7x6c4", "forecast"),
    ("7x6c4", "damped"),
    ("20x20m4", "max:depth=8"),
];

fn moves(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("move");
    group.sample_size(10);
    for (variant, spec) in MOVES {
        let game = Game::new(variant.parse().expect("a variant"));
        let player: Spec = spec.parse().expect("a spec");
        group.bench_function(format!("{variant}/{spec}"), |bencher| {
            // A new player each time, as `dropline move` would make it: nothing is remembered from the last run.
            bencher.iter(|| build(&player, game.variant(), 1).expect("a player").choose(&game, &Think::default()));
        });
    }
    group.finish();
}

criterion_group!(benches, moves);
criterion_main!(benches);
