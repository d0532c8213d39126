//! A game lost without being played out.

use dropline_core::Side;
use serde::{Deserialize, Serialize};

/// Who lost a game by the rules of the arena, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forfeit {
    /// The side that lost.
    pub side: Side,
    /// What kind of trouble it was.
    pub reason: ForfeitReason,
    /// What happened, for people.
    pub detail: String,
}

/// The kinds of trouble that lose a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ForfeitReason {
    /// The answer came after the time limit.
    Time,
    /// No answer came, and the player did not stop when told to.
    Hang,
    /// The player panicked, or the program ended before its answer.
    Crash,
    /// The answer could not be understood.
    Nonsense,
    /// The column is off the board or full.
    Illegal,
    /// The player says that it cannot play.
    Refused,
}

dropline_core::display_words!(ForfeitReason {
    Time: "time",
    Hang: "hang",
    Crash: "crash",
    Nonsense: "nonsense",
    Illegal: "illegal",
    Refused: "refused",
});

/// Why a participant gave no column.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}: {detail}")]
pub struct Trouble {
    /// The kind of trouble.
    pub reason: ForfeitReason,
    /// What happened, for people.
    pub detail: String,
}

impl Trouble {
    /// Trouble of a kind, in words.
    pub fn new(reason: ForfeitReason, detail: impl Into<String>) -> Trouble {
        Trouble { reason, detail: detail.into() }
    }

    /// The game lost by the side that had it.
    #[must_use]
    pub fn of(self, side: Side) -> Forfeit {
        Forfeit { side, reason: self.reason, detail: self.detail }
    }
}
