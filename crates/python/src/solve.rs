//! `dropline.solve` and `dropline.scores`: exact scores of one position.

use crate::errors::{SolveError, unsolvable, unsolved};
use crate::pool::Pool;
use crate::{position, signals, variant};
use dropline_core::Game;
use dropline_engine::{Oracle, OracleError, Score, Strength, Think};
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;

/// Stands for the score of a column that is full.
pub(crate) const MASKED: Score = Score::MIN;

static ORACLES: Pool<Oracle> = Pool::new();

/// The exact score of a position for the side to move.
///
/// In Connect 0 is a tie, k a win with the k-th last own checker, -k such a loss; in Max-Connect it is the final margin. With ``weak`` it is 1, 0 or -1.
/// If ``time`` (seconds, or text such as ``"500ms"``) is over before, ``UnsolvedError`` has the bounds proven.
///
/// >>> solve("112233")
/// 18
/// >>> solve(Game("112233"), weak=True)
/// 1
#[pyfunction]
#[pyo3(signature = (position, variant = None, *, weak = false, time = None))]
pub(crate) fn solve(
    py: Python<'_>,
    position: &Bound<'_, PyAny>,
    variant: Option<&Bound<'_, PyAny>>,
    weak: bool,
    time: Option<&Bound<'_, PyAny>>,
) -> PyResult<Score> {
    let game = position::given(position, variant::given(variant)?)?;
    let strength = if weak { Strength::Winner } else { Strength::Score };
    let found =
        signals::here(py, position::time(time)?, |think| asked(&game, |oracle| oracle.solve(&game, strength, think)))?;
    let found = found.map_err(unsolvable)?;
    found.score().ok_or_else(|| unsolved(py, &found))
}

/// The exact score of every column for the side to move, as int32 array; full columns have ``MASKED``, the least int32, so that ``argmax`` finds a best column.
///
/// >>> scores("444444").tolist()[3] == MASKED
/// True
/// >>> int(scores("112233").argmax()) + 1
/// 4
#[pyfunction]
#[pyo3(signature = (position, variant = None, *, time = None))]
pub(crate) fn scores<'py>(
    py: Python<'py>,
    position: &Bound<'py, PyAny>,
    variant: Option<&Bound<'py, PyAny>>,
    time: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray1<Score>>> {
    let game = position::given(position, variant::given(variant)?)?;
    let mut scores = vec![MASKED; game.variant().columns()];
    let all = signals::here(py, position::time(time)?, |think| {
        asked(&game, |oracle| fill(oracle, &game, think, &mut scores))
    })?;
    if !all.map_err(unsolvable)? {
        return Err(SolveError::new_err("the time is over before every column is known"));
    }
    Ok(scores.into_pyarray(py))
}

/// Asks one who knows the variant of a game.
fn asked<R>(game: &Game, work: impl FnOnce(&mut Oracle) -> Result<R, OracleError>) -> Result<R, OracleError> {
    let variant = game.variant();
    ORACLES.ask(variant, || Oracle::new(variant), work)?
}

/// Writes the scores of a position's columns; whether all are known.
pub(crate) fn fill(
    oracle: &mut Oracle,
    game: &Game,
    think: &Think<'_>,
    scores: &mut [Score],
) -> Result<bool, OracleError> {
    let found = oracle.scores(game, think)?;
    for &(column, score) in &found {
        scores[column.index()] = score.unwrap_or(MASKED);
    }
    Ok(found.iter().all(|(_, score)| score.is_some()))
}
