//! The chance of winning that a number of the search stands for.
//!
//! A number of a half is worth more on a large board than on a small one, and more than twice as much as a quarter; so the log odds are read from a table, between whose
//! places they are interpolated. It was fitted to games of the engine against itself, `cargo run --release -p dropline-engine --example chances -- --rows 9x7c4 12x10c5 15x15c5`;
//! docs/engine.md says how well it holds.

use dropline_core::Game;

/// Log odds at numbers of 0, 0.1, 0.2 … 0.7 on boards of so many cells.
const SMALL: (f64, [f64; 8]) = (63.0, [0.0, 0.3, 0.42, 0.45, 0.6, 1.1, 1.75, 3.5]);
const LARGE: (f64, [f64; 8]) = (120.0, [0.0, 0.22, 0.65, 1.1, 1.5, 1.9, 3.5, 4.8]);

/// The chance of winning, from 0 to 1, of the side to move in a position of Connect to which the search gives this number between −1 and 1.
pub(super) fn chance(game: &Game, score: f64) -> f64 {
    let size = ((game.variant().cells() as f64 - SMALL.0) / (LARGE.0 - SMALL.0)).clamp(0.0, 1.0);
    let odds = (1.0 - size) * at(&SMALL.1, score.abs()) + size * at(&LARGE.1, score.abs());
    1.0 / (1.0 + (-odds.copysign(score)).exp())
}

/// What a table says at a number.
fn at(table: &[f64; 8], number: f64) -> f64 {
    let place = (number * 10.0).clamp(0.0, 7.0);
    let below = (place as usize).min(6);
    let part = place - below as f64;
    (1.0 - part) * table[below] + part * table[below + 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_is_better_and_what_one_side_has_the_other_lacks() {
        for variant in ["1x1c1", "7x6c4", "9x7c4", "12x10c5", "15x15c5", "64x64c6"] {
            let game = Game::new(variant.parse().unwrap());
            let chances: Vec<f64> = (-100..=100).map(|score| chance(&game, f64::from(score) / 100.0)).collect();
            assert!(chances.is_sorted() && (chances[100] - 0.5).abs() < 1e-12, "{variant}");
            assert!(chances.iter().zip(chances.iter().rev()).all(|(one, two)| (one + two - 1.0).abs() < 1e-12));
            assert!(chances[0] > 0.0 && chances[200] < 1.0, "what is not proven is not sure");
        }
    }
}
