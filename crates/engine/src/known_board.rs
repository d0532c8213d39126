//! What empty boards are worth: values that took hours, or that others have published.

use crate::oracle::Strength;
use crate::{Score, win_score};
use dropline_core::{Column, Rules, Variant};
use std::sync::LazyLock;

/// An empty board whose value is known.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct KnownBoard {
    /// The board.
    pub variant: Variant,
    /// Who wins: 1 for the side that begins, −1 for the other, 0 for nobody.
    pub winner: i32,
    /// The score for the side that begins, if more than the winner is known.
    pub score: Option<Score>,
    /// The number of the checker that wins a game of Connect-N with best play.
    pub last_checker: Option<usize>,
    /// The first columns that keep the value, all of them; empty where they are not known.
    pub columns: Vec<Column>,
    /// Who found it.
    pub source: BoardSource,
}

/// Who found the value of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardSource {
    /// Others published it.
    Published,
    /// Others published it, and this solver found the same.
    Confirmed,
    /// This solver, nobody else that we know of.
    Ours,
}

impl BoardSource {
    /// In a word.
    ///
    /// ```
    /// use dropline_engine::BoardSource;
    ///
    /// assert_eq!(BoardSource::Ours.word(), "ours");
    /// ```
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            BoardSource::Published => "published",
            BoardSource::Confirmed => "confirmed",
            BoardSource::Ours => "ours",
        }
    }
}

/// The table, a board a line.
const TABLE: &str = include_str!("../boards/values.txt");

/// Boards with fewer cells are solved in a moment, so an oracle finds their values itself.
const FEWEST_CELLS: usize = 35;

impl KnownBoard {
    /// All boards whose value is known.
    ///
    /// ```
    /// use dropline_core::Variant;
    /// use dropline_engine::KnownBoard;
    ///
    /// let standard = KnownBoard::all().iter().find(|board| board.variant == Variant::STANDARD).unwrap();
    /// assert_eq!((standard.score, standard.last_checker), (Some(1), Some(41)));
    /// ```
    #[must_use]
    pub fn all() -> &'static [KnownBoard] {
        static ALL: LazyLock<Vec<KnownBoard>> = LazyLock::new(|| TABLE.lines().filter_map(read).collect());
        &ALL
    }

    /// What the score is at least and at most, as far as it is known.
    pub(crate) fn bounds(&self) -> [Option<Score>; 2] {
        match (self.score, self.winner) {
            (Some(score), _) => [Some(score); 2],
            (None, 1..) => [Some(1), None],
            (None, _) => [None, Some(self.winner)],
        }
    }

    /// What follows from that for a first column: none is worth more than the board, and one that does not keep its value is worth less.
    pub(crate) fn bounds_of(&self, column: Column) -> [Option<Score>; 2] {
        let [lower, upper] = self.bounds();
        match self.columns.contains(&column) {
            true => [lower, upper],
            false if self.columns.is_empty() => [None, upper],
            false => [None, lower.map(|lower| lower - 1).or(upper)],
        }
    }

    /// Whether a first column keeps the score of the board, or who wins it; nothing if that is not known.
    pub(crate) fn keeps(&self, column: Column, score: Score, strength: Strength) -> Option<bool> {
        let counts = |score: Score| if strength == Strength::Winner { score.signum() } else { score };
        let [lower, upper] = self.bounds_of(column).map(|bound| bound.map(counts));
        let kept = lower.filter(|&lower| lower >= counts(score)).map(|_| true);
        kept.or(upper.filter(|&upper| upper < counts(score)).map(|_| false))
    }

    /// The board that an oracle of a variant need not solve.
    pub(crate) fn worth_asking(variant: Variant) -> Option<&'static KnownBoard> {
        KnownBoard::all().iter().find(|board| board.variant == variant && variant.cells() >= FEWEST_CELLS)
    }
}

/// The board of a line; nothing for a remark. A test holds every other line to be one.
fn read(line: &str) -> Option<KnownBoard> {
    let [variant, value, last, columns, source] = line.split(' ').collect::<Vec<_>>().try_into().ok()?;
    let variant: Variant = variant.parse().ok()?;
    let last_checker = last.parse::<usize>().ok();
    let (winner, score) = match variant.rules() {
        Rules::Max => {
            let margin: Score = value.parse().ok()?;
            (margin.signum(), Some(margin))
        }
        Rules::Connect => {
            let winner = ["loss", "tie", "win"].iter().position(|word| *word == value)? as i32 - 1;
            let won = last_checker.map(|last| win_score(variant, last - 1) * winner);
            (winner, if winner == 0 { Some(0) } else { won })
        }
    };
    let number = |column: &str| column.parse::<usize>().ok().map(|number| Column::from_index(number - 1));
    let source = match source {
        "published" => BoardSource::Published,
        "confirmed" => BoardSource::Confirmed,
        "ours" => BoardSource::Ours,
        _ => return None,
    };
    let columns = columns.split(',').filter_map(number).collect();
    Some(KnownBoard { variant, winner, score, last_checker, columns, source })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::BookChoice;
    use crate::{Limits, Oracle, OracleOptions, Think};
    use dropline_core::Game;

    #[test]
    fn every_line_is_a_board_and_no_board_stands_twice() {
        let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
        assert_eq!(lines.clone().find(|line| read(line).is_none()), None);
        let mut variants: Vec<_> = KnownBoard::all().iter().map(|board| board.variant.to_string()).collect();
        variants.sort();
        variants.dedup();
        assert_eq!(variants.len(), lines.count());
    }

    #[test]
    fn small_boards_are_worth_what_the_table_says() {
        for board in KnownBoard::all().iter().filter(|board| board.variant.cells() <= 30) {
            let options = OracleOptions { book: BookChoice::None, ..OracleOptions::default() };
            let few = Think { limits: Limits { nodes: Some(2_000_000), ..Limits::default() }, ..Think::default() };
            let solution =
                Oracle::with(board.variant, options).unwrap().score(&Game::new(board.variant), &few).unwrap();
            let score = board.score.unwrap();
            assert!(solution.lower <= score && score <= solution.upper, "{}: {solution:?}", board.variant);
        }
    }

    #[test]
    fn an_oracle_knows_a_large_board_at_once_unless_it_may_not_look() {
        let one = Think { limits: Limits { nodes: Some(1), ..Limits::default() }, ..Think::default() };
        let ask = |variant: &str, book| {
            let variant: Variant = variant.parse().unwrap();
            let mut oracle = Oracle::with(variant, OracleOptions { book, ..OracleOptions::default() }).unwrap();
            oracle.score(&Game::new(variant), &one).unwrap().score()
        };
        assert_eq!(ask("9x7c4", BookChoice::Embedded), Some(5));
        assert_eq!(ask("7x6m4", BookChoice::Embedded), Some(0));
        assert_eq!(ask("9x7c4", BookChoice::None), None);
        assert_eq!(ask("8x9c4", BookChoice::Embedded), None);
    }

    #[test]
    fn the_columns_that_keep_a_board_are_known_at_once() {
        let one = Think { limits: Limits { nodes: Some(1), ..Limits::default() }, ..Think::default() };
        let start = Game::new("7x6m4".parse().unwrap());
        let mut oracle = Oracle::new(start.variant()).unwrap();
        for strength in [Strength::Score, Strength::Winner] {
            let mut kept = |column| oracle.keeps(&start, column, 0, strength, &one).unwrap();
            let kept: Vec<_> = start.legal_columns().map(&mut kept).collect();
            assert_eq!(kept, [false, false, true, true, true, false, false].map(Some), "{strength:?}");
        }
    }
}
