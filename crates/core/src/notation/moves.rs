//! Moves as text: the columns from the first move, counted from 1.
//!
//! On boards with up to 9 columns `44435` is five moves. On any board columns may be separated by commas or blanks: `4,10,12`. An
//! empty text, or `-`, is no move at all.
//!
//! ```
//! use dropline_core::{Game, Variant, notation::moves};
//! let game = Game::from_moves("10x6c4".parse()?, "4,10, 10 1")?;
//! assert_eq!(moves::write(game.variant(), game.moves()), "4,10,10,1");
//!
//! let error = Game::from_moves(Variant::STANDARD, "44844").unwrap_err();
//! assert_eq!(error.to_string(), "line 1, character 3: column 8 is off the board (1 to 7)");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{Place, TextError};
use crate::{Column, DropError, Game, PlayError, Variant};

/// What is wrong with a list of moves, and where.
pub type MovesError = TextError<MovesProblem>;

/// What is wrong with a list of moves.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MovesProblem {
    /// A character that is no digit, comma or blank.
    #[error("`{}` is not a column: columns are numbers from 1", .0.escape_debug())]
    Character(char),
    /// A comma with no column before or after it.
    #[error("expected a column next to the comma")]
    LoneComma,
    /// A column that does not exist.
    #[error("column {given} is off the board (1 to {columns}){}", hint(.given, *.columns))]
    OffBoard {
        /// The number as it was written.
        given: String,
        /// How many columns the board has.
        columns: usize,
    },
    /// A column without room.
    #[error("column {0} is full")]
    Full(Column),
    /// A move after the end.
    #[error("the game is already over before this move")]
    Over,
}

fn hint(given: &str, columns: usize) -> &'static str {
    if columns > 9 && given.len() > 2 { "; put commas between columns on boards with more than 9" } else { "" }
}

/// Plays moves on a game; the game comes back only if all of them are possible.
pub fn play(mut game: Game, text: &str) -> Result<Game, MovesError> {
    for (offset, number) in numbers(game.variant().columns(), text)? {
        play_number(&mut game, number)
            .map_err(|problem| MovesError { place: Place::in_text(text, offset), problem })?;
    }
    Ok(game)
}

/// Plays one column as it was written.
pub(super) fn play_number(game: &mut Game, number: &str) -> Result<(), MovesProblem> {
    let columns = game.variant().columns();
    let off_board = || MovesProblem::OffBoard { given: number.to_owned(), columns };
    let column = number.parse().ok().and_then(Column::from_number).ok_or_else(off_board)?;
    match game.play(column) {
        Ok(_) => Ok(()),
        Err(PlayError::Drop(DropError::OffBoard { .. })) => Err(off_board()),
        Err(PlayError::Drop(DropError::Full { column })) => Err(MovesProblem::Full(column)),
        Err(PlayError::Over | PlayError::OutOfTurn { .. }) => Err(MovesProblem::Over),
    }
}

/// The numbers in a text with the bytes where they start.
fn numbers(columns: usize, text: &str) -> Result<Vec<(usize, &str)>, MovesError> {
    if text.trim() == "-" {
        return Ok(Vec::new());
    }
    let separated = text.trim().contains(|c: char| c == ',' || c.is_whitespace());
    let one_digit_each = !separated && columns <= 9;
    let fail = |offset, problem| MovesError { place: Place::in_text(text, offset), problem };
    let mut numbers: Vec<(usize, &str)> = Vec::new();
    let mut open_comma = None;
    let mut in_number = false;
    for (offset, c) in text.char_indices() {
        if c.is_ascii_digit() {
            match numbers.last_mut() {
                Some((start, number)) if in_number && !one_digit_each => *number = &text[*start..=offset],
                _ => numbers.push((offset, &text[offset..=offset])),
            }
            in_number = true;
            open_comma = None;
        } else if c == ',' {
            if numbers.is_empty() || open_comma.is_some() {
                return Err(fail(offset, MovesProblem::LoneComma));
            }
            open_comma = Some(offset);
            in_number = false;
        } else if c.is_whitespace() {
            in_number = false;
        } else {
            return Err(fail(offset, MovesProblem::Character(c)));
        }
    }
    match open_comma {
        Some(offset) => Err(fail(offset, MovesProblem::LoneComma)),
        None => Ok(numbers),
    }
}

/// Moves as text that [`play`] reads back: digits alone up to 9 columns, commas between them above.
#[must_use]
pub fn write(variant: Variant, moves: &[Column]) -> String {
    let separator = if variant.columns() <= 9 { "" } else { "," };
    moves.iter().map(Column::to_string).collect::<Vec<_>>().join(separator)
}
