//! What may stand for a position in a call: a game, its moves, or an array.

use crate::array;
use crate::errors::{MoveError, NotationError, bad_move, bad_notation};
use crate::game::PyGame;
use dropline_core::words::column_list;
use dropline_core::{Column, Game, NotationError as ReadingError, Variant};
use dropline_engine::parse_duration;
use numpy::PyUntypedArray;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use std::time::Duration;

/// The game that an argument stands for.
pub(crate) fn given(argument: &Bound<'_, PyAny>, variant: Option<Variant>) -> PyResult<Game> {
    if let Ok(game) = argument.cast::<PyGame>() {
        let game = &game.borrow().0;
        return match variant {
            Some(asked) if asked != game.variant() => Err(other_variant(game.variant(), asked)),
            _ => Ok(game.clone()),
        };
    }
    if let Ok(text) = argument.extract::<PyBackedStr>() {
        return moves(&text, variant.unwrap_or_default());
    }
    if let Ok(array) = argument.cast::<PyUntypedArray>() {
        return array::game(array, variant);
    }
    let kind = argument.get_type().qualname()?;
    Err(PyTypeError::new_err(format!("a position is a Game, a string of moves or an array, not {kind}")))
}

pub(crate) fn other_variant(own: Variant, asked: Variant) -> PyErr {
    NotationError::new_err(ReadingError::OtherVariant { own, asked }.to_string())
}

pub(crate) fn moves(text: &str, variant: Variant) -> PyResult<Game> {
    Game::from_moves(variant, text).map_err(|error| bad_notation("the moves", error))
}

/// A column by its number, if it can be one of this game's.
pub(crate) fn column(game: &Game, number: &Bound<'_, PyAny>) -> PyResult<Column> {
    match number.extract::<i64>() {
        Ok(number) => column_of(game, number),
        Err(_) if number.is_instance_of::<pyo3::types::PyInt>() => Err(off_board(game, &number.to_string())),
        Err(error) => Err(error),
    }
}

pub(crate) fn column_of(game: &Game, number: i64) -> PyResult<Column> {
    let found = u32::try_from(number).ok().and_then(Column::from_number);
    found.ok_or_else(|| off_board(game, &number.to_string()))
}

fn off_board(game: &Game, number: &str) -> PyErr {
    let columns = column_list(game.board().columns());
    MoveError::new_err(format!("column {number} is off the board: choose {columns}"))
}

/// The game after a column.
pub(crate) fn played(mut game: Game, column: Column) -> PyResult<Game> {
    match game.play(column) {
        Ok(_) => Ok(game),
        Err(error) => Err(bad_move(&game, error)),
    }
}

/// The milliseconds of a time such as `500ms` or `2s`.
#[pyfunction]
pub(crate) fn milliseconds(text: &str) -> PyResult<u64> {
    let time = parse_duration(text).map_err(crate::errors::bad_value)?;
    Ok(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
}

/// A time limit: a number of seconds, or text such as `500ms`.
pub(crate) fn time(argument: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Duration>> {
    let Some(argument) = argument else { return Ok(None) };
    let text = match argument.extract::<PyBackedStr>() {
        Ok(text) => text.to_string(),
        Err(_) => argument.extract::<f64>()?.to_string(),
    };
    parse_duration(&text).map(Some).map_err(|error| crate::errors::bad_value(format!("the time: {error}")))
}
