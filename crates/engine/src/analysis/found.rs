//! What is known about a position.

use super::{Outlook, Value};
use crate::known_board::KnownBoard;
use crate::win_score;
use dropline_core::{Column, Game, Rules, Variant};

/// A playable column and its worth for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ColumnValue {
    /// The column.
    pub column: Column,
    /// What dropping there is worth.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub value: Value,
}

/// What is known about a position: the worth of every column that somebody has looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    variant: Variant,
    checkers: usize,
    playable: usize,
    /// What is known of the position itself, whichever column it is that brings it.
    position: Option<Value>,
    columns: Vec<ColumnValue>,
    /// Positions visited.
    pub nodes: u64,
}

impl Analysis {
    /// Nothing is known about the position of a game yet.
    #[must_use]
    pub fn new(game: &Game) -> Analysis {
        let (variant, checkers, playable) = (game.variant(), game.board().checkers(), game.legal_columns().count());
        Analysis { variant, checkers, playable, position: None, columns: Vec::new(), nodes: 0 }
    }

    /// Takes in what is known of an empty board.
    pub(super) fn learn_board(&mut self, game: &Game, known: &KnownBoard) {
        let [lower, upper] = known.bounds();
        self.position = Some(Value::bounded(game, lower, upper));
        for column in game.legal_columns() {
            let [lower, upper] = known.bounds_of(column);
            if lower.or(upper).is_some() {
                self.learn(column, Value::bounded(game, lower, upper));
            }
        }
    }

    /// Takes the value of a playable column in, beside what is known about it; says whether that says more.
    pub fn learn(&mut self, column: Column, value: Value) -> bool {
        let (variant, checkers) = (self.variant, self.checkers);
        match self.columns.binary_search_by_key(&column, |known| known.column) {
            Ok(at) => {
                let known = &mut self.columns[at].value;
                let before = std::mem::replace(known, joined(variant, checkers, *known, value));
                *known != before
            }
            Err(at) => {
                self.columns.insert(at, ColumnValue { column, value });
                true
            }
        }
    }

    /// Takes in all that another analysis of the position found out.
    pub fn learn_all(&mut self, other: &Analysis) {
        for known in &other.columns {
            self.learn(known.column, known.value);
        }
        self.position = self.position.or(other.position);
    }

    /// The same of the position seen in a mirror.
    #[must_use]
    pub fn mirrored(&self) -> Analysis {
        let across = |known: &ColumnValue| ColumnValue { column: across(self.variant, known.column), ..*known };
        Analysis { columns: self.columns.iter().rev().map(across).collect(), ..self.clone() }
    }

    /// The columns that were looked at, from the left.
    #[must_use]
    pub fn columns(&self) -> &[ColumnValue] {
        &self.columns
    }

    /// The value of a column, if it was looked at.
    #[must_use]
    pub fn of(&self, column: Column) -> Option<Value> {
        self.columns.iter().find(|known| known.column == column).map(|known| known.value)
    }

    /// Whether all is known.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.columns.len() == self.playable && self.columns.iter().all(|known| known.value.is_exact())
    }

    /// Whether the score of the position is known, and of a column that it is best.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.value().is_exact() && self.value() == self.best_value()
    }

    /// Whether somebody has looked at every column.
    #[must_use]
    pub fn is_looked_at(&self) -> bool {
        self.columns.len() == self.playable && self.columns.iter().all(|known| known.value.depth() != Some(0))
    }

    /// The worth of the best column; an even estimate while nothing is known.
    #[must_use]
    pub fn best_value(&self) -> Value {
        self.columns.iter().map(|known| known.value).max().unwrap_or_else(|| unknown(self.variant))
    }

    /// The best of what is proven about who wins.
    #[must_use]
    pub fn best_proven(&self) -> Option<Value> {
        self.columns.iter().map(|known| known.value).filter(|value| value.outlook().is_some()).max()
    }

    /// The worth of the position: what is known of it, or that of its best column, as far as no other can turn out to be better.
    #[must_use]
    pub fn value(&self) -> Value {
        let value = self.value_by_columns();
        self.position.map_or(value, |known| joined(self.variant, self.checkers, value, known))
    }

    fn value_by_columns(&self) -> Value {
        let best = self.best_value();
        let bounds = || self.columns.iter().filter_map(|known| known.value.bounds());
        let Some(lower) = bounds().map(|[lower, _]| lower).max() else { return best };
        let open = bounds().count() < self.playable;
        let upper = bounds().map(|[_, upper]| upper).fold(lower, i32::max);
        // What wins at once is seen at once: what is not proven wins with the next drop but one at the soonest.
        let soonest = win_score(self.variant, self.checkers + 2);
        let upper = if open && self.variant.rules() == Rules::Connect { upper.max(soonest) } else { upper };
        match best {
            Value::Expected { .. } if open => best,
            Value::Margin { .. } | Value::Between { .. } if open && self.variant.rules() == Rules::Max => {
                Value::expected(lower.into(), 1)
            }
            Value::Estimate { chance, depth, .. } => {
                Value::estimate(chance, depth).joined(Value::Between { lower, upper })
            }
            Value::Expected { margin, depth, .. } => {
                Value::expected(margin, depth).joined(Value::Between { lower, upper })
            }
            _ if upper > lower => Value::Between { lower, upper },
            _ => best,
        }
    }

    /// The columns that are best, from the left.
    pub fn best(&self) -> impl Iterator<Item = Column> + '_ {
        self.worth(self.best_value())
    }

    /// The columns of a value, from the left.
    pub fn worth(&self, value: Value) -> impl Iterator<Item = Column> + '_ {
        self.columns.iter().filter(move |known| known.value == value).map(|known| known.column)
    }

    /// The best column nearest to the middle.
    #[must_use]
    pub fn choice(&self) -> Option<Column> {
        self.best().min_by_key(|column| (2 * column.index()).abs_diff(self.variant.columns() - 1))
    }

    /// The columns that keep what can be had: the win, or the tie.
    pub fn keeping(&self) -> impl Iterator<Item = Column> + '_ {
        let outlook: Option<Outlook> = self.best_value().outlook();
        self.columns.iter().filter(move |known| known.value.outlook() == outlook).map(|known| known.column)
    }
}

/// The column that a column is in a mirror.
pub(super) const fn across(variant: Variant, column: Column) -> Column {
    Column::from_index(variant.columns() - 1 - column.index())
}

/// What two values of the same column say together, in a position of so many checkers: where their bounds meet, it is known.
fn joined(variant: Variant, checkers: usize, one: Value, other: Value) -> Value {
    match one.joined(other) {
        Value::Between { lower, upper } if lower == upper => Value::of_score(variant, checkers, lower),
        value => value,
    }
}

/// The worth of what nobody has looked at.
pub(super) const fn unknown(variant: Variant) -> Value {
    match variant.rules() {
        Rules::Connect => Value::estimate(0.5, 0),
        Rules::Max => Value::expected(0.0, 0),
    }
}
