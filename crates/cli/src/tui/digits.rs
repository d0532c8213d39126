//! A column that is typed as digits.

use std::time::Duration;

/// How long digits belong to one number.
const TOGETHER: Duration = Duration::from_millis(1200);

/// The number that is being typed, and until when the next digit belongs to it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Digits(Option<(u32, Duration)>);

/// What a digit means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum DigitMeaning {
    /// The pointer goes to a column, counted from 0.
    Point(usize),
    /// A checker is dropped where the pointer is.
    Drop,
    /// There is no such column: why, in a sentence.
    Nowhere(String),
}

impl Digits {
    /// Takes a digit in. On boards of up to nine columns the same one again drops; on wider ones digits make up a number.
    pub(crate) fn typed(&mut self, digit: char, columns: usize, pointer: usize, now: Duration) -> DigitMeaning {
        let digit = digit.to_digit(10).unwrap_or(0);
        let before = self.0.take().filter(|&(_, until)| now < until).map(|(number, _)| number);
        if columns <= 9 && before == Some(digit) && pointer + 1 == digit as usize {
            return DigitMeaning::Drop;
        }
        let longer = before.filter(|_| columns > 9).map(|before| before * 10 + digit);
        let number = longer.filter(|&number| number as usize <= columns).unwrap_or(digit);
        if number == 0 || number as usize > columns {
            return DigitMeaning::Nowhere(format!("Column {number} is off the board: choose 1 to {columns}."));
        }
        self.0 = Some((number, now + TOGETHER));
        DigitMeaning::Point(number as usize - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use DigitMeaning::{Drop, Nowhere, Point};

    /// What digits mean, each a while after the one before.
    fn meant(columns: usize, mut pointer: usize, typed: &str, wait: u64) -> Vec<DigitMeaning> {
        let (mut digits, mut now) = (Digits::default(), Duration::ZERO);
        let one = |digit| {
            now += Duration::from_millis(wait);
            let meaning = digits.typed(digit, columns, pointer, now);
            if let Point(column) = meaning {
                pointer = column;
            }
            meaning
        };
        typed.chars().map(one).collect()
    }

    #[test]
    fn a_digit_drops_only_where_it_was_typed_twice() {
        assert_eq!(meant(7, 3, "44", 100), [Point(3), Drop]);
        assert_eq!(meant(7, 3, "444", 100), [Point(3), Drop, Point(3)]);
        assert_eq!(meant(7, 3, "44", 1200), [Point(3), Point(3)]);
        assert_eq!(meant(7, 3, "454", 100), [Point(3), Point(4), Point(3)]);
    }

    #[test]
    fn columns_above_nine_are_typed_digit_by_digit() {
        assert_eq!(meant(20, 0, "12", 100), [Point(0), Point(11)]);
        assert_eq!(meant(20, 0, "25", 100), [Point(1), Point(4)]);
        assert_eq!(meant(7, 0, "9", 100), [Nowhere("Column 9 is off the board: choose 1 to 7.".to_owned())]);
    }
}
