//! Opening books: the exact scores of the positions that are hard to solve.
//!
//! A position belongs in a book when solving it without one costs more than a set number of nodes; easy ones are left to the solver. So a
//! book is small, and with it the empty board and every position after a hard one are answered within that many nodes. Of a position and its
//! mirror image one is kept.
//!
//! A book is one block of bytes, little-endian, that is used where it lies: read into memory, mapped, or embedded. Looking a position up is
//! a binary search. The whole block is covered by a checksum that is verified when the book is opened; a book that is damaged or
//! of another version is refused, and one of another variant is never asked.
//!
//! ```text
//! offset  bytes  what
//!      0      8  "DROPBOOK"
//!      8      4  version of the format: 1
//!     12      4  columns
//!     16      4  levels
//!     20      4  N
//!     24      8  how many nodes make a position hard
//!     32      8  how many positions there are (n)
//!     40      4  bytes a key takes (k): 8 for boards up to 64 bits, else 16
//!     44      4  zero
//!     48    n·k  the keys, ascending
//!          n     the scores for the side to move, one signed byte each
//!          8     checksum of all bytes before it
//! ```
//!
//! The key of a position is a number: with the checkers of the side to move as bits (bit = column × (levels + 1) + level) plus a 1 above the
//! top checker of each column; the smaller of the position's and its mirror image's.

mod build;
mod choice;
mod embedded;
mod error;
mod format;
mod key;

pub use build::{BookBuilder, Difficulty};
pub(crate) use build::{Successor, successors_in};
pub use choice::BookChoice;
pub use error::BookError;
pub use format::checksum;
pub use key::Key;

use crate::Score;
use dropline_core::{Game, Rules, Variant};
use format::Header;
use std::borrow::Cow;

/// A book that was checked: exact scores of hard positions.
#[derive(Clone, Debug)]
pub struct Book {
    header: Header,
    bytes: Cow<'static, [u8]>,
}

impl Book {
    /// The book in a block of bytes, if it is whole.
    pub fn from_bytes(bytes: impl Into<Cow<'static, [u8]>>) -> Result<Book, BookError> {
        let bytes = bytes.into();
        let header = format::check(&bytes)?;
        let book = Book { header, bytes };
        if !book.positions().map(|(key, _)| key).is_sorted_by(|a, b| a < b) {
            return Err(BookError::Inconsistent("its positions are not in order"));
        }
        Ok(book)
    }

    /// The variant whose positions the book holds.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.header.variant
    }

    /// How many nodes make a position hard enough for this book.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.header.nodes
    }

    /// How many positions the book holds, mirror images counted once.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.header.count
    }

    /// How many bytes the book takes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.bytes.len()
    }

    /// Whether the book holds no position.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// It is an error if the book is not for this variant.
    pub fn check_variant(&self, wanted: Variant) -> Result<(), BookError> {
        let book = self.variant();
        if book == wanted { Ok(()) } else { Err(BookError::WrongVariant { book, wanted }) }
    }

    /// The exact score of a game's position for the side to move, if the book knows it.
    #[must_use]
    pub fn score(&self, game: &Game) -> Option<Score> {
        if game.variant() != self.variant() || game.is_over() {
            return None;
        }
        let key = Key::of(game)?;
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if format::key_at(&self.bytes, &self.header, middle) < key { low = middle + 1 } else { high = middle }
        }
        let found = low < self.len() && format::key_at(&self.bytes, &self.header, low) == key;
        found.then(|| format::score_at(&self.bytes, &self.header, low).into())
    }

    /// All positions with their scores, in the order of their keys.
    pub fn positions(&self) -> impl Iterator<Item = (Key, Score)> + '_ {
        (0..self.len()).map(|index| {
            let key = format::key_at(&self.bytes, &self.header, index);
            (key, format::score_at(&self.bytes, &self.header, index).into())
        })
    }

    /// A game at a position of the book.
    #[must_use]
    pub fn game(&self, key: Key) -> Game {
        key.game(self.variant())
    }
}

/// Whether there can be books for a variant.
pub(crate) fn supports(variant: Variant) -> bool {
    variant.rules() == Rules::Connect && variant.bits() <= 128
}
