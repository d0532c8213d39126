//! The worth of a column or a position, in words.

use crate::{Score, winning_drop};
use dropline_core::Game;
use std::cmp::Ordering;
use std::fmt;

/// What a column or a position is worth for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase", tag = "kind"))]
pub enum Value {
    /// The side to move wins with its `moves`-th drop from here; 1 is at once.
    Wins {
        /// Which of its drops wins.
        moves: u32,
        /// The solver score.
        score: Score,
    },
    /// Nobody wins with best play.
    Tie {
        /// The solver score: 0.
        score: Score,
    },
    /// The other side wins with its `moves`-th drop from here.
    Loses {
        /// Which of its drops wins.
        moves: u32,
        /// The solver score.
        score: Score,
    },
    /// Max-Connect: the final margin in points with best play.
    Margin {
        /// My points minus theirs at the end.
        score: Score,
    },
    /// Not decided within the limits: the score lies between two bounds.
    Between {
        /// It is at least this.
        lower: Score,
        /// It is at most this.
        upper: Score,
    },
}

impl Value {
    /// The worth of a Connect-N position with this solver score.
    #[must_use]
    pub fn of_position(game: &Game, score: Score) -> Value {
        match (score.cmp(&0), winning_drop(game, score)) {
            (Ordering::Greater, Some(moves)) => Value::Wins { moves, score },
            (Ordering::Less, Some(moves)) => Value::Loses { moves, score },
            _ => Value::Tie { score: 0 },
        }
    }

    /// The same, seen by the other side, which has just made the drop that led here.
    #[must_use]
    pub const fn before_drop(self) -> Value {
        match self {
            Value::Wins { moves, score } => Value::Loses { moves, score: -score },
            Value::Loses { moves, score } => Value::Wins { moves: moves + 1, score: -score },
            Value::Tie { .. } => self,
            Value::Margin { score } => Value::Margin { score: -score },
            Value::Between { lower, upper } => Value::Between { lower: -upper, upper: -lower },
        }
    }

    /// The exact score; nothing if only bounds are known.
    #[must_use]
    pub const fn score(self) -> Option<Score> {
        match self {
            Value::Wins { score, .. } | Value::Loses { score, .. } | Value::Tie { score } | Value::Margin { score } => {
                Some(score)
            }
            Value::Between { .. } => None,
        }
    }

    /// Whether the value is proven.
    #[must_use]
    pub const fn is_exact(self) -> bool {
        self.score().is_some()
    }

    /// The better of two values for the side to move; bounds count by their lower end, then by their upper one.
    #[must_use]
    pub fn better(self, other: Value) -> Value {
        if other.rank() > self.rank() { other } else { self }
    }

    const fn rank(self) -> (Score, Score) {
        match self {
            Value::Between { lower, upper } => (lower, upper),
            Value::Wins { score, .. } | Value::Loses { score, .. } | Value::Tie { score } | Value::Margin { score } => {
                (score, score)
            }
        }
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.rank().cmp(&other.rank()))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Value::Wins { moves: 1, .. } => f.pad("wins at once"),
            Value::Wins { moves, .. } => f.pad(&format!("wins in {moves}")),
            Value::Tie { .. } => f.pad("tie"),
            Value::Loses { moves, .. } => f.pad(&format!("loses in {moves}")),
            Value::Margin { score: 0 } => f.pad("tie"),
            Value::Margin { score } => {
                f.pad(&format!("{score:+} {}", if score.abs() == 1 { "point" } else { "points" }))
            }
            Value::Between { lower, upper } if lower > 0 => f.pad(&format!("wins (score {lower} to {upper})")),
            Value::Between { lower, upper } if upper < 0 => f.pad(&format!("loses (score {lower} to {upper})")),
            Value::Between { lower: 0, upper } => f.pad(&format!("at least a tie (score 0 to {upper})")),
            Value::Between { lower, upper: 0 } => f.pad(&format!("at most a tie (score {lower} to 0)")),
            Value::Between { lower, upper } => f.pad(&format!("not decided (score {lower} to {upper})")),
        }
    }
}
