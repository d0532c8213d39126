//! The errors that Python sees, all of them `ValueError`s with the sentences of the command.

use dropline_core::{Game, PlayError, words};
use dropline_engine::solver::Solution;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::fmt::Display;

create_exception!(dropline, DroplineError, PyValueError, "Something that Dropline was given is not possible.");
create_exception!(dropline, VariantError, DroplineError, "A name that is no variant.");
create_exception!(dropline, NotationError, DroplineError, "Moves, a key, a grid or an array that stand for no game.");
create_exception!(dropline, MoveError, DroplineError, "A column that cannot be played.");
create_exception!(dropline, SolveError, DroplineError, "A position that cannot be solved.");
create_exception!(
    dropline,
    UnsolvedError,
    SolveError,
    "The time was over before the score was known; `lower` and `upper` are what was proven."
);
create_exception!(dropline, RowError, DroplineError, "A position among many; `row` is its place, from 0.");
create_exception!(dropline, PlayerError, DroplineError, "A player that there is not, or that gave no column.");

pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("DroplineError", py.get_type::<DroplineError>())?;
    module.add("VariantError", py.get_type::<VariantError>())?;
    module.add("NotationError", py.get_type::<NotationError>())?;
    module.add("MoveError", py.get_type::<MoveError>())?;
    module.add("SolveError", py.get_type::<SolveError>())?;
    module.add("UnsolvedError", py.get_type::<UnsolvedError>())?;
    module.add("RowError", py.get_type::<RowError>())?;
    module.add("PlayerError", py.get_type::<PlayerError>())
}

pub(crate) fn bad_value(error: impl Display) -> PyErr {
    DroplineError::new_err(error.to_string())
}

pub(crate) fn bad_notation(what: &str, error: impl Display) -> PyErr {
    NotationError::new_err(format!("{what}: {error}"))
}

pub(crate) fn bad_move(game: &Game, error: PlayError) -> PyErr {
    MoveError::new_err(words::refusal(game, error))
}

pub(crate) fn unsolvable(error: impl Display) -> PyErr {
    SolveError::new_err(error.to_string())
}

pub(crate) fn bad_player(error: impl Display) -> PyErr {
    PlayerError::new_err(error.to_string())
}

/// A position among many that cannot be.
pub(crate) fn bad_row(py: Python<'_>, row: usize, problem: &str) -> PyErr {
    let error = RowError::new_err(problem.to_owned());
    match error.value(py).setattr("row", row) {
        Ok(()) => error,
        Err(worse) => worse,
    }
}

/// A search that the time ended.
pub(crate) fn unsolved(py: Python<'_>, found: &Solution) -> PyErr {
    let Solution { lower, upper, .. } = *found;
    let error = UnsolvedError::new_err(format!("the time is over: the score is {lower} to {upper}"));
    let value = error.value(py);
    match value.setattr("lower", lower).and_then(|()| value.setattr("upper", upper)) {
        Ok(()) => error,
        Err(worse) => worse,
    }
}
