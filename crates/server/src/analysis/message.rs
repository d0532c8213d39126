//! What is asked and answered about positions.

use crate::error::ErrorObject;
use crate::live::SideName;
use dropline_core::Side;
use dropline_engine::Score;
use dropline_engine::analysis::{Parity, Threat, Value};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// A position that is asked about.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub(crate) struct Question {
    /// What is played; `7x6c4` if nothing.
    #[schema(example = "7x6c4")]
    pub(crate) variant: Option<String>,
    /// The moves so far.
    #[schema(example = "4453")]
    pub(crate) moves: Option<String>,
    /// Or the key of a set-up position, as `POST /positions` tells it.
    pub(crate) position: Option<String>,
}

/// What a client says over the analysis connection.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = AnalysisRequest)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Request {
    /// Ask; a question that is under way is called off.
    Analyse {
        id: u64,
        #[serde(flatten)]
        question: Question,
    },
    /// Call a question off.
    Cancel { id: u64 },
}

/// What the server says over the analysis connection.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AnalysisMessage)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Message {
    /// The question waits.
    Queued {
        id: u64,
        /// How many come before it.
        ahead: usize,
    },
    /// What is known so far; all of it with `done`.
    Columns {
        id: u64,
        #[serde(flatten)]
        #[schema(value_type = Found)]
        found: Arc<Found>,
    },
    /// There is no answer.
    Error { id: Option<u64>, error: ErrorObject },
}

/// The answer of `POST /analyses`.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Analysis)]
pub(crate) struct Analysed {
    #[serde(rename = "type")]
    #[schema(example = "columns")]
    pub(crate) kind: &'static str,
    #[serde(flatten)]
    #[schema(value_type = Found)]
    pub(crate) found: Arc<Found>,
}

/// What is known about a position.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub(crate) struct Found {
    /// Plies looked ahead, on boards that cannot be solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) depth: Option<u32>,
    /// All columns, from the left.
    pub(crate) columns: Vec<FoundColumn>,
    /// The best columns as far as is known.
    pub(crate) best: Vec<u32>,
    /// A line of best play, in the moves notation.
    #[schema(example = "4455")]
    pub(crate) line: String,
    /// Whether all columns are exact.
    pub(crate) exact: bool,
    /// Whether this is the last word.
    pub(crate) done: bool,
    /// With `done`: the vacant cells where a side would complete a line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) threats: Option<Vec<FoundThreat>>,
}

/// What is known about a column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum FoundColumn {
    /// Nothing can be dropped there.
    Full { column: u32, full: bool },
    /// What a drop there is worth for the side to move.
    Worth {
        column: u32,
        /// Whether it is proven.
        exact: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        score: Option<Score>,
        /// What the score is proven to be at least and at most.
        #[serde(skip_serializing_if = "Option::is_none")]
        low: Option<Score>,
        #[serde(skip_serializing_if = "Option::is_none")]
        high: Option<Score>,
        #[schema(example = "wins in 20")]
        words: String,
    },
}

impl FoundColumn {
    /// A column whose value, if any, is this.
    pub(crate) fn new(column: u32, value: Option<Value>) -> FoundColumn {
        let (low, high) = match value {
            None => (None, None),
            Some(Value::Between { lower, upper }) => (Some(lower), Some(upper)),
            Some(value) => (value.score(), value.score()),
        };
        FoundColumn::Worth {
            column,
            exact: value.is_some_and(Value::is_exact),
            score: value.and_then(Value::score),
            low,
            high,
            words: value.map_or_else(|| "not known yet".to_owned(), |value| value.to_string()),
        }
    }
}

/// A vacant cell where a side would complete a line.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Threat)]
pub(crate) struct FoundThreat {
    #[schema(value_type = SideName)]
    pub(crate) side: Side,
    pub(crate) column: u32,
    pub(crate) level: u32,
    /// `odd` or `even`, by the level.
    #[schema(value_type = String, example = "odd")]
    pub(crate) parity: Parity,
    /// Whether a checker dropped now would come to lie there.
    pub(crate) playable: bool,
}

impl From<Threat> for FoundThreat {
    fn from(threat: Threat) -> FoundThreat {
        let Threat { cell, side, parity, playable } = threat;
        FoundThreat { side, column: cell.column.number(), level: cell.level.number(), parity, playable }
    }
}
