//! Analyses, reviews and explanations as every front end tells them in JSON: numbers for programs, words for people.

use crate::analysis::{Analysis, Value};
use crate::{GradedMove, Reason, Review, Score};
use dropline_core::{Column, Game, Side, Variant, notation};
use serde::Serialize;

/// A value in numbers and words.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Worth {
    /// The exact score; nothing if only bounds are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// The bounds, if the score is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<[Score; 2]>,
    /// In words.
    pub words: String,
}

impl From<Value> for Worth {
    fn from(value: Value) -> Worth {
        let bounds = match value {
            Value::Between { lower, upper } => Some([lower, upper]),
            _ => None,
        };
        Worth { score: value.score(), bounds, words: value.to_string() }
    }
}

/// A column and what it is worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ToldColumn {
    /// The column.
    pub column: Column,
    /// Its worth; nothing if it is full.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub value: Option<Worth>,
}

/// What every column of a position is worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ToldAnalysis {
    /// What is played.
    pub variant: Variant,
    /// The moves so far; nothing for a set-up position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<String>,
    /// Who moves.
    pub turn: Side,
    /// The worth of the position.
    #[serde(flatten)]
    pub value: Worth,
    /// All columns, from the left.
    pub columns: Vec<ToldColumn>,
    /// The best of them.
    pub best: Vec<Column>,
    /// A line of best play.
    pub line: Vec<Column>,
    /// Positions visited.
    pub nodes: u64,
    /// Seconds.
    pub time: f64,
}

impl ToldAnalysis {
    /// What was found about the position of a game, with a line of best play and the seconds it took.
    #[must_use]
    pub fn new(game: &Game, analysis: &Analysis, line: &[Column], seconds: f64) -> ToldAnalysis {
        let told = |column| ToldColumn { column, value: analysis.of(column).map(Worth::from) };
        ToldAnalysis {
            variant: game.variant(),
            moves: game.starts_empty().then(|| notation::moves::write(game.variant(), game.moves())),
            turn: game.turn(),
            value: analysis.value.into(),
            columns: game.board().columns().map(told).collect(),
            best: analysis.best().collect(),
            line: line.to_vec(),
            nodes: analysis.nodes,
            time: seconds,
        }
    }
}

/// A game, graded.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ToldReview {
    /// What was played.
    pub variant: Variant,
    /// The moves with their grades.
    pub moves: Vec<ToldMove>,
    /// The numbers of the moves that changed who wins, or cost points.
    pub turning_points: Vec<usize>,
    /// How many moves of each side were best.
    pub perfect: [Share; 2],
}

/// A graded move, in words too.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ToldMove {
    /// The grade.
    #[serde(flatten)]
    pub graded: GradedMove,
    /// In words.
    pub words: String,
}

/// How many moves of a side were best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Share {
    /// The side.
    pub side: Side,
    /// Its best moves.
    pub best: usize,
    /// All its moves.
    pub moves: usize,
}

impl ToldReview {
    /// The review of a game of a variant.
    #[must_use]
    pub fn new(variant: Variant, review: &Review) -> ToldReview {
        let told = |graded: &GradedMove| ToldMove { graded: graded.clone(), words: graded.to_string() };
        ToldReview {
            variant,
            moves: review.moves.iter().map(told).collect(),
            turning_points: review.turning_points().map(|graded| graded.number).collect(),
            perfect: Side::BOTH.map(|side| {
                let (best, moves) = review.perfect_moves(side);
                Share { side, best, moves }
            }),
        }
    }
}

/// Why a move is good or bad.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ToldExplanation {
    /// What is played.
    pub variant: Variant,
    /// The column explained.
    pub column: Column,
    /// The reasons, the weightiest first.
    pub reasons: Vec<ToldReason>,
}

/// A reason, in words too.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ToldReason {
    /// The reason.
    #[serde(flatten)]
    pub reason: Reason,
    /// In words.
    pub words: String,
}

impl ToldExplanation {
    /// The reasons for a column.
    #[must_use]
    pub fn new(variant: Variant, column: Column, reasons: Vec<Reason>) -> ToldExplanation {
        let reasons = reasons.into_iter().map(|reason| ToldReason { words: reason.to_string(), reason }).collect();
        ToldExplanation { variant, column, reasons }
    }
}
