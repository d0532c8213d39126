//! How far the computer looks ahead.

use dropline_core::Game;
use std::str::FromStr;

/// A number of plies, at least 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SearchDepth(u64);

impl SearchDepth {
    /// The plies that can be looked ahead in a game: no more than there are vacant cells, which is to the end.
    pub(crate) fn plies(self, game: &Game) -> u32 {
        let vacant = game.board().vacant().max(1) as u64;
        self.0.min(vacant) as u32
    }
}

const NO_DEPTH: &str = "the depth is the number of moves looked ahead: a whole number, 1 or more";

impl FromStr for SearchDepth {
    type Err = &'static str;

    /// Reads any whole number from 1; one too large for the computer is as good as the largest.
    fn from_str(text: &str) -> Result<SearchDepth, &'static str> {
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        match text.parse().unwrap_or(u64::MAX) {
            plies if is_number && plies > 0 => Ok(SearchDepth(plies)),
            _ => Err(NO_DEPTH),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_are_whole_numbers_from_1() {
        for text in ["1", "8", "042", "4294967296", "99999999999999999999999"] {
            assert!(text.parse::<SearchDepth>().is_ok(), "{text}");
        }
        for text in ["", "0", "000", "-1", "+1", "1.5", "four", " 4", "1e3", "٣"] {
            assert_eq!(text.parse::<SearchDepth>(), Err(NO_DEPTH), "{text}");
        }
    }

    #[test]
    fn no_more_plies_than_vacant_cells() {
        let plies = |text: &str, moves| {
            let game = Game::from_moves("2x2m2".parse().unwrap(), moves).unwrap();
            text.parse::<SearchDepth>().unwrap().plies(&game)
        };
        assert_eq!(plies("3", ""), 3);
        assert_eq!(plies("9", ""), 4);
        assert_eq!(plies("99999999999999999999", "12"), 2);
        assert_eq!(plies("9", "1122"), 1);
    }
}
