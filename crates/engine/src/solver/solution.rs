//! What a solve found, or knows so far.

use std::time::Duration;

/// The proven bounds of a score, and what they cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The score is at least this.
    pub lower: i32,
    /// The score is at most this.
    pub upper: i32,
    /// Positions visited.
    pub nodes: u64,
    /// Wall time.
    pub elapsed: Duration,
}

impl Solution {
    /// The score for the side to move, or `None` if the solve was stopped before it was known.
    ///
    /// After [`solve`](super::Solver::solve) it is the score of the rules: 0 for a tie, k for a win with the k-th last
    /// own checker, −k for such a loss. After [`solve_weak`](super::Solver::solve_weak) it is 1, 0 or −1.
    #[must_use]
    pub fn score(&self) -> Option<i32> {
        (self.lower == self.upper).then_some(self.lower)
    }
}

/// News of a solve that is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolveProgress {
    /// The score is at least this.
    pub lower: i32,
    /// The score is at most this.
    pub upper: i32,
    /// Positions visited so far.
    pub nodes: u64,
    /// Wall time so far.
    pub elapsed: Duration,
    /// How full the table was when the bounds improved last, in thousandths.
    pub table_permille: u32,
}
