//! One finished game of a tournament, as it is saved.

use crate::GameResult;
use dropline_core::{Game, MovesError, Side, Variant};
use serde::{Deserialize, Serialize};

/// A finished game with its place in the schedule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The game's number in the schedule, from 0.
    pub game: usize,
    /// The player with the red checkers, by its place in the list of players.
    pub red: usize,
    /// The player with the black checkers.
    pub black: usize,
    /// The opening, in the moves notation; `-` for none.
    pub opening: String,
    /// How it went.
    #[serde(flatten)]
    pub result: GameResult,
}

impl Record {
    /// The player of a side.
    #[must_use]
    pub const fn player(&self, side: Side) -> usize {
        match side {
            Side::Red => self.red,
            Side::Black => self.black,
        }
    }

    /// The side that made the move at this place of the list, counted from 0.
    #[must_use]
    pub fn mover(&self, start: &Game, index: usize) -> Side {
        if index.is_multiple_of(2) { start.turn() } else { start.turn().other() }
    }

    /// The position after the opening.
    pub fn start(&self, variant: Variant) -> Result<Game, MovesError> {
        Game::from_moves(variant, &self.opening)
    }

    /// The whole game, from its opening to its last move.
    pub fn replay(&self, variant: Variant) -> Result<Game, MovesError> {
        let moves = dropline_core::notation::moves::write(variant, &self.result.moves);
        dropline_core::notation::moves::play(self.start(variant)?, &moves)
    }
}
