//! A book in the making, and those who solve for it.

use crate::errors::{bad_row, bad_value};
use crate::thinker::{Thinker, position};
use crate::variant;
use dropline_core::Variant;
use dropline_core::notation::key;
use dropline_engine::Score;
use dropline_engine::book::{BookBuilder, Difficulty, Key};
use dropline_engine::solver::Solver;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// Keeps track of a book in the making, as ``dropline book build`` does.
#[pyclass(name = "BookBuilder", module = "dropline._dropline")]
pub(crate) struct PyBookBuilder(BookBuilder);

#[pymethods]
impl PyBookBuilder {
    #[new]
    fn new(variant: &Bound<'_, PyAny>, nodes: u64) -> PyResult<PyBookBuilder> {
        let variant = variant::given(Some(variant))?.unwrap_or_default();
        BookBuilder::new(variant, nodes).map(PyBookBuilder).map_err(bad_value)
    }

    /// How many checkers lie on the board in the positions at hand.
    #[getter]
    fn ply(&self) -> usize {
        self.0.ply()
    }

    /// How many positions were found to be hard on finished plies.
    #[getter]
    fn hard(&self) -> usize {
        self.0.hard()
    }

    /// The positions at hand, in order: their keys in the book, and as text.
    fn open(&self) -> Vec<(String, String)> {
        self.0.open().iter().map(|&key| (key.to_string(), key::write(&self.0.game(key)))).collect()
    }

    /// Notes the score of a position; ``None`` if it is hard.
    fn record(&mut self, key: &str, score: Option<Score>) -> PyResult<()> {
        let key: Key = key.parse().map_err(|_| bad_value(format!("`{key}` is no key of a book")))?;
        self.0.record(key, score.map_or(Difficulty::Hard, Difficulty::Easy));
        Ok(())
    }

    /// Goes on to the successors of the hard positions.
    fn next_ply(&mut self) -> PyResult<()> {
        self.0.next_ply().map_err(bad_value)
    }

    /// The bytes of the book.
    fn finish<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        self.0.clone().finish().map(|bytes| PyBytes::new(py, &bytes)).map_err(bad_value)
    }
}

/// Says how hard positions are.
#[pyclass(frozen, module = "dropline._dropline")]
pub(crate) struct BookSolver {
    variant: Variant,
    nodes: u64,
    solver: Thinker<Solver>,
}

#[pymethods]
impl BookSolver {
    #[new]
    fn new(variant: &Bound<'_, PyAny>, nodes: u64) -> PyResult<BookSolver> {
        let variant = variant::given(Some(variant))?.unwrap_or_default();
        Ok(BookSolver { variant, nodes, solver: Thinker::new(Solver::default()) })
    }

    /// The scores of positions; ``None`` for those that take more than the nodes.
    fn solve(&self, py: Python<'_>, positions: Vec<String>) -> PyResult<Vec<Option<Score>>> {
        let found: Result<_, (usize, String)> = self.solver.think(py, Some(self.nodes), |solver, think| {
            let one = |(index, text): (usize, &String)| {
                let game = position(text, self.variant).map_err(|error| (index, error))?;
                let found = solver.solve(&game, think).map_err(|error| (index, error.to_string()))?;
                // A search that somebody stopped says nothing of how hard the position is.
                if think.stopped() { Err((index, "stopped".to_owned())) } else { Ok(found.score()) }
            };
            positions.iter().enumerate().map(one).collect()
        });
        found.map_err(|(index, problem)| bad_row(py, index, &problem))
    }

    /// Ends what another thread asks; the answer is an error.
    fn stop(&self) {
        self.solver.stop(true);
    }
}
