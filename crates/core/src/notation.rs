//! Positions and games as text: [moves], [grids](grid), [board files of the Max-Connect course](maxconnect) and
//! [position keys](key).
//!
//! Every parser says where the first thing that is wrong stands ([`Place`]), and none panics.

pub mod grid;
pub mod key;
pub mod maxconnect;
pub mod moves;

use std::fmt;

/// Where in a text something stands: line and column, both counted from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The character within the line.
    pub column: usize,
}

impl Place {
    /// The place `offset` bytes into a text; the offset must lie on a character boundary.
    fn in_text(text: &str, offset: usize) -> Place {
        let before = &text[..offset];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Place { line: before.matches('\n').count() + 1, column: before[line_start..].chars().count() + 1 }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}
