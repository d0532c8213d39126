//! What the two sides are called, and which colours their checkers have.

use crate::Side;
use std::fmt;
use std::str::FromStr;

/// A colour that checkers can have. No two begin with the same letter, so that letters tell them apart; boards are blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SideColour {
    /// Red.
    Red,
    /// Yellow.
    Yellow,
    /// Black.
    Black,
    /// White.
    White,
    /// Green.
    Green,
    /// Orange.
    Orange,
    /// Violet.
    Violet,
}

impl SideColour {
    /// All colours.
    pub const ALL: [SideColour; 7] = [
        SideColour::Red,
        SideColour::Yellow,
        SideColour::Black,
        SideColour::White,
        SideColour::Green,
        SideColour::Orange,
        SideColour::Violet,
    ];

    /// The word within a sentence, and at its start.
    const fn words(self) -> [&'static str; 2] {
        match self {
            SideColour::Red => ["red", "Red"],
            SideColour::Yellow => ["yellow", "Yellow"],
            SideColour::Black => ["black", "Black"],
            SideColour::White => ["white", "White"],
            SideColour::Green => ["green", "Green"],
            SideColour::Orange => ["orange", "Orange"],
            SideColour::Violet => ["violet", "Violet"],
        }
    }
}

/// The colours of both sides, which are their names. Words, letters and pictures take them from here, so that they agree; notations and JSON
/// always say red and black, the first side and the second.
///
/// ```
/// use dropline_core::{Side, SideNames};
/// let names: SideNames = "red,yellow".parse()?;
/// assert_eq!(names.name(Side::Black), "yellow");
/// assert_eq!(names.capital(Side::Black), "Yellow");
/// assert_eq!(names.letter(Side::Black), 'Y');
/// assert_eq!(names.to_string(), "red,yellow");
/// # Ok::<(), dropline_core::SideNamesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "String", into = "String"))]
pub struct SideNames([SideColour; 2]);

impl SideNames {
    /// As words, letters and notations have it.
    pub const RED_BLACK: SideNames = SideNames([SideColour::Red, SideColour::Black]);

    /// As the game in the shops has it.
    pub const RED_YELLOW: SideNames = SideNames([SideColour::Red, SideColour::Yellow]);

    /// Pairs that are worth a place in a list; any other two colours will do.
    pub const USUAL: [SideNames; 5] = [
        SideNames::RED_YELLOW,
        SideNames::RED_BLACK,
        SideNames([SideColour::White, SideColour::Black]),
        SideNames([SideColour::Orange, SideColour::Violet]),
        SideNames([SideColour::Green, SideColour::White]),
    ];

    /// The colour of a side.
    #[must_use]
    pub const fn colour(self, side: Side) -> SideColour {
        self.0[side.index()]
    }

    /// A side within a sentence.
    #[must_use]
    pub const fn name(self, side: Side) -> &'static str {
        self.colour(side).words()[0]
    }

    /// A side at the start of a sentence.
    #[must_use]
    pub const fn capital(self, side: Side) -> &'static str {
        self.colour(side).words()[1]
    }

    /// A side in one letter.
    #[must_use]
    pub fn letter(self, side: Side) -> char {
        self.capital(side).chars().next().unwrap_or('?')
    }
}

impl Default for SideNames {
    fn default() -> SideNames {
        SideNames::RED_BLACK
    }
}

impl fmt::Display for SideNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{},{}", self.name(Side::Red), self.name(Side::Black)))
    }
}

/// Why a text names no two sides.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SideNamesError {
    /// Not two words with a comma between them.
    #[error("`{0}` does not name two sides: write two colours, as in red,yellow")]
    Count(String),
    /// A word that is no colour of checkers.
    #[error("`{0}` is not a colour of checkers: red, yellow, black, white, green, orange or violet")]
    Colour(String),
    /// Twice the same.
    #[error("both sides are {0}: choose two colours")]
    Same(&'static str),
}

impl FromStr for SideNames {
    type Err = SideNamesError;

    fn from_str(text: &str) -> Result<SideNames, SideNamesError> {
        let colour = |word: &str| {
            let named = |colour: &SideColour| colour.words()[0].eq_ignore_ascii_case(word.trim());
            SideColour::ALL.into_iter().find(named).ok_or_else(|| SideNamesError::Colour(word.trim().to_owned()))
        };
        match text.split(',').collect::<Vec<_>>()[..] {
            [first, second] => match [colour(first)?, colour(second)?] {
                [first, second] if first == second => Err(SideNamesError::Same(first.words()[0])),
                colours => Ok(SideNames(colours)),
            },
            _ => Err(SideNamesError::Count(text.to_owned())),
        }
    }
}

crate::text_conversions!(SideNames);

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_are_two_different_colours() {
        let said = |text: &str| text.parse::<SideNames>().unwrap_err().to_string();
        assert_eq!(" Red , YELLOW".parse(), Ok(SideNames::RED_YELLOW));
        assert_eq!(said("red"), "`red` does not name two sides: write two colours, as in red,yellow");
        assert_eq!(
            said("red,blue"),
            "`blue` is not a colour of checkers: red, yellow, black, white, green, orange or violet"
        );
        assert_eq!(said("red,red"), "both sides are red: choose two colours");
        assert!(said("red,yellow,black").contains("two colours"));
        for names in SideNames::USUAL {
            assert_eq!(names.to_string().parse(), Ok(names));
        }
    }

    #[test]
    fn no_two_colours_begin_with_the_same_letter() {
        let letters: HashSet<&str> = SideColour::ALL.iter().map(|colour| &colour.words()[1][..1]).collect();
        assert_eq!(letters.len(), SideColour::ALL.len());
    }
}
