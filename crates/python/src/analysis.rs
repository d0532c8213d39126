//! `dropline.analyze`, `explain` and `review`, as the JSON that docs/json.md describes.

use crate::errors::{bad_value, unsolvable};
use crate::pool::Pool;
use crate::{position, signals, variant};
use dropline_core::{Column, Game, SideNames, words};
use dropline_engine::analysis::Analyst;
use dropline_engine::told::{ToldAnalysis, ToldExplanation, ToldReview};
use dropline_engine::{Clock, Explanation, Limits, OracleError, Review, SystemClock, Think};
use pyo3::prelude::*;
use std::convert::Infallible;
use std::time::Duration;

static ANALYSTS: Pool<Analyst> = Pool::new();

/// Asks an analyst of a game's variant, on a thread of its own, for a time or the usual one, and hands back what it says as JSON.
fn asked(
    py: Python<'_>,
    game: Game,
    (time, usual): (Option<&Bound<'_, PyAny>>, Duration),
    work: impl FnOnce(&mut Analyst, &Game, &Think<'_>) -> Result<serde_json::Result<String>, OracleError> + Send + 'static,
) -> PyResult<String> {
    let time = position::time(time)?.unwrap_or(usual);
    let answer = signals::apart(py, &mut |_| Ok(()), move |stop| {
        let variant = game.variant();
        let make = || Ok::<_, Infallible>(Analyst::new(variant));
        ANALYSTS.ask(variant, make, |analyst| work(analyst, &game, &signals::think(Some(time), stop)))
    })?;
    let Ok(answer) = answer;
    answer.map_err(unsolvable)?.map_err(bad_value)
}

/// Refuses a game that is over, with how it ended.
fn refuse_over(game: &Game, nothing: &str) -> PyResult<()> {
    let Some(outcome) = game.outcome() else { return Ok(()) };
    let result = words::result(game, outcome, SideNames::RED_BLACK);
    Err(unsolvable(format!("{nothing}, the game is over: {result}")))
}

/// What every column of a position is worth.
#[pyfunction]
#[pyo3(signature = (position, variant = None, time = None))]
pub(crate) fn analyze(
    py: Python<'_>,
    position: &Bound<'_, PyAny>,
    variant: Option<&Bound<'_, PyAny>>,
    time: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let game = position::given(position, variant::given(variant)?)?;
    refuse_over(&game, "there is nothing to analyse")?;
    asked(py, game, (time, Analyst::USUAL_TIME), |analyst, game, think| {
        let clock = SystemClock::start();
        let analysis = analyst.analyze(game, think, &mut |_| {})?;
        let line = analyst.best_line(game, &analysis, think)?;
        Ok(serde_json::to_string(&ToldAnalysis::new(game, &analysis, &line, clock.now().as_secs_f64())))
    })
}

/// Why a column is good or bad; a best one if none is named.
#[pyfunction]
#[pyo3(signature = (position, column = None, variant = None, time = None))]
pub(crate) fn explain(
    py: Python<'_>,
    position: &Bound<'_, PyAny>,
    column: Option<&Bound<'_, PyAny>>,
    variant: Option<&Bound<'_, PyAny>>,
    time: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let game = position::given(position, variant::given(variant)?)?;
    refuse_over(&game, "there is no move to explain")?;
    let column: Option<Column> = column.map(|number| position::column(&game, number)).transpose()?;
    if let Some(column) = column {
        position::played(game.clone(), column)?;
    }
    asked(py, game, (time, Analyst::USUAL_TIME), move |analyst, game, think| {
        let Explanation { column, reasons, .. } = Explanation::of(analyst, game, column, think)?;
        Ok(serde_json::to_string(&ToldExplanation::new(game.variant(), column, reasons, SideNames::RED_BLACK)))
    })
}

/// Every move of a game, graded; and how high its graph stands after each.
#[pyfunction]
#[pyo3(signature = (game, variant = None, time = None))]
pub(crate) fn review(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    variant: Option<&Bound<'_, PyAny>>,
    time: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let game = position::given(game, variant::given(variant)?)?;
    if game.moves().is_empty() {
        return Err(unsolvable("there is no move to review: give the moves of a game"));
    }
    asked(py, game, (time, Review::TIME_FOR_MOVE), |analyst, game, think| {
        // The time is for each move, and what one does not need the others get.
        let moves = u32::try_from(game.moves().len()).unwrap_or(u32::MAX);
        let limits = Limits { time: think.limits.time.map(|time| time.saturating_mul(moves)), ..think.limits };
        let review = Review::of(game, analyst, &Think { limits, ..*think }, &mut |_| {})?;
        Ok(serde_json::to_string(&ToldReview::new(game.variant(), &review)))
    })
}
