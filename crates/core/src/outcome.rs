//! How a game ended.

use crate::Side;

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase", tag = "result"))]
pub enum Outcome {
    /// One side won.
    Win {
        /// The winner.
        side: Side,
        /// What decided it.
        by: WinBy,
    },
    /// The board is full and nobody won.
    Tie,
}

/// What decided a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum WinBy {
    /// A line of N (Connect-N).
    Line,
    /// More points on a full board (Max-Connect-N).
    Points,
    /// The other side gave up.
    Resignation,
}

impl Outcome {
    /// The winner; nothing for a tie.
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        match self {
            Outcome::Win { side, .. } => Some(side),
            Outcome::Tie => None,
        }
    }
}
