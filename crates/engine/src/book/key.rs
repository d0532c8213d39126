//! The number that stands for a position and its mirror image in a book.

use dropline_core::bits::{BitBoard, Bits, Word};
use dropline_core::{Board, Column, Game, Side, Variant};
use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

/// The checkers of the side to move as bits, plus a 1 above the top checker of each column; of a position and its mirror image the smaller. It
/// shows, and is read, in base sixteen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub(super) u128);

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:x}", self.0)
    }
}

impl FromStr for Key {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Key, ParseIntError> {
        u128::from_str_radix(text, 16).map(Key)
    }
}

impl Key {
    /// The key of a game's position; nothing for boards beyond 128 bits.
    #[must_use]
    pub fn of(game: &Game) -> Option<Key> {
        let variant = game.variant();
        let plain = match game.board().bits() {
            Bits::One(bits) => u128::from(plain(bits, game)),
            Bits::Two(bits) => plain(bits, game),
            Bits::Wide(_) => return None,
        };
        Some(Key(plain.min(plain.reverse_fields(variant.columns(), variant.stride()))))
    }

    /// A game at this position of a variant. Red has moved first, so the number of checkers tells whose turn it is.
    pub(crate) fn game(self, variant: Variant) -> Game {
        let mut board = Board::new(variant);
        let height = |column: usize| {
            let field = self.0 >> (column * variant.stride()) & (u128::MAX >> (128 - variant.stride()));
            field.checked_ilog2().unwrap_or(0) as usize
        };
        let checkers: usize = (0..variant.columns()).map(height).sum();
        let mover = if checkers.is_multiple_of(2) { Side::Red } else { Side::Black };
        for column in 0..variant.columns() {
            for level in 0..height(column) {
                let own = self.0.get(column * variant.stride() + level);
                let side = if own { mover } else { mover.other() };
                // The field of a column is as high as the board, so that the drop finds room.
                let _ = board.drop(Column::from_index(column), side);
            }
        }
        Game::from_board(board, mover)
    }
}

/// The key of the position as it lies, before its mirror image is looked at.
fn plain<W: Word>(bits: &BitBoard<W>, game: &Game) -> W {
    let mut key = bits.side(game.turn()).clone();
    for column in game.board().columns() {
        key.set(column.index() * game.variant().stride() + game.board().height(column));
    }
    key
}
