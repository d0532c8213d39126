//! A tournament whose games are played by others: its schedule, its journal and its report here, the games wherever a worker is.

use crate::arena::described;
use crate::errors::{bad_player, bad_value};
use crate::signals;
use dropline_arena::journal::{Journal, JournalError, check_records, check_same};
use dropline_arena::report::{TournamentReport, csv, html, json, text};
use dropline_arena::{Contestant, Played, Record, Schedule, Tournament, run_games};
use dropline_core::notation::from_json;
use pyo3::prelude::*;
use std::collections::HashSet;
use std::path::PathBuf;

/// A tournament and its journal, new or to go on with: the file of ``dropline arena``.
#[pyclass(name = "Contest", module = "dropline._dropline")]
pub(crate) struct PyContest {
    schedule: Schedule,
    journal: Journal,
    records: Vec<Record>,
    done: HashSet<usize>,
}

#[pymethods]
impl PyContest {
    #[new]
    #[pyo3(signature = (journal, players, definition, time = None))]
    fn new(
        journal: PathBuf,
        players: Vec<Bound<'_, PyAny>>,
        definition: &str,
        time: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyContest> {
        let (schedule, callables) = described(&players, definition, time)?;
        if let Some(guest) = callables.iter().position(Option::is_some) {
            let name = &schedule.names()[guest];
            return Err(bad_value(format!("{name} is a function, which stays here: a player on a cluster is a spec")));
        }
        let tournament = schedule.tournament();
        let opened = Journal::resume(&journal).and_then(|(opened, saved, records)| {
            check_same(&journal, &saved, tournament)?;
            check_records(&journal, &schedule, &records)?;
            Ok((opened, records))
        });
        let (journal, records) = match opened {
            Err(JournalError::Empty(_)) => (Journal::create(&journal, tournament, true), Vec::new()),
            Err(JournalError::Io { ref error, .. }) if error.kind() == std::io::ErrorKind::NotFound => {
                (Journal::create(&journal, tournament, false), Vec::new())
            }
            Err(error) => return Err(bad_value(error)),
            Ok((opened, records)) => (Ok(opened), records),
        };
        let done = records.iter().map(|record| record.game).collect();
        Ok(PyContest { schedule, journal: journal.map_err(bad_value)?, records, done })
    }

    /// The whole definition, for those who play.
    #[getter]
    fn definition(&self) -> PyResult<String> {
        serde_json::to_string(self.schedule.tournament()).map_err(bad_value)
    }

    /// How many games there are.
    fn __len__(&self) -> usize {
        self.schedule.len()
    }

    /// The games that are still to be played; none when a test has decided.
    fn left(&self) -> Vec<usize> {
        if self.played().complete {
            return Vec::new();
        }
        (0..self.schedule.len()).filter(|game| !self.done.contains(game)).collect()
    }

    /// Saves a game; one that is there already is left out.
    fn add(&mut self, record: &str) -> PyResult<()> {
        let record: Record = from_json(record).map_err(bad_value)?;
        if !self.done.insert(record.game) {
            return Ok(());
        }
        self.journal.append(&record)?;
        self.records.push(record);
        Ok(())
    }

    /// The report in a form: ``text``, ``json``, ``csv`` or ``html``.
    fn report(&self, form: &str) -> PyResult<String> {
        let played = self.played();
        let report = TournamentReport::new(&self.schedule, &played);
        match form {
            "text" => Ok(text::write(&report)),
            "json" => json::write(&report).map(|json| json + "\n").map_err(bad_value),
            "csv" => csv::standings(&report).map_err(bad_value),
            "html" => html::write(&report).map_err(bad_value),
            _ => Err(bad_value(format!("`{form}` is no form of a report: text, json, csv or html"))),
        }
    }
}

impl PyContest {
    fn played(&self) -> Played {
        Played::new(&self.schedule, self.records.clone())
    }
}

/// Plays games of a tournament where it is.
#[pyclass(frozen, module = "dropline._dropline")]
pub(crate) struct FixturePlayer(Schedule);

#[pymethods]
impl FixturePlayer {
    /// It is an error if a program of somebody else does not start here.
    #[new]
    fn new(py: Python<'_>, definition: &str) -> PyResult<FixturePlayer> {
        let tournament: Tournament = from_json(definition).map_err(bad_value)?;
        let schedule = Schedule::new(tournament).map_err(bad_player)?;
        let Tournament { players, variant, .. } = schedule.tournament();
        py.detach(|| players.iter().try_for_each(|player: &Contestant| player.try_out(*variant)))
            .map_err(bad_player)?;
        Ok(FixturePlayer(schedule))
    }

    /// Plays games one after the other and gives their records.
    fn play(&self, py: Python<'_>, games: Vec<usize>) -> PyResult<Vec<String>> {
        let schedule = self.0.clone();
        let played = signals::apart(py, &mut |_| Ok(()), move |stop| {
            let mut lines = Vec::new();
            let ended = run_games(&schedule, schedule.participants(), games, 1, stop, &mut |record| {
                lines.push(serde_json::to_string(&record)?);
                Ok(true)
            });
            ended.map(|()| lines)
        })?;
        Ok(played?)
    }
}
