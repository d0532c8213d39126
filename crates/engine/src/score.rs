//! Solver scores and what they mean.

use dropline_core::{Game, Variant};

/// The score of a Connect-N position for the side to move: 0 a tie with best play, k a win, −k a loss, where
/// k = ⌊(cells + 1 − m) / 2⌋ and m is the number of checkers on the board before the winning drop. More is better: a win sooner, a loss later.
pub type Score = i32;

/// The score of dropping the winning checker now, with `checkers` on the board before it.
///
/// ```
/// use dropline_core::Variant;
/// use dropline_engine::win_score;
/// assert_eq!(win_score(Variant::STANDARD, 41), 1); // with the very last checker
/// assert_eq!(win_score(Variant::STANDARD, 6), 18); // with one's fourth
/// ```
#[must_use]
pub const fn win_score(variant: Variant, checkers: usize) -> Score {
    ((variant.cells() + 1 - checkers) / 2) as Score
}

/// With which of its own drops from here the winner wins, if the position of a game has this score: 1 is its next. Nothing for a tie.
#[must_use]
pub fn winning_drop(game: &Game, score: Score) -> Option<u32> {
    winning_drop_after(game.variant(), game.board().checkers(), score)
}

/// The same of a position with so many checkers.
pub(crate) fn winning_drop_after(variant: Variant, checkers: usize, score: Score) -> Option<u32> {
    let first = match score {
        0 => return None,
        1.. => win_score(variant, checkers),
        _ => win_score(variant, checkers + 1),
    };
    u32::try_from(first - score.abs() + 1).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drops_follow_from_scores() {
        let drop = |moves: &str, score| winning_drop(&Game::from_moves(Variant::STANDARD, moves).unwrap(), score);
        assert_eq!(drop("", 1), Some(21)); // red wins the empty board with its 21st checker, move 41
        assert_eq!(drop("141414", 18), Some(1));
        assert_eq!(drop("14141", -18), Some(1)); // whatever black plays but 1, red wins at once
        assert_eq!(drop("4", 0), None);
    }
}
