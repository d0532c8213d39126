//! The solver against a slow, obvious one.

mod exact;
mod facts;
mod relaxed;
mod worth;

use super::ahead;
use dropline_core::{Board, Column, Game, Position, Side, Variant};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::HashMap;

/// Boards of every sort: flat, narrow, square, even and odd sizes, N from 1 to beyond the board, one word and two; with the most vacant cells
/// that plain search can bear.
pub(crate) const KINDS: [(&str, usize); 26] = [
    ("1x1m1", 1),
    ("4x4m1", 12),
    ("3x3m2", 9),
    ("5x3m2", 13),
    ("4x4m2", 12),
    ("2x7m2", 14),
    ("3x3m3", 9),
    ("4x3m3", 12),
    ("3x5m3", 13),
    ("4x4m3", 13),
    ("5x5m3", 12),
    ("6x3m3", 12),
    ("4x4m4", 14),
    ("5x4m4", 13),
    ("7x6m4", 12),
    ("6x5m4", 12),
    ("5x7m5", 12),
    ("3x3m5", 9),
    ("1x12m3", 12),
    ("12x1m3", 10),
    ("8x8m4", 11),
    ("9x7m4", 11),
    ("10x10m5", 10),
    ("64x1m3", 8),
    ("1x127m4", 20),
    ("12x2m2", 9),
];

pub(crate) fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// A random position with at most so many vacant cells: half of them reached by turns, half set up with any colours.
pub(crate) fn random_game(variant: Variant, most_vacant: usize, rng: &mut Xoshiro256PlusPlus) -> Game {
    let vacant = rng.random_range(0..=most_vacant.min(variant.cells()));
    let taking_turns = rng.random_bool(0.5);
    let mut board = Board::new(variant);
    let mut side = if rng.random_bool(0.5) { Side::Red } else { Side::Black };
    while board.vacant() > vacant {
        let columns: Vec<Column> = board.open_columns().collect();
        board.drop(*columns.choose(rng).unwrap(), side).unwrap();
        if taking_turns || rng.random_bool(0.5) {
            side = side.other();
        }
    }
    Game::from_board(board, side)
}

/// Final margins by trying everything.
#[derive(Default)]
pub(crate) struct BruteForce {
    to_come: HashMap<Position, i32>,
}

impl BruteForce {
    /// The final margin for the side to move.
    pub(crate) fn margin(&mut self, game: &mut Game) -> i32 {
        let made = ahead(game, game.turn());
        if game.is_over() {
            return made;
        }
        if let Some(to_come) = self.to_come.get(&game.position()) {
            return made + to_come;
        }
        let best = self.columns(game).into_iter().map(|(_, margin)| margin).max().unwrap();
        self.to_come.insert(game.position(), best - made);
        best
    }

    /// The final margin of every column, for the side to move.
    pub(crate) fn columns(&mut self, game: &mut Game) -> Vec<(Column, i32)> {
        let columns: Vec<Column> = game.legal_columns().collect();
        let value = |column| {
            game.play(column).unwrap();
            let margin = -self.margin(game);
            game.undo();
            (column, margin)
        };
        columns.into_iter().map(value).collect()
    }
}

pub(crate) fn picture(game: &Game) -> String {
    format!("{}\n{}", game.variant(), dropline_core::notation::grid::write(game.board(), game.turn()))
}
