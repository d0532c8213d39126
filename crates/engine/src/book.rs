//! Opening books: the exact scores of the positions that are hard to solve, and of all positions of the first moves.
//!
//! A position belongs in a book when solving it without one costs more than a set number of nodes; easy ones are left to the solver. So a
//! book is small, and with it the empty board and every position after a hard one are answered within that many nodes. Of a position and its
//! mirror image one is kept.
//!
//! A book can be made *complete* up to a number of moves: then it knows the score of every position with at most so many checkers, and keeps hard ones
//! only beyond.
//!
//! A book is one block of bytes, little-endian, that is used where it lies: read into memory, mapped, or embedded. Looking a position up is
//! a binary search. The whole block is covered by a checksum that is verified when the book is opened; a book that is damaged or
//! of another version is refused, and one of another variant is never asked.
//!
//! ```text
//! offset  bytes  what
//!      0      8  "DROPBOOK"
//!      8      4  version of the format: 1, or 2 if the book is complete up to some number of moves
//!     12      4  columns
//!     16      4  levels
//!     20      4  N
//!     24      8  how many nodes make a position hard
//!     32      8  how many positions there are (n)
//!     40      4  bytes a key takes (k): 8 for boards up to 64 bits, else 16
//!     44      4  up to how many moves it is complete (p), or 0
//!     48    n·k  the keys, ascending
//!          n     the scores for the side to move, one signed byte each
//!                the scores of all positions after …, p − 6, p − 3, p moves, in this order
//!          8     checksum of all bytes before it
//! ```
//!
//! The key of a position is a number: with the checkers of the side to move as bits (bit = column × (levels + 1) + level) plus a 1 above the
//! top checker of each column; the smaller of the position's and its mirror image's.
//!
//! Of the positions after q moves only the scores are kept, in the order of their *shapes* (keys without checkers, ascending, of a shape and its mirror image the
//! smaller) and among those of a shape by which of the checkers are the mover's: counted from below in each column, the columns from the left, it is the
//! sum of C(i, j) for each of them, i the number of the checker from 0 and j how many are the mover's up to it. There are C(q, ⌊q/2⌋) for each shape. Each score takes as
//! few bits as its range needs, the lowest bits of a byte first: the score less the least there can be, plus 1, or 0 where there is no such position.

mod build;
mod choice;
mod complete;
mod embedded;
mod error;
mod format;
mod key;
mod layer;

pub use build::{BookBuilder, Difficulty};
pub(crate) use build::{Successor, successors_in};
pub use choice::BookChoice;
pub use complete::BookCompletion;
pub use error::BookError;
pub use format::checksum;
pub use key::Key;

use crate::{Score, win_score};
use dropline_core::{Game, Outcome, Rules, Variant};
use format::Header;
use layer::Layer;
use std::borrow::Cow;
use std::ops::Range;

/// A book that was checked: exact scores of hard positions and of first moves.
#[derive(Clone, Debug)]
pub struct Book {
    header: Header,
    /// By ply, ascending, with the place of each among the bytes.
    layers: Vec<(Layer, Range<usize>)>,
    bytes: Cow<'static, [u8]>,
}

impl Book {
    /// The book in a block of bytes, if it is whole.
    pub fn from_bytes(bytes: impl Into<Cow<'static, [u8]>>) -> Result<Book, BookError> {
        let bytes = bytes.into();
        let header = format::check(&bytes)?;
        let mut at = header.end_of_hard();
        let place = |ply| {
            let size = Layer::size(header.variant, ply)?;
            at += size;
            Some((Layer::new(header.variant, ply)?, at - size..at))
        };
        let layers = layer::plies(header.complete).into_iter().map(place).collect::<Option<Vec<_>>>();
        let layers = layers.ok_or(BookError::Inconsistent("it claims to hold more positions than there can be"))?;
        let book = Book { header, layers, bytes };
        if !book.hard_positions().map(|(key, _)| key).is_sorted_by(|a, b| a < b) {
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

    /// How many hard positions the book holds, mirror images counted once.
    #[must_use]
    pub const fn hard(&self) -> usize {
        self.header.count
    }

    /// Up to how many moves the book knows every position, if it does.
    #[must_use]
    pub fn complete(&self) -> Option<usize> {
        Some(self.header.complete).filter(|&complete| complete > 0)
    }

    /// How many bytes the book takes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.bytes.len()
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
        match self.layers.iter().find(|(layer, _)| layer.ply >= game.board().checkers()) {
            Some((layer, place)) => look_ahead(&mut game.clone(), layer, &self.bytes[place.clone()]),
            None => self.hard_score(Key::of(game)?),
        }
    }

    fn hard_score(&self, key: Key) -> Option<Score> {
        let (mut low, mut high) = (0, self.hard());
        while low < high {
            let middle = low + (high - low) / 2;
            if format::key_at(&self.bytes, &self.header, middle) < key { low = middle + 1 } else { high = middle }
        }
        let found = low < self.hard() && format::key_at(&self.bytes, &self.header, low) == key;
        found.then(|| format::score_at(&self.bytes, &self.header, low).into())
    }

    /// All positions that are written in it with their scores: first the hard ones in the order of their keys, then those of first moves, by their number.
    pub fn positions(&self) -> impl Iterator<Item = (Key, Score)> + '_ {
        let first = self.layers.iter().flat_map(|(layer, place)| layer.positions(&self.bytes[place.clone()]));
        self.hard_positions().chain(first)
    }

    fn hard_positions(&self) -> impl Iterator<Item = (Key, Score)> + '_ {
        (0..self.hard()).map(|index| {
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

/// The score of a position by those of the next positions in a layer, a few plies ahead.
fn look_ahead(game: &mut Game, layer: &Layer, bytes: &[u8]) -> Option<Score> {
    if game.board().checkers() == layer.ply {
        return layer.score(bytes, Key::of(game)?);
    }
    let mut best = None;
    for column in game.legal_columns().collect::<Vec<_>>() {
        let before = game.board().checkers();
        game.play(column).ok()?;
        let score = match game.outcome() {
            Some(Outcome::Win { .. }) => Some(win_score(game.variant(), before)),
            Some(Outcome::Tie) => Some(0),
            None => look_ahead(game, layer, bytes).map(|score| -score),
        };
        game.undo();
        best = best.max(Some(score?));
    }
    best
}

/// Whether there can be books for a variant.
pub(crate) fn supports(variant: Variant) -> bool {
    variant.rules() == Rules::Connect && variant.bits() <= 128
}
