//! A position in the fewest bits: what tables, books and sets of positions keep.
//!
//! Each column takes levels + 1 bits: a 1 for each red and a 0 for each black checker from the bottom, then a 1 that marks the top, then
//! zeros. No two different positions share a key, and the height needs no place of its own. With red, black, red in a column of four levels:
//!
//! ```text
//! bit     4 3 2 1 0
//! value   0 1 1 0 1     the mark stands at bit 3: three checkers
//! ```

use crate::bits::{Wide, Word};
use crate::{Board, Column, Side, Variant};

/// A position without its history: the checkers and who moves. Small, hashable, ordered.
///
/// Positions are comparable within one variant; the variant itself is not kept. Boards of up to 64 bits take no allocation.
///
/// ```
/// use dropline_core::{Game, Variant};
/// let one = Game::from_moves(Variant::STANDARD, "1234")?;
/// let two = Game::from_moves(Variant::STANDARD, "3412")?;
/// assert_eq!(one.position(), two.position());
/// # Ok::<(), dropline_core::MovesError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    key: Key,
    turn: Side,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Key {
    One(u64),
    Two(u128),
    Wide(Wide),
}

/// Why a position does not belong to a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the position is not one of a {variant} board")]
#[non_exhaustive]
pub struct PositionError {
    /// The variant asked for.
    pub variant: Variant,
}

impl Position {
    pub(crate) fn new(board: &Board, turn: Side) -> Position {
        let variant = board.variant();
        let key = match variant.bits() {
            0..=64 => Key::One(key_bits(board)),
            65..=128 => Key::Two(key_bits(board)),
            _ => Key::Wide(key_bits(board)),
        };
        Position { key, turn }
    }

    /// Who moves.
    #[must_use]
    pub const fn turn(&self) -> Side {
        self.turn
    }

    /// The position on a board, if it is one of this variant. The board has nothing to undo.
    pub fn board(&self, variant: Variant) -> Result<Board, PositionError> {
        let board = match (&self.key, variant.bits()) {
            (Key::One(key), 0..=64) => board_of(variant, |bit| key.get(bit)).ok(),
            (Key::Two(key), 65..=128) => board_of(variant, |bit| key.get(bit)).ok(),
            (Key::Wide(key), 129..) if key.limbs().count() == variant.bits().div_ceil(64) => {
                board_of(variant, |bit| key.get(bit)).ok()
            }
            _ => None,
        };
        // A key of another size may read as a board too, but that board has another key.
        board.filter(|board| board.position(self.turn) == *self).ok_or(PositionError { variant })
    }

    /// The same position, left and right exchanged, if it is one of this variant.
    pub fn mirrored(&self, variant: Variant) -> Result<Position, PositionError> {
        Ok(self.board(variant)?.mirrored().position(self.turn))
    }

    /// The smaller of the position and its mirror image: one for both.
    pub fn canonical(&self, variant: Variant) -> Result<Position, PositionError> {
        Ok(self.mirrored(variant)?.min(self.clone()))
    }
}

fn key_bits<W: Word>(board: &Board) -> W {
    let mut key = W::zero(board.variant().bits());
    each_bit(board, |bit| key.set(bit));
    key
}

/// Tells the bits of a position that are set.
pub(crate) fn each_bit(board: &Board, mut set: impl FnMut(usize)) {
    let stride = board.variant().stride();
    for (cell, _) in board.checkers_by_column().filter(|&(_, side)| side == Side::Red) {
        set(cell.column.index() * stride + cell.level.index());
    }
    board.columns().for_each(|column| set(column.index() * stride + board.height(column)));
}

/// The board of a position by its bits; the first column whose bits stand for none if there is one.
pub(crate) fn board_of(variant: Variant, get: impl Fn(usize) -> bool) -> Result<Board, Column> {
    let mut board = Board::new(variant);
    for column in board.columns() {
        let start = column.index() * variant.stride();
        let height = (0..=variant.levels()).rev().find(|&level| get(start + level)).ok_or(column)?;
        for level in 0..height {
            let side = if get(start + level) { Side::Red } else { Side::Black };
            board.drop(column, side).map_err(|_| column)?;
        }
    }
    board.settle();
    Ok(board)
}
