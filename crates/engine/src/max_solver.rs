//! Max-Connect-N, solved: the exact final margin of any position, with the value of every column.
//!
//! ```
//! use dropline_core::Game;
//! use dropline_engine::Think;
//! use dropline_engine::max_solver::{MaxSolver, MaxSolverOptions};
//!
//! let mut solver = MaxSolver::new(MaxSolverOptions::default());
//! let game = Game::new("6x4m4".parse()?);
//! let solution = solver.solve(&game, &Think::default())?;
//! assert_eq!(solution.score(), Some(-1)); // the second player comes out one point ahead
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What is searched are the points *still to come*, for the side to move: they depend on the open lines alone, so the points already made, dead cells
//! and dead checkers are left out of a position before it is looked up. `docs/engine.md` tells how it works and what each idea is worth.

mod deepening;
mod evaluate;
mod exact;
mod geometry;
mod lines;
mod mask;
mod moves;
mod node;
mod pairing;
mod plain;
mod play;
mod size;
mod table;
mod techniques;
mod weights;

pub use play::{MaxChoice, MaxChooseError, MaxSearch, MaxSearchOptions, evaluate};
pub use size::MAX_BITS;
pub use techniques::Techniques;

use crate::budget::Budget;
use crate::solver::Solution;
use crate::{Score, Think};
use dropline_core::{Column, Game, Side, Variant};
use exact::{Bounds, Exact};
use geometry::{Geometry, Shape};
use node::Node;
use play::centre_first;
use size::{ForSize, for_size};
use std::io;
use table::Packing;

#[cfg(test)]
mod tests;

/// What a solver may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MaxSolverOptions {
    /// The most bytes of memory for the table. It is taken as it is needed.
    pub memory: usize,
    /// The ideas the search uses.
    pub techniques: Techniques,
}

impl Default for MaxSolverOptions {
    /// 256 MiB and everything that helps.
    fn default() -> MaxSolverOptions {
        MaxSolverOptions { memory: 256 << 20, techniques: Techniques::ALL }
    }
}

/// Why a position cannot be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MaxSolveError {
    /// The variant is one of Connect-N.
    #[error("{variant} is not a Max-Connect variant")]
    NotMax {
        /// The variant played.
        variant: Variant,
    },
    /// The board is too large to be searched exactly.
    #[error("{variant} is too large to be solved: (levels + 1) × columns is {bits}, and {MAX_BITS} is the most")]
    TooLarge {
        /// The variant played.
        variant: Variant,
        /// (levels + 1) × columns.
        bits: usize,
    },
    /// The system gives no memory at all for the table.
    #[error("there is no memory for the solver's table")]
    NoMemory,
}

/// What is proven of one column: bounds on the final margin for the side to move if it plays there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MaxColumn {
    /// The column.
    pub column: Column,
    /// At least this.
    pub lower: i32,
    /// At most this.
    pub upper: i32,
}

impl MaxColumn {
    /// The final margin, if the search came to its end.
    #[must_use]
    pub const fn margin(&self) -> Option<Score> {
        if self.lower == self.upper { Some(self.lower) } else { None }
    }
}

/// An exact solver with its table, for one position after the other.
pub struct MaxSolver {
    options: MaxSolverOptions,
    /// The search for the board size and N asked for last; what it has learned stays true.
    search: Option<(Variant, Box<dyn Solve>)>,
}

impl std::fmt::Debug for MaxSolver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MaxSolver").field("options", &self.options).finish_non_exhaustive()
    }
}

impl MaxSolver {
    /// A solver that knows nothing yet.
    #[must_use]
    pub fn new(options: MaxSolverOptions) -> MaxSolver {
        MaxSolver { options, search: None }
    }

    /// The final margin of a position with best play, for the side to move, and a best column.
    ///
    /// A search that has to stop, at a limit or by the stop flag, returns the bounds proven so far; [`Limits::depth`](crate::Limits) has no bearing. A
    /// resigned game is solved as if it went on.
    pub fn solve(&mut self, game: &Game, think: &Think<'_>) -> Result<Solution, MaxSolveError> {
        let search = self.search(game.variant())?;
        let mut budget = budget_for(think);
        let Bounds { lower, upper } = search.margin(game, &mut budget);
        let best = if lower == upper { search.best(game, lower, &mut budget) } else { None };
        Ok(Solution { best, ..Solution::new(lower, upper, &budget) })
    }

    /// The final margin of every playable column, from the left, for the side to move.
    ///
    /// ```
    /// # use dropline_core::Game;
    /// # use dropline_engine::{Think, max_solver::{MaxSolver, MaxSolverOptions}};
    /// let mut solver = MaxSolver::new(MaxSolverOptions::default());
    /// let columns = solver.column_values(&Game::new("4x3m3".parse()?), &Think::default())?;
    /// let margins: Vec<_> = columns.iter().map(|column| column.margin()).collect();
    /// assert_eq!(margins, [Some(-1), Some(-1), Some(-1), Some(-1)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn column_values(&mut self, game: &Game, think: &Think<'_>) -> Result<Vec<MaxColumn>, MaxSolveError> {
        let search = self.search(game.variant())?;
        let mut budget = budget_for(think);
        let mut values = Vec::new();
        for column in game.legal_columns() {
            let mut after = game.clone();
            if after.play(column).is_ok() {
                let Bounds { lower, upper } = search.margin(&after, &mut budget);
                values.push(MaxColumn { column, lower: -upper, upper: -lower });
            }
        }
        Ok(values)
    }

    /// Whether a column keeps the final margin of a position; nothing if the search had to stop. One question, so it is found sooner than the
    /// column's value.
    pub fn keeps(
        &mut self,
        game: &Game,
        column: Column,
        margin: i32,
        think: &Think<'_>,
    ) -> Result<Option<bool>, MaxSolveError> {
        let search = self.search(game.variant())?;
        let mut budget = budget_for(think);
        let keeps = search.keeps(game, column, margin, &mut budget);
        Ok((keeps || !budget.stopped()).then_some(keeps))
    }

    fn search(&mut self, variant: Variant) -> Result<&mut dyn Solve, MaxSolveError> {
        let search = match self.search.take() {
            Some((known, search)) if known == variant => search,
            _ => new_search(variant, &self.options)?,
        };
        Ok(self.search.insert((variant, search)).1.as_mut())
    }
}

/// Positions between two looks at the clock and the stop flag.
const INTERVAL: u64 = 1 << 10;

/// A budget that is looked at before the first position.
fn budget_for<'a>(think: &Think<'a>) -> Budget<'a> {
    let mut budget = Budget::new(think, INTERVAL);
    budget.look();
    budget
}

/// The exact search for some board size, whatever its word.
trait Solve: Send {
    /// Bounds on the final margin for the side to move.
    fn margin(&mut self, game: &Game, budget: &mut Budget<'_>) -> Bounds;

    /// A column that keeps the margin; nothing if there is no move or the search had to stop.
    fn best(&mut self, game: &Game, margin: i32, budget: &mut Budget<'_>) -> Option<Column>;

    /// Whether a column keeps the margin; false if the search had to stop.
    fn keeps(&mut self, game: &Game, column: Column, margin: i32, budget: &mut Budget<'_>) -> bool;
}

fn new_search(variant: Variant, options: &MaxSolverOptions) -> Result<Box<dyn Solve>, MaxSolveError> {
    struct New<'a>(&'a MaxSolverOptions);
    impl ForSize for New<'_> {
        type Output = io::Result<Box<dyn Solve>>;

        fn run<P: Packing, S: Shape>(self, geometry: Geometry<P::Mask, S>) -> Self::Output {
            Ok(Box::new(Exact::<P, S>::new(geometry, self.0.memory, self.0.techniques)?))
        }
    }
    for_size(variant, New(options))?.map_err(|_| MaxSolveError::NoMemory)
}

/// The points a side is ahead now.
fn ahead(game: &Game, side: Side) -> i32 {
    let points = game.points();
    points.of(side).cast_signed() - points.of(side.other()).cast_signed()
}

impl<P: Packing, S: Shape> Solve for Exact<P, S> {
    fn margin(&mut self, game: &Game, budget: &mut Budget<'_>) -> Bounds {
        let made = ahead(game, game.turn());
        // The search was made for this variant, so the board uses its word.
        let Some(node) = Node::of_game(&self.moves.geometry, game, &self.moves.techniques) else {
            return Bounds { lower: -pairing::FAR, upper: pairing::FAR };
        };
        self.value(&node, made, budget)
    }

    fn best(&mut self, game: &Game, margin: i32, budget: &mut Budget<'_>) -> Option<Column> {
        let node = Node::of_game(&self.moves.geometry, game, &self.moves.techniques)?;
        let hint = self.remembered(&node);
        let mut columns = centre_first(game);
        columns.sort_by_key(|column| Some(column.index()) != hint);
        columns.into_iter().find(|&column| self.keeps(game, column, margin, budget))
    }

    fn keeps(&mut self, game: &Game, column: Column, margin: i32, budget: &mut Budget<'_>) -> bool {
        let mut after = game.clone();
        if after.play(column).is_err() {
            return false;
        }
        let Some(node) = Node::of_game(&self.moves.geometry, &after, &self.moves.techniques) else { return false };
        let beta = ahead(&after, game.turn()) - margin + 1;
        self.test(&node, beta, budget) < beta && !budget.stopped()
    }
}
