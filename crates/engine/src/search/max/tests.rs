//! Choosing in limited time.

use super::*;
use crate::solver::max::tests::{BruteForce, KINDS, picture, random_game, rng};
use crate::{Clock, Limits};
use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

fn search(variant: &str) -> MaxSearch {
    MaxSearch::new(variant.parse().unwrap(), 1 << 22)
}

fn within(limits: Limits) -> Think<'static> {
    Think { limits, ..Think::default() }
}

#[test]
fn without_limits_it_plays_a_best_column_and_proves_it() {
    let mut rng = rng(11);
    for (name, most_vacant) in KINDS {
        let mut search = search(name);
        for _ in 0..10 {
            let mut game = random_game(name.parse().unwrap(), most_vacant, &mut rng);
            let columns = BruteForce::default().columns(&mut game);
            let Some(best) = columns.iter().map(|&(_, margin)| margin).max() else { continue };
            let choice = search.choose(&game, &Think::default()).unwrap();
            assert!(choice.proven || columns.len() == 1, "{}", picture(&game));
            assert!(columns.contains(&(choice.column, best)), "{}", picture(&game));
            assert!(!choice.proven || choice.score == Some(f64::from(best)), "{}", picture(&game));
        }
    }
}

#[test]
fn a_depth_to_the_end_is_exact_and_a_smaller_one_is_kept() {
    let mut rng = rng(12);
    for (name, most_vacant) in KINDS {
        let mut search = search(name);
        for _ in 0..10 {
            let mut game = random_game(name.parse().unwrap(), most_vacant, &mut rng);
            let columns = BruteForce::default().columns(&mut game);
            let Some(best) = columns.iter().map(|&(_, margin)| margin).max() else { continue };
            let to_end = game.board().vacant() as u32;
            let full = search.choose(&game, &within(Limits { depth: Some(to_end), ..Limits::default() })).unwrap();
            assert!(columns.contains(&(full.column, best)), "{}", picture(&game));
            let near = search.choose(&game, &within(Limits { depth: Some(2), ..Limits::default() })).unwrap();
            assert!(near.depth <= Some(2) || near.proven, "{}", picture(&game));
            assert!(columns.iter().any(|&(column, _)| column == near.column));
        }
    }
}

/// Looking ahead to the end without ever solving: a node limit too small for an attempt is not, so the depth-limited search proves itself.
#[test]
fn proven_choices_are_right_under_any_node_limit() {
    let mut rng = rng(13);
    let mut proven = 0;
    for (name, most_vacant) in KINDS {
        let mut search = search(name);
        for nodes in [1, 10, 100, 300, 1000, 3000, 10_000] {
            let mut game = random_game(name.parse().unwrap(), most_vacant, &mut rng);
            let columns = BruteForce::default().columns(&mut game);
            let Some(best) = columns.iter().map(|&(_, margin)| margin).max() else { continue };
            let choice = search.choose(&game, &within(Limits { nodes: Some(nodes), ..Limits::default() })).unwrap();
            assert!(choice.nodes <= nodes, "{}", picture(&game));
            assert!(columns.iter().any(|&(column, _)| column == choice.column));
            if choice.proven {
                proven += 1;
                assert!(columns.contains(&(choice.column, best)), "{}", picture(&game));
                assert_eq!(choice.score, Some(f64::from(best)), "{}", picture(&game));
            }
        }
    }
    assert!(proven > 50, "{proven}");
}

#[test]
fn the_same_games_get_the_same_answers() {
    let play = || {
        let mut search = search("7x6m4");
        let mut game = Game::new("7x6m4".parse().unwrap());
        let mut choices = Vec::new();
        while !game.is_over() {
            let choice = search.choose(&game, &within(Limits { nodes: Some(3000), ..Limits::default() })).unwrap();
            game.play(choice.column).unwrap();
            choices.push(choice);
        }
        choices
    };
    assert_eq!(play(), play());
}

/// A clock that goes on a millisecond each time it is read.
#[derive(Default)]
struct Ticks(AtomicU64);

impl Clock for Ticks {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

#[test]
fn time_and_the_stop_flag_end_the_search() {
    let game = Game::new("9x9m4".parse().unwrap());
    let clock = Ticks::default();
    let limits = Limits { time: Some(Duration::from_millis(20)), ..Limits::default() };
    let think = Think { limits, clock: Some(&clock), ..Think::default() };
    let choice = search("9x9m4").choose(&game, &think).unwrap();
    assert!(!choice.proven && choice.depth > Some(0));
    assert!(clock.0.load(Ordering::Relaxed) < 40);
    let stop = AtomicBool::new(true);
    let choice = search("9x9m4").choose(&game, &Think { stop: &stop, ..Think::default() }).unwrap();
    assert_eq!((choice.depth, choice.proven), (Some(0), false));
}

#[test]
fn progress_goes_deeper() {
    let depths = RefCell::new(Vec::new());
    let sink = |progress: &Progress| depths.borrow_mut().push((progress.depth, progress.line.len()));
    let limits = Limits { depth: Some(5), ..Limits::default() };
    let think = Think { limits, progress: &sink, ..Think::default() };
    search("7x6m4").choose(&Game::new("7x6m4".parse().unwrap()), &think).unwrap();
    assert_eq!(*depths.borrow(), [(1, 1), (2, 1), (3, 1), (4, 1), (5, 1)]);
}

#[test]
fn points_are_taken_before_they_are_blocked_on_boards_beyond_two_words() {
    for variant in ["16x16m4", "64x64m4", "200x3m4"] {
        // Red has three in the bottom row with room on one side, which black would take next.
        let game = Game::from_moves(variant.parse().unwrap(), "1,7,2,7,3,6").unwrap();
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let choice = search(variant).choose(&game, &within(limits)).unwrap();
        assert_eq!(choice.column.number(), 4, "{variant}: {choice:?}");
    }
}

#[test]
fn boards_beyond_two_words_are_played_to_the_end() {
    let mut rng = rng(14);
    for name in ["16x16m4", "1x200m3", "130x1m2", "20x10m7", "12x12m200"] {
        let variant: Variant = name.parse().unwrap();
        for _ in 0..5 {
            let mut game = random_game(variant, 7, &mut rng);
            let columns = BruteForce::default().columns(&mut game);
            let Some(best) = columns.iter().map(|&(_, margin)| margin).max() else { continue };
            let choice = search(name).choose(&game, &Think::default()).unwrap();
            assert!(choice.proven, "{}", picture(&game));
            assert!(columns.contains(&(choice.column, best)), "{}", picture(&game));
            assert_eq!(choice.score, Some(f64::from(best)), "{}", picture(&game));
        }
    }
}

#[test]
fn a_finished_game_has_no_column_and_the_other_rules_no_evaluation() {
    let full = Game::from_moves("1x1m1".parse().unwrap(), "1").unwrap();
    assert_eq!(search("1x1m1").choose(&full, &Think::default()), None);
    let connect = evaluate(&Game::new(Variant::STANDARD));
    assert_eq!(connect.unwrap_err().to_string(), "7x6c4 is not a Max-Connect variant");
}

/// The evaluation is exact on a full board, the same for mirror images, and never beyond what can still be made.
#[test]
fn the_evaluation_stays_within_what_is_possible() {
    let mut rng = rng(15);
    for (name, _) in KINDS {
        let variant: Variant = name.parse().unwrap();
        for _ in 0..50 {
            let game = random_game(variant, variant.cells(), &mut rng);
            let value = evaluate(&game).unwrap();
            // With more columns not all pairings of their bases are looked at.
            if variant.columns() < 10 {
                assert_eq!(value, evaluate(&game.mirrored()).unwrap(), "{}", picture(&game));
            }
            let made = f64::from(ahead(&game, game.turn()));
            let most = f64::from(4 * variant.cells() as u32);
            assert!((value - made).abs() <= most);
            assert!(!game.is_over() || value == made);
        }
    }
}
