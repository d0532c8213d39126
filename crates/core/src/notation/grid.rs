//! A position as a picture of characters: one line for each level, the top one first.
//!
//! `.` is vacant, `R` red, `B` black; also read are blank, `0` and `_` for vacant, `r` `1` `X` `x` for red, `b` `y` `Y` `2` `O` `o` for
//! black. Who moves follows from the counts (red if they are equal, black if red has one more), or stands as `red` or `black` on the line after the
//! board; then any counts are accepted. Line ends may be LF or CRLF, a byte order mark is passed over.
//!
//! ```
//! use dropline_core::{Game, Side, Variant, notation::grid};
//! let game = grid::parse("...\nB..\nBRR\nblack\n")?.game("3x3c3".parse()?)?;
//! assert_eq!(game.turn(), Side::Black);
//! assert_eq!(grid::write(game.board(), game.turn()), "...\nB..\nBRR\nblack\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{Place, TextError};
use crate::words::number_of;
use crate::{Board, Column, Game, Level, Side, Variant};

/// A grid that was read: rectangular, nothing hanging in the air. It becomes a game once the variant is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Levels from the top, as they were written.
    pub(super) rows: Vec<Row>,
    pub(super) turn: Side,
}

/// One level, from the left.
pub(super) type Row = Vec<Option<Side>>;

/// What is wrong with a grid, and where.
pub type GridError = TextError<GridProblem>;

/// What is wrong with a grid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GridProblem {
    /// There is nothing, or a blank line before the grid.
    #[error("expected the top level of the grid, found an empty line")]
    Empty,
    /// A character that is no cell.
    #[error("`{}` is not a cell: use . for vacant, R for red, B for black", .0.escape_debug())]
    Character(char),
    /// A line of another length than the first.
    #[error("this line has {}, the first has {expected}", number_of(*.found, "cell"))]
    Ragged {
        /// Cells on this line.
        found: usize,
        /// Cells on the first line.
        expected: usize,
    },
    /// A checker above a vacant cell.
    #[error("the checker at column {column}, level {level} hangs in the air")]
    Floating {
        /// Its column.
        column: Column,
        /// Its level.
        level: Level,
    },
    /// More checkers of one side than turns allow, and no line that says who moves.
    #[error(
        "{red} red and {black} black checkers cannot come from taking turns: add a last line `red` or `black` for a set-up position"
    )]
    Counts {
        /// Red checkers.
        red: usize,
        /// Black checkers.
        black: usize,
    },
    /// Something after the line that says who moves.
    #[error("nothing may follow the side to move")]
    Trailing,
    /// Another size than the variant's.
    #[error("the grid has {} × {}, but {variant} is played", number_of(*.columns, "column"), number_of(*.levels, "level"))]
    WrongSize {
        /// Its columns.
        columns: usize,
        /// Its levels.
        levels: usize,
        /// What was asked for.
        variant: Variant,
    },
}

fn fail<T>(line: usize, character: usize, problem: GridProblem) -> Result<T, GridError> {
    Err(GridError { place: Place { line, character }, problem })
}

/// Reads a grid.
pub fn parse(text: &str) -> Result<Grid, GridError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines: Vec<&str> = text.lines().collect();
    while lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    let mut rows: Vec<Row> = Vec::new();
    let mut turn = None;
    for (index, line) in lines.iter().enumerate() {
        let number = index + 1;
        if turn.is_some() {
            return fail(number, 1, GridProblem::Trailing);
        }
        if let (false, Ok(side)) = (rows.is_empty(), line.trim().parse::<Side>()) {
            turn = Some(side);
            continue;
        }
        let mut row = Vec::new();
        for (column, c) in line.chars().enumerate() {
            match cell(c) {
                Some(cell) => row.push(cell),
                None => return fail(number, column + 1, GridProblem::Character(c)),
            }
        }
        let expected = rows.first().map_or(row.len(), Vec::len);
        if row.is_empty() || row.len() != expected {
            let place = row.len().min(expected) + 1;
            let problem = match rows.is_empty() {
                true => GridProblem::Empty,
                false => GridProblem::Ragged { found: row.len(), expected },
            };
            return fail(number, place, problem);
        }
        rows.push(row);
    }
    if rows.is_empty() {
        return fail(1, 1, GridProblem::Empty);
    }
    check_floating(&rows)?;
    let turn = match turn {
        Some(side) => side,
        None => turn_by_counts(&rows)?,
    };
    Ok(Grid { rows, turn })
}

/// Whether a character stands for a cell.
pub(super) fn is_cell(c: char) -> bool {
    cell(c).is_some()
}

fn cell(c: char) -> Option<Option<Side>> {
    match c {
        '.' | ' ' | '0' | '_' => Some(None),
        'R' | 'r' | '1' | 'X' | 'x' => Some(Some(Side::Red)),
        'B' | 'b' | 'Y' | 'y' | '2' | 'O' | 'o' => Some(Some(Side::Black)),
        _ => None,
    }
}

/// The first checker, in reading order, that has a vacant cell below it is an error.
fn check_floating(rows: &[Row]) -> Result<(), GridError> {
    for (index, pair) in rows.windows(2).enumerate() {
        if let Some(column) = hanging(&pair[0], &pair[1]) {
            let level = Level::from_index(rows.len() - 1 - index);
            let problem = GridProblem::Floating { column: Column::from_index(column), level };
            return fail(index + 1, column + 1, problem);
        }
    }
    Ok(())
}

/// The first cell, from the left, that holds a checker above a vacant one.
pub(super) fn hanging(upper: &[Option<Side>], lower: &[Option<Side>]) -> Option<usize> {
    upper.iter().zip(lower).position(|(upper, lower)| upper.is_some() && lower.is_none())
}

/// How many checkers a side has.
pub(super) fn count(rows: &[Row], side: Side) -> usize {
    rows.iter().flatten().filter(|&&cell| cell == Some(side)).count()
}

fn turn_by_counts(rows: &[Row]) -> Result<Side, GridError> {
    let (red, black) = (count(rows, Side::Red), count(rows, Side::Black));
    if red == black {
        Ok(Side::Red)
    } else if red == black + 1 {
        Ok(Side::Black)
    } else {
        fail(rows.len() + 1, 1, GridProblem::Counts { red, black })
    }
}

impl Grid {
    /// How many columns the grid has.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.rows[0].len()
    }

    /// How many levels the grid has.
    #[must_use]
    pub fn levels(&self) -> usize {
        self.rows.len()
    }

    /// Who moves.
    #[must_use]
    pub const fn turn(&self) -> Side {
        self.turn
    }

    /// A game from this position, if the variant has the grid's size.
    pub fn game(&self, variant: Variant) -> Result<Game, GridError> {
        let (columns, levels) = (self.columns(), self.levels());
        if (columns, levels) != (variant.columns(), variant.levels()) {
            let (line, column) = match columns == variant.columns() {
                true => (levels.min(variant.levels()) + 1, 1),
                false => (1, columns.min(variant.columns()) + 1),
            };
            return fail(line, column, GridProblem::WrongSize { columns, levels, variant });
        }
        let mut board = Board::new(variant);
        for row in self.rows.iter().rev() {
            for (index, &checker) in row.iter().enumerate() {
                let column = Column::from_index(index);
                // The size was checked above and nothing hangs in the air, so every drop finds its place.
                if let Some(side) = checker
                    && board.drop(column, side).is_err()
                {
                    return fail(1, 1, GridProblem::WrongSize { columns, levels, variant });
                }
            }
        }
        Ok(Game::from_board(board, self.turn))
    }
}

/// A board as a grid, with the side to move on the last line.
#[must_use]
pub fn write(board: &Board, turn: Side) -> String {
    let mut text = String::new();
    for level in (0..board.variant().levels()).rev().map(Level::from_index) {
        text.extend(board.columns().map(|column| match board.checker_at(column, level) {
            None => '.',
            Some(Side::Red) => 'R',
            Some(Side::Black) => 'B',
        }));
        text.push('\n');
    }
    text.push_str(&format!("{turn}\n"));
    text
}
