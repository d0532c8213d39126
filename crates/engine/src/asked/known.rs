//! What was found out about a position before, handed back with a question about it.

use super::{Refusal, playable};
use crate::Score;
use crate::analysis::{Analysis, Value};
use dropline_core::{Game, Rules};
use serde::Deserialize;

/// A column and what it is worth, as an analysis tells it; one of which nothing is said has not been looked at.
///
/// ```
/// use dropline_core::{Game, Variant};
/// use dropline_engine::asked::KnownColumn;
///
/// let game = Game::new(Variant::STANDARD);
/// let known = KnownColumn { column: 4, score: Some(1), ..KnownColumn::default() };
/// assert_eq!(KnownColumn::analysis(&game, &[known])?.value().to_string(), "wins");
/// let impossible = KnownColumn { column: 4, score: Some(100), ..KnownColumn::default() };
/// assert_eq!(KnownColumn::analysis(&game, &[impossible]).unwrap_err().code, "bad_known");
/// # Ok::<(), dropline_engine::asked::Refusal>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
pub struct KnownColumn {
    /// The column, from 1.
    pub column: u32,
    /// Its exact score.
    pub score: Option<Score>,
    /// What its score is at least and at most.
    pub bounds: Option<[Score; 2]>,
    /// Connect: how likely a win is.
    pub chance: Option<f64>,
    /// Max-Connect: the margin to be expected.
    pub margin: Option<f64>,
    /// How many plies an estimate looks ahead.
    pub depth: Option<u32>,
}

impl KnownColumn {
    /// All that is known of the columns of a position.
    pub fn analysis(game: &Game, columns: &[KnownColumn]) -> Result<Analysis, Refusal> {
        let mut analysis = Analysis::new(game);
        for known in columns {
            for value in known.values(game)? {
                analysis.learn(playable(game, known.column)?, value);
            }
        }
        Ok(analysis)
    }

    /// What is said of the column, as far as such a thing can be true.
    fn values(&self, game: &Game) -> Result<impl Iterator<Item = Value>, Refusal> {
        let wrong = || Refusal::bad("bad_known", "known", format!("column {} cannot be worth that", self.column));
        let [least, most] = Value::bounded(game, None, None).bounds().ok_or_else(wrong)?;
        let proven = match self.score.map(|score| [score; 2]).or(self.bounds) {
            Some([lower, upper]) if !(least <= lower && lower <= upper && upper <= most) => return Err(wrong()),
            bounds => bounds.map(|[lower, upper]| Value::between(game, lower, upper)),
        };
        let depth = self.depth.unwrap_or_default();
        let estimate = match game.variant().rules() {
            Rules::Connect if self.chance.is_some_and(|chance| !(0.0..=1.0).contains(&chance)) => return Err(wrong()),
            Rules::Connect => self.chance.map(|chance| Value::estimate(chance, depth)),
            Rules::Max if self.margin.is_some_and(|margin| !(f64::from(least)..=f64::from(most)).contains(&margin)) => {
                return Err(wrong());
            }
            Rules::Max => self.margin.map(|margin| Value::expected(margin, depth)),
        };
        Ok(estimate.into_iter().chain(proven))
    }
}
