//! Places on the board: columns, levels and cells. They count from 1 when people read them and from 0 inside.

use std::fmt;

macro_rules! ordinal {
    ($name:ident, $what:literal, $doc:literal) => {
        #[doc = $doc]
        ///
        /// It shows and serialises as the number people use, which starts at 1.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(try_from = "u32", into = "u32"))]
        pub struct $name(u16);

        impl $name {
            #[doc = concat!("The ", $what, " with this index, counted from 0.")]
            ///
            /// Every index is accepted; whether it lies on a board is the board's to say. Indices above 65534 become 65534,
            /// which is off every board.
            #[must_use]
            pub const fn from_index(index: usize) -> $name {
                if index < u16::MAX as usize { $name(index as u16) } else { $name(u16::MAX - 1) }
            }

            #[doc = concat!("The ", $what, " with this number, counted from 1; nothing for 0 and for numbers above 65535.")]
            #[must_use]
            pub const fn from_number(number: u32) -> Option<$name> {
                if number == 0 || number > u16::MAX as u32 {
                    None
                } else {
                    Some($name((number - 1) as u16))
                }
            }

            /// The index, counted from 0.
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// The number people use, counted from 1.
            #[must_use]
            pub const fn number(self) -> u32 {
                self.0 as u32 + 1
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.number().fmt(f)
            }
        }

        impl From<$name> for u32 {
            fn from(value: $name) -> u32 {
                value.number()
            }
        }

        impl TryFrom<u32> for $name {
            type Error = NumberError;

            fn try_from(number: u32) -> Result<$name, NumberError> {
                $name::from_number(number).ok_or(NumberError { what: $what, number })
            }
        }
    };
}

/// A number that is no column or level on any board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{number} is not a {what}: they count from 1 to 65535")]
pub struct NumberError {
    what: &'static str,
    number: u32,
}

ordinal!(Column, "column", "A column, counted from the left.");
ordinal!(Level, "level", "A level (row), counted from the bottom.");

/// One place on the board.
///
/// ```
/// use dropline_core::Cell;
/// let cell = Cell::at(3, 0); // indices from 0
/// assert_eq!(cell.to_string(), "4/1"); // column 4, level 1
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cell {
    /// The column.
    pub column: Column,
    /// The level.
    pub level: Level,
}

impl Cell {
    /// The cell at these indices, counted from 0.
    #[must_use]
    pub const fn at(column: usize, level: usize) -> Cell {
        Cell { column: Column::from_index(column), level: Level::from_index(level) }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.column, self.level)
    }
}
