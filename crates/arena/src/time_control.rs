//! How long a player may think, and how the clock is enforced.

use dropline_engine::Limits;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Limits for every move of a tournament, the same for both sides.
///
/// A player with a time limit that answers within `time + margin` is in time. At `time` its stop flag is set. A player that has not
/// answered a second after the end of the margin is [abandoned](crate::ForfeitReason::Hang).
///
/// ```
/// use dropline_arena::TimeControl;
/// use std::time::Duration;
/// let control = TimeControl { time_ms: Some(100), ..TimeControl::default() };
/// assert_eq!(control.deadline(), Duration::from_millis(150));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimeControl {
    /// Milliseconds for a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u64>,
    /// Plies looked ahead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Positions visited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Milliseconds after the time limit that are forgiven: a busy computer is not the player's fault.
    pub margin_ms: u64,
    /// Milliseconds after which a player without a time limit is taken to hang.
    pub patience_ms: u64,
}

impl Default for TimeControl {
    fn default() -> TimeControl {
        TimeControl { time_ms: None, depth: None, nodes: None, margin_ms: 50, patience_ms: 60_000 }
    }
}

impl TimeControl {
    /// What a player is told.
    #[must_use]
    pub const fn limits(&self) -> Limits {
        let time = match self.time_ms {
            Some(ms) => Some(Duration::from_millis(ms)),
            None => None,
        };
        Limits { time, depth: self.depth, nodes: self.nodes }
    }

    /// When a player is asked to stop: at its time limit, or when patience ends.
    #[must_use]
    pub const fn stop_after(&self) -> Duration {
        Duration::from_millis(match self.time_ms {
            Some(ms) => ms,
            None => self.patience_ms,
        })
    }

    /// The thinking time after which a move is lost.
    #[must_use]
    pub fn deadline(&self) -> Duration {
        match self.time_ms {
            Some(_) => self.stop_after() + Duration::from_millis(self.margin_ms),
            None => self.stop_after(),
        }
    }
}
