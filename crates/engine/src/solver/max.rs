//! The exact solver of Max-Connect-N: the final margin of any position, with the value of every column.
//!
//! What is searched are the points *still to come*, for the side to move: they depend on the open lines alone, so the points already made, dead cells
//! and dead checkers are left out of a position before it is looked up. `docs/engine.md` tells how it works and what each idea is worth.

mod copies;
pub(crate) mod exact;
pub(crate) mod geometry;
pub(crate) mod lines;
pub(crate) mod moves;
pub(crate) mod node;
pub(crate) mod pairing;
mod relaxed;
pub(crate) mod size;
mod stacks;
pub(crate) mod table;
mod techniques;
pub(crate) mod weights;
mod worth;

pub use techniques::MaxTechniques;

use super::{Solution, SolveError};
use crate::budget::Budget;
use crate::search::open_columns;
use crate::{Score, Think};
use dropline_core::{Column, Game, Side, Variant};
use exact::{Bounds, ExactSearch};
use geometry::{LineGeometry, Shape};
use node::Node;
use size::{ForSize, for_size};
use std::io;
use table::Packing;

#[cfg(test)]
pub(crate) mod tests;

/// What a solver may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MaxSolverOptions {
    /// The most bytes of memory for the table. It is taken as it is needed.
    pub memory: usize,
    /// The ideas the search uses.
    pub techniques: MaxTechniques,
}

impl Default for MaxSolverOptions {
    /// 256 MiB, in a page 32, and everything that helps.
    fn default() -> MaxSolverOptions {
        let memory = if cfg!(target_family = "wasm") { 32 << 20 } else { 256 << 20 };
        MaxSolverOptions { memory, techniques: MaxTechniques::ALL }
    }
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

impl Default for MaxSolver {
    fn default() -> MaxSolver {
        MaxSolver::new(MaxSolverOptions::default())
    }
}

impl MaxSolver {
    /// A solver that knows nothing yet.
    #[must_use]
    pub fn new(options: MaxSolverOptions) -> MaxSolver {
        MaxSolver { options, search: None }
    }

    /// The options it was made with.
    #[must_use]
    pub const fn options(&self) -> &MaxSolverOptions {
        &self.options
    }

    /// The final margin of a position with best play, for the side to move, and a best column.
    ///
    /// A search that has to stop, at a limit or by the stop flag, returns the bounds proven so far; [`Limits::depth`](crate::Limits) has no bearing. A
    /// resigned game is solved as if it went on.
    pub fn solve(&mut self, game: &Game, think: &Think<'_>) -> Result<Solution, SolveError> {
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
    /// # use dropline_engine::{Think, solver::MaxSolver};
    /// let mut solver = MaxSolver::default();
    /// let columns = solver.column_values(&Game::new("4x3m3".parse()?), &Think::default())?;
    /// let margins: Vec<_> = columns.iter().map(|column| column.margin()).collect();
    /// assert_eq!(margins, [Some(-1), Some(-1), Some(-1), Some(-1)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn column_values(&mut self, game: &Game, think: &Think<'_>) -> Result<Vec<MaxColumn>, SolveError> {
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

    /// Whether the final margin is more than `alpha`, told by the bounds: `lower` is more than it, or `upper` is not, unless the search was stopped. One
    /// question, so it is answered sooner than the margin is found.
    ///
    /// ```
    /// use dropline_core::Game;
    /// use dropline_engine::{Think, solver::MaxSolver};
    ///
    /// let game = Game::new("4x3m3".parse()?);
    /// assert!(MaxSolver::default().exceeds(&game, -2, &Think::default())?.lower > -2); // the first player loses by one point
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn exceeds(&mut self, game: &Game, alpha: i32, think: &Think<'_>) -> Result<Solution, SolveError> {
        let search = self.search(game.variant())?;
        let mut budget = budget_for(think);
        let Bounds { lower, upper } = search.exceeds(game, alpha, &mut budget);
        Ok(Solution::new(lower, upper, &budget))
    }

    /// Empties the table, so that the next solve takes as many nodes as the first one did.
    pub fn forget(&mut self) {
        self.search = None;
    }

    fn search(&mut self, variant: Variant) -> Result<&mut dyn Solve, SolveError> {
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
pub(crate) fn budget_for<'a>(think: &Think<'a>) -> Budget<'a> {
    let mut budget = Budget::new(think, INTERVAL);
    budget.look();
    budget
}

/// The exact search for some board size, whatever its word.
pub(crate) trait Solve: Send {
    /// Bounds on the final margin for the side to move.
    fn margin(&mut self, game: &Game, budget: &mut Budget<'_>) -> Bounds;

    /// The same, that only tell whether it is more than `alpha`; nothing if the search had to stop.
    fn exceeds(&mut self, game: &Game, alpha: i32, budget: &mut Budget<'_>) -> Bounds;

    /// A column that keeps the margin; nothing if there is no move or the search had to stop.
    fn best(&mut self, game: &Game, margin: i32, budget: &mut Budget<'_>) -> Option<Column>;

    /// Whether a column keeps the margin; false if the search had to stop.
    fn keeps(&mut self, game: &Game, column: Column, margin: i32, budget: &mut Budget<'_>) -> bool;
}

fn new_search(variant: Variant, options: &MaxSolverOptions) -> Result<Box<dyn Solve>, SolveError> {
    struct New<'a>(&'a MaxSolverOptions);
    impl ForSize for New<'_> {
        type Output = io::Result<Box<dyn Solve>>;

        fn run<P: Packing, S: Shape>(self, geometry: LineGeometry<P::Word, S>) -> Self::Output {
            Ok(Box::new(ExactSearch::<P, S>::new(geometry, self.0.memory, self.0.techniques)?))
        }
    }
    for_size(variant, New(options))?.map_err(|source| SolveError::Memory { bytes: options.memory, source })
}

/// The points a side is ahead now.
pub(crate) fn ahead(game: &Game, side: Side) -> i32 {
    let points = game.points();
    points.of(side).cast_signed() - points.of(side.other()).cast_signed()
}

impl<P: Packing, S: Shape> Solve for ExactSearch<P, S> {
    fn margin(&mut self, game: &Game, budget: &mut Budget<'_>) -> Bounds {
        let made = ahead(game, game.turn());
        // The search was made for this variant, so the board uses its word.
        let Some(node) = Node::of_game(&self.moves.geometry, game, &self.moves.techniques) else {
            return Bounds::UNKNOWN;
        };
        self.value(&node, made, budget)
    }

    fn exceeds(&mut self, game: &Game, alpha: i32, budget: &mut Budget<'_>) -> Bounds {
        let made = ahead(game, game.turn());
        let Some(node) = Node::of_game(&self.moves.geometry, game, &self.moves.techniques) else {
            return Bounds::UNKNOWN;
        };
        let beta = alpha + 1 - made;
        let value = self.test(&node, beta, budget);
        if budget.stopped() {
            Bounds::UNKNOWN
        } else if value < beta {
            Bounds { upper: made + value, ..Bounds::UNKNOWN }
        } else {
            Bounds { lower: made + value, ..Bounds::UNKNOWN }
        }
    }

    fn best(&mut self, game: &Game, margin: i32, budget: &mut Budget<'_>) -> Option<Column> {
        let node = Node::of_game(&self.moves.geometry, game, &self.moves.techniques)?;
        let hint = self.remembered(&node);
        let mut columns = open_columns(game);
        columns.sort_by_key(|column| Some(column.index()) != hint);
        columns.into_iter().find(|&column| self.keeps(game, column, margin, budget))
    }

    fn keeps(&mut self, game: &Game, column: Column, margin: i32, budget: &mut Budget<'_>) -> bool {
        let mut after = game.clone();
        // The other side gets no more out of it.
        after.play(column).is_ok() && self.exceeds(&after, -margin, budget).upper <= -margin
    }
}
