//! Why a move or a position is refused, with what would be right.

use crate::error::ApiError;
use dropline_core::{Column, DropError, Game, PlayError};

/// A move that the rules refuse.
pub(crate) fn of_move(game: &Game, error: PlayError) -> ApiError {
    match error {
        PlayError::Drop(DropError::OffBoard { .. }) => {
            let columns = game.variant().columns();
            ApiError::bad("off_board", format!("{error}: choose 1 to {columns}")).field("column")
        }
        PlayError::Drop(DropError::Full { .. }) => {
            let open: Vec<String> = game.legal_columns().map(|column| column.to_string()).collect();
            ApiError::conflict("column_full", format!("{error}: choose one of {}", open.join(", "))).field("column")
        }
        PlayError::Over => ApiError::conflict("game_over", "the game is over"),
        PlayError::OutOfTurn { .. } => ApiError::conflict("not_your_turn", error.to_string()),
        _ => ApiError::conflict("refused", error.to_string()),
    }
}

/// A number that is no column at all.
pub(crate) fn off_board(game: &Game, number: u32) -> ApiError {
    let columns = game.variant().columns();
    ApiError::bad("off_board", format!("column {number} is off the board: choose 1 to {columns}")).field("column")
}

/// A column of a position, if it can be played.
pub(crate) fn playable(game: &Game, number: u32) -> Result<Column, ApiError> {
    let column = Column::from_number(number).ok_or_else(|| off_board(game, number))?;
    game.clone().play(column).map_err(|error| of_move(game, error))?;
    Ok(column)
}
