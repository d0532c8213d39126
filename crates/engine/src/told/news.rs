//! An analysis while it grows, as JSON tells it.

use super::ToldAnalysis;
use crate::analysis::{Analysis, Parity, Threat, threats};
use dropline_core::{Game, Side};
use serde::Serialize;
use std::time::Duration;

/// What is known about a position, and whether that is all.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ToldNews {
    /// What is known.
    #[serde(flatten)]
    pub analysis: ToldAnalysis,
    /// Whether this is the last word.
    pub done: bool,
    /// With `done`: the vacant cells where a side would complete a line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threats: Option<Vec<ToldThreat>>,
}

impl ToldNews {
    /// What is known so far.
    #[must_use]
    pub fn so_far(game: &Game, analysis: &Analysis, time: Duration) -> ToldNews {
        ToldNews { analysis: ToldAnalysis::new(game, analysis, &[], time.as_secs_f64()), done: false, threats: None }
    }

    /// The last word.
    #[must_use]
    pub fn last(game: &Game, analysis: ToldAnalysis) -> ToldNews {
        let threats = threats(game.board()).into_iter().map(Into::into).collect();
        ToldNews { analysis, done: true, threats: Some(threats) }
    }
}

/// A vacant cell where a side would complete a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ToldThreat {
    /// Whose line it completes.
    pub side: Side,
    /// Its column, from 1.
    pub column: u32,
    /// Its level, from 1.
    pub level: u32,
    /// `odd` or `even`, by the level.
    pub parity: Parity,
    /// Whether a checker dropped now would come to lie there.
    pub playable: bool,
}

impl From<Threat> for ToldThreat {
    fn from(threat: Threat) -> ToldThreat {
        let Threat { cell, side, parity, playable } = threat;
        ToldThreat { side, column: cell.column.number(), level: cell.level.number(), parity, playable }
    }
}
