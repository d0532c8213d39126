//! `dropline.solve_many` and `dropline.scores_many`: exact scores of many positions on several threads.
//!
//! Positions wait in the least memory, as text or packed, and become games only when their turn comes.

use crate::array::Boards;
use crate::errors::{DroplineError, bad_value};
use crate::game::PyGame;
use crate::position::other_variant;
use crate::solve::{MASKED, fill};
use crate::{signals, variant};
use dropline_core::{Game, Position, Variant};
use dropline_engine::solver::{MaxSolverOptions, SolverOptions};
use dropline_engine::{Oracle, OracleOptions, Score, Strength, Think};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::PyString;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

/// The most positions a worker takes at a time.
const CHUNK: usize = 64;

/// Positions that wait.
enum Batch {
    Mixed(Vec<Waiting>),
    Boards(Boards),
}

enum Waiting {
    Moves(Box<str>),
    Position(Box<(Variant, Position)>),
}

/// What is asked of each position.
#[derive(Clone, Copy)]
enum Question {
    Position(Strength),
    Columns,
}

/// The scores of many positions, in their order, as int32 array: those that ``solve`` finds.
///
/// ``positions`` are strings of moves, games, or an array of shape (n, levels, columns). ``threads`` is the number of processors if not given. ``progress`` is called
/// now and then with how many are done, and how many there are.
///
/// >>> solve_many(["112233", "4453"]).tolist()
/// [18, -2]
#[pyfunction]
#[pyo3(signature = (positions, variant = None, *, weak = false, threads = None, progress = None))]
pub(crate) fn solve_many<'py>(
    py: Python<'py>,
    positions: &Bound<'py, PyAny>,
    variant: Option<&Bound<'py, PyAny>>,
    weak: bool,
    threads: Option<usize>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray1<Score>>> {
    let strength = if weak { Strength::Winner } else { Strength::Score };
    let work = Work::new(positions, variant, Question::Position(strength))?;
    let scores = work.run(py, threads, progress)?;
    Ok(PyArray1::from_iter(py, scores.iter().map(|score| score.load(Relaxed))))
}

/// The scores of every column of many positions, as int32 array of shape (n, columns): those that ``scores`` finds.
///
/// >>> scores_many(["112233", "4453"]).shape
/// (2, 7)
#[pyfunction]
#[pyo3(signature = (positions, variant = None, *, threads = None, progress = None))]
pub(crate) fn scores_many<'py>(
    py: Python<'py>,
    positions: &Bound<'py, PyAny>,
    variant: Option<&Bound<'py, PyAny>>,
    threads: Option<usize>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray2<Score>>> {
    let work = Work::new(positions, variant, Question::Columns)?;
    let (positions, width) = (work.batch.len(), work.width);
    let scores = work.run(py, threads, progress)?;
    PyArray1::from_iter(py, scores.iter().map(|score| score.load(Relaxed))).reshape([positions, width])
}

struct Work {
    batch: Batch,
    /// What moves are read as.
    variant: Variant,
    question: Question,
    /// Scores for each position.
    width: usize,
}

/// What the workers share.
struct Desk {
    work: Work,
    next: AtomicUsize,
    done: AtomicUsize,
    scores: Vec<AtomicI32>,
    /// The first position that went wrong, and why.
    trouble: Mutex<Option<(usize, String)>>,
}

impl Batch {
    fn len(&self) -> usize {
        match self {
            Batch::Mixed(waiting) => waiting.len(),
            Batch::Boards(boards) => boards.len(),
        }
    }

    fn game(&self, index: usize, variant: Variant) -> Result<Game, String> {
        let said = |error: &dyn std::fmt::Display| error.to_string();
        match self {
            Batch::Boards(boards) => boards.game(index, variant).map_err(|error| said(&error)),
            Batch::Mixed(waiting) => match &waiting[index] {
                Waiting::Moves(text) => Game::from_moves(variant, text).map_err(|error| said(&error)),
                Waiting::Position(packed) => {
                    let (variant, position) = &**packed;
                    let board = position.board(*variant).map_err(|error| said(&error))?;
                    Ok(Game::from_board(board, position.turn()))
                }
            },
        }
    }
}

impl Work {
    fn new(positions: &Bound<'_, PyAny>, variant: Option<&Bound<'_, PyAny>>, question: Question) -> PyResult<Work> {
        let asked = variant::given(variant)?;
        let (batch, variant) =
            if let Some(array) = positions.cast::<PyUntypedArray>().ok().filter(|array| array.ndim() > 1) {
                let boards = Boards::read(array)?;
                let variant = boards.variant(asked)?;
                (Batch::Boards(boards), variant)
            } else {
                let waiting = waiting(positions, asked)?;
                let first = waiting.iter().find_map(|one| match one {
                    Waiting::Position(packed) => Some(packed.0),
                    Waiting::Moves(_) => None,
                });
                (Batch::Mixed(waiting), asked.or(first).unwrap_or_default())
            };
        let width = match question {
            Question::Position(_) => 1,
            Question::Columns => variant.columns(),
        };
        Ok(Work { batch, variant, question, width })
    }

    fn run(
        self,
        py: Python<'_>,
        threads: Option<usize>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<AtomicI32>> {
        let positions = self.batch.len();
        let processors = || std::thread::available_parallelism().map_or(1, usize::from);
        let threads = threads.unwrap_or_else(processors);
        if !(1..=1024).contains(&threads) {
            return Err(bad_value(format!("threads must be 1 to 1024, not {threads}")));
        }
        let threads = threads.min(positions.max(1));
        let scores = (0..positions * self.width).map(|_| AtomicI32::new(MASKED)).collect();
        let desk = Desk { work: self, next: 0.into(), done: 0.into(), scores, trouble: Mutex::new(None) };
        let desk = Arc::new(desk);
        let told = |done: usize| progress.map_or(Ok(()), |tell| tell.call1((done, positions)).map(drop));
        let mut last = 0;
        let workers = Arc::clone(&desk);
        signals::apart(
            py,
            &mut |_| {
                let done = desk.done.load(Relaxed);
                if done == last || done == positions {
                    return Ok(());
                }
                last = done;
                told(done)
            },
            move |stop| {
                std::thread::scope(|scope| {
                    for _ in 1..threads {
                        scope.spawn(|| workers.work(threads, stop));
                    }
                    workers.work(threads, stop);
                });
            },
        )?;
        if let Some((index, problem)) = desk.trouble.lock().unwrap_or_else(PoisonError::into_inner).take() {
            return Err(DroplineError::new_err(format!("positions[{index}]: {problem}")));
        }
        told(positions)?;
        // The worker's hold on the desk ends with it; what is left is ours.
        Arc::try_unwrap(desk)
            .map(|desk| desk.scores)
            .or_else(|desk| Ok(desk.scores.iter().map(|score| AtomicI32::new(score.load(Relaxed))).collect()))
    }
}

impl Desk {
    /// Takes positions until there are none.
    fn work(&self, threads: usize, stop: &AtomicBool) {
        let positions = self.work.batch.len();
        let chunk = (positions / (threads * CHUNK)).clamp(1, CHUNK);
        let mut oracles: Vec<Oracle> = Vec::new();
        loop {
            let first = self.next.fetch_add(chunk, Relaxed);
            for index in first..(first + chunk).min(positions) {
                if stop.load(Relaxed) {
                    return;
                }
                if let Err(problem) = self.one(index, threads, &mut oracles, stop) {
                    let mut trouble = self.trouble.lock().unwrap_or_else(PoisonError::into_inner);
                    if trouble.as_ref().is_none_or(|(earlier, _)| index < *earlier) {
                        *trouble = Some((index, problem));
                    }
                    // What comes later is of no use any more, what came before may still go wrong first.
                    self.next.store(positions, Relaxed);
                    return;
                }
                self.done.fetch_add(1, Relaxed);
            }
            if first >= positions {
                return;
            }
        }
    }

    fn one(&self, index: usize, threads: usize, oracles: &mut Vec<Oracle>, stop: &AtomicBool) -> Result<(), String> {
        let Work { batch, variant, question, width } = &self.work;
        let game = batch.game(index, *variant)?;
        let place = oracles.iter().position(|oracle| oracle.variant() == game.variant());
        let place = match place {
            Some(place) => place,
            None => {
                let made =
                    Oracle::with(game.variant(), options(*question, threads)).map_err(|error| error.to_string())?;
                oracles.push(made);
                oracles.len() - 1
            }
        };
        let oracle = &mut oracles[place];
        let think = Think { stop, ..Think::default() };
        let out = &self.scores[index * width..][..*width];
        match question {
            Question::Position(strength) => {
                let found = oracle.solve(&game, *strength, &think).map_err(|error| error.to_string())?;
                out[0].store(found.score().unwrap_or(MASKED), Relaxed);
            }
            Question::Columns => {
                if game.variant().columns() != *width {
                    return Err(format!("it has {} columns, the first has {width}", game.variant().columns()));
                }
                let mut scores = vec![MASKED; *width];
                fill(oracle, &game, &think, &mut scores).map_err(|error| error.to_string())?;
                for (out, score) in out.iter().zip(scores) {
                    out.store(score, Relaxed);
                }
            }
        }
        Ok(())
    }
}

/// One who solves beside so many others. The columns of a position are related, so that what was learned is kept; positions need not be.
fn options(question: Question, threads: usize) -> OracleOptions {
    let usual = MaxSolverOptions::default();
    OracleOptions {
        solver: SolverOptions { reuse: matches!(question, Question::Columns), ..SolverOptions::default() },
        max_solver: MaxSolverOptions { memory: usual.memory / threads, ..usual },
        ..OracleOptions::default()
    }
}

/// The positions of a list, packed.
fn waiting(positions: &Bound<'_, PyAny>, asked: Option<Variant>) -> PyResult<Vec<Waiting>> {
    if positions.is_instance_of::<PyString>() || positions.is_instance_of::<PyGame>() {
        return Err(PyTypeError::new_err("positions is one position: put it into a list, or use solve or scores"));
    }
    let mut waiting = Vec::with_capacity(positions.len().unwrap_or(0));
    for one in positions.try_iter()? {
        let one = one?;
        waiting.push(if let Ok(text) = one.extract::<PyBackedStr>() {
            Waiting::Moves((&*text).into())
        } else if let Ok(game) = one.cast::<PyGame>() {
            let game = &game.borrow().0;
            if let Some(asked) = asked.filter(|&asked| asked != game.variant()) {
                return Err(other_variant(game.variant(), asked));
            }
            Waiting::Position(Box::new((game.variant(), game.position())))
        } else {
            let game = crate::position::given(&one, asked)?;
            Waiting::Position(Box::new((game.variant(), game.position())))
        });
    }
    Ok(waiting)
}
