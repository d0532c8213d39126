//! What a proof in parts leaves behind: every answer, so that anybody can check it.

use super::{ProofTree, SolveError, Solver};
use crate::{Score, Think};
use dropline_core::Game;
use dropline_core::notation::key;
use serde::{Deserialize, Serialize};

/// The answers that prove a score; `python -m dropline.cluster prove` writes them.
#[derive(Clone, Debug, Deserialize)]
pub struct Certificate {
    position: String,
    plies: usize,
    score: Score,
    answers: Vec<CertificateAnswer>,
}

/// Bounds of a part's score.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CertificateAnswer {
    part: String,
    /// The part as a position key.
    position: String,
    lower: Score,
    upper: Score,
    /// Whether it was asked by its drops from then on.
    #[serde(default)]
    split: bool,
}

/// Why a certificate cannot be checked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CertificateError {
    /// It does not hold together.
    #[error("the certificate is damaged: {0}")]
    Damaged(String),
    /// A position of it cannot be asked anew.
    #[error(transparent)]
    Unsolvable(#[from] SolveError),
}

impl Certificate {
    /// The score that it is to prove.
    #[must_use]
    pub const fn score(&self) -> Score {
        self.score
    }

    /// All answers.
    #[must_use]
    pub fn answers(&self) -> &[CertificateAnswer] {
        &self.answers
    }

    /// So many answers, evenly spread.
    pub fn sample(&self, count: usize) -> impl Iterator<Item = &CertificateAnswer> {
        let count = count.min(self.answers.len());
        (0..count).map(move |place| &self.answers[place * self.answers.len() / count])
    }

    /// What is wrong with it if all answers are true: they are folded anew.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn problems(&self) -> Result<Vec<String>, CertificateError> {
        let mut proof = ProofTree::new(&game(&self.position)?, self.plies).map_err(damaged)?;
        let mut problems = Vec::new();
        for answer in &self.answers {
            let part = answer.part.parse().map_err(|_| damaged(format!("`{}` is no part of a proof", answer.part)))?;
            proof.answer(part, answer.lower..=answer.upper).map_err(damaged)?;
            let position = key::write(&proof.game(part));
            if position != answer.position {
                problems.push(format!("part {part} is {position}, not {}", answer.position));
            }
            if answer.split {
                proof.split(part).map_err(damaged)?;
            }
        }
        let (lower, upper) = proof.bounds().into_inner();
        if (lower, upper) != (self.score, self.score) {
            problems.push(format!("the answers prove a score of {lower} to {upper}, not {}", self.score));
        }
        Ok(problems)
    }
}

impl CertificateAnswer {
    /// What is wrong with it, asked anew, with an empty table if the solver is one without [`SolverOptions::reuse`](super::SolverOptions::reuse).
    ///
    /// # Errors
    /// When its position cannot be read, or as [`Solver::solve`].
    pub fn problem(&self, solver: &mut Solver, think: &Think<'_>) -> Result<Option<String>, CertificateError> {
        let CertificateAnswer { position, lower, upper, .. } = self;
        let game = game(position)?;
        for alpha in [lower.saturating_sub(1), *upper] {
            let found = solver.exceeds(&game, alpha, think)?;
            if found.upper < *lower || found.lower > *upper {
                let asked = format!("asking gives {} to {}", found.lower, found.upper);
                return Ok(Some(format!("{position}: {lower} to {upper} is written, {asked}")));
            }
        }
        Ok(None)
    }
}

fn game(text: &str) -> Result<Game, CertificateError> {
    key::parse(text).map_err(|error| damaged(format!("`{text}`: {error}")))
}

fn damaged(error: impl ToString) -> CertificateError {
    CertificateError::Damaged(error.to_string())
}
