use crate::{Clock, Limits, Player, Progress, Think, build};
use dropline_core::{Game, Variant};
use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

fn engine(spec: &str, variant: Variant) -> Box<dyn Player> {
    build(&spec.parse().unwrap(), variant, 0).unwrap()
}

fn game(variant: &str, moves: &str) -> Game {
    Game::from_moves(variant.parse().unwrap(), moves).unwrap()
}

fn answer(spec: &str, game: &Game) -> usize {
    engine(spec, game.variant()).choose(game, &Think::default()).unwrap().column.number() as usize
}

/// A clock that goes a millisecond further whenever somebody looks at it.
#[derive(Default)]
struct Ticking(AtomicU64);

impl Clock for Ticking {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

#[test]
fn it_wins_at_once_and_otherwise_blocks() {
    for spec in ["engine:depth=1", "engine:nodes=1", "engine:depth=9"] {
        assert_eq!(answer(spec, &game("7x6c4", "121212")), 1);
        assert_eq!(answer(spec, &game("7x6c4", "12121")), 1);
        assert_eq!(answer(spec, &game("20x20c5", "1,9,2,10,3,11,4")), 5);
        assert_eq!(answer(spec, &game("64x64c4", "1,9,2,10,3")), 4);
    }
}

#[test]
fn it_does_not_drop_below_a_winning_cell_of_the_enemy() {
    // Black wins on level 2 of column 4 as soon as somebody fills level 1.
    let game = game("7x6c4", "1,1,2,2,6,3,3,7,6,7");
    for depth in 1..6 {
        assert_ne!(answer(&format!("engine:depth={depth}"), &game), 4);
    }
}

#[test]
fn proven_wins_and_losses_are_told_in_the_solvers_scores() {
    let choose = |moves| engine("engine:depth=6", Variant::STANDARD).choose(&game("7x6c4", moves), &Think::default());
    let win = choose("121212").unwrap();
    assert_eq!((win.score, win.proven), (Some(18.0), true));
    // Two open ends: black is lost, red wins with its fourth checker.
    let loss = choose("33445").unwrap();
    assert_eq!((loss.score, loss.proven), (Some(-18.0), true));
    let guess = choose("").unwrap();
    assert!(!guess.proven && guess.score.unwrap().abs() < 1.0);
}

#[test]
fn odd_boards_are_played_to_the_end() {
    for text in
        ["1x1c4", "1x1c1", "1x9c4", "9x1c4", "3x3c9", "4x4c1", "2x40c4", "40x2c2", "5x5c5", "64x64c1", "4096x1c4096"]
    {
        let variant: Variant = text.parse().unwrap();
        let (mut red, mut game) = (engine("engine:nodes=300", variant), Game::new(variant));
        let mut left = 40;
        while !game.is_over() && left > 0 {
            let choice = red.choose(&game, &Think::default()).unwrap();
            game.play(choice.column).unwrap_or_else(|error| panic!("{text}: {error}"));
            left -= 1;
        }
        assert!(red.choose(&game, &Think::default()).is_err() || left == 0, "{text}");
    }
}

#[test]
fn nothing_can_be_chosen_after_the_end() {
    assert!(engine("engine", Variant::STANDARD).choose(&game("7x6c4", "1212121"), &Think::default()).is_err());
}

#[test]
fn it_stops_when_its_time_is_over() {
    for (spec, outer, most) in [
        ("engine:time=50ms", None, 50),
        ("engine:time=50ms", Some(20), 20),
        ("engine", Some(30), 30),
        ("engine:depth=100", Some(30), 30),
    ] {
        for variant in ["7x6c4", "20x20c4", "64x64c4"] {
            let clock = Ticking::default();
            let limits = Limits { time: outer.map(Duration::from_millis), ..Limits::default() };
            let game = game(variant, "");
            let choice = engine(spec, game.variant())
                .choose(&game, &Think { limits, clock: Some(&clock), ..Think::default() })
                .unwrap();
            let used = clock.0.load(Ordering::Relaxed);
            assert!(used <= most + 3 && choice.depth >= Some(1), "{spec} {variant}: {used} ms, {choice:?}");
        }
    }
}

#[test]
fn it_answers_at_once_when_told_to_stop() {
    let stop = AtomicBool::new(true);
    for spec in ["engine:time=60s", "engine:time=60s,threads=3"] {
        let think = Think { stop: &stop, ..Think::default() };
        let choice = engine(spec, Variant::STANDARD).choose(&Game::new(Variant::STANDARD), &think).unwrap();
        assert!(choice.nodes < 5000, "{choice:?}");
    }
}

#[test]
fn a_node_limit_is_kept_and_the_answer_is_the_same_every_time() {
    let game = game("10x10c4", "5,6,5");
    let mut player = engine("engine:nodes=30000", game.variant());
    let first = player.choose(&game, &Think::default()).unwrap();
    assert!(first.nodes <= 30_000);
    // Asked about something else in between, and as a new player.
    player.choose(&Game::new(game.variant()), &Think::default()).unwrap();
    assert_eq!(player.choose(&game, &Think::default()).unwrap(), first);
    assert_eq!(engine("engine:nodes=30000", game.variant()).choose(&game, &Think::default()).unwrap(), first);
    let outer = Think { limits: Limits { nodes: Some(1000), ..Limits::default() }, ..Think::default() };
    assert!(player.choose(&game, &outer).unwrap().nodes <= 1000);
}

#[test]
fn a_depth_limit_is_kept_and_every_depth_is_reported() {
    let seen = RefCell::new(Vec::new());
    let progress = |news: &Progress| seen.borrow_mut().push(news.clone());
    let think = Think { progress: &progress, ..Think::default() };
    let choice = engine("engine:depth=7", Variant::STANDARD).choose(&Game::new(Variant::STANDARD), &think).unwrap();
    let seen = seen.into_inner();
    assert_eq!(seen.iter().map(|news| news.depth).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 7]);
    assert!(seen.windows(2).all(|pair| pair[0].nodes < pair[1].nodes));
    let last = seen.last().unwrap();
    assert_eq!((last.line[0], last.score, choice.depth), (choice.column, choice.score, Some(7)));
    assert!(last.line.len() > 3, "{last:?}");
}

#[test]
fn several_threads_find_the_same_win() {
    let game = game("7x6c4", "4444426222");
    let one = engine("engine:depth=20", game.variant()).choose(&game, &Think::default()).unwrap();
    let many = engine("engine:depth=20,threads=3", game.variant()).choose(&game, &Think::default()).unwrap();
    assert_eq!(one.score.map(f64::signum), many.score.map(f64::signum));
    assert_eq!(one.proven, many.proven);
    assert!(many.nodes > 0);
}

#[test]
fn names_tell_the_options() {
    let name = |spec| engine(spec, Variant::STANDARD).name();
    assert_eq!(name("engine"), "Engine");
    assert_eq!(name("engine:time=100ms,threads=2"), "Engine (100ms, 2 threads)");
    assert_eq!(name("engine:nodes=5,depth=3"), "Engine (5 nodes, depth 3)");
}

#[test]
fn bad_options_are_refused() {
    for spec in ["engine:time=0", "engine:nodes=0", "engine:depth=0", "engine:threads=0", "engine:threads=257"] {
        assert!(spec.parse::<crate::Spec>().is_err(), "{spec}");
    }
}

#[test]
fn it_is_the_default_opponent() {
    assert_eq!(crate::strongest(dropline_core::Rules::Connect).name(), "engine");
}
