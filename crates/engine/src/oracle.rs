//! Exact scores of positions, from the book where it knows them and from the solvers otherwise.

use crate::book::{Book, BookChoice};
use crate::budget::{Budget, interval};
use crate::search::open_columns;
use crate::solver::{MAX_BITS, MaxSolver, Solution, SolveError, Solver, SolverOptions, too_large};
use crate::{Limits, Score, Think};
use dropline_core::{Column, Game, Rules, Variant};
use std::sync::Arc;

/// Somebody who knows, or finds out, the exact score of any position of a variant. It keeps what it learned for the next one.
///
/// ```
/// use dropline_core::{Game, Variant};
/// use dropline_engine::{Oracle, Think};
///
/// let mut oracle = Oracle::new("5x4c4".parse()?)?;
/// let known = oracle.score(&Game::new(oracle.variant()), &Think::default())?;
/// assert_eq!(known.exact(), Some(0)); // a tie
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Oracle {
    variant: Variant,
    book: Option<Arc<Book>>,
    solver: AnySolver,
}

enum AnySolver {
    Connect(Box<Solver>),
    Max(Box<MaxSolver>),
}

/// Nodes to search before the book is asked about what may follow.
const FEW: u64 = 50_000;

/// How many plies ahead the book is asked.
const PLIES: u32 = 4;

/// What an oracle is made of.
#[derive(Clone, Debug)]
pub struct OracleOptions {
    /// Threads that search one Connect-N position together.
    pub threads: usize,
    /// The book to ask first; one of another variant is never asked.
    pub book: BookChoice,
}

impl Default for OracleOptions {
    /// One thread, the embedded book.
    fn default() -> OracleOptions {
        OracleOptions { threads: 1, book: BookChoice::Embedded }
    }
}

/// What is proven of a position's score, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// It is at least this.
    pub lower: Score,
    /// It is at most this.
    pub upper: Score,
    /// Positions visited to find out.
    pub nodes: u64,
}

impl Known {
    /// The exact score, if the search came to its end.
    #[must_use]
    pub const fn exact(self) -> Option<Score> {
        if self.lower == self.upper { Some(self.lower) } else { None }
    }
}

/// Why there is no score.
#[derive(Debug, thiserror::Error)]
pub enum OracleError {
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// The exact solver cannot.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

impl From<Solution> for Known {
    fn from(solution: Solution) -> Known {
        Known { lower: solution.lower, upper: solution.upper, nodes: solution.nodes }
    }
}

impl std::fmt::Debug for Oracle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Oracle").field("variant", &self.variant).finish_non_exhaustive()
    }
}

impl Oracle {
    /// An oracle for a variant, with one thread and the embedded book.
    pub fn new(variant: Variant) -> Result<Oracle, OracleError> {
        Oracle::with(variant, OracleOptions::default())
    }

    /// An oracle made of these parts.
    pub fn with(variant: Variant, options: OracleOptions) -> Result<Oracle, OracleError> {
        if variant.bits() > MAX_BITS {
            return Err(too_large(variant).into());
        }
        let solver = match variant.rules() {
            Rules::Connect => {
                // The columns of a position are related, and so are the positions of a game: what was learned is kept.
                let parts = SolverOptions { reuse: true, threads: options.threads, ..SolverOptions::default() };
                AnySolver::Connect(Box::new(Solver::new(parts)))
            }
            Rules::Max => AnySolver::Max(Box::default()),
        };
        Ok(Oracle { variant, book: options.book.book(variant), solver })
    }

    /// The variant it knows about.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The book it asks first.
    #[must_use]
    pub fn book(&self) -> Option<&Book> {
        self.book.as_deref()
    }

    /// The score of a game's position for the side to move, as far as the limits allow.
    pub fn score(&mut self, game: &Game, think: &Think<'_>) -> Result<Known, OracleError> {
        if game.is_over() {
            return Err(OracleError::Over);
        }
        if let Some(score) = self.book.as_ref().and_then(|book| book.score(game)) {
            return Ok(Known { lower: score, upper: score, nodes: 0 });
        }
        let (solver, book) = match &mut self.solver {
            AnySolver::Max(solver) => return Ok(solver.solve(game, think)?.into()),
            AnySolver::Connect(solver) => match &self.book {
                None => return Ok(solver.solve(game, think)?.into()),
                Some(book) => (solver, book),
            },
        };
        let mut budget = Budget::new(think, interval(self.variant.columns()));
        let nodes = think.limits.nodes;
        let few = nodes.map_or(FEW, |nodes| nodes.min(FEW));
        let limits = Limits { nodes: Some(few), ..think.limits };
        let first = solver.solve(game, &Think { limits, ..*think })?;
        budget.count(first.nodes);
        let spent = first.nodes < few || nodes.is_some_and(|nodes| nodes <= first.nodes);
        if first.score().is_some() || spent {
            return Ok(first.into());
        }
        teach(solver, book, &mut game.clone(), PLIES)?;
        let second = solver.solve(game, &budget.left())?;
        Ok(Known {
            lower: first.lower.max(second.lower),
            upper: first.upper.min(second.upper),
            nodes: first.nodes + second.nodes,
        })
    }
}

/// Tells the solver the scores of the positions up to so many plies ahead that the book knows.
///
/// A position that is easy to solve may have successors that are not, which the book has not looked at; but often it knows what follows those.
fn teach(solver: &mut Solver, book: &Book, game: &mut Game, plies: u32) -> Result<(), SolveError> {
    for column in game.legal_columns().collect::<Vec<_>>() {
        if game.play(column).is_err() {
            continue;
        }
        if !game.is_over() {
            match book.score(game) {
                Some(score) => solver.learn(game, score)?,
                None if plies > 1 => teach(solver, book, game, plies - 1)?,
                None => {}
            }
        }
        game.undo();
    }
    Ok(())
}

/// The playable columns, nearest to the middle first, the left one of a pair before the right one.
pub(crate) fn centre_first(game: &Game) -> Vec<Column> {
    if game.is_over() { Vec::new() } else { open_columns(game) }
}
