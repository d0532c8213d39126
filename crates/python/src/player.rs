//! `dropline.player`: one who chooses columns, from Dropline or from Python.

use crate::errors::{bad_player, bad_value};
use crate::game::PyGame;
use crate::{position, signals};
use dropline_arena::{Contestant, Participant};
use dropline_core::words::column_list;
use dropline_core::{Column, Game, Variant};
use dropline_engine::{Choice, Player, PlayerError, Think};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long a program is waited for where no time is given.
const PATIENCE: Duration = Duration::from_secs(86_400);
/// What a program may take beyond its time.
const MARGIN: Duration = Duration::from_millis(50);

/// A player of Dropline, or a program behind ``exec:``, ``maxconnect:`` or ``kaggle:``; ``dropline.player`` makes it.
#[pyclass(name = "Player", module = "dropline", frozen)]
pub(crate) struct PyPlayer {
    pub(crate) contestant: Contestant,
    seed: u64,
    /// Made for the variant of the game that was last asked about.
    made: Mutex<Option<(Variant, Participant)>>,
}

impl PyPlayer {
    fn made(&self) -> MutexGuard<'_, Option<(Variant, Participant)>> {
        self.made.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl PyPlayer {
    #[new]
    #[pyo3(signature = (spec, *, seed = 0))]
    fn new(spec: &str, seed: u64) -> PyResult<PyPlayer> {
        let contestant: Contestant = spec.parse().map_err(bad_player)?;
        if contestant.is_interactive() {
            return Err(bad_player(format!("{contestant} asks a person: choose a player that chooses by itself")));
        }
        Ok(PyPlayer { contestant, seed, made: Mutex::new(None) })
    }

    /// What it was made from.
    #[getter]
    fn spec(&self) -> String {
        self.contestant.to_string()
    }

    /// A column for the side to move, within ``time`` (seconds, or text such as ``"500ms"``) if it is given.
    #[pyo3(signature = (game, *, time = None))]
    fn choose(&self, py: Python<'_>, game: &Bound<'_, PyAny>, time: Option<&Bound<'_, PyAny>>) -> PyResult<u32> {
        let (game, time) = (position::given(game, None)?, position::time(time)?);
        let (contestant, seed, made) = (self.contestant.clone(), self.seed, self.made().take());
        let variant = game.variant();
        let (made, choice) = signals::apart(py, &mut |_| Ok(()), move |stop| {
            let made = made.filter(|(own, _)| *own == variant);
            let participant = match made {
                Some((_, participant)) => Ok(participant),
                None => contestant.participant(variant, seed),
            };
            match participant {
                Ok(mut participant) => {
                    let deadline = time.map_or(PATIENCE, |time| time + MARGIN);
                    let choice = participant.choose(&game, &signals::think(time, stop), deadline);
                    (Some((variant, participant)), choice)
                }
                Err(trouble) => (None, Err(trouble)),
            }
        })?;
        *self.made() = made;
        choice.map(|choice| choice.column.number()).map_err(|trouble| bad_player(trouble.detail))
    }

    fn __call__(&self, py: Python<'_>, game: &Bound<'_, PyAny>) -> PyResult<u32> {
        self.choose(py, game, None)
    }

    fn __repr__(&self) -> String {
        format!("player('{}', seed={})", self.contestant, self.seed)
    }
}

/// All players, as JSON.
#[pyfunction]
pub(crate) fn players() -> PyResult<String> {
    serde_json::to_string(dropline_engine::players()).map_err(bad_value)
}

/// A callable of Python as a player: it is given the game and returns a column.
pub(crate) struct Callable {
    pub(crate) name: String,
    pub(crate) call: Py<PyAny>,
    /// The traceback of its error.
    pub(crate) traceback: String,
}

impl Callable {
    fn ask(&self, py: Python<'_>, game: &Game) -> PyResult<Result<Column, PlayerError>> {
        let answer = self.call.bind(py).call1((PyGame(game.clone()),))?;
        let wrong = |answer: &Bound<'_, PyAny>| {
            let columns = column_list(game.legal_columns());
            Ok(Err(PlayerError::Impossible(format!("answered {}: choose {columns}", answer.repr()?))))
        };
        let index = answer.call_method0("__index__");
        let Some(number) = index.ok().filter(|_| !answer.is_instance_of::<PyBool>()) else { return wrong(&answer) };
        let number = number.cast::<PyInt>()?.extract::<i64>().unwrap_or(0);
        match position::column_of(game, number) {
            Ok(column) => Ok(Ok(column)),
            Err(_) => wrong(&answer),
        }
    }
}

impl Player for Callable {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn choose(&mut self, game: &Game, _: &Think<'_>) -> Result<Choice, PlayerError> {
        Python::attach(|py| match self.ask(py, game) {
            Ok(answer) => answer.map(Choice::plain),
            Err(error) => {
                self.traceback = traceback(py, &error);
                Err(PlayerError::Failed(error.to_string()))
            }
        })
    }

    fn last_words(&self) -> String {
        self.traceback.clone()
    }
}

fn traceback(py: Python<'_>, error: &PyErr) -> String {
    let lines = py
        .import("traceback")
        .and_then(|module| {
            module.call_method1("format_exception", (error.get_type(py), error.value(py), error.traceback(py)))
        })
        .and_then(|lines| lines.extract::<Vec<String>>());
    lines.map_or_else(|_| error.to_string(), |lines| lines.concat())
}
