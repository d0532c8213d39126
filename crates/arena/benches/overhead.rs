//! What the arena costs on top of players that answer at once.
//!
//! `moves alone` asks the players and plays their moves without the arena; `game in the arena` does the same through the one game runner. The
//! difference, divided by the moves of the game, is the overhead a move. `tournament` is whole games a second on two threads.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dropline_arena::{Contestant, GameWatch, Referee, Schedule, TimeControl, Tournament, play_game, run};
use dropline_core::{Game, Variant};
use dropline_engine::{SystemClock, Think, build};
use std::hint::black_box;
use std::sync::atomic::AtomicBool;

/// N larger than the board: no game ends early, every one has 42 moves.
fn full_board() -> Variant {
    "7x6c9".parse().expect("a variant")
}

fn moves_alone(variant: Variant) -> Game {
    let spec = "bad".parse().expect("a player");
    let mut players = [0, 1].map(|seed| build(&spec, variant, seed).expect("it plays everything"));
    let mut game = Game::new(variant);
    while !game.is_over() {
        let choice = players[game.turn().index()].choose(&game, &Think::default()).expect("a move");
        game.play(choice.column).expect("a legal move");
    }
    game
}

fn game(criterion: &mut Criterion) {
    let variant = full_board();
    let mut group = criterion.benchmark_group("42 moves");
    group.throughput(Throughput::Elements(42));
    group.bench_function("moves alone", |bencher| bencher.iter(|| moves_alone(black_box(variant))));
    let bad: Contestant = "bad".parse().expect("a player");
    let (clock, watch) = (SystemClock::start(), GameWatch::new());
    group.bench_function("game in the arena", |bencher| {
        bencher.iter(|| {
            let participants = [0, 1].map(|seed| bad.participant(variant, seed).expect("a participant"));
            let referee = Referee { control: TimeControl::default(), clock: &clock, watch: &watch };
            play_game(Game::new(variant), participants, referee)
        });
    });
    group.finish();
}

fn tournament(criterion: &mut Criterion) {
    let players = ["bad", "random"].map(|spec| spec.parse().expect("a player")).to_vec();
    let games = 2000;
    let schedule =
        Schedule::new(Tournament { players, games: Some(games), ..Tournament::default() }).expect("a tournament");
    let mut group = criterion.benchmark_group("bad against random on 7x6, 2 jobs");
    group.throughput(Throughput::Elements(games as u64)).sample_size(10);
    group.bench_function("tournament", |bencher| {
        bencher
            .iter(|| run(&schedule, schedule.participants(), Vec::new(), 2, &AtomicBool::new(false), &mut |_| Ok(())));
    });
    group.finish();
}

criterion_group!(benches, game, tournament);
criterion_main!(benches);
