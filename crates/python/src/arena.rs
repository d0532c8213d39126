//! `dropline.match` and `dropline.arena`: players against players.

use crate::errors::{bad_player, bad_value};
use crate::player::{Callable, PyPlayer};
use crate::{position, signals};
use dropline_arena::report::{TournamentReport, json, text};
use dropline_arena::{Contestant, Participant, ParticipantMaker, Schedule, Tournament, run};
use dropline_core::notation::from_json;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Plays a tournament, described as JSON without its players, and reports it as JSON and as text.
///
/// A player is a spec, a `Player` or a callable. ``first`` cuts the schedule short.
#[pyfunction]
#[pyo3(signature = (players, definition, *, time = None, first = None, jobs = None, progress = None))]
pub(crate) fn tournament(
    py: Python<'_>,
    players: Vec<Bound<'_, PyAny>>,
    definition: &str,
    time: Option<&Bound<'_, PyAny>>,
    first: Option<usize>,
    jobs: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<(String, String)> {
    let (schedule, callables) = described(&players, definition, time)?;
    let schedule = schedule.first(first.unwrap_or(usize::MAX));
    let processors = || std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = jobs.unwrap_or_else(processors);
    let (games, done) = (schedule.len(), Arc::new(AtomicUsize::new(0)));
    let told = |done: usize| progress.map_or(Ok(()), |tell| tell.call1((done, games)).map(drop));
    let (counted, make) = (Arc::clone(&done), maker(&schedule, callables));
    let mut last = 0;
    let reports = signals::apart(
        py,
        &mut |_| {
            let done = done.load(Relaxed);
            if done == last || done == games {
                return Ok(());
            }
            last = done;
            told(done)
        },
        move |stop| {
            let played = run(&schedule, make, Vec::new(), jobs, stop, &mut |_| {
                counted.fetch_add(1, Relaxed);
                Ok(())
            });
            let played = played.map_err(|error| error.to_string())?;
            let report = TournamentReport::new(&schedule, &played);
            let json = json::write(&report).map_err(|error| error.to_string())?;
            Ok::<_, String>((json, text::write(&report)))
        },
    )?;
    told(games)?;
    reports.map_err(bad_value)
}

/// The games of a tournament, and what to call for those of its players that are Python's.
pub(crate) fn described(
    players: &[Bound<'_, PyAny>],
    definition: &str,
    time: Option<&Bound<'_, PyAny>>,
) -> PyResult<(Schedule, Vec<Option<Py<PyAny>>>)> {
    let mut tournament: Tournament = from_json(definition).map_err(bad_value)?;
    tournament.control.time_ms = position::time(time)?.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
    let mut callables = Vec::new();
    for player in players {
        let (contestant, callable) = contestant(player)?;
        tournament.players.push(contestant);
        callables.push(callable);
    }
    Ok((Schedule::new(tournament).map_err(bad_player)?, callables))
}

/// Who takes part, and what to call if it is somebody of Python's.
pub(crate) fn contestant(player: &Bound<'_, PyAny>) -> PyResult<(Contestant, Option<Py<PyAny>>)> {
    if let Ok(spec) = player.extract::<PyBackedStr>() {
        return spec.parse().map(|contestant| (contestant, None)).map_err(bad_player);
    }
    if let Ok(player) = player.cast::<PyPlayer>() {
        return Ok((player.get().contestant.clone(), None));
    }
    if !player.is_callable() {
        let kind = player.get_type().qualname()?;
        return Err(PyTypeError::new_err(format!(
            "a player is a spec such as 'random', a Player or a callable, not {kind}"
        )));
    }
    let name = player.getattr("__name__").and_then(|name| name.extract::<String>());
    let name = name.or_else(|_| player.get_type().qualname().map(|name| name.to_string()))?;
    Ok((Contestant::Guest(name), Some(player.clone().unbind())))
}

/// Fresh players for each game; callables are called whichever game it is.
fn maker(schedule: &Schedule, callables: Vec<Option<Py<PyAny>>>) -> ParticipantMaker {
    let (usual, players) = (schedule.participants(), schedule.tournament().players.clone());
    Arc::new(move |player, seed| match &callables[player] {
        None => usual(player, seed),
        Some(callable) => {
            let call = Python::attach(|py| callable.clone_ref(py));
            let name = players[player].to_string();
            Ok(Participant::Player(Box::new(Callable { name, call, traceback: String::new() })))
        }
    })
}
