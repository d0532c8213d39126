//! The certificate of a proof in parts, and those who ask some of its answers anew.

use crate::errors::bad_value;
use crate::thinker::Thinker;
use dropline_core::notation::from_json;
use dropline_engine::Score;
use dropline_engine::solver::{Certificate, CertificateAnswer, Solver, SolverOptions};
use pyo3::prelude::*;

/// All answers of a proof in parts.
#[pyclass(name = "Certificate", frozen, module = "dropline._dropline")]
pub(crate) struct PyCertificate(Certificate);

#[pymethods]
impl PyCertificate {
    #[new]
    fn new(text: &[u8]) -> PyResult<PyCertificate> {
        let text = std::str::from_utf8(text).map_err(|error| bad_value(format!("it is no certificate: {error}")))?;
        from_json(text).map(PyCertificate).map_err(|error| bad_value(format!("it is no certificate: {error}")))
    }

    fn __len__(&self) -> usize {
        self.0.answers().len()
    }

    /// The score that it is to prove.
    #[getter]
    fn score(&self) -> Score {
        self.0.score()
    }

    /// What is wrong with it if all answers are true.
    #[getter]
    fn problems(&self) -> PyResult<Vec<String>> {
        self.0.problems().map_err(bad_value)
    }

    /// So many answers, evenly spread.
    fn sample(&self, count: usize) -> PyResult<Vec<String>> {
        self.0.sample(count).map(|answer| serde_json::to_string(answer).map_err(bad_value)).collect()
    }
}

/// Asks answers anew, each with an empty table.
#[pyclass(frozen, module = "dropline._dropline")]
pub(crate) struct AnswerChecker(Thinker<Solver>);

#[pymethods]
impl AnswerChecker {
    #[new]
    fn new(memory: usize) -> AnswerChecker {
        AnswerChecker(Thinker::new(Solver::new(SolverOptions { memory, ..SolverOptions::default() })))
    }

    /// What is wrong with an answer.
    fn problem(&self, py: Python<'_>, answer: &str) -> PyResult<Option<String>> {
        let answer: CertificateAnswer = from_json(answer).map_err(bad_value)?;
        self.0.think(py, None, |solver, think| answer.problem(solver, think)).map_err(bad_value)
    }

    /// Ends what another thread waits for.
    fn stop(&self) {
        self.0.stop(true);
    }
}
