//! One finished game of a tournament, as it is saved.

use crate::{Forfeit, GameResult};
use dropline_core::{Column, Game, MovesError, Points, Side, Variant};
use serde::{Deserialize, Serialize};

/// A finished game with its place in the schedule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "SavedRecord")]
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

/// A record as it is read: every field by itself, so that one that is unknown or missing is noticed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedRecord {
    game: usize,
    red: usize,
    black: usize,
    opening: String,
    // Without this a line that has no winner would be a tie.
    #[serde(deserialize_with = "Option::deserialize")]
    winner: Option<Side>,
    moves: Vec<Column>,
    micros: Vec<u64>,
    nodes: Vec<u64>,
    points: Option<Points>,
    forfeit: Option<Forfeit>,
    #[serde(default)]
    red_stderr: String,
    #[serde(default)]
    black_stderr: String,
}

impl From<SavedRecord> for Record {
    fn from(saved: SavedRecord) -> Record {
        let SavedRecord { game, red, black, opening, winner, moves, micros, nodes, points, forfeit, .. } = saved;
        let (red_stderr, black_stderr) = (saved.red_stderr, saved.black_stderr);
        let result = GameResult { winner, moves, micros, nodes, points, forfeit, red_stderr, black_stderr };
        Record { game, red, black, opening, result }
    }
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
