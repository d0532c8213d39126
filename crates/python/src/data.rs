//! Positions to learn from, and their exact scores as columns of a table: what `dropline.data` and `dropline.cluster` are made of.

use crate::array;
use crate::errors::{bad_row, bad_value, unsolvable};
use crate::solve::{MASKED, fill};
use crate::thinker::{Thinker, position};
use crate::variant;
use dropline_core::notation::{key, moves};
use dropline_core::{Column, Game, Variant};
use dropline_engine::book::Book;
use dropline_engine::solver::MaxSolverOptions;
use dropline_engine::{Clock, Limits, Oracle, OracleOptions, Player, Score, Spec, Think, build};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rand::seq::IteratorRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::time::Duration;

/// The most random plies before the engine plays on by itself.
const OPENING: usize = 8;
/// The levels that play; the one above thinks by the clock.
const LEVELS: std::ops::RangeInclusive<u32> = 1..=9;
/// Bytes for the table of Max-Connect: the same for everybody, because the nodes depend on it.
const MAX_MEMORY: usize = 256 << 20;

/// Time stands still, so that what is played does not depend on how fast the computer is.
struct Still;

impl Clock for Still {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

/// The positions that games of a source come to, as pairs of key and moves: of a position and its mirror image the one with the smaller key.
///
/// Game by game, from ``first`` on: each depends on the seed and its number alone. Games that are over before the ply that chance chose give none.
#[pyfunction]
pub(crate) fn sampled_positions(
    py: Python<'_>,
    variant: &Bound<'_, PyAny>,
    source: &str,
    plies: (usize, usize),
    seed: u64,
    first: u64,
    games: u64,
) -> PyResult<Vec<(String, String)>> {
    let variant = variant::given(Some(variant))?.unwrap_or_default();
    let source = Source::parse(source).ok_or_else(|| bad_value(format!("`{source}` is no source: {SOURCES}")))?;
    if plies.0 > plies.1 {
        return Err(bad_value(format!("the plies {}:{} go backwards", plies.0, plies.1)));
    }
    let root = Xoshiro256PlusPlus::seed_from_u64(seed).next_u64();
    let sampled: Result<Vec<_>, _> = py.detach(|| {
        (first..first + games)
            .map(|number| {
                let mut chance = Xoshiro256PlusPlus::seed_from_u64(root.wrapping_add(number));
                source.position(variant, plies, &mut chance)
            })
            .collect()
    });
    let sampled = sampled.map_err(bad_value)?;
    Ok(sampled.into_iter().flatten().map(|game| (key::write(&game), moves::write(variant, game.moves()))).collect())
}

const SOURCES: &str = "random, levels or engine";

#[derive(Clone, Copy)]
enum Source {
    Random,
    Levels,
    Engine,
}

impl Source {
    fn parse(text: &str) -> Option<Source> {
        match text {
            "random" => Some(Source::Random),
            "levels" => Some(Source::Levels),
            "engine" => Some(Source::Engine),
            _ => None,
        }
    }

    /// The position at a ply that chance chooses; nothing if the game is over by then.
    fn position(
        self,
        variant: Variant,
        (least, most): (usize, usize),
        chance: &mut Xoshiro256PlusPlus,
    ) -> Result<Option<Game>, String> {
        let plies = chance.random_range(least..=most);
        let mut players = self.players(variant, chance)?;
        let alone = match self {
            Source::Random => plies,
            Source::Levels => 0,
            Source::Engine => chance.random_range(0..=plies.min(OPENING)),
        };
        let mut game = Game::new(variant);
        for ply in 0..plies {
            let column = match players.get_mut(ply % 2) {
                Some(player) if ply >= alone => {
                    let think = Think { clock: Some(&Still), limits: Limits::default(), ..Think::default() };
                    player.choose(&game, &think).map_err(|error| error.to_string())?.column
                }
                _ => game.legal_columns().choose(chance).unwrap_or(Column::from_index(0)),
            };
            game.play(column).map_err(|error| error.to_string())?;
            if game.is_over() {
                return Ok(None);
            }
        }
        if game.is_over() {
            return Ok(None);
        }
        let image = game.mirrored();
        Ok(Some(if key::write(&image) < key::write(&game) { image } else { game }))
    }

    fn players(self, variant: Variant, chance: &mut Xoshiro256PlusPlus) -> Result<Vec<Box<dyn Player>>, String> {
        let specs = match self {
            Source::Random => return Ok(Vec::new()),
            Source::Levels => [(); 2].map(|()| format!("level:n={}", chance.random_range(LEVELS))),
            Source::Engine => [(); 2].map(|()| "engine:nodes=20000".to_owned()),
        };
        let made = specs.map(|spec| {
            let spec: Spec = spec.parse().map_err(|error| format!("{error}"))?;
            build(&spec, variant, chance.next_u64()).map_err(|error| error.to_string())
        });
        made.into_iter().collect()
    }
}

/// Finds the scores of positions, batch after batch. Each position is solved as if it were the first, so that the nodes do not depend on the batch.
#[pyclass(frozen, module = "dropline._dropline")]
pub(crate) struct RowSolver {
    variant: Variant,
    known_plies: usize,
    oracle: Thinker<Oracle>,
}

/// What is known of one position.
struct Row {
    game: Game,
    score: Score,
    columns: Vec<Score>,
    nodes: u64,
}

#[pymethods]
impl RowSolver {
    #[new]
    fn new(variant: &Bound<'_, PyAny>) -> PyResult<RowSolver> {
        let variant = variant::given(Some(variant))?.unwrap_or_default();
        let usual = OracleOptions::default();
        let max_solver = MaxSolverOptions { memory: MAX_MEMORY, ..usual.max_solver };
        let oracle = Oracle::with(variant, OracleOptions { max_solver, ..usual }).map_err(unsolvable)?;
        let known_plies = oracle.book().and_then(Book::complete).unwrap_or(0);
        Ok(RowSolver { variant, known_plies, oracle: Thinker::new(oracle) })
    }

    /// Up to how many moves the book knows every position, so that nothing is searched.
    #[getter]
    const fn known_plies(&self) -> usize {
        self.known_plies
    }

    /// What is known of positions, given by their moves or keys, as columns by name; the scores of the columns only if asked for.
    #[pyo3(signature = (positions, *, columns = false))]
    fn solve<'py>(&self, py: Python<'py>, positions: Vec<String>, columns: bool) -> PyResult<Bound<'py, PyDict>> {
        let rows: Result<Vec<Row>, (usize, String)> = self.oracle.think(py, None, |oracle, think| {
            let one = |(index, text): (usize, &String)| {
                let game = position(text, self.variant).map_err(|error| (index, error))?;
                row(oracle, game, columns, think).map_err(|error| (index, format!("`{text}`: {error}")))
            };
            positions.iter().enumerate().map(one).collect()
        });
        let rows = rows.map_err(|(index, problem)| bad_row(py, index, &problem))?;
        let (cells, width) = (self.variant.cells(), self.variant.columns());
        let mut boards = vec![0; rows.len() * cells];
        for (row, board) in rows.iter().zip(boards.chunks_exact_mut(cells)) {
            array::write(row.game.board(), board);
        }
        let told = PyDict::new(py);
        let numbers = |of: fn(&Row) -> Score| PyArray1::from_iter(py, rows.iter().map(of));
        told.set_item("ply", numbers(|row| row.game.board().checkers() as Score))?;
        told.set_item("moves", rows.iter().map(|row| moves_of(&row.game)).collect::<Vec<_>>())?;
        told.set_item("key", rows.iter().map(|row| key::write(&row.game)).collect::<Vec<_>>())?;
        told.set_item("board", PyArray1::from_vec(py, boards))?;
        told.set_item("turn", rows.iter().map(|row| row.game.turn().to_string()).collect::<Vec<_>>())?;
        told.set_item("score", numbers(|row| row.score))?;
        if columns {
            let scores = PyArray1::from_iter(py, rows.iter().flat_map(|row| row.columns.iter().copied()));
            told.set_item("scores", scores.reshape([rows.len(), width])?)?;
        }
        told.set_item("nodes", PyArray1::from_iter(py, rows.iter().map(|row| row.nodes)))?;
        Ok(told)
    }

    /// How many checkers lie on the board in positions that can be solved.
    fn plies(&self, py: Python<'_>, positions: Vec<String>) -> PyResult<Vec<usize>> {
        let plies: Result<Vec<usize>, (usize, String)> = py.detach(|| {
            let one = |(index, text): (usize, &String)| match position(text, self.variant) {
                Err(error) => Err((index, error)),
                Ok(game) if game.is_over() => Err((index, format!("`{text}`: the game is over"))),
                Ok(game) => Ok(game.board().checkers()),
            };
            positions.iter().enumerate().map(one).collect()
        });
        plies.map_err(|(index, problem)| bad_row(py, index, &problem))
    }

    /// The nodes that the scores of positions take, at most so many each.
    fn cost(&self, py: Python<'_>, positions: Vec<String>, most: u64) -> PyResult<Vec<u64>> {
        let costs: Result<Vec<u64>, (usize, String)> = self.oracle.think(py, Some(most), |oracle, think| {
            let one = |(index, text): (usize, &String)| {
                let game = position(text, self.variant).map_err(|error| (index, error))?;
                oracle.forget();
                let found = oracle.score(&game, think);
                found.map(|found| found.nodes).map_err(|error| (index, format!("`{text}`: {error}")))
            };
            positions.iter().enumerate().map(one).collect()
        });
        costs.map_err(|(index, problem)| bad_row(py, index, &problem))
    }

    /// Ends what another thread asks; the answer is an error.
    fn stop(&self) {
        self.oracle.stop(true);
    }
}

fn row(oracle: &mut Oracle, game: Game, columns: bool, think: &Think<'_>) -> Result<Row, String> {
    const STOPPED: &str = "stopped before its score was known";
    oracle.forget();
    let before = oracle.nodes();
    let mut scores = Vec::new();
    let score = if columns {
        scores.resize(game.variant().columns(), MASKED);
        let all = fill(oracle, &game, think, &mut scores).map_err(|error| error.to_string())?;
        scores.iter().copied().max().filter(|_| all)
    } else {
        oracle.score(&game, think).map_err(|error| error.to_string())?.score()
    };
    let score = score.ok_or(STOPPED)?;
    Ok(Row { game, score, columns: scores, nodes: oracle.nodes() - before })
}

/// The moves of a game; nothing for one that was set up.
fn moves_of(game: &Game) -> Option<String> {
    game.starts_empty().then(|| moves::write(game.variant(), game.moves()))
}
