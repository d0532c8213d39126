//! What the engine knows about a position, as the screens use it.

use dropline_core::{Board, Cell, Column, Game, Side, Variant};
use dropline_engine::Think;
use std::cmp::Ordering;

/// What a column or a position is worth for the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(dead_code)]
pub(crate) enum Value {
    Wins { moves: u32 },
    Tie,
    Loses { moves: u32 },
    Margin(i32),
    Estimate { score: f64, depth: u32 },
}

#[allow(dead_code)]
impl Value {
    pub(crate) fn in_words(&self) -> String {
        match *self {
            Value::Wins { moves } => format!("wins in {moves}"),
            Value::Tie => "tie".to_owned(),
            Value::Loses { moves } => format!("loses in {moves}"),
            Value::Margin(margin) => format!("{margin:+} points"),
            Value::Estimate { depth, .. } => format!("about even (depth {depth})"),
        }
    }

    pub(crate) fn is_exact(&self) -> bool {
        !matches!(self, Value::Estimate { .. })
    }

    pub(crate) fn cmp_for_mover(&self, other: &Value) -> Ordering {
        let rank = |value: &Value| match *value {
            Value::Wins { moves } => 1e6 - f64::from(moves),
            Value::Tie => 0.0,
            Value::Loses { moves } => -1e6 + f64::from(moves),
            Value::Margin(margin) => f64::from(margin),
            Value::Estimate { score, .. } => score,
        };
        rank(self).total_cmp(&rank(other))
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ColumnValue {
    pub(crate) column: Column,
    pub(crate) value: Value,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Analysis {
    pub(crate) value: Value,
    pub(crate) columns: Vec<ColumnValue>,
    pub(crate) line: Vec<Column>,
    pub(crate) nodes: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(dead_code)]
pub(crate) enum Parity {
    Odd,
    Even,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Threat {
    pub(crate) cell: Cell,
    pub(crate) side: Side,
    pub(crate) parity: Parity,
}

pub(crate) fn threats(_: &Board) -> Vec<Threat> {
    Vec::new()
}

pub(crate) struct Analyst;

impl Analyst {
    pub(crate) fn new(_: Variant) -> Analyst {
        Analyst
    }

    pub(crate) fn analyze(
        &mut self,
        game: &Game,
        _: &Think<'_>,
        on_column: &mut dyn FnMut(&ColumnValue),
    ) -> Result<Analysis, String> {
        let value = Value::Estimate { score: 0.0, depth: 0 };
        let columns: Vec<_> = game.legal_columns().map(|column| ColumnValue { column, value }).collect();
        columns.iter().for_each(on_column);
        Ok(Analysis { value, line: columns.iter().map(|found| found.column).take(1).collect(), columns, nodes: 0 })
    }
}
