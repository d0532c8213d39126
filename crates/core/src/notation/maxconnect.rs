//! Board files of the Max-Connect course: the rows of the board as digits, the top one first, then one digit for who plays next.
//!
//! `0` is vacant, `1` the first player (red), `2` the second (black). Line ends may be LF or CRLF, the last one may be missing; blanks at line
//! ends, blank lines after the end and a byte order mark are passed over. The size is taken from the file, except that a board seven
//! columns wide has the course's six rows: a course file that lost a row is refused, not taken for a smaller board. [`parse_sized`] reads
//! any size that is said beforehand.
//!
//! ```
//! use dropline_core::{Rules, Side, Variant, notation::maxconnect};
//! let file = maxconnect::parse(b"0000\n0020\n0110\n2\n")?;
//! assert_eq!((file.columns(), file.levels(), file.turn()), (4, 3, Side::Black));
//! let game = file.game(Variant::new(4, 3, 3, Rules::Max)?)?;
//! let text = maxconnect::write(game.board(), game.turn(), maxconnect::LineEnds::Lf);
//! assert_eq!(text, "0000\n0020\n0110\n2\n");
//!
//! let error = maxconnect::parse(b"0000\n0x20\n0110\n2\n").unwrap_err();
//! assert_eq!(error.to_string(), "line 2, character 2: `x` is not a cell: 0 is vacant, 1 and 2 are the players");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::grid::{Grid, GridError, Row, count, hanging};
use super::{Place, TextError};
use crate::words::number_of;
use crate::{Board, Game, Level, MAX_CELLS, Side, Variant};
use rustc_hash::FxHashMap;

#[cfg(test)]
mod tests;

/// The course's board.
const COURSE: Size = Size { columns: 7, levels: Some(6) };

/// A board file that was read: rectangular, nothing hanging in the air. It becomes a game once N is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MaxFile(Grid);

/// What is wrong with a board file, and where.
pub type MaxFileError = TextError<MaxFileProblem>;

/// What is wrong with a board file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MaxFileProblem {
    /// There is nothing in it.
    #[error("the file is empty")]
    Empty,
    /// There are only blank lines in it.
    #[error("the file holds only blank lines")]
    OnlyBlank,
    /// A blank line before the board.
    #[error("a blank line stands before the board")]
    BlankFirst,
    /// A character that is no cell.
    #[error("{} is not a cell: 0 is vacant, 1 and 2 are the players", quoted(*.0))]
    Character(char),
    /// A row with fewer digits than the others.
    #[error("this row is too short: {found} instead of {columns} digits")]
    ShortRow {
        /// Digits in this row.
        found: usize,
        /// Columns of the board.
        columns: usize,
    },
    /// A row with more characters than the others.
    #[error("this row is too long: {found} characters instead of {}", number_of(*.columns, "digit"))]
    LongRow {
        /// Characters in this row.
        found: usize,
        /// Columns of the board.
        columns: usize,
    },
    /// The board ends early.
    #[error("too few rows: {found} instead of {levels}")]
    FewRows {
        /// Rows that are there.
        found: usize,
        /// Rows that should be there.
        levels: usize,
    },
    /// A row where the turn digit should stand.
    #[error("too many rows: after {levels} the digit of the next player must follow")]
    ManyRows {
        /// Rows that should be there.
        levels: usize,
    },
    /// More cells than a board may have.
    #[error("the board is too large: it may have {MAX_CELLS} cells")]
    TooLarge,
    /// A checker above a vacant cell.
    #[error("this checker hangs in the air")]
    Floating,
    /// The file ends after the rows.
    #[error("the digit of the next player (1 or 2) is missing after the board")]
    NoTurn,
    /// The next player is neither 1 nor 2.
    #[error("{} is not the next player: 1 or 2 must stand here", quoted(*.0))]
    Turn(char),
    /// Something after the turn digit.
    #[error("nothing may follow the digit of the next player")]
    Trailing,
    /// Counts that contradict the turn digit; reported by [`MaxFile::check_counts`] only.
    #[error(
        "player 1 has {ones} on the board and player 2 has {twos}, which contradicts player {turn} being next (player 1 begins, then turns alternate)"
    )]
    Counts {
        /// Checkers of the first player.
        ones: usize,
        /// Checkers of the second player.
        twos: usize,
        /// Who is next by the turn digit.
        turn: u8,
    },
}

fn quoted(c: char) -> String {
    match c {
        char::REPLACEMENT_CHARACTER => "a byte that is not text".to_owned(),
        _ => format!("`{}`", c.escape_debug()),
    }
}

/// How lines end in a file that is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LineEnds {
    /// A line feed.
    #[default]
    Lf,
    /// Carriage return and line feed, as the course's starter programs write.
    CrLf,
    /// A line feed between lines and none after the last.
    Between,
}

/// What a board must measure; levels may be left to the file.
#[derive(Clone, Copy)]
struct Size {
    columns: usize,
    levels: Option<usize>,
}

/// Reads a board file of any size; one seven columns wide must have six rows.
pub fn parse(bytes: &[u8]) -> Result<MaxFile, MaxFileError> {
    read(bytes, None)
}

/// Reads a board file that must have the size of a variant.
///
/// ```
/// use dropline_core::notation::maxconnect;
/// let two_rows = b"0000000\n0000000\n1\n";
/// assert!(maxconnect::parse(two_rows).is_err());
/// assert!(maxconnect::parse_sized(two_rows, "7x2m4".parse()?).is_ok());
/// # Ok::<(), dropline_core::VariantError>(())
/// ```
pub fn parse_sized(bytes: &[u8], variant: Variant) -> Result<MaxFile, MaxFileError> {
    read(bytes, Some(Size { columns: variant.columns(), levels: Some(variant.levels()) }))
}

fn read(bytes: &[u8], size: Option<Size>) -> Result<MaxFile, MaxFileError> {
    let text = String::from_utf8_lossy(bytes);
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let mut lines: Vec<&str> = text.split('\n').map(|line| line.trim_end_matches([' ', '\t', '\r'])).collect();
    while lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    match lines.first() {
        None if text.is_empty() => return fail(0, 0, MaxFileProblem::Empty),
        None => return fail(0, 0, MaxFileProblem::OnlyBlank),
        Some(&"") => return fail(0, 0, MaxFileProblem::BlankFirst),
        Some(_) => {}
    }
    let size = size.unwrap_or_else(|| guess_size(&lines));
    let rows = read_rows(&lines, size)?;
    let turn = read_turn(&lines[rows.len()..], rows.len())?;
    Ok(MaxFile(Grid { rows, turn }))
}

/// An error at a line and character counted from 0.
fn fail<T>(line: usize, character: usize, problem: MaxFileProblem) -> Result<T, MaxFileError> {
    Err(MaxFileError { place: Place { line: line + 1, character: character + 1 }, problem })
}

/// The width that most lines have, so that one damaged row, even the first, is told from the others.
fn guess_size(lines: &[&str]) -> Size {
    let widths = || lines.iter().map(|line| line.chars().count()).filter(|&width| width > 0);
    let mut often: FxHashMap<usize, usize> = FxHashMap::default();
    for width in widths() {
        *often.entry(width).or_default() += 1;
    }
    // `max_by_key` keeps the last of equals; the first line should win.
    let most_common = |least: usize| widths().filter(|&width| width >= least).rev().max_by_key(|width| often[width]);
    let columns = match most_common(1) {
        // Single digits are the next player (and what may wrongly follow it), unless the board begins with one.
        Some(1) if widths().next() != Some(1) => most_common(2),
        width => width,
    };
    let columns = columns.unwrap_or(1);
    if columns == COURSE.columns { COURSE } else { Size { columns, levels: None } }
}

/// Reads rows up to the line of the turn digit, in reading order, so that the first problem is the one reported.
fn read_rows(lines: &[&str], size: Size) -> Result<Vec<Row>, MaxFileError> {
    let Size { columns, levels } = size;
    let mut rows: Vec<Row> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        if levels == Some(index) {
            return match columns > 1 && is_row(line, columns) {
                true => fail(index, 0, MaxFileProblem::ManyRows { levels: index }),
                false => Ok(rows),
            };
        }
        if is_turn_line(lines, index, size) {
            break;
        }
        let row = read_row(line, index, columns)?;
        if (rows.len() + 1) * columns > MAX_CELLS as usize {
            return fail(index, 0, MaxFileProblem::TooLarge);
        }
        if let Some(column) = rows.last().and_then(|upper| hanging(upper, &row)) {
            return fail(index - 1, column, MaxFileProblem::Floating);
        }
        rows.push(row);
    }
    match levels {
        Some(levels) if rows.len() < levels => {
            fail(rows.len(), 0, MaxFileProblem::FewRows { found: rows.len(), levels })
        }
        _ => Ok(rows),
    }
}

/// Whether the board ends before this line, the number of levels not being reached or not known.
fn is_turn_line(lines: &[&str], index: usize, size: Size) -> bool {
    let (line, rest) = (lines[index], &lines[index + 1..]);
    if index == 0 {
        return false;
    }
    let is_last_of_unknown = rest.is_empty() && size.levels.is_none();
    if size.columns == 1 {
        return is_last_of_unknown;
    }
    let is_lone_character = line.chars().count() == 1 && !rest.iter().any(|line| is_row(line, size.columns));
    is_lone_character || (is_last_of_unknown && !is_row(line, size.columns))
}

fn is_row(line: &str, columns: usize) -> bool {
    line.len() == columns && line.bytes().all(|byte| matches!(byte, b'0'..=b'2'))
}

fn read_row(line: &str, index: usize, columns: usize) -> Result<Row, MaxFileError> {
    let mut row = Row::new();
    for (column, c) in line.chars().enumerate() {
        if column == columns {
            return fail(index, column, MaxFileProblem::LongRow { found: line.chars().count(), columns });
        }
        if column == MAX_CELLS as usize {
            return fail(index, column, MaxFileProblem::TooLarge);
        }
        row.push(match c {
            '0' => None,
            '1' => Some(Side::Red),
            '2' => Some(Side::Black),
            _ => return fail(index, column, MaxFileProblem::Character(c)),
        });
    }
    if row.len() < columns {
        return fail(index, row.len(), MaxFileProblem::ShortRow { found: row.len(), columns });
    }
    Ok(row)
}

/// Reads the turn digit from the lines after the board, of which `levels` came before.
fn read_turn(lines: &[&str], levels: usize) -> Result<Side, MaxFileError> {
    let mut characters = lines.first().into_iter().flat_map(|line| line.chars());
    let turn = match characters.next() {
        Some('1') => Side::Red,
        Some('2') => Side::Black,
        Some(c) => return fail(levels, 0, MaxFileProblem::Turn(c)),
        None => return fail(levels, 0, MaxFileProblem::NoTurn),
    };
    let is_text = |c: char| !matches!(c, ' ' | '\t' | '\r');
    if let Some(column) = characters.position(is_text) {
        return fail(levels, column + 1, MaxFileProblem::Trailing);
    }
    for (index, line) in lines.iter().enumerate().skip(1) {
        if let Some(column) = line.chars().position(is_text) {
            return fail(levels + index, column, MaxFileProblem::Trailing);
        }
    }
    Ok(turn)
}

impl MaxFile {
    /// How many columns the board has.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.0.columns()
    }

    /// How many levels the board has.
    #[must_use]
    pub fn levels(&self) -> usize {
        self.0.levels()
    }

    /// Who plays next, by the turn digit.
    #[must_use]
    pub const fn turn(&self) -> Side {
        self.0.turn()
    }

    /// A game from this position, if the variant has the file's size.
    pub fn game(&self, variant: Variant) -> Result<Game, GridError> {
        self.0.game(variant)
    }

    /// Whether the numbers of checkers agree with the turn digit, as they do in every game that began on an empty board.
    ///
    /// The turn digit rules all the same; what to do about a contradiction is the caller's choice.
    pub fn check_counts(&self) -> Result<(), MaxFileError> {
        let ones = count(&self.0.rows, Side::Red);
        let twos = count(&self.0.rows, Side::Black);
        let agrees = match self.turn() {
            Side::Red => ones == twos,
            Side::Black => ones == twos + 1,
        };
        let turn = player_number(self.turn());
        if agrees { Ok(()) } else { fail(self.levels(), 0, MaxFileProblem::Counts { ones, twos, turn }) }
    }
}

/// The course's number for a side: 1 for red, 2 for black.
#[must_use]
pub const fn player_number(side: Side) -> u8 {
    match side {
        Side::Red => 1,
        Side::Black => 2,
    }
}

/// The digits of a board, the top row first.
fn digit_rows(board: &Board) -> impl Iterator<Item = impl Iterator<Item = char>> {
    (0..board.variant().levels()).rev().map(Level::from_index).map(move |level| {
        board.columns().map(move |column| match board.checker_at(column, level) {
            None => '0',
            Some(Side::Red) => '1',
            Some(Side::Black) => '2',
        })
    })
}

/// A board as a board file, with the digit of the player to move on the last line.
#[must_use]
pub fn write(board: &Board, turn: Side, ends: LineEnds) -> String {
    let (end, last) = match ends {
        LineEnds::Lf => ("\n", "\n"),
        LineEnds::CrLf => ("\r\n", "\r\n"),
        LineEnds::Between => ("\n", ""),
    };
    let mut text = String::new();
    for row in digit_rows(board) {
        text.extend(row);
        text.push_str(end);
    }
    text.push_str(&format!("{}{last}", player_number(turn)));
    text
}

/// A board as the course program prints it: digits in a frame.
///
/// ```
/// use dropline_core::{Game, notation::maxconnect};
/// let game = Game::from_moves("3x2m3".parse()?, "21")?;
/// assert_eq!(maxconnect::picture(game.board()), " ---------\n | 0 0 0 | \n | 2 1 0 | \n ---------\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn picture(board: &Board) -> String {
    let edge = format!(" {}\n", "-".repeat(2 * board.variant().columns() + 3));
    let mut text = edge.clone();
    for row in digit_rows(board) {
        text.push_str(" |");
        for digit in row {
            text.extend([' ', digit]);
        }
        text.push_str(" | \n");
    }
    text + &edge
}
