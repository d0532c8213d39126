//! Position keys: one short string for each position, such as `7x6c4:--10G4C32`.
//!
//! Equal positions have equal keys, whatever the order of moves that led there; different ones differ. A key is the variant, a colon, and
//! the bits of the [position](crate::Position), six to a character, most significant first:
//!
//! ```text
//! bit 0                       who moves: 0 red, 1 black
//! bit 1 + c × (levels + 1) …  column c from the bottom: 1 red, 0 black, then a 1 above the last checker
//! ```
//!
//! The 64 characters are those that need no escape in an address, in the order of their codes (`-`, digits, capitals, `_`, small
//! letters), and all keys of a variant have the same length, so that keys sort as the numbers they stand for.
//!
//! ```
//! use dropline_core::{Game, Variant, notation::key};
//! let game = Game::from_moves(Variant::STANDARD, "445")?;
//! let text = key::write(&game);
//! assert_eq!(key::parse(&text)?.position(), game.position());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{Place, TextError};
use crate::position::{board_of, each_bit};
use crate::words::number_of;
use crate::{Column, Game, Side, Variant, VariantError};

const DIGITS: &[u8; 64] = b"-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";

/// What is wrong with a position key, and where.
pub type KeyError = TextError<KeyProblem>;

/// What is wrong with a position key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum KeyProblem {
    /// There is no colon.
    #[error("a position key is a variant, a colon and the position, as in 7x6c4:…")]
    NoColon,
    /// What stands before the colon is no variant.
    #[error(transparent)]
    Variant(#[from] VariantError),
    /// Too few or too many characters.
    #[error("a key of {variant} has {} after the colon, not {found}", number_of(*.expected, "character"))]
    Length {
        /// The variant.
        variant: Variant,
        /// How many it takes.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A character outside the 64.
    #[error("`{}` does not occur in position keys", .0.escape_debug())]
    Character(char),
    /// The bits stand for no position.
    #[error("the bits of column {0} are all zero, which no column is")]
    Column(Column),
    /// Bits beyond the board are set.
    #[error("the position has bits beyond the board")]
    Beyond,
}

/// The key of the position a game has reached.
#[must_use]
pub fn write(game: &Game) -> String {
    let variant = game.variant();
    let mut bits = vec![false; 6 * length(variant)];
    bits[0] = game.turn() == Side::Black;
    each_bit(game.board(), |bit| bits[1 + bit] = true);
    let digits = bits.chunks(6).rev().map(|six| {
        let value = six.iter().rev().fold(0, |value, &bit| 2 * value + usize::from(bit));
        char::from(DIGITS[value])
    });
    format!("{variant}:{}", digits.collect::<String>())
}

/// A game that starts at the position of a key.
pub fn parse(text: &str) -> Result<Game, KeyError> {
    let fail = |character, problem| Err(KeyError { place: Place { line: 1, character }, problem });
    let Some((name, digits)) = text.split_once(':') else {
        return fail(text.chars().count() + 1, KeyProblem::NoColon);
    };
    let variant: Variant = match name.parse() {
        Ok(variant) => variant,
        Err(error) => {
            let column = if let VariantError::Syntax { at, .. } = error { at } else { 1 };
            return fail(column, KeyProblem::Variant(error));
        }
    };
    let first = name.chars().count() + 2;
    let (expected, found) = (length(variant), digits.chars().count());
    if found != expected {
        return fail(first + found.min(expected), KeyProblem::Length { variant, expected, found });
    }
    let mut bits = Vec::with_capacity(6 * expected);
    for (index, c) in digits.chars().enumerate() {
        let Some(value) = DIGITS.iter().position(|&digit| char::from(digit) == c) else {
            return fail(first + index, KeyProblem::Character(c));
        };
        bits.extend((0..6).rev().map(|bit| value >> bit & 1 == 1));
    }
    bits.reverse();
    let place_of = |bit: usize| first + expected - 1 - bit / 6;
    if let Some(bit) = bits.iter().rposition(|&bit| bit).filter(|&bit| bit > variant.bits()) {
        return fail(place_of(bit), KeyProblem::Beyond);
    }
    match board_of(variant, |bit| bits[1 + bit]) {
        Ok(board) => Ok(Game::from_board(board, if bits[0] { Side::Black } else { Side::Red })),
        Err(column) => fail(place_of((column.index() + 1) * variant.stride()), KeyProblem::Column(column)),
    }
}

/// How many characters the position takes.
const fn length(variant: Variant) -> usize {
    (1 + variant.bits()).div_ceil(6)
}
