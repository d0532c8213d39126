//! Making a book complete up to a number of moves.
//!
//! As with [`BookBuilder`](super::BookBuilder), solving is the caller's part. Scores are what they are, so the bytes do not depend on how they were found.

use super::build::{Successor, score_by, successors};
use super::layer::{self, Layer};
use super::{Book, BookError, Key, format};
use crate::Score;
use dropline_core::Game;
use dropline_core::words::number_of;
use std::collections::{HashMap, HashSet};

/// Bytes for the scores of first moves at most.
const MOST: usize = 16 << 20;

/// A book that is about to know every position of the first moves.
///
/// ```
/// use dropline_core::{Game, Variant};
/// use dropline_engine::Think;
/// use dropline_engine::book::{Book, BookBuilder, BookCompletion, Difficulty};
/// use dropline_engine::solver::Solver;
///
/// let variant: Variant = "4x4c4".parse()?;
/// let mut builder = BookBuilder::new(variant, 1_000_000)?;
/// builder.record(builder.open()[0], Difficulty::Easy(0));
/// builder.next_ply()?;
/// let book = Book::from_bytes(builder.finish()?)?; // it holds nothing
/// let mut completion = BookCompletion::new(&book, 3)?;
/// let mut solver = Solver::default();
/// for key in completion.open().to_vec() {
///     let solution = solver.solve(&book.game(key), &Think::default())?;
///     completion.record(key, solution.score().ok_or("a search without limits ends")?);
/// }
/// let book = Book::from_bytes(completion.finish()?)?;
/// assert_eq!(book.score(&Game::from_moves(variant, "12")?), Some(0));
/// assert_eq!(book.complete(), Some(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct BookCompletion<'a> {
    book: &'a Book,
    /// The positions after 0, 1, 2, … moves, neighbours near each other.
    plies: Vec<Vec<Key>>,
    /// Those of the last ply that the book does not know.
    open: Vec<Key>,
    scores: HashMap<Key, Score>,
}

impl<'a> BookCompletion<'a> {
    /// A book that is to know every position of up to `complete` moves.
    pub fn new(book: &'a Book, complete: usize) -> Result<BookCompletion<'a>, BookError> {
        let variant = book.variant();
        let least = book.complete().unwrap_or(0) + 1;
        if complete < least || complete >= variant.cells() {
            let what = match book.complete() {
                None => format!("a book for {variant}"),
                Some(known) => {
                    format!("a book for {variant} that knows all positions of up to {}", number_of(known, "move"))
                }
            };
            return Err(BookError::Plies(match variant.cells() {
                cells if cells > least + 1 => {
                    format!(
                        "{what} can be completed to a number of moves from {least} to {}, not {complete}",
                        cells - 1
                    )
                }
                cells if cells > least => {
                    format!("{what} can be completed to {}, not {complete}", number_of(least, "move"))
                }
                _ => format!("{what} cannot be completed further"),
            }));
        }
        let size = layer::plies(complete).into_iter().map(|ply| Layer::size(variant, ply)).sum::<Option<usize>>();
        if size.is_none_or(|size| size > MOST) {
            return Err(BookError::Plies(format!(
                "{variant} has too many positions of up to {}: their scores would take more than 16 MiB",
                number_of(complete, "move")
            )));
        }
        let mut plies = vec![vec![Key::of(&Game::new(variant)).ok_or(BookError::Variant(variant))?]];
        for ply in 0..complete {
            let mut seen = HashSet::new();
            let next = plies[ply].iter().flat_map(|key| successors(&key.game(variant)));
            let next = next.filter_map(Successor::key).filter(|&key| seen.insert(key)).collect();
            plies.push(next);
        }
        let mut completion = BookCompletion { book, plies, open: Vec::new(), scores: HashMap::new() };
        for &key in &completion.plies[complete] {
            match book.score(&book.game(key)) {
                Some(score) => drop(completion.scores.insert(key, score)),
                None => completion.open.push(key),
            }
        }
        Ok(completion)
    }

    /// The positions whose scores are wanted, in an order in which neighbours have much in common.
    #[must_use]
    pub fn open(&self) -> &[Key] {
        &self.open
    }

    /// The score of a position, if it is known.
    #[must_use]
    pub fn score(&self, key: Key) -> Option<Score> {
        self.scores.get(&key).copied()
    }

    /// Notes the exact score of a position.
    pub fn record(&mut self, key: Key, score: Score) {
        self.scores.insert(key, score);
    }

    /// The bytes of the book, once every position has its score.
    pub fn finish(mut self) -> Result<Vec<u8>, BookError> {
        let variant = self.book.variant();
        let complete = self.plies.len() - 1;
        let missing = self.open.iter().filter(|key| !self.scores.contains_key(key)).count();
        if missing > 0 {
            return Err(BookError::Unfinished(missing));
        }
        for key in self.plies[..complete].iter().rev().flatten() {
            let score = score_by(&key.game(variant), |next| self.score(next));
            self.scores.insert(*key, score.ok_or(BookError::Inconsistent("a position of first moves has no score"))?);
        }
        let layers = layer::plies(complete).into_iter().map(|ply| {
            let known = self.plies[ply].iter().filter_map(|&key| Some((key, self.score(key)?)));
            Layer::new(variant, ply)?.write(known)
        });
        let layers = layers.collect::<Option<Vec<_>>>().ok_or(BookError::Inconsistent("a score cannot be written"))?;
        let beyond = |key: Key| key.game(variant).board().checkers() > complete;
        let hard = self.book.hard_positions().filter(|&(key, _)| beyond(key));
        let hard = hard.map(|(key, score)| Ok((key, i8::try_from(score)?))).collect::<Result<Vec<_>, _>>();
        let hard =
            hard.map_err(|_: std::num::TryFromIntError| BookError::Inconsistent("a score does not fit a byte"))?;
        Ok(format::write(variant, self.book.nodes(), &hard, complete, &layers))
    }
}
