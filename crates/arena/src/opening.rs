//! Where games start: nothing, all positions of some plies, chance, or a list.

use dropline_core::words::number_of;
use dropline_core::{Column, Game, MovesError, Variant, notation};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

/// The most openings a tournament may have.
pub const MOST_OPENINGS: usize = 200_000;

/// Where the games of a tournament start. Each opening is played with both colours.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Openings {
    /// The empty board.
    #[default]
    None,
    /// Every distinct position after so many plies that is not the end of a game.
    All(u32),
    /// So many plies by chance, from the seed; fewer where the game would be over by then.
    Random(u32),
    /// These, in the moves notation.
    List(Vec<String>),
}

/// Why there are no openings to play from.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OpeningError {
    /// Every game is over by then.
    #[error("no game of {variant} goes on after {}: take fewer", number_of(*.plies as usize, "move"))]
    AllOver {
        /// The variant.
        variant: Variant,
        /// The plies asked for.
        plies: u32,
    },
    /// More than [`MOST_OPENINGS`].
    #[error("{variant} has more than {MOST_OPENINGS} positions after {}: take fewer, or random:{plies}", number_of(*.plies as usize, "move"))]
    TooMany {
        /// The variant.
        variant: Variant,
        /// The plies asked for.
        plies: u32,
    },
    /// The list has nothing in it.
    #[error("the list of openings is empty")]
    Empty,
    /// A line of the list cannot be played.
    #[error("opening {number}, `{text}`: {error}")]
    Moves {
        /// Which line of the list, counted from 1.
        number: usize,
        /// The line.
        text: String,
        /// What is wrong.
        error: MovesError,
    },
    /// A line of the list ends the game.
    #[error("opening {number}, `{text}`: the game is already over")]
    Over {
        /// Which line of the list, counted from 1.
        number: usize,
        /// The line.
        text: String,
    },
}

impl Openings {
    /// The lines of a file that hold moves: blank lines and those that begin with `#` are left out.
    #[must_use]
    pub fn from_lines(text: &str) -> Openings {
        let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
        Openings::List(lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned).collect())
    }

    /// The positions to start from; `wanted` says how many chance should make.
    pub(crate) fn games(&self, variant: Variant, seed: u64, wanted: usize) -> Result<Vec<Game>, OpeningError> {
        match self {
            Openings::None => Ok(vec![Game::new(variant)]),
            Openings::All(plies) => all(variant, *plies),
            Openings::Random(plies) => {
                Ok((0..wanted).map(|index| random(variant, *plies, mix(seed, index as u64))).collect())
            }
            Openings::List(list) if list.is_empty() => Err(OpeningError::Empty),
            Openings::List(list) => list.iter().enumerate().map(|(index, text)| listed(variant, index, text)).collect(),
        }
    }
}

/// One number out of two, each bit depending on all of theirs (the finaliser of SplitMix64).
pub(crate) const fn mix(seed: u64, index: u64) -> u64 {
    let mut z = seed ^ index.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

fn listed(variant: Variant, index: usize, text: &str) -> Result<Game, OpeningError> {
    let (number, text) = (index + 1, text.to_owned());
    match Game::from_moves(variant, &text) {
        Err(error) => Err(OpeningError::Moves { number, text, error }),
        Ok(game) if game.is_over() => Err(OpeningError::Over { number, text }),
        Ok(game) => Ok(game),
    }
}

/// Whether the board is full by then at the latest.
fn is_full(variant: Variant, plies: u32) -> bool {
    plies as usize >= variant.cells()
}

fn all(variant: Variant, plies: u32) -> Result<Vec<Game>, OpeningError> {
    if is_full(variant, plies) {
        return Err(OpeningError::AllOver { variant, plies });
    }
    let mut games = vec![Game::new(variant)];
    for _ in 0..plies {
        let mut seen = FxHashSet::default();
        let mut next = Vec::new();
        for game in &games {
            for column in game.legal_columns() {
                let mut after = game.clone();
                if after.play(column).is_ok() && !after.is_over() && seen.insert(after.position()) {
                    next.push(after);
                }
            }
            if next.len() > MOST_OPENINGS {
                return Err(OpeningError::TooMany { variant, plies });
            }
        }
        games = next;
    }
    if games.is_empty() { Err(OpeningError::AllOver { variant, plies }) } else { Ok(games) }
}

/// Moves by chance that do not end the game; fewer than asked for where every one would.
fn random(variant: Variant, plies: u32, seed: u64) -> Game {
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut game = Game::new(variant);
    for _ in 0..plies {
        let mut columns: Vec<Column> = game.legal_columns().collect();
        columns.shuffle(&mut chance);
        let next = columns.into_iter().find_map(|column| {
            let mut after = game.clone();
            (after.play(column).is_ok() && !after.is_over()).then_some(after)
        });
        match next {
            Some(after) => game = after,
            None => break,
        }
    }
    game
}

/// The moves of an opening as text, `-` for none.
pub(crate) fn text(game: &Game) -> String {
    if game.moves().is_empty() { "-".to_owned() } else { notation::moves::write(game.variant(), game.moves()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variant(text: &str) -> Variant {
        text.parse().unwrap()
    }

    #[test]
    fn all_openings_are_the_positions_of_that_ply() {
        let count = |name: &str, plies| Openings::All(plies).games(variant(name), 0, 1).map(|games| games.len());
        assert_eq!([0, 1, 2, 3, 4].map(|plies| count("7x6c4", plies).unwrap()), [1, 7, 49, 238, 1120]);
        assert_eq!(count("1x1c1", 1), Err(OpeningError::AllOver { variant: variant("1x1c1"), plies: 1 }));
        assert!(matches!(count("20x20c4", 5), Err(OpeningError::TooMany { .. })));
    }

    #[test]
    fn random_openings_are_never_over_and_come_from_the_seed() {
        for name in ["1x1c1", "1x2c2", "2x2c2", "3x3c3", "7x6c4", "7x6m4", "4096x1c5", "64x64m2"] {
            for seed in 0..20 {
                let games = Openings::Random(6).games(variant(name), seed, 3).unwrap();
                assert!(games.iter().all(|game| !game.is_over()), "{name}");
                assert_eq!(games, Openings::Random(6).games(variant(name), seed, 3).unwrap());
            }
        }
        let games = Openings::Random(6).games(variant("7x6c4"), 1, 50).unwrap();
        assert!(games.iter().all(|game| game.moves().len() == 6));
        let distinct: FxHashSet<_> = games.iter().map(Game::position).collect();
        assert!(distinct.len() > 45);
    }

    #[test]
    fn a_list_is_checked_line_by_line() {
        let list = Openings::from_lines("# the middle\n44\n\n 1 2 3\n");
        assert_eq!(list, Openings::List(vec!["44".into(), "1 2 3".into()]));
        assert_eq!(list.games(variant("7x6c4"), 0, 1).unwrap().len(), 2);
        let said = |text: &str| Openings::from_lines(text).games(variant("7x6c4"), 0, 1).unwrap_err().to_string();
        assert_eq!(said("4\n48"), "opening 2, `48`: line 1, character 2: column 8 is off the board (1 to 7)");
        assert_eq!(said("1212121"), "opening 1, `1212121`: the game is already over");
        assert_eq!(said("# nothing"), "the list of openings is empty");
    }
}
