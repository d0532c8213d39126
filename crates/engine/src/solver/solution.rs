//! What an exact solver found.

use crate::Score;
use crate::budget::Budget;
use dropline_core::Column;
use std::time::Duration;

/// The proven bounds of a score, and what they cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The score is at least this.
    pub lower: Score,
    /// The score is at most this.
    pub upper: Score,
    /// A best column, if the solver looked for one and found it.
    pub best: Option<Column>,
    /// Positions visited.
    pub nodes: u64,
    /// Wall time.
    pub elapsed: Duration,
}

impl Solution {
    pub(crate) fn new(lower: Score, upper: Score, budget: &Budget<'_>) -> Solution {
        Solution { lower, upper, best: None, nodes: budget.nodes(), elapsed: budget.elapsed() }
    }

    /// The score for the side to move, or `None` if the solve was stopped before it was known.
    ///
    /// In Connect-N it is 0 for a tie, k for a win with the k-th last own checker, −k for such a loss; after
    /// [`solve_weak`](super::Solver::solve_weak) 1, 0 or −1. In Max-Connect-N it is the final margin in points.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        (self.lower == self.upper).then_some(self.lower)
    }
}
