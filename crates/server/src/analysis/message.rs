//! What is asked and answered about positions.
//!
//! Values, columns and analyses go out as the engine tells them; the types that end in `Shape` only describe that for the OpenAPI.

use crate::error::ErrorObject;
use crate::live::SideName;
use crate::position::PositionShape;
use dropline_core::Side;
use dropline_engine::Score;
use dropline_engine::analysis::Parity;
use dropline_engine::told::{ToldMove, ToldNews, ToldPosition, ToldReview};
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
    /// The key of the set-up position where they begin, as `POST /positions` tells it; the empty board if nothing.
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
    /// Ask how a game was played, move by move; a question that is under way is called off.
    Review {
        id: u64,
        #[serde(flatten)]
        question: Question,
    },
    /// Call a question off.
    Cancel { id: u64 },
    /// Ask whether the server is there.
    Ping {},
}

/// What the server says over the analysis connection.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AnalysisMessage)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Message {
    /// The first answer to a question: the position it is about.
    Position {
        id: u64,
        #[serde(flatten)]
        #[schema(value_type = PositionShape)]
        position: Box<ToldPosition>,
    },
    /// The server is there.
    Pong {},
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
        #[schema(value_type = NewsShape)]
        state: Arc<ToldNews>,
    },
    /// A move of the game under review is graded.
    Graded {
        id: u64,
        /// How many moves the game has.
        of: usize,
        /// As in the answer of `POST /reviews`.
        #[serde(rename = "move")]
        #[schema(value_type = Object)]
        graded: ToldMove,
    },
    /// The whole game is graded.
    Reviewed {
        id: u64,
        /// As the answer of `POST /reviews`.
        #[serde(flatten)]
        #[schema(value_type = Object)]
        review: ToldReview,
    },
    /// There is no answer.
    Error { id: Option<u64>, error: ErrorObject },
}

/// The answer of `POST /analyses`.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AnalysisAnswer)]
pub(crate) struct Analysed {
    #[serde(rename = "type")]
    #[schema(example = "columns")]
    pub(crate) kind: &'static str,
    #[serde(flatten)]
    #[schema(value_type = NewsShape)]
    pub(crate) state: Arc<ToldNews>,
}

/// What is known about a position, and whether that is all.
#[derive(Serialize, ToSchema)]
#[schema(as = AnalysisState)]
pub(crate) struct NewsShape {
    #[serde(flatten)]
    analysis: AnalysisShape,
    /// Whether this is the last word.
    done: bool,
    /// With `done`: the vacant cells where a side would complete a line.
    #[serde(skip_serializing_if = "Option::is_none")]
    threats: Option<Vec<ThreatShape>>,
}

/// What every column of a position is worth, as `dropline analyze --format json` tells it.
#[derive(Serialize, ToSchema)]
#[schema(as = Analysis)]
pub(crate) struct AnalysisShape {
    #[schema(example = "7x6c4")]
    variant: String,
    /// The moves so far; not there for a set-up position.
    moves: Option<String>,
    #[schema(value_type = SideName)]
    turn: Side,
    /// What the position is worth for the side to move.
    #[serde(flatten)]
    value: ValueShape,
    /// All columns, from the left.
    columns: Vec<ColumnShape>,
    /// The best columns as far as is known.
    best: Vec<u32>,
    /// A line of best play; its first column alone where the position is not decided.
    line: Vec<u32>,
    /// Positions visited.
    nodes: u64,
    /// Seconds.
    time: f64,
}

/// A column, and what a drop there is worth for the side to move; that is not there while nobody has looked, or if the column is full.
#[derive(Serialize, ToSchema)]
#[schema(as = ColumnValue)]
pub(crate) struct ColumnShape {
    column: u32,
    /// There if nothing can be dropped.
    full: Option<bool>,
    #[serde(flatten)]
    value: Option<ValueShape>,
}

/// What a column or a position is worth for the side to move: exact, bounded by proof, or estimated.
#[derive(Serialize, ToSchema)]
#[schema(as = Value)]
pub(crate) struct ValueShape {
    /// `wins`, `tie`, `loses`, `margin` (Max-Connect), `between` (only bounds are proven) or `estimate`.
    #[schema(example = "wins")]
    kind: String,
    /// Whether the score is known.
    exact: bool,
    /// Whether something is proven about who wins.
    proven: bool,
    /// `win`, `tie` or `loss`, if that is proven.
    #[schema(example = "win")]
    outlook: Option<String>,
    /// The exact score.
    score: Option<Score>,
    /// With which drop from here the winner wins; 1 is its next.
    drops: Option<u32>,
    /// What the score is proven to be at least and at most, where it is not exact.
    #[schema(value_type = Option<Vec<Score>>)]
    bounds: Option<[Score; 2]>,
    /// Of an estimate in Connect: the chance of winning, from 0 to 1; a tie is half a win.
    chance: Option<f64>,
    /// Of an estimate in Max-Connect: the final margin to be expected.
    margin: Option<f64>,
    /// Plies that an estimate looks ahead; 0 if nobody has looked yet.
    depth: Option<u32>,
    #[schema(example = "wins in 20")]
    words: String,
    /// In few characters.
    #[schema(example = "W20")]
    short: String,
    /// For graphs: from -1, lost, to 1, won at once.
    height: f64,
}

/// A vacant cell where a side would complete a line.
#[derive(Serialize, ToSchema)]
#[schema(as = Threat)]
pub(crate) struct ThreatShape {
    #[schema(value_type = SideName)]
    side: Side,
    column: u32,
    level: u32,
    /// `odd` or `even`, by the level.
    #[schema(value_type = String, example = "odd")]
    parity: Parity,
    /// Whether a checker dropped now would come to lie there.
    playable: bool,
}
