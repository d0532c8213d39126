//! The levels for people.

use crate::any_opening;
use dropline_core::{Column, Game, Outcome, Rules, Variant};
use dropline_engine::{Clock, Oracle, OracleOptions, Player, Think, build, players};
use std::collections::HashSet;
use std::time::Duration;

const VARIANTS: [&str; 8] = ["5x4c3", "7x6c4", "9x7c4", "12x10c5", "20x20c5", "32x32c6", "7x6m4", "10x8m5"];

/// The most positions of a move: the limit of the last level where it tries to solve.
const MOST_NODES: u64 = 3_000_000;

/// A clock that stands still, so that only positions are counted.
struct Frozen;

impl Clock for Frozen {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

fn think() -> Think<'static> {
    Think { clock: Some(&Frozen), ..Think::default() }
}

fn level(n: usize, variant: Variant, seed: u64) -> Box<dyn Player> {
    build(&format!("level:n={n}").parse().unwrap(), variant, seed).unwrap()
}

fn after(game: &Game, column: Column) -> Game {
    let mut after = game.clone();
    after.play(column).unwrap();
    after
}

fn wins_at_once(game: &Game) -> Vec<Column> {
    let wins = |&column: &Column| after(game, column).outcome().is_some_and(|end| end.winner().is_some());
    game.legal_columns().filter(wins).collect()
}

/// The columns that win by force within so many plies.
fn winning(game: &Game, plies: u32) -> Vec<Column> {
    let wins = |&column: &Column| {
        let next = after(game, column);
        match next.outcome() {
            Some(end) => end.winner().is_some(),
            None => {
                plies >= 3
                    && next.legal_columns().all(|reply| {
                        let then = after(&next, reply);
                        !then.is_over() && !winning(&then, plies - 2).is_empty()
                    })
            }
        }
    };
    game.legal_columns().filter(wins).collect()
}

#[test]
fn every_level_plays_every_board() {
    for text in [
        "1x1c1", "1x1m1", "1x9c4", "9x1m2", "20x20c5", "64x64c6", "64x64c40", "4096x1c4", "1x4096m3", "20x20m4",
        "64x64m4",
    ] {
        let variant: Variant = text.parse().unwrap();
        for n in 1..=10 {
            let (mut player, mut game) = (level(n, variant, 1), Game::new(variant));
            for _ in 0..2 {
                if game.is_over() {
                    assert!(player.choose(&game, &think()).is_err(), "level {n} on {text}");
                    break;
                }
                let choice = player.choose(&game, &think()).unwrap();
                assert!(choice.nodes <= MOST_NODES, "level {n} on {text}: {choice:?}");
                game.play(choice.column).unwrap_or_else(|error| panic!("level {n} on {text}: {error}"));
            }
        }
    }
}

#[test]
fn the_same_seed_plays_the_same_moves() {
    for text in VARIANTS {
        let variant: Variant = text.parse().unwrap();
        for n in 1..=9 {
            let moves = || {
                let (mut player, mut game) = (level(n, variant, 5), any_opening(n as u64, variant, 4));
                for _ in 0..3 {
                    if game.is_over() {
                        break;
                    }
                    game.play(player.choose(&game, &think()).unwrap().column).unwrap();
                }
                game.moves().to_vec()
            };
            assert_eq!(moves(), moves(), "level {n} on {text}");
        }
    }
}

#[test]
fn no_level_above_the_first_misses_a_win_or_a_block_at_once() {
    let mut met = 0;
    for text in VARIANTS {
        let variant: Variant = text.parse().unwrap();
        if variant.rules() == Rules::Max {
            continue;
        }
        for n in 2..=10 {
            let mut player = level(n, variant, 7);
            for seed in 0..if variant.cells() > 70 { 8 } else { 30 } {
                // On large boards chance alone makes no threats: one side fills the bottom row.
                let game = if variant.cells() > 70 {
                    let (at, far) = (seed as usize % 3 + 1, variant.columns());
                    let checkers = variant.connect() - 1 - usize::from(seed % 2 == 1);
                    let moves = (0..checkers).flat_map(|i| [at + i, far - i % 2]).map(|column| column.to_string());
                    let more = if seed % 2 == 1 { vec![(at + checkers).to_string()] } else { Vec::new() };
                    let text = moves.chain(more).collect::<Vec<_>>().join(",");
                    Game::from_moves(variant, &text).unwrap()
                } else {
                    any_opening(seed, variant, 6 + seed as usize % 10)
                };
                if game.is_over() {
                    continue;
                }
                let wins = wins_at_once(&game);
                let threats: Vec<Column> = game
                    .legal_columns()
                    .filter(|&reply| {
                        game.legal_columns().any(|quiet| {
                            quiet != reply
                                && !after(&game, quiet).is_over()
                                && wins_at_once(&after(&game, quiet)).contains(&reply)
                        })
                    })
                    .collect();
                let choice = player.choose(&game, &think()).unwrap().column;
                if !wins.is_empty() {
                    met += 1;
                    assert!(wins.contains(&choice), "level {n} on {text}, seed {seed}: {choice:?} of {wins:?}");
                } else if let [block] = threats[..]
                    && wins_at_once(&after(&game, block)).is_empty()
                {
                    met += 1;
                    assert_eq!(choice, block, "level {n} on {text}, seed {seed}");
                }
            }
        }
    }
    assert!(met > 400, "{met}");
}

/// What their sentence says.
#[test]
fn from_the_fourth_level_on_no_line_is_given_away() {
    let mut met = 0;
    for text in ["5x4c3", "7x6c4", "9x7c4"] {
        let variant: Variant = text.parse().unwrap();
        for n in 4..=10 {
            let mut player = level(n, variant, 3);
            for seed in 0..40 {
                let game = any_opening(seed, variant, 4 + seed as usize % 16);
                if game.is_over() || !wins_at_once(&game).is_empty() {
                    continue;
                }
                let gives = |column: Column| {
                    let next = after(&game, column);
                    !next.is_over() && !wins_at_once(&next).is_empty()
                };
                let given = game.legal_columns().filter(|&column| gives(column)).count();
                if given > 0 && given < game.legal_columns().count() {
                    met += 1;
                    let choice = player.choose(&game, &think()).unwrap().column;
                    assert!(!gives(choice), "level {n} on {text}, seed {seed}: {choice:?} of {:?}", game.moves());
                }
            }
        }
    }
    assert!(met > 100, "{met}");
}

/// In Max-Connect a line is a point among others, which the lower levels pass by now and then: what is said of lines is said of Connect.
#[test]
fn the_lower_levels_pass_a_line_by_in_max_connect() {
    let variant: Variant = "7x6m4".parse().unwrap();
    let named = players().iter().find(|info| info.name == "level").unwrap().options[0].named;
    // Three of red's stand in a row, with the fourth to be had.
    let game = Game::from_moves(variant, "112233").unwrap();
    for n in 2..=6 {
        let passed = (0..200).any(|seed| level(n, variant, seed).choose(&game, &think()).unwrap().column.number() != 4);
        assert!(!passed || named[n - 1].about.starts_with("In Connect "), "level {n}");
    }
    assert!((0..200).any(|seed| level(2, variant, seed).choose(&game, &think()).unwrap().column.number() != 4));
}

/// Positions of 7x6 that the solver calls won, played on against best defence.
#[test]
fn the_last_level_wins_what_is_won() {
    let variant = Variant::STANDARD;
    let mut oracle = Oracle::with(variant, OracleOptions::default()).unwrap();
    let mut score = |game: &Game| oracle.score(game, &think()).unwrap().score().unwrap();
    let mut met = 0;
    for seed in 0..60 {
        let mut game = any_opening(seed, variant, 10 + seed as usize % 10);
        if game.is_over() || score(&game) <= 0 {
            continue;
        }
        met += 1;
        let (me, mut player) = (game.turn(), level(10, variant, seed));
        while !game.is_over() {
            let column = if game.turn() == me {
                player.choose(&game, &think()).unwrap().column
            } else {
                let best = |&column: &Column| {
                    let next = after(&game, column);
                    if next.is_over() { i32::MAX } else { -score(&next) }
                };
                game.legal_columns().max_by_key(best).unwrap()
            };
            game.play(column).unwrap();
        }
        assert_eq!(game.outcome().and_then(Outcome::winner), Some(me), "seed {seed}: {:?}", game.moves());
    }
    assert!(met >= 15, "{met}");
}

#[test]
fn a_win_within_its_sight_is_never_missed() {
    let variant = Variant::STANDARD;
    let mut met = 0;
    for (n, plies) in [(5, 3), (6, 3), (7, 5), (8, 5), (9, 5)] {
        let mut player = level(n, variant, 11);
        for seed in 0..120 {
            let game = any_opening(seed, variant, 8 + seed as usize % 8);
            if game.is_over() {
                continue;
            }
            let winning = winning(&game, plies);
            if !winning.is_empty() {
                met += 1;
                let choice = player.choose(&game, &think()).unwrap().column;
                assert!(winning.contains(&choice), "level {n}, seed {seed}: {choice:?} of {winning:?}");
            }
        }
    }
    assert!(met > 60, "{met}");
}

#[test]
fn no_level_below_the_last_opens_in_the_same_way_for_ever() {
    for text in ["7x6c4", "9x7c4", "15x15c5", "7x6m4"] {
        let variant: Variant = text.parse().unwrap();
        for n in 1..=9 {
            let open = |seed| level(n, variant, seed).choose(&Game::new(variant), &think()).unwrap().column;
            let ways: HashSet<Column> = (0..50).map(open).collect();
            assert!(ways.len() >= 3, "level {n} on {text}: {ways:?}");
        }
    }
}

/// What one player gets of each game against another, in halves of a point, from random openings of four plies, each played with both colours.
fn halves<'a>(variant: Variant, one: &'a str, other: &'a str, openings: u64) -> impl Iterator<Item = u64> + 'a {
    (0..openings).flat_map(move |seed| [(seed, true), (seed, false)]).map(move |(seed, begins)| {
        let [first, second] = if begins { [one, other] } else { [other, one] };
        // Of the same seed both would draw the same chance.
        let made = |spec: &str, seed| build(&spec.parse().unwrap(), variant, seed).unwrap();
        let mut players = [made(first, 2 * seed), made(second, 2 * seed + 1)];
        let mut game = any_opening(seed, variant, 4);
        while !game.is_over() {
            let choice = players[game.turn().index()].choose(&game, &think()).unwrap();
            game.play(choice.column).unwrap();
        }
        let winner = game.outcome().and_then(Outcome::winner).map(|side| [first, second][side.index()]);
        if winner == Some(one) { 2 } else { u64::from(winner.is_none()) }
    })
}

/// What one player gets of the games against another: from 0 to 1.
fn share(variant: Variant, one: &str, other: &str, openings: u64) -> f64 {
    halves(variant, one, other, openings).sum::<u64>() as f64 / (4 * openings) as f64
}

/// 200 to 400 Elo are 76 to 91 %, and 150 are 70 %; chance adds a few.
#[test]
fn on_a_large_board_the_levels_are_about_evenly_apart() {
    let variant: Variant = "15x15c5".parse().unwrap();
    let share = |n: usize| match n {
        1 => share(variant, "level:n=1", "random", 100),
        _ => share(variant, &format!("level:n={n}"), &format!("level:n={}", n - 1), 100),
    };
    assert!((0.55..0.73).contains(&share(1)), "{}", share(1));
    for n in 2..=7 {
        assert!((0.72..0.94).contains(&share(n)), "level {n}: {}", share(n));
    }
}

/// A level that has no factor of its own for large boards, or too small a one, would be no better than the one before, or beyond reach.
#[test]
fn on_a_board_between_each_level_is_above_the_one_before() {
    let variant: Variant = "12x10c5".parse().unwrap();
    for n in 2..=7 {
        let share = share(variant, &format!("level:n={n}"), &format!("level:n={}", n - 1), 40);
        assert!((0.6..0.99).contains(&share), "level {n}: {share}");
    }
}

/// Whether a level loses half a point or more to the one before in sixteen games on a large board. Who is a thousand Elo above another most likely does not,
/// who is four hundred above most likely does.
fn is_in_reach_of_the_one_before(n: usize) -> bool {
    let (level, before) = (format!("level:n={n}"), format!("level:n={}", n - 1));
    halves("15x15c5".parse().unwrap(), &level, &before, 8).any(|halves| halves < 2)
}

// The last steps, whose games take long.

#[test]
fn on_a_large_board_level_8_loses_to_the_one_before_now_and_then() {
    assert!(is_in_reach_of_the_one_before(8));
}

#[test]
fn on_a_large_board_level_9_loses_to_the_one_before_now_and_then() {
    assert!(is_in_reach_of_the_one_before(9));
}

#[test]
fn on_a_large_board_level_10_loses_to_the_one_before_now_and_then() {
    assert!(is_in_reach_of_the_one_before(10));
}

#[test]
fn each_level_has_a_name_and_a_sentence() {
    let info = players().iter().find(|info| info.name == "level").unwrap();
    let named = info.options[0].named;
    let values: Vec<String> = named.iter().map(|level| level.value.to_owned()).collect();
    assert_eq!(values, (1..=10).map(|n| n.to_string()).collect::<Vec<_>>());
    let names: HashSet<&str> = named.iter().map(|level| level.name).collect();
    assert_eq!(names.len(), 10);
    assert!(named.iter().all(|level| level.about.ends_with('.')));
}

#[test]
fn a_player_says_which_boards_it_plays() {
    let plays = |name: &str, variant: &str| {
        let info = players().iter().find(|info| info.name == name).unwrap();
        let (variant, spec) = (variant.parse().unwrap(), name.parse().unwrap());
        assert_eq!(info.plays(variant), build(&spec, variant, 0).is_ok(), "{name} on {variant}");
        info.plays(variant)
    };
    for info in players() {
        for variant in ["1x1c1", "7x6c4", "20x20c5", "7x6m4", "20x20m4", "64x64c6"] {
            plays(info.name, variant);
        }
    }
    assert!(plays("perfect", "9x7c4") && !plays("perfect", "20x20c5") && !plays("perfect", "64x64c6"));
    assert!(plays("level", "64x64c6") && plays("level", "20x20m4") && !plays("smart", "7x6m4"));
}
