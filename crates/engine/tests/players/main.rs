//! The players against plain, slow twins written straight from their descriptions.
#![allow(clippy::unwrap_used)]

mod course;
mod damped;
mod docs;
mod examples;
mod forecast;
mod levels;
mod limits;
mod max;
mod perfect;
mod plain;
mod smart;
mod specs;
mod table;

use dropline_core::{Board, Column, Game, Rules, Side, Variant};
use dropline_engine::{Choice, Opinion, Player, Think, build};
use plain::Plain;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn player(spec: &str, variant: Variant) -> Box<dyn Player> {
    build(&spec.parse().unwrap(), variant, 1).unwrap()
}

fn ask(spec: &str, game: &Game) -> Choice {
    player(spec, game.variant()).choose(game, &Think::default()).unwrap()
}

/// Chance for tests: the same every time.
fn chance(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// Any variant with at most so many columns and levels, N from 1 to one more than the board.
fn any_variant(random: &mut Xoshiro256PlusPlus, columns: usize, levels: usize, rules: Rules) -> Variant {
    let (columns, levels) = (random.random_range(1..=columns), random.random_range(1..=levels));
    let most = columns.max(levels) + 1;
    // Short lines end games early, so the usual N come more often.
    let connect =
        if random.random_bool(0.7) { random.random_range(2..=5).min(most) } else { random.random_range(1..=most) };
    Variant::new(columns, levels, connect, rules).unwrap()
}

/// A game that is not over after so many random moves.
fn any_opening(seed: u64, variant: Variant, plies: usize) -> Game {
    let mut random = chance(seed);
    loop {
        let mut game = Game::new(variant);
        while game.moves().len() < plies && !game.is_over() {
            let open: Vec<Column> = game.legal_columns().collect();
            game.play(open[random.random_range(0..open.len())]).unwrap();
        }
        if !game.is_over() {
            return game;
        }
    }
}

/// A position that is not over, reached by random moves or, now and then, set up with any numbers of checkers.
fn any_position(random: &mut Xoshiro256PlusPlus, variant: Variant) -> Game {
    loop {
        let checkers = random.random_range(0..variant.cells());
        let game = if random.random_bool(0.2) {
            any_set_up(random, variant, checkers)
        } else {
            let mut game = Game::new(variant);
            for _ in 0..checkers {
                let open: Vec<Column> = game.legal_columns().collect();
                if open.is_empty() {
                    break;
                }
                game.play(open[random.random_range(0..open.len())]).unwrap();
            }
            game
        };
        if !game.is_over() {
            return game;
        }
    }
}

fn any_set_up(random: &mut Xoshiro256PlusPlus, variant: Variant, checkers: usize) -> Game {
    let mut board = Board::new(variant);
    for _ in 0..checkers {
        let column = Column::from_index(random.random_range(0..variant.columns()));
        let side = Side::BOTH[random.random_range(0..2)];
        // A full column is passed over.
        let _ = board.drop(column, side);
    }
    Game::from_board(board, Side::BOTH[random.random_range(0..2)])
}

/// The deepest search of a plain twin that stays quick on this board.
fn quick_depth(variant: Variant, drops: usize) -> u32 {
    let mut depth = 1;
    while depth < 9 && variant.columns().pow(depth + 1) <= drops {
        depth += 1;
    }
    depth
}

/// Compares the scores that a player gives all columns with those of its twin, on many random positions.
fn compare_columns(
    seed: u64,
    rules: Rules,
    drops: usize,
    mut spec: impl FnMut(u32) -> String,
    mut value: impl FnMut(&mut Plain, usize, Side, u32) -> f64,
) {
    let mut random = chance(seed);
    for _ in 0..500 {
        let variant = any_variant(&mut random, 7, 6, rules);
        let game = any_position(&mut random, variant);
        let depth = random.random_range(1..=quick_depth(variant, drops));
        let spec = spec(depth);
        let weighing = player(&spec, variant).weigh(&game, &Think::default()).unwrap().unwrap();
        assert_eq!(weighing.choice, ask(&spec, &game));
        let depth = depth.min(game.board().vacant() as u32);
        let told: Vec<_> = weighing.columns.iter().map(|known| (known.column, known.score)).collect();
        let mut plain = Plain::new(&game);
        let expected =
            game.legal_columns().map(|column| (column, value(&mut plain, column.index(), game.turn(), depth)));
        assert_eq!(
            told,
            expected.collect::<Vec<_>>(),
            "{spec} in {variant} {}",
            dropline_core::notation::grid::write(game.board(), game.turn())
        );
        let chosen = weighing.columns.iter().find(|known| known.column == weighing.choice.column).unwrap();
        assert_eq!((Some(chosen.score), chosen.left_out), (weighing.choice.score, false));
    }
}

/// What a player sees in many random positions, with the positions.
fn opinions(seed: u64, rules: Rules, spec: &str) -> impl Iterator<Item = (Game, Opinion)> {
    let mut random = chance(seed);
    (0..500).map(move |_| {
        let variant = any_variant(&mut random, 7, 6, rules);
        let game = any_position(&mut random, variant);
        let opinion = player(spec, variant).opinion(&game).unwrap();
        (game, opinion)
    })
}

/// Compares a player with its twin on many random positions.
fn compare(
    seed: u64,
    positions: usize,
    (columns, levels): (usize, usize),
    rules: Rules,
    drops: usize,
    mut spec: impl FnMut(u32) -> String,
    mut twin: impl FnMut(&mut Plain, Side, u32) -> (usize, f64),
) {
    let mut random = chance(seed);
    for _ in 0..positions {
        let variant = any_variant(&mut random, columns, levels, rules);
        let game = any_position(&mut random, variant);
        let depth = random.random_range(1..=quick_depth(variant, drops));
        let choice = ask(&spec(depth), &game);
        let expected = twin(&mut Plain::new(&game), game.turn(), depth);
        let said = (choice.column.index(), choice.score.unwrap());
        assert_eq!(
            said,
            expected,
            "{variant} depth {depth} {}",
            dropline_core::notation::grid::write(game.board(), game.turn())
        );
    }
}
