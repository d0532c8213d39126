//! A proof in parts, and those who answer its questions.

use crate::errors::{bad_value, unsolvable};
use crate::thinker::{Thinker, read};
use crate::{position, variant};
use dropline_core::Variant;
use dropline_core::notation::key;
use dropline_engine::Score;
use dropline_engine::book::Key;
use dropline_engine::solver::{Finding, ProofTree, Solver, SolverOptions};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// What took so many nodes is told to others: some 200 findings for a million nodes, which spare two workers two fifths of what they would do twice.
const TELL_FROM: u64 = 10_000;

/// Keeps track of a proof in parts.
#[pyclass(name = "Proof", module = "dropline._dropline")]
pub(crate) struct PyProof(ProofTree);

#[pymethods]
impl PyProof {
    #[new]
    fn new(game: &Bound<'_, PyAny>, plies: usize) -> PyResult<PyProof> {
        ProofTree::new(&position::given(game, None)?, plies).map(PyProof).map_err(bad_value)
    }

    /// What is proven of the score: it is at least and at most this.
    #[getter]
    fn bounds(&self) -> (Score, Score) {
        self.0.bounds().into_inner()
    }

    /// The parts to ask, best first, each with what its score is compared with.
    fn questions(&self) -> Vec<(String, Score)> {
        self.0.questions().into_iter().map(|(part, alpha)| (part.to_string(), alpha)).collect()
    }

    /// A part as text.
    fn position(&self, part: &str) -> PyResult<String> {
        Ok(key::write(&self.0.game(part_of(part)?)))
    }

    /// Takes in what is known of a part.
    fn answer(&mut self, part: &str, lower: Score, upper: Score) -> PyResult<()> {
        self.0.answer(part_of(part)?, lower..=upper).map_err(bad_value)
    }

    /// Splits a part: it is asked by its drops from now on.
    fn split(&mut self, part: &str) -> PyResult<()> {
        self.0.split(part_of(part)?).map(drop).map_err(bad_value)
    }
}

fn part_of(text: &str) -> PyResult<Key> {
    text.parse().map_err(|_| bad_value(format!("`{text}` is no part of a proof")))
}

/// Answers questions about positions and keeps what it learned for the next one.
#[pyclass(frozen, module = "dropline._dropline")]
pub(crate) struct Prover {
    variant: Variant,
    solver: Thinker<Solver>,
}

#[pymethods]
impl Prover {
    #[new]
    #[pyo3(signature = (variant, memory, threads = 1))]
    fn new(variant: &Bound<'_, PyAny>, memory: usize, threads: usize) -> PyResult<Prover> {
        let variant = variant::given(Some(variant))?.unwrap_or_default();
        if !(1..=1024).contains(&threads) {
            return Err(bad_value(format!("threads must be 1 to 1024, not {threads}")));
        }
        let tell_from = Some(TELL_FROM);
        let options = SolverOptions { memory, threads, reuse: true, tell_from, ..SolverOptions::default() };
        Ok(Prover { variant, solver: Thinker::new(Solver::new(options)) })
    }

    /// Bounds of a position's score that tell whether it is more than ``alpha``, unless they took more than ``most`` nodes or were stopped; the nodes; and what
    /// others can use of it.
    #[pyo3(signature = (position, alpha, most = None))]
    fn ask<'py>(
        &self,
        py: Python<'py>,
        position: &str,
        alpha: Score,
        most: Option<u64>,
    ) -> PyResult<(Score, Score, u64, Bound<'py, PyBytes>)> {
        let game = read(position, self.variant)?;
        let (found, news) = self.solver.think(py, most, |solver, think| {
            let found = solver.exceeds(&game, alpha, think);
            (found, solver.findings().iter().flat_map(Finding::to_bytes).collect::<Vec<u8>>())
        });
        let found = found.map_err(unsolvable)?;
        Ok((found.lower, found.upper, found.nodes, PyBytes::new(py, &news)))
    }

    /// Takes in what others have found.
    fn take_in(&self, py: Python<'_>, news: &[u8]) -> PyResult<()> {
        let (findings, rest) = news.as_chunks();
        if !rest.is_empty() {
            return Err(bad_value(format!("{} bytes are no findings", news.len())));
        }
        let findings: Vec<Finding> = findings.iter().map(Finding::from_bytes).collect();
        self.solver.think(py, None, |solver, _| solver.take_in(self.variant, &findings)).map_err(unsolvable)
    }

    /// Ends what another thread asks, or lets it ask again.
    fn stop(&self, stop: bool) {
        self.solver.stop(stop);
    }
}
