//! The one trait of all players.

use crate::{Opinion, Think, Weighing};
use dropline_core::{Column, Game};

/// Somebody who chooses columns.
///
/// A player is made by [`build`](crate::build) for one variant and asked only for games of that variant. Given the same seed, limits
/// without time, and games, it answers the same.
pub trait Player: Send {
    /// What people call it, options included when they differ from the usual.
    fn name(&self) -> String;

    /// A column for the side to move.
    ///
    /// The column is one of [`Game::legal_columns`]. If the stop flag is set, the player answers soon with the best it has.
    fn choose(&mut self, game: &Game, think: &Think<'_>) -> Result<Choice, PlayerError>;

    /// The column it chooses and the score it gives every column; nothing for players that do not score columns.
    ///
    /// It takes longer than a choice: every column is looked at as far as the one chosen, none is passed over.
    fn weigh(&mut self, _game: &Game, _think: &Think<'_>) -> Result<Option<Weighing>, PlayerError> {
        Ok(None)
    }

    /// What it sees in a position without looking ahead; nothing for players that judge no positions.
    fn opinion(&self, _game: &Game) -> Option<Opinion> {
        None
    }

    /// What it leaves to be read about the game that it played, such as how it failed; usually nothing.
    fn last_words(&self) -> String {
        String::new()
    }
}

/// A player's answer and what it knows about it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Choice {
    /// The column chosen.
    pub column: Column,
    /// Its value in the player's own points, for the side to move; nothing for players that do not value moves.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub score: Option<f64>,
    /// Plies looked ahead.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: u64,
    /// Whether the score is the proven end of the game and not a guess: what it counts is then said by the rules, not by the player.
    pub proven: bool,
}

impl Choice {
    /// A column chosen without a search.
    #[must_use]
    pub const fn plain(column: Column) -> Choice {
        Choice { column, score: None, depth: None, nodes: 0, proven: false }
    }
}

/// Why a player gave no column.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlayerError {
    /// The game is over.
    #[error("no move is possible: the game is over")]
    NoMove,
    /// A person has to be asked by the front end.
    #[error("a person has to choose the column")]
    Interactive,
    /// A player that is not one of ours failed.
    #[error("{0}")]
    Failed(String),
    /// What it answered is no column that can be played.
    #[error("{0}")]
    Impossible(String),
}
