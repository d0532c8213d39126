//! What a coach says before a move: once, and only if it is proven.

use crate::analysis::{Analysis, Outlook};
use dropline_core::Column;
use std::fmt;

/// Why somebody should look again before a move.
///
/// ```
/// use dropline_core::{Column, Game, Variant};
/// use dropline_engine::{Caution, Think, analysis::Analyst};
///
/// let game = Game::from_moves(Variant::STANDARD, "415161")?; // red 4 5 6 on the bottom, black three in column 1
/// let analysis = Analyst::new(game.variant()).analyze(&game, &Think::default(), &mut |_| {})?;
/// let caution = Caution::of(&analysis, Column::from_index(1)).unwrap();
/// assert_eq!(caution.to_string(), "This loses. Look again?");
/// assert_eq!(Caution::of(&analysis, Column::from_index(2)), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum Caution {
    /// The move loses, and not every move does, as far as is known.
    Loses,
    /// The move gives away a win for a tie.
    GivesWinAway,
}

impl Caution {
    /// What a coach says of a column; nothing if it keeps what can be had, or nothing is proven.
    #[must_use]
    pub fn of(analysis: &Analysis, column: Column) -> Option<Caution> {
        let best = analysis.best_value().outlook();
        match analysis.of(column)?.outlook()? {
            Outlook::Loss if best != Some(Outlook::Loss) => Some(Caution::Loses),
            Outlook::Tie if best == Some(Outlook::Win) => Some(Caution::GivesWinAway),
            _ => None,
        }
    }
}

impl fmt::Display for Caution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Caution::Loses => "This loses. Look again?",
            Caution::GivesWinAway => "This gives a win away. Look again?",
        })
    }
}
