//! What is played: the size of the board, how many in line count, and the rule set.

use std::fmt;
use std::str::FromStr;

/// The largest number of cells a board may have.
pub const MAX_CELLS: u32 = 4096;

/// Which of the two games is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Rules {
    /// Connect-N: the first player with N or more checkers in one line wins at once.
    Connect,
    /// Max-Connect-N: the board is filled, and every line of N counts a point.
    Max,
}

impl Rules {
    /// The letter that stands for the rule set in a variant's name.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Rules::Connect => 'c',
            Rules::Max => 'm',
        }
    }
}

crate::display_words!(Rules { Connect: "connect", Max: "max" });

/// A game with its board size: columns × levels, N and the rule set.
///
/// ```
/// use dropline_core::{Rules, Variant};
/// let variant: Variant = "7x6c4".parse()?;
/// assert_eq!(variant, Variant::STANDARD);
/// assert_eq!(variant.cells(), 42);
/// assert_eq!(Variant::new(9, 5, 3, Rules::Max)?.to_string(), "9x5m3");
/// # Ok::<(), dropline_core::VariantError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "String", into = "String"))]
pub struct Variant {
    columns: u16,
    levels: u16,
    connect: u32,
    rules: Rules,
}

/// A measure of a variant, as error messages name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The number of columns.
    Columns,
    /// The number of levels.
    Levels,
    /// How many in line count.
    Connect,
}

crate::display_words!(Measure { Columns: "columns", Levels: "levels", Connect: "connect" });

/// Why a variant cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VariantError {
    /// A measure is zero or negative.
    #[error("{measure} must be 1 or more, not {given}")]
    TooSmall {
        /// Which measure.
        measure: Measure,
        /// The number given.
        given: String,
    },
    /// A measure is larger than any board could use.
    #[error("{measure} must be at most {most}, not {given}")]
    TooLarge {
        /// Which measure.
        measure: Measure,
        /// The number given.
        given: String,
        /// The largest number accepted.
        most: u32,
    },
    /// The board has more than [`MAX_CELLS`] cells.
    #[error("{columns} columns × {levels} levels are {cells} cells, more than the {MAX_CELLS} a board may have")]
    TooManyCells {
        /// The number of columns.
        columns: u32,
        /// The number of levels.
        levels: u32,
        /// Their product.
        cells: u64,
    },
    /// A variant's name is not of the form `7x6c4` or `7x6m4`.
    #[error(
        "`{text}` is not a variant: at character {at}, expected {expected} (as in 7x6c4, or 7x6m4 for Max-Connect)"
    )]
    Syntax {
        /// What was given.
        text: String,
        /// The character where it went wrong, counted from 1.
        at: usize,
        /// What should stand there.
        expected: &'static str,
    },
}

impl Variant {
    /// The standard board: 7 columns, 6 levels, four in line win.
    pub const STANDARD: Variant = Variant { columns: 7, levels: 6, connect: 4, rules: Rules::Connect };

    /// The variant with these measures, if it is legal: each at least 1 and at most [`MAX_CELLS`] cells in all.
    ///
    /// N may be larger than the board; then nobody can align.
    pub fn new(columns: usize, levels: usize, connect: usize, rules: Rules) -> Result<Variant, VariantError> {
        Variant::of([columns as i128, levels as i128, connect as i128], rules)
    }

    fn of([columns, levels, connect]: [i128; 3], rules: Rules) -> Result<Variant, VariantError> {
        let columns = measure(Measure::Columns, columns, MAX_CELLS)?;
        let levels = measure(Measure::Levels, levels, MAX_CELLS)?;
        let connect = measure(Measure::Connect, connect, u32::MAX)?;
        let cells = u64::from(columns) * u64::from(levels);
        if cells > u64::from(MAX_CELLS) {
            return Err(VariantError::TooManyCells { columns, levels, cells });
        }
        Ok(Variant { columns: columns as u16, levels: levels as u16, connect, rules })
    }

    /// The number of columns.
    #[must_use]
    pub const fn columns(self) -> usize {
        self.columns as usize
    }

    /// The number of levels.
    #[must_use]
    pub const fn levels(self) -> usize {
        self.levels as usize
    }

    /// N: how many checkers in one line count.
    #[must_use]
    pub const fn connect(self) -> usize {
        self.connect as usize
    }

    /// The rule set.
    #[must_use]
    pub const fn rules(self) -> Rules {
        self.rules
    }

    /// This board under the other or the same rule set.
    #[must_use]
    pub const fn with_rules(self, rules: Rules) -> Variant {
        Variant { rules, ..self }
    }

    /// The number of cells.
    #[must_use]
    pub const fn cells(self) -> usize {
        self.columns() * self.levels()
    }

    /// Whether a line of N fits on the board at all.
    #[must_use]
    pub const fn has_lines(self) -> bool {
        self.connect() <= self.columns() || self.connect() <= self.levels()
    }

    /// How far apart the bits of neighbouring columns lie: one more than the levels.
    #[must_use]
    pub const fn stride(self) -> usize {
        self.levels() + 1
    }

    /// How many bits a bit board of this size has, the sentinel above each column included.
    #[must_use]
    pub const fn bits(self) -> usize {
        self.stride() * self.columns()
    }
}

impl Default for Variant {
    fn default() -> Variant {
        Variant::STANDARD
    }
}

fn measure(measure: Measure, given: i128, most: u32) -> Result<u32, VariantError> {
    match u32::try_from(given) {
        Ok(number) if (1..=most).contains(&number) => Ok(number),
        _ => Err(out_of_range(measure, given.to_string(), most)),
    }
}

fn out_of_range(measure: Measure, given: String, most: u32) -> VariantError {
    if given == "0" || given.starts_with('-') {
        VariantError::TooSmall { measure, given }
    } else {
        VariantError::TooLarge { measure, given, most }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}x{}{}{}", self.columns, self.levels, self.rules.letter(), self.connect))
    }
}

impl FromStr for Variant {
    type Err = VariantError;

    fn from_str(text: &str) -> Result<Variant, VariantError> {
        let mut reader = Reader { text, chars: text.chars().collect(), at: 0 };
        let columns = reader.number(Measure::Columns)?;
        reader.letter("an `x` between columns and levels", |c| matches!(c, 'x' | 'X' | '×').then_some(()))?;
        let levels = reader.number(Measure::Levels)?;
        let rules = reader.letter("`c` (Connect) or `m` (Max-Connect) after the levels", |c| match c {
            'c' | 'C' => Some(Rules::Connect),
            'm' | 'M' => Some(Rules::Max),
            _ => None,
        })?;
        let connect = reader.number(Measure::Connect)?;
        if reader.at < reader.chars.len() {
            return Err(reader.syntax("the end"));
        }
        Variant::of([columns, levels, connect].map(i128::from), rules)
    }
}

struct Reader<'a> {
    text: &'a str,
    chars: Vec<char>,
    at: usize,
}

impl Reader<'_> {
    fn syntax(&self, expected: &'static str) -> VariantError {
        VariantError::Syntax { text: self.text.to_owned(), at: self.at + 1, expected }
    }

    fn number(&mut self, measure: Measure) -> Result<i64, VariantError> {
        let start = self.at;
        if self.chars.get(self.at) == Some(&'-') {
            self.at += 1;
        }
        let first_digit = self.at;
        while self.chars.get(self.at).is_some_and(char::is_ascii_digit) {
            self.at += 1;
        }
        if self.at == first_digit {
            return Err(self.syntax(match measure {
                Measure::Columns => "the number of columns",
                Measure::Levels => "the number of levels",
                Measure::Connect => "how many in line count",
            }));
        }
        let digits: String = self.chars[start..self.at].iter().collect();
        let most = if measure == Measure::Connect { u32::MAX } else { MAX_CELLS };
        digits.parse().map_err(|_| out_of_range(measure, digits, most))
    }

    fn letter<T>(&mut self, expected: &'static str, accept: fn(char) -> Option<T>) -> Result<T, VariantError> {
        let found = self.chars.get(self.at).and_then(|&c| accept(c));
        let found = found.ok_or_else(|| self.syntax(expected))?;
        self.at += 1;
        Ok(found)
    }
}

crate::text_conversions!(Variant);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for text in ["7x6c4", "1x1c1", "4096x1m9", "64x64c4294967295"] {
            assert_eq!(text.parse::<Variant>().unwrap().to_string(), text);
        }
        assert_eq!("9X5M3".parse::<Variant>().unwrap().to_string(), "9x5m3");
    }

    #[test]
    fn bad_sizes_name_the_number() {
        let said = |text: &str| text.parse::<Variant>().unwrap_err().to_string();
        assert_eq!(said("0x6c4"), "columns must be 1 or more, not 0");
        assert_eq!(said("7x-2c4"), "levels must be 1 or more, not -2");
        assert_eq!(said("7x6c0"), "connect must be 1 or more, not 0");
        assert_eq!(said("9000x1c4"), "columns must be at most 4096, not 9000");
        assert!(said("99999999999999999999x1c4").contains("99999999999999999999"));
        assert!(said("-99999999999999999999x1c4").contains("1 or more, not -99999999999999999999"));
        assert_eq!(said("65x64c4"), "65 columns × 64 levels are 4160 cells, more than the 4096 a board may have");
        assert!(said("7y6c4").contains("at character 2"));
        assert!(said("").contains("at character 1"));
        assert!(said("7x6c4 ").contains("at character 6, expected the end"));
    }
}
