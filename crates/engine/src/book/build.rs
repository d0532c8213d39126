//! Making a book, ply by ply.
//!
//! The builder only keeps track: which positions have to be looked at next, and what was found. Solving them, on as many threads as there are,
//! and remembering difficulties over an interruption is the caller's part. Difficulties may come in any order; the book has the same bytes.

use super::{BookError, Key, format, supports};
use crate::oracle::centre_first;
use crate::{Score, win_score};
use dropline_core::{Column, Game, Outcome, Variant};
use std::collections::{BTreeSet, HashMap};

/// What a look at a position gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difficulty {
    /// It was solved within the nodes: its exact score.
    Easy(Score),
    /// It takes more nodes: it belongs in the book, and its successors have to be looked at.
    Hard,
}

/// A book in the making.
///
/// ```
/// use dropline_core::{Game, Variant};
/// use dropline_engine::book::{Book, BookBuilder, Difficulty};
///
/// // On 2×1 with N = 2 nobody wins. Say that only the empty board is hard.
/// let variant: Variant = "2x1c2".parse()?;
/// let mut builder = BookBuilder::new(variant, 1)?;
/// while !builder.open().is_empty() {
///     for key in builder.open().to_vec() {
///         let empty = builder.game(key).board().checkers() == 0;
///         builder.record(key, if empty { Difficulty::Hard } else { Difficulty::Easy(0) });
///     }
///     builder.next_ply()?;
/// }
/// let book = Book::from_bytes(builder.finish()?)?;
/// assert_eq!(book.score(&Game::new(variant)), Some(0));
/// assert_eq!(book.hard(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct BookBuilder {
    variant: Variant,
    nodes: u64,
    /// Positions of the ply at hand, ascending.
    open: Vec<Key>,
    /// Hard positions of each finished ply.
    hard: Vec<Vec<Key>>,
    difficulties: HashMap<Key, Difficulty>,
}

impl BookBuilder {
    /// A book of the positions of a variant that take more than `nodes` nodes.
    pub fn new(variant: Variant, nodes: u64) -> Result<BookBuilder, BookError> {
        let empty = Key::of(&Game::new(variant)).filter(|_| supports(variant)).ok_or(BookError::Variant(variant))?;
        Ok(BookBuilder { variant, nodes, open: vec![empty], hard: Vec::new(), difficulties: HashMap::new() })
    }

    /// The variant.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// How many nodes make a position hard.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// How many checkers lie on the board in the positions at hand.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.hard.len()
    }

    /// The positions of the ply at hand, ascending; none when all is done.
    #[must_use]
    pub fn open(&self) -> &[Key] {
        &self.open
    }

    /// What was found about a position.
    #[must_use]
    pub fn difficulty(&self, key: Key) -> Option<Difficulty> {
        self.difficulties.get(&key).copied()
    }

    /// How many positions were found to be hard on finished plies.
    #[must_use]
    pub fn hard(&self) -> usize {
        self.hard.iter().map(Vec::len).sum()
    }

    /// A game at a position.
    #[must_use]
    pub fn game(&self, key: Key) -> Game {
        key.game(self.variant)
    }

    /// Notes what was found about a position.
    pub fn record(&mut self, key: Key, difficulty: Difficulty) {
        self.difficulties.insert(key, difficulty);
    }

    /// Goes on to the successors of the hard positions, once all positions at hand have a difficulty.
    pub fn next_ply(&mut self) -> Result<(), BookError> {
        let missing = self.open.iter().filter(|key| !self.difficulties.contains_key(key)).count();
        if missing > 0 {
            return Err(BookError::Unfinished(missing));
        }
        let hard: Vec<Key> =
            self.open.drain(..).filter(|key| self.difficulties.get(key) == Some(&Difficulty::Hard)).collect();
        let successors: BTreeSet<Key> =
            hard.iter().flat_map(|key| successors(&key.game(self.variant))).filter_map(Successor::key).collect();
        self.open = successors.into_iter().collect();
        self.hard.push(hard);
        Ok(())
    }

    /// The bytes of the book, once nothing is open.
    pub fn finish(mut self) -> Result<Vec<u8>, BookError> {
        if !self.open.is_empty() {
            return Err(BookError::Unfinished(self.open.len()));
        }
        let mut positions = Vec::new();
        for key in self.hard.iter().rev().flatten().copied() {
            let score = score_by(&key.game(self.variant), |next| match self.difficulties.get(&next) {
                Some(Difficulty::Easy(score)) => Some(*score),
                _ => None,
            });
            let score = score.ok_or(BookError::Inconsistent("a successor of a hard position has no score"))?;
            // Successors of this position are done; what remains to be known of it is its score.
            self.difficulties.insert(key, Difficulty::Easy(score));
            let score = i8::try_from(score).map_err(|_| BookError::Inconsistent("a score does not fit a byte"))?;
            positions.push((key, score));
        }
        positions.sort_unstable();
        Ok(format::write(self.variant, self.nodes, &positions, 0, &[]))
    }
}

/// What a drop leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Successor {
    /// The end, with its score for the side that dropped.
    Over(Score),
    /// A position that goes on.
    Open(Key),
}

impl Successor {
    pub(crate) fn key(self) -> Option<Key> {
        match self {
            Successor::Open(key) => Some(key),
            Successor::Over(_) => None,
        }
    }
}

/// The score of a position by those of its successors, if all of them are known.
pub(super) fn score_by(game: &Game, known: impl Fn(Key) -> Option<Score>) -> Option<Score> {
    let values = successors(game).into_iter().map(|successor| match successor {
        Successor::Over(score) => Some(score),
        Successor::Open(next) => known(next).map(|score| -score),
    });
    values.collect::<Option<Vec<Score>>>().and_then(|values| values.into_iter().max())
}

/// What the drops of a position lead to, the middle first.
pub(super) fn successors(game: &Game) -> Vec<Successor> {
    successors_in(game, centre_first(game))
}

/// What the drops of a position lead to, in this order.
pub(crate) fn successors_in(game: &Game, columns: impl IntoIterator<Item = Column>) -> Vec<Successor> {
    let checkers = game.board().checkers();
    let mut found = Vec::new();
    for column in columns {
        let mut next = game.clone();
        if next.play(column).is_err() {
            continue;
        }
        match next.outcome() {
            Some(Outcome::Win { .. }) => found.push(Successor::Over(win_score(game.variant(), checkers))),
            Some(Outcome::Tie) => found.push(Successor::Over(0)),
            None => found.extend(Key::of(&next).map(Successor::Open)),
        }
    }
    found
}
