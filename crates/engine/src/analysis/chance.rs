//! The chance of winning that a number of the search stands for.

/// The chance of winning, from 0 to 1, of a position of Connect to which the search gives this number between −1 and 1.
#[must_use]
pub(super) fn chance(score: f64) -> f64 {
    1.0 / (1.0 + (-3.0 * score).exp())
}
