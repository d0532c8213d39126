//! The two players.

use std::str::FromStr;

/// One of the two players: red drops first in a new game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Side {
    /// The first player.
    Red,
    /// The second player.
    Black,
}

impl Side {
    /// Both sides, red first.
    pub const BOTH: [Side; 2] = [Side::Red, Side::Black];

    /// The opponent of this side.
    ///
    /// ```
    /// use dropline_core::Side;
    /// assert_eq!(Side::Red.other(), Side::Black);
    /// ```
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::Red => Side::Black,
            Side::Black => Side::Red,
        }
    }

    /// 0 for red, 1 for black: the place of this side in a pair of values.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

crate::display_words!(Side { Red: "red", Black: "black" });

/// A word that names neither side.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a side: red or black")]
pub struct SideError(String);

impl FromStr for Side {
    type Err = SideError;

    fn from_str(text: &str) -> Result<Side, SideError> {
        match text.to_ascii_lowercase().as_str() {
            "red" => Ok(Side::Red),
            "black" => Ok(Side::Black),
            _ => Err(SideError(text.to_owned())),
        }
    }
}
