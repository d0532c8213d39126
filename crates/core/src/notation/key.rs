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

use super::Place;
use crate::{Board, Column, Game, Side, Variant, VariantError};

const DIGITS: &[u8; 64] = b"-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";

/// What is wrong with a position key, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {problem}")]
#[non_exhaustive]
pub struct KeyError {
    /// Where it stands.
    pub place: Place,
    /// What is wrong.
    pub problem: KeyProblem,
}

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
    #[error("a key of {variant} has {expected} characters after the colon, not {found}")]
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
    let board = game.board();
    let mut bits = vec![false; 6 * length(variant)];
    bits[0] = game.turn() == Side::Black;
    for (cell, side) in board.checkers_by_column() {
        bits[bit(variant, cell.column.index(), cell.level.index())] = side == Side::Red;
    }
    for column in board.columns() {
        bits[bit(variant, column.index(), board.height(column))] = true;
    }
    let digits = bits.chunks(6).rev().map(|six| {
        let value = six.iter().rev().fold(0, |value, &bit| 2 * value + usize::from(bit));
        char::from(DIGITS[value])
    });
    format!("{variant}:{}", digits.collect::<String>())
}

/// A game that starts at the position of a key.
pub fn parse(text: &str) -> Result<Game, KeyError> {
    let fail = |column, problem| Err(KeyError { place: Place { line: 1, column }, problem });
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
    let mut board = Board::new(variant);
    for index in 0..variant.columns() {
        let column = Column::from_index(index);
        let cells = &bits[bit(variant, index, 0)..bit(variant, index + 1, 0)];
        let broken = || fail(place_of(bit(variant, index, variant.levels())), KeyProblem::Column(column));
        let Some(height) = cells.iter().rposition(|&bit| bit) else { return broken() };
        for &red in &cells[..height] {
            let side = if red { Side::Red } else { Side::Black };
            if board.drop(column, side).is_err() {
                return broken();
            }
        }
    }
    Ok(Game::from_board(board, if bits[0] { Side::Black } else { Side::Red }))
}

/// How many characters the position takes.
const fn length(variant: Variant) -> usize {
    (1 + variant.bits()).div_ceil(6)
}

const fn bit(variant: Variant, column: usize, level: usize) -> usize {
    1 + column * variant.stride() + level
}
