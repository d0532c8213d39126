//! What a player sees: the score it gives every column, and what it makes of a position without looking ahead.

use crate::Choice;
use dropline_core::{Column, Side};

/// What a player thinks of every column.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighing {
    /// The column it takes.
    pub choice: Choice,
    /// The columns with room, from the left.
    pub columns: Vec<ColumnScore>,
}

/// The score a player gives a column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ColumnScore {
    /// The column.
    pub column: Column,
    /// In the player's own points, for the side to move.
    pub score: f64,
    /// Whether the player leaves it out of its choice, whatever its score.
    pub left_out: bool,
}

/// A position as a player sees it without looking ahead.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Opinion {
    /// Whose view it is: what is good for this side is positive.
    pub side: Side,
    /// What it counts, in the order in which it adds up.
    pub items: Vec<OpinionItem>,
    /// What the position is worth to it.
    pub score: f64,
    /// Why the score is not the sum of the items, or what becomes of it.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub note: Option<String>,
    /// What a checker on each cell is worth, a row for each level from the top, for players that have such a table.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub places: Option<Vec<Vec<u32>>>,
}

/// One item of an opinion.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct OpinionItem {
    /// What is counted; without a word about whose it is, that of the side whose view it is.
    pub name: String,
    /// How often it stands on the board, where it can be counted.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub count: Option<u32>,
    /// What one of it is worth, where all are worth the same.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub points: Option<f64>,
    /// What it adds to the score.
    pub sum: f64,
}

impl OpinionItem {
    /// So many of something, each worth so many points.
    pub(crate) fn counted(name: impl Into<String>, count: u32, points: impl Into<f64>) -> OpinionItem {
        let points = points.into();
        OpinionItem { name: name.into(), count: Some(count), points: Some(points), sum: f64::from(count) * points }
    }

    /// Something that is not counted but weighed.
    pub(crate) fn weighed(name: impl Into<String>, sum: impl Into<f64>) -> OpinionItem {
        OpinionItem { name: name.into(), count: None, points: None, sum: sum.into() }
    }
}
