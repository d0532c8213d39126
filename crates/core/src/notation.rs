//! Positions and games as text: [moves], [grids](grid), [board files of the Max-Connect course](maxconnect), [position keys](key) and, with the
//! feature `json`, saved games. [`read()`] takes any of them.
//!
//! Every parser says where the first thing that is wrong stands ([`Place`]), and none panics.

pub mod grid;
#[cfg(feature = "json")]
mod json;
pub mod key;
pub mod maxconnect;
pub mod moves;
mod read;
#[cfg(feature = "json")]
pub mod record;
pub mod variations;

#[cfg(feature = "json")]
pub use json::{JsonError, from_json, reading_problem};
pub use read::{Notation, NotationError, Reading, read};

use std::fmt;

/// Where in a text something stands: line and character, both counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The character within the line.
    pub character: usize,
}

impl Place {
    /// The place `offset` bytes into a text; the end of the text if there is no character there.
    #[must_use]
    pub fn in_text(text: &str, offset: usize) -> Place {
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Place { line: before.matches('\n').count() + 1, character: before[line_start..].chars().count() + 1 }
    }
}

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {problem}")]
#[non_exhaustive]
pub struct TextError<Problem> {
    /// Where it stands.
    pub place: Place,
    /// What is wrong.
    pub problem: Problem,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, character {}", self.line, self.character)
    }
}
