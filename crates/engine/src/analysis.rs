//! What every column is worth, and what decides it.
//!
//! An [`Analyst`] asks the exact solver for each column, book first, and says so in words. What the limits leave unproven comes back as
//! bounds.

mod threat;
mod value;

pub use threat::{Parity, Threat, threats};
pub use value::Value;

use crate::budget::{Budget, interval};
use crate::{Oracle, OracleError, Think, oracle::centre_first, win_score};
use dropline_core::{Column, Game, Outcome, Rules, Variant};

/// A playable column and its worth for the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ColumnValue {
    /// The column.
    pub column: Column,
    /// What dropping there is worth.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub value: Value,
}

/// What is known about a position.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Analysis {
    /// The worth of the position: that of its best column.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub value: Value,
    /// The playable columns, from the left.
    pub columns: Vec<ColumnValue>,
    /// Positions visited.
    pub nodes: u64,
}

/// A budget for several searches in a row.
fn budget<'a>(game: &Game, think: &Think<'a>) -> Budget<'a> {
    Budget::new(think, interval(game.variant().columns()))
}

impl Analysis {
    /// The columns that are best, from the left.
    pub fn best(&self) -> impl Iterator<Item = Column> + '_ {
        self.columns.iter().filter(|known| known.value == self.value).map(|known| known.column)
    }

    /// The value of a column, if it can be played.
    #[must_use]
    pub fn of(&self, column: Column) -> Option<Value> {
        self.columns.iter().find(|known| known.column == column).map(|known| known.value)
    }
}

/// Somebody who values columns. It keeps its table from one position to the next.
///
/// ```
/// use dropline_core::{Game, Variant};
/// use dropline_engine::{Think, analysis::Analyst};
///
/// let game = Game::from_moves(Variant::STANDARD, "2252576253462244111563365343671351441")?;
/// let mut analyst = Analyst::new(game.variant())?;
/// let analysis = analyst.analyze(&game, &Think::default(), &mut |_| {})?;
/// assert_eq!(analysis.value.to_string(), "loses in 2");
/// for known in &analysis.columns {
///     println!("column {}: {}", known.column, known.value);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Analyst {
    oracle: Oracle,
}

impl Analyst {
    /// An analyst for the positions of a variant.
    pub fn new(variant: Variant) -> Result<Analyst, OracleError> {
        Ok(Analyst::with(Oracle::new(variant)?))
    }

    /// An analyst who asks this oracle.
    #[must_use]
    pub const fn with(oracle: Oracle) -> Analyst {
        Analyst { oracle }
    }

    /// The variant whose positions it values.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.oracle.variant()
    }

    /// Values every playable column; `on_column` hears of each as it is found. The limits and the stop flag hold for the whole.
    pub fn analyze(
        &mut self,
        game: &Game,
        think: &Think<'_>,
        on_column: &mut dyn FnMut(&ColumnValue),
    ) -> Result<Analysis, OracleError> {
        let mut budget = budget(game, think);
        let mut columns: Vec<ColumnValue> = Vec::new();
        for column in centre_first(game) {
            let known = ColumnValue { column, value: self.drop(game, column, &mut budget)? };
            on_column(&known);
            columns.push(known);
        }
        columns.sort_unstable_by_key(|known| known.column);
        let best = columns.iter().map(|known| known.value).reduce(Value::better);
        Ok(Analysis { value: best.ok_or(OracleError::Over)?, columns, nodes: budget.nodes() })
    }

    /// The worth of one playable column for the side to move.
    pub fn column(&mut self, game: &Game, column: Column, think: &Think<'_>) -> Result<Value, OracleError> {
        self.drop(game, column, &mut budget(game, think))
    }

    /// The worth of a position for the side to move.
    pub fn value(&mut self, game: &Game, think: &Think<'_>) -> Result<Value, OracleError> {
        self.position(game, &mut budget(game, think))
    }

    /// A line of best play, as long as it can be proven within the limits: wins soonest, loses latest, the middle first.
    pub fn line(&mut self, game: &Game, think: &Think<'_>) -> Result<Vec<Column>, OracleError> {
        let mut budget = budget(game, think);
        let mut game = game.clone();
        let start = game.moves().len();
        while !game.is_over() {
            let Some(score) = self.position(&game, &mut budget)?.score() else { break };
            let mut best = None;
            for column in centre_first(&game) {
                if self.drop(&game, column, &mut budget)?.score() == Some(score) {
                    best = Some(column);
                    break;
                }
            }
            match best {
                Some(column) if game.play(column).is_ok() => {}
                _ => break,
            }
        }
        Ok(game.moves()[start..].to_vec())
    }

    /// The worth of a drop for the side that makes it.
    fn drop(&mut self, game: &Game, column: Column, budget: &mut Budget<'_>) -> Result<Value, OracleError> {
        let mut after = game.clone();
        if after.play(column).is_err() {
            return Err(OracleError::Over);
        }
        match (after.outcome(), game.variant().rules()) {
            (None, _) => Ok(self.position(&after, budget)?.before_drop()),
            (Some(Outcome::Win { .. }), Rules::Connect) => {
                Ok(Value::Wins { moves: 1, score: win_score(game.variant(), game.board().checkers()) })
            }
            (Some(Outcome::Tie), Rules::Connect) => Ok(Value::Tie { score: 0 }),
            (Some(_), Rules::Max) => {
                let points = after.points();
                let [mine, theirs] = [points.of(game.turn()), points.of(game.turn().other())];
                Ok(Value::Margin { score: mine.cast_signed() - theirs.cast_signed() })
            }
        }
    }

    fn position(&mut self, game: &Game, budget: &mut Budget<'_>) -> Result<Value, OracleError> {
        let known = self.oracle.score(game, &budget.left())?;
        budget.count(known.nodes);
        Ok(match (known.exact(), game.variant().rules()) {
            (Some(score), Rules::Connect) => Value::of_position(game, score),
            (Some(score), Rules::Max) => Value::Margin { score },
            (None, _) => Value::Between { lower: known.lower, upper: known.upper },
        })
    }
}
