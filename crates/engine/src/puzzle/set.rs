//! Many puzzles of a variant, and the text that holds them.
//!
//! A head line, then a line for each puzzle: its position (what stands after the colon of its key), the right column, `win` or `tie`, the moves to be found, the
//! theme, the rating and its deviation. Empty lines, and lines that begin with `#`, are left out.

use super::Day;
use super::{Puzzle, PuzzleProgress, PuzzleTheme, PuzzleThemeError};
use crate::Rating;
use crate::analysis::Outlook;
use dropline_core::{Column, DropError, KeyProblem, Side, Variant, VariantError, notation};
use std::collections::BTreeMap;
use std::fmt::Write;

const HEAD: &str = "dropline puzzles 1:";

/// Puzzles of a variant, no two alike.
#[derive(Clone, Debug, PartialEq)]
pub struct PuzzleSet {
    variant: Variant,
    puzzles: Vec<Puzzle>,
}

/// What somebody wants to solve.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PuzzleWish {
    /// Only this theme.
    pub theme: Option<PuzzleTheme>,
    /// About as hard as this, instead of one's own rating.
    pub rating: Option<f64>,
}

/// What is wrong with the text of a puzzle set, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct PuzzleSetError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: PuzzleSetProblem,
}

/// What is wrong with the text of a puzzle set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PuzzleSetProblem {
    /// The first line is another one.
    #[error("a puzzle set begins with `{HEAD} 7x6c4`, or another variant")]
    Head,
    /// What stands after the colon is no variant.
    #[error(transparent)]
    Variant(#[from] VariantError),
    /// A puzzle has seven parts.
    #[error("a puzzle is its position, column, `win` or `tie`, moves, theme, rating and deviation, not {0} parts")]
    Parts(usize),
    /// The position is none.
    #[error(transparent)]
    Position(#[from] KeyProblem),
    /// Nobody can move in the position.
    #[error("{0}: the game is over")]
    Over(String),
    /// The checkers do not fit whose turn it is.
    #[error("{id}: with {red} red and {black} black checkers it is not {turn}'s turn")]
    Turn {
        /// The position.
        id: String,
        /// Red checkers.
        red: usize,
        /// Black checkers.
        black: usize,
        /// Whose turn it is said to be.
        turn: Side,
    },
    /// Nobody can play the column.
    #[error("{id}: {error}")]
    Column {
        /// The position.
        id: String,
        /// Why.
        error: DropError,
    },
    /// There is no such theme.
    #[error(transparent)]
    Theme(#[from] PuzzleThemeError),
    /// A part is out of range.
    #[error("`{}` is no {what}", found.escape_debug())]
    Part {
        /// What it should be.
        what: &'static str,
        /// What it is.
        found: String,
    },
    /// A puzzle stands there twice, perhaps seen in a mirror.
    #[error("{id} is the puzzle of line {line} again, or its mirror image")]
    Twice {
        /// The position.
        id: String,
        /// Where it stands already.
        line: usize,
    },
}

impl PuzzleSet {
    /// A set of these puzzles; of those that are alike the first, and none of another variant.
    #[must_use]
    pub fn new(variant: Variant, puzzles: impl IntoIterator<Item = Puzzle>) -> PuzzleSet {
        let mut seen = std::collections::BTreeSet::new();
        let new = |puzzle: &Puzzle| puzzle.variant() == variant && seen.insert(puzzle.canonical());
        PuzzleSet { variant, puzzles: puzzles.into_iter().filter(new).collect() }
    }

    /// The puzzles in a text. What they say of their positions is looked at by [`Puzzle::check`], which takes longer.
    ///
    /// ```
    /// use dropline_engine::puzzle::PuzzleSet;
    /// let error = PuzzleSet::parse("dropline puzzles 1: 7x6c4\nabc 4 win 3\n").unwrap_err();
    /// assert!(error.to_string().starts_with("line 2: a puzzle is its position, column,"));
    /// ```
    pub fn parse(text: &str) -> Result<PuzzleSet, PuzzleSetError> {
        let lines = text.trim_start_matches('\u{feff}').lines().enumerate();
        let lines = lines.map(|(index, line)| (index + 1, line.trim()));
        let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let (line, head) = lines.next().unwrap_or((1, ""));
        let fail = |line, problem| PuzzleSetError { line, problem };
        let name = head.strip_prefix(HEAD).ok_or_else(|| fail(line, PuzzleSetProblem::Head))?;
        let variant: Variant = name.trim().parse().map_err(|error: VariantError| fail(line, error.into()))?;
        let (mut puzzles, mut places) = (Vec::new(), BTreeMap::new());
        for (line, text) in lines {
            let puzzle = Puzzle::parse(variant, text).map_err(|problem| fail(line, problem))?;
            if let Some(earlier) = places.insert(puzzle.canonical(), line) {
                return Err(fail(line, PuzzleSetProblem::Twice { id: puzzle.id(), line: earlier }));
            }
            puzzles.push(puzzle);
        }
        Ok(PuzzleSet { variant, puzzles })
    }

    /// The text that holds the set.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = format!("{HEAD} {}\n", self.variant);
        for puzzle in &self.puzzles {
            let _ = writeln!(text, "{}", puzzle.line());
        }
        text
    }

    /// The variant.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The puzzles in their order.
    #[must_use]
    pub fn puzzles(&self) -> &[Puzzle] {
        &self.puzzles
    }

    /// A puzzle by its name.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&Puzzle> {
        self.puzzles.iter().find(|puzzle| puzzle.id() == id)
    }

    /// The puzzle of a day: the same for everybody. New puzzles in a later set change few days.
    #[must_use]
    pub fn of_the_day(&self, day: Day) -> Option<&Puzzle> {
        self.puzzles.iter().min_by_key(|puzzle| crate::book::checksum(format!("{day} {}", puzzle.id()).as_bytes()))
    }

    /// A puzzle to be solved next: one that was not tried yet, of those that come nearest to the wish; chance is taken from the seed.
    /// Those whose names stand in `given`, the last one last, come again in that order where there is no other.
    #[must_use]
    pub fn next(&self, progress: &PuzzleProgress, wish: PuzzleWish, given: &[String], seed: u64) -> Option<&Puzzle> {
        const NEAREST: usize = 20;
        let rating = wish.rating.unwrap_or(progress.rating().rating);
        let distance = |puzzle: &Puzzle| (puzzle.rating.rating - rating).abs();
        let fits = self.puzzles.iter().filter(|puzzle| wish.theme.is_none_or(|theme| puzzle.theme == theme));
        let open = fits.map(|puzzle| (puzzle.id(), puzzle)).filter(|(id, _)| progress.result(id).is_none());
        let last_given = |id: &String| given.iter().rposition(|given| given == id);
        let mut near: Vec<(Option<usize>, &Puzzle)> = open.map(|(id, puzzle)| (last_given(&id), puzzle)).collect();
        near.sort_by(|a, b| a.0.cmp(&b.0).then(distance(a.1).total_cmp(&distance(b.1))));
        near.truncate(NEAREST);
        let chance = |puzzle: &Puzzle| crate::book::checksum(format!("{seed} {}", puzzle.id()).as_bytes());
        near.into_iter().min_by_key(|&(given, puzzle)| (given, chance(puzzle))).map(|(_, puzzle)| puzzle)
    }
}

impl Puzzle {
    /// The puzzle as a line of a set.
    #[must_use]
    pub fn line(&self) -> String {
        let id = self.id();
        let position = id.split_once(':').map_or("", |(_, position)| position);
        let Puzzle { column, goal, moves, theme, rating, .. } = self;
        format!("{position} {column} {goal} {moves} {theme} {:.0} {:.0}", rating.rating, rating.deviation)
    }

    /// The puzzle in a line of a set of a variant.
    pub fn parse(variant: Variant, line: &str) -> Result<Puzzle, PuzzleSetProblem> {
        let parts: Vec<&str> = line.split_whitespace().collect();
        let &[position, column, goal, moves, theme, rating, deviation] = parts.as_slice() else {
            return Err(PuzzleSetProblem::Parts(parts.len()));
        };
        let number = |what: &'static str, text: &str, most: u32| match text.parse() {
            Ok(number) if (1..=most).contains(&number) => Ok(number),
            _ => Err(PuzzleSetProblem::Part { what, found: text.to_owned() }),
        };
        let id = format!("{variant}:{position}");
        let game = notation::key::parse(&id).map_err(|error| error.problem)?;
        if game.is_over() {
            return Err(PuzzleSetProblem::Over(id));
        }
        let (turn, [red, black]) = (game.turn(), Side::BOTH.map(|side| game.board().count(side)));
        let fits = if turn == Side::Red { red == black } else { red == black + 1 };
        if !fits {
            return Err(PuzzleSetProblem::Turn { id, red, black, turn });
        }
        let column = Column::from_index(number("column", column, 65_535)? as usize - 1);
        game.board().has_room(column).map_err(|error| PuzzleSetProblem::Column { id, error })?;
        let goal = match goal {
            "win" => Outlook::Win,
            "tie" => Outlook::Tie,
            other => return Err(PuzzleSetProblem::Part { what: "goal", found: other.to_owned() }),
        };
        let moves = number("number of moves", moves, variant.cells() as u32)?;
        let rating = Rating::new(number("rating", rating, 9999)?.into(), number("deviation", deviation, 350)?.into());
        Ok(Puzzle { game, column, goal, moves, theme: theme.parse()?, rating })
    }
}
