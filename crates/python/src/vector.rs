//! Many games at once for learners: the learner's side is moved from outside, the other by one opponent.

use crate::errors::{DroplineError, bad_player, bad_value};
use crate::game::PyGame;
use crate::player::Callable;
use crate::{arena, signals, variant};
use dropline_arena::{Contestant, Participant};
use dropline_core::{Column, Game, Side, Variant};
use dropline_engine::Think;
use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long an opponent is waited for.
const PATIENCE: Duration = Duration::from_secs(86_400);

/// Games that go on side by side; a game that is over begins anew with the next step.
#[pyclass(name = "VectorGames", module = "dropline._dropline", frozen)]
pub(crate) struct VectorGames {
    variant: Variant,
    contestant: Contestant,
    callable: Option<Py<PyAny>>,
    side: Option<Side>,
    count: usize,
    /// Nothing before the first reset, and after an interrupt.
    hall: Mutex<Option<Hall>>,
}

struct Hall {
    opponent: Participant,
    chance: Xoshiro256PlusPlus,
    seats: Vec<Seat>,
}

/// One game, and the learner's side in it.
struct Seat {
    game: Game,
    side: Side,
    over: bool,
}

/// What a step brought, one after the other for all games.
#[derive(Default)]
struct Step {
    /// For each cell, top row first, whether the learner has it, and whether the opponent has.
    observations: Vec<i8>,
    rewards: Vec<f64>,
    terminated: Vec<bool>,
    illegal: Vec<bool>,
    /// For each column, whether it can be played.
    masks: Vec<i8>,
}

type StepArrays<'py> = (
    Bound<'py, PyAny>,
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyAny>,
);

#[pymethods]
impl VectorGames {
    #[new]
    fn new(count: usize, variant: &Bound<'_, PyAny>, opponent: &Bound<'_, PyAny>, side: &str) -> PyResult<VectorGames> {
        let variant = variant::given(Some(variant))?.unwrap_or_default();
        let (contestant, callable) = arena::contestant(opponent)?;
        contestant.check(variant).map_err(bad_player)?;
        let side = match side {
            "random" => None,
            side => Some(side.parse().map_err(|_| bad_value(format!("`{side}` is not a side: red, black or random")))?),
        };
        if count == 0 {
            return Err(bad_value("there must be at least one game"));
        }
        Ok(VectorGames { variant, contestant, callable, side, count, hall: Mutex::new(None) })
    }

    /// Begins all games; with a seed, all chance begins anew too.
    fn reset<'py>(&self, py: Python<'py>, seed: Option<u64>) -> PyResult<StepArrays<'py>> {
        let kept = self.hall().take();
        let hall = match (kept, seed) {
            (Some(hall), None) => hall,
            (_, seed) => self.made(py, seed.unwrap_or(0))?,
        };
        let (count, variant, side) = (self.count, self.variant, self.side);
        self.run(py, hall, move |hall, stop| {
            let mut step = Step::default();
            hall.seats.clear();
            for _ in 0..count {
                let seat = Seat::begin(variant, side, &mut hall.chance, &mut hall.opponent, stop)?;
                step.add(&seat, 0.0, false);
                hall.seats.push(seat);
            }
            Ok(step)
        })
    }

    /// Plays a column, counted from 0, in every game, and the opponent's answer to it.
    fn step<'py>(&self, py: Python<'py>, columns: PyReadonlyArray1<'py, i64>) -> PyResult<StepArrays<'py>> {
        let columns = columns.as_slice()?.to_vec();
        if columns.len() != self.count {
            return Err(bad_value(format!("{} actions for {} games", columns.len(), self.count)));
        }
        let hall = self.hall().take().ok_or_else(|| DroplineError::new_err("reset comes before the first step"))?;
        let (variant, side) = (self.variant, self.side);
        self.run(py, hall, move |hall, stop| {
            let mut step = Step::with_room(variant, columns.len());
            for (seat, column) in hall.seats.iter_mut().zip(columns) {
                if seat.over {
                    *seat = Seat::begin(variant, side, &mut hall.chance, &mut hall.opponent, stop)?;
                    step.add(seat, 0.0, false);
                } else {
                    let (reward, illegal) = seat.step(column, &mut hall.opponent, stop)?;
                    step.add(seat, reward, illegal);
                }
            }
            Ok(step)
        })
    }

    /// A game as it stands.
    fn game(&self, index: usize) -> PyResult<PyGame> {
        let hall = self.hall();
        let seat = hall.as_ref().and_then(|hall| hall.seats.get(index));
        seat.map(|seat| PyGame(seat.game.clone())).ok_or_else(|| bad_value("there is no such game"))
    }
}

impl VectorGames {
    fn hall(&self) -> MutexGuard<'_, Option<Hall>> {
        self.hall.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn made(&self, py: Python<'_>, seed: u64) -> PyResult<Hall> {
        let opponent = match &self.callable {
            Some(callable) => Participant::Player(Box::new(Callable {
                name: self.contestant.to_string(),
                call: callable.clone_ref(py),
                traceback: String::new(),
            })),
            None => self.contestant.participant(self.variant, seed).map_err(|trouble| bad_player(trouble.detail))?,
        };
        Ok(Hall { opponent, chance: Xoshiro256PlusPlus::seed_from_u64(seed), seats: Vec::new() })
    }

    /// Lets the hall work: here if its opponent answers at once, apart if it may think.
    fn run<'py>(
        &self,
        py: Python<'py>,
        mut hall: Hall,
        work: impl FnOnce(&mut Hall, &AtomicBool) -> Result<Step, String> + Send + 'static,
    ) -> PyResult<StepArrays<'py>> {
        let at_once = matches!(&self.contestant, Contestant::BuiltIn(spec) if matches!(spec.name(), "random" | "bad"));
        let (hall, step) = if at_once {
            py.detach(move || {
                let step = work(&mut hall, &AtomicBool::new(false));
                (hall, step)
            })
        } else {
            signals::apart(py, &mut |_| Ok(()), move |stop| {
                let step = work(&mut hall, stop);
                (hall, step)
            })?
        };
        *self.hall() = Some(hall);
        step.map_err(bad_player)?.arrays(py, self.variant, self.count)
    }
}

/// The opponent's move.
fn answer(game: &mut Game, opponent: &mut Participant, stop: &AtomicBool) -> Result<(), String> {
    let think = Think { stop, ..Think::default() };
    let choice = opponent.choose(game, &think, PATIENCE).map_err(|trouble| trouble.detail)?;
    game.play(choice.column).map(drop).map_err(|error| format!("the opponent: {error}"))
}

impl Seat {
    /// A game that waits for the learner's first move.
    fn begin(
        variant: Variant,
        side: Option<Side>,
        chance: &mut Xoshiro256PlusPlus,
        opponent: &mut Participant,
        stop: &AtomicBool,
    ) -> Result<Seat, String> {
        let side = side.unwrap_or_else(|| Side::BOTH[chance.random_range(0..2)]);
        let mut game = Game::new(variant);
        if side == Side::Black {
            answer(&mut game, opponent, stop)?;
        }
        let over = game.is_over();
        Ok(Seat { game, side, over })
    }

    /// The reward, and whether the column could not be played, which loses.
    fn step(&mut self, column: i64, opponent: &mut Participant, stop: &AtomicBool) -> Result<(f64, bool), String> {
        let column = usize::try_from(column).map(Column::from_index);
        let played = column.is_ok_and(|column| self.game.play(column).is_ok());
        if played && !self.game.is_over() {
            answer(&mut self.game, opponent, stop)?;
        }
        self.over = !played || self.game.is_over();
        let reward = match self.game.outcome().map(dropline_core::Outcome::winner) {
            _ if !played => -1.0,
            None | Some(None) => 0.0,
            Some(Some(winner)) if winner == self.side => 1.0,
            Some(Some(_)) => -1.0,
        };
        Ok((reward, !played))
    }
}

impl Step {
    fn with_room(variant: Variant, count: usize) -> Step {
        Step {
            observations: Vec::with_capacity(2 * variant.cells() * count),
            rewards: Vec::with_capacity(count),
            terminated: Vec::with_capacity(count),
            illegal: Vec::with_capacity(count),
            masks: Vec::with_capacity(variant.columns() * count),
        }
    }

    fn add(&mut self, seat: &Seat, reward: f64, illegal: bool) {
        let board = seat.game.board();
        let variant = board.variant();
        let start = self.observations.len();
        self.observations.resize(start + 2 * variant.cells(), 0);
        for (cell, side) in board.checkers_by_column() {
            let row = variant.levels() - 1 - cell.level.index();
            let place = 2 * (row * variant.columns() + cell.column.index()) + usize::from(side != seat.side);
            self.observations[start + place] = 1;
        }
        self.rewards.push(reward);
        self.terminated.push(seat.over);
        self.illegal.push(illegal);
        let open = |column| !seat.over && board.has_room(column).is_ok();
        self.masks.extend(board.columns().map(|column| i8::from(open(column))));
    }

    fn arrays<'py>(self, py: Python<'py>, variant: Variant, count: usize) -> PyResult<StepArrays<'py>> {
        let observations = PyArray1::from_vec(py, self.observations);
        let observations = observations.reshape([count, variant.levels(), variant.columns(), 2])?;
        let masks = PyArray1::from_vec(py, self.masks).reshape([count, variant.columns()])?;
        Ok((
            observations.into_any(),
            PyArray1::from_vec(py, self.rewards),
            PyArray1::from_vec(py, self.terminated),
            PyArray1::from_vec(py, self.illegal),
            masks.into_any(),
        ))
    }
}
