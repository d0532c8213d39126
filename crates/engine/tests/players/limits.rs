//! Time, depth, positions and the stop flag: players keep to them and still answer.

use super::player;
use dropline_core::{Game, Rules, Variant};
use dropline_engine::{Clock, Limits, Progress, Think, players};
use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// A clock that goes on by a fixed step each time somebody looks.
struct Ticking {
    step: Duration,
    looks: AtomicU64,
}

impl Ticking {
    fn new(step: Duration) -> Ticking {
        Ticking { step, looks: AtomicU64::new(0) }
    }

    fn time(&self) -> Duration {
        self.step * self.looks.load(Ordering::Relaxed) as u32
    }
}

impl Clock for Ticking {
    fn now(&self) -> Duration {
        self.looks.fetch_add(1, Ordering::Relaxed);
        self.time()
    }
}

fn game(text: &str) -> Game {
    Game::new(text.parse().unwrap())
}

/// One spec of every player that searches, deep enough to go on for hours.
const DEEP: [&str; 4] = ["smart:depth=99", "forecast:depth=99", "damped:depth=99", "max:depth=99"];

#[test]
fn smart_stops_when_its_five_seconds_are_over() {
    for text in ["7x6c4", "10x10c4", "20x20c4", "64x64c4"] {
        let clock = Ticking::new(Duration::from_millis(100));
        let think = Think { clock: Some(&clock), ..Think::default() };
        player("smart", text.parse().unwrap()).choose(&game(text), &think).unwrap();
        assert!(clock.time() >= Duration::from_secs(5), "{text} gave up after {:?}", clock.time());
        assert!(clock.time() <= Duration::from_millis(5250), "{text} took {:?}", clock.time());
    }
}

#[test]
fn smart_looks_at_the_clock_often_enough() {
    // Positions between two looks; the slowest board visits far more than this in the 250 ms it may be late.
    for (text, most) in [("7x6c4", 2000), ("20x20c4", 500), ("64x64c4", 150), ("4096x1c4", 10)] {
        let clock = Ticking::new(Duration::from_millis(10));
        let limits = Limits { time: Some(Duration::from_secs(1)), ..Limits::default() };
        let think = Think { clock: Some(&clock), limits, ..Think::default() };
        let variant: Variant = text.parse().unwrap();
        let nodes = player("smart", variant).choose(&game(text), &think).unwrap().nodes;
        // The search to depth 1 always ends, whatever the clock says.
        let searched = nodes - variant.columns() as u64;
        assert!(searched / 100 <= most, "{text}: {nodes} positions in 100 looks");
    }
}

#[test]
fn the_tighter_time_wins() {
    for (spec, millis) in
        [("smart", 300), ("smart:time=300ms", 300), ("smart:depth=99", 300), ("smart:time=100ms", 100)]
    {
        let clock = Ticking::new(Duration::from_millis(1));
        let limits = Limits { time: Some(Duration::from_millis(300)), ..Limits::default() };
        let think = Think { clock: Some(&clock), limits, ..Think::default() };
        player(spec, Variant::STANDARD).choose(&game("7x6c4"), &think).unwrap();
        let over = clock.time() - Duration::from_millis(millis);
        assert!(over <= Duration::from_millis(5), "{spec} took {:?}", clock.time());
    }
}

#[test]
fn a_set_stop_flag_is_answered_at_once() {
    for spec in DEEP {
        for text in ["7x6c4", "64x64c4", "4096x1c4"] {
            let stop = AtomicBool::new(true);
            let think = Think { stop: &stop, ..Think::default() };
            let choice = player(spec, text.parse().unwrap()).choose(&game(text), &think).unwrap();
            assert_eq!(choice.depth, Some(1), "{spec} {text}");
        }
    }
}

#[test]
fn a_stop_flag_set_in_mid_search_ends_it() {
    for spec in DEEP {
        let stop = AtomicBool::new(false);
        let progress = |news: &Progress| stop.store(news.depth >= 3, Ordering::Relaxed);
        let think = Think { stop: &stop, progress: &progress, ..Think::default() };
        let choice = player(spec, Variant::STANDARD).choose(&game("7x6c4"), &think).unwrap();
        assert_eq!(choice.depth, Some(3), "{spec}");
    }
}

#[test]
fn positions_and_depth_are_limited() {
    for spec in DEEP {
        let ask = |limits| {
            let think = Think { limits, ..Think::default() };
            player(spec, Variant::STANDARD).choose(&game("7x6c4"), &think).unwrap()
        };
        let few = ask(Limits { nodes: Some(5000), ..Limits::default() });
        assert!((2500..5100).contains(&few.nodes), "{spec}: {few:?}");
        assert_eq!(ask(Limits { depth: Some(3), ..Limits::default() }).depth, Some(3), "{spec}");
        assert_eq!(ask(Limits { depth: Some(0), ..Limits::default() }).depth, Some(1), "{spec}");
        let none = ask(Limits { nodes: Some(0), time: Some(Duration::ZERO), ..Limits::default() });
        assert_eq!(none.depth, Some(1), "{spec}");
    }
}

#[test]
fn every_finished_depth_is_reported() {
    for name in ["smart:depth=5", "forecast:depth=5", "damped:depth=5", "max:depth=5"] {
        let reports = RefCell::new(Vec::new());
        let progress = |news: &Progress| reports.borrow_mut().push(news.clone());
        let think = Think { progress: &progress, ..Think::default() };
        let choice = player(name, Variant::STANDARD).choose(&game("7x6c4"), &think).unwrap();
        let reports = reports.into_inner();
        assert_eq!(reports.iter().map(|news| news.depth).collect::<Vec<_>>(), [1, 2, 3, 4, 5], "{name}");
        assert!(reports.is_sorted_by_key(|news| news.nodes), "{name}");
        let last = reports.last().unwrap();
        assert_eq!((last.score, last.line[0]), (choice.score, choice.column), "{name}");
    }
}

/// Recursion as deep as the board is high must fit a thread's stack.
#[test]
fn the_narrowest_boards_are_searched_to_the_end() {
    for spec in DEEP.map(|spec| spec.replace("99", "4096")) {
        let choice = player(&spec, "1x4096c4".parse().unwrap()).choose(&game("1x4096c4"), &Think::default()).unwrap();
        assert_eq!(choice.depth, Some(4096), "{spec}");
    }
}

/// Where nobody can complete a line any more there is nothing to think about.
#[test]
fn smart_knows_a_certain_tie() {
    for text in ["64x64c65", "4096x1c5000"] {
        let clock = Ticking::new(Duration::ZERO);
        let think = Think { clock: Some(&clock), ..Think::default() };
        let choice = player("smart", text.parse().unwrap()).choose(&game(text), &think).unwrap();
        assert_eq!((choice.column.number(), choice.score), (1, Some(0.0)), "{text}");
    }
}

/// Every player answers on the smallest and oddest boards of every rule set it plays, and again after the other's moves.
#[test]
fn odd_boards_are_played_to_the_end() {
    let sizes = ["1x1", "2x1", "1x2", "3x1", "1x5", "2x2", "9x1", "3x3"];
    for info in players().iter().filter(|info| !info.interactive) {
        for &rules in info.rules {
            for (size, connect) in sizes.iter().flat_map(|size| [1, 2, 3, 4, 4_294_967_295u32].map(|n| (size, n))) {
                let letter = if rules == Rules::Connect { 'c' } else { 'm' };
                let mut game = game(&format!("{size}{letter}{connect}"));
                let mut player = player(info.name, game.variant());
                while !game.is_over() {
                    let choice = player.choose(&game, &Think::default()).unwrap();
                    game.play(choice.column).unwrap();
                }
                assert!(player.choose(&game, &Think::default()).is_err());
            }
        }
    }
}

/// Answers depend on the position and the options alone, not on what was asked before.
#[test]
fn a_player_answers_the_same_again() {
    for spec in ["smart:depth=6", "forecast", "damped", "max"] {
        let mut asked_often = player(spec, Variant::STANDARD);
        for moves in ["", "44", "4453", "445362", "44"] {
            let game = Game::from_moves(Variant::STANDARD, moves).unwrap();
            let fresh = player(spec, Variant::STANDARD).choose(&game, &Think::default()).unwrap();
            let again = asked_often.choose(&game, &Think::default()).unwrap();
            assert_eq!((fresh.column, fresh.score), (again.column, again.score), "{spec} after {moves}");
        }
    }
}
