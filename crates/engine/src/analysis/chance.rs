//! The chance of winning that a number of the search stands for.

use dropline_core::Game;

/// The chance of winning, from 0 to 1, of the side to move in a position of Connect to which the search gives this number between −1 and 1.
pub(super) fn chance(_game: &Game, score: f64, _depth: u32) -> f64 {
    1.0 / (1.0 + (-3.0 * score).exp())
}
