//! Who solves: the solver of the rule set, and the opening book before it.

use anyhow::{Context, Result};
use dropline_core::{Column, Game, Outcome, Rules};
use dropline_engine::book::Book;
use dropline_engine::solver::{MaxSolver, MaxSolverOptions, Solution, Solver, SolverOptions};
use dropline_engine::{Limits, Progress, Think, win_score};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A solver of one rule set with what it may use.
pub(super) enum Mind {
    Connect { solver: Box<Solver>, book: Option<Arc<Book>> },
    Max(Box<MaxSolver>),
}

/// How to solve one position.
pub(super) struct Question<'a> {
    pub(super) game: &'a Game,
    /// Only who wins.
    pub(super) weak: bool,
    pub(super) time: Option<Duration>,
    /// Told how far it is.
    pub(super) tell: &'a dyn Fn(&Progress),
}

impl Mind {
    pub(super) fn new(rules: Rules, connect: SolverOptions, max: MaxSolverOptions, book: Option<Arc<Book>>) -> Mind {
        match rules {
            Rules::Connect => Mind::Connect { solver: Box::new(Solver::new(connect)), book },
            Rules::Max => Mind::Max(Box::new(MaxSolver::new(max))),
        }
    }

    pub(super) fn solve(&mut self, question: &Question<'_>) -> Result<Solution> {
        let &Question { game, weak, time, tell } = question;
        let limits = Limits { time, ..Limits::default() };
        let think = Think { limits, progress: tell, ..Think::default() };
        match self {
            Mind::Connect { solver, book } => {
                let start = Instant::now();
                if let Some(score) = book.as_ref().and_then(|book| book.score(game)) {
                    let score = if weak { score.signum() } else { score };
                    let elapsed = start.elapsed();
                    return Ok(Solution { lower: score, upper: score, best: None, nodes: 0, elapsed });
                }
                Ok(if weak { solver.solve_weak(game, &think)? } else { solver.solve(game, &think)? })
            }
            Mind::Max(solver) => {
                let solution = solver.solve(game, &think)?;
                let bound = |bound: i32| if weak { bound.signum() } else { bound };
                Ok(Solution { lower: bound(solution.lower), upper: bound(solution.upper), ..solution })
            }
        }
    }

    /// The columns that keep a position's score, from the left.
    pub(super) fn keeping(&mut self, question: &Question<'_>, score: i32) -> Result<Vec<Column>> {
        let game = question.game;
        let mut keeping = Vec::new();
        for column in game.legal_columns() {
            if self.keeps(question, column, score)? {
                keeping.push(column);
            }
        }
        Ok(keeping)
    }

    fn keeps(&mut self, question: &Question<'_>, column: Column, score: i32) -> Result<bool> {
        let game = question.game;
        if let Mind::Max(solver) = self {
            let limits = Limits { time: question.time, ..Limits::default() };
            let kept = solver.keeps(game, column, score, &Think { limits, ..Think::default() })?;
            return kept.with_context(|| {
                format!("column {column}: the time is over before it is known whether it keeps the score")
            });
        }
        let mut after = game.clone();
        after.play(column)?;
        let value = match after.outcome() {
            Some(Outcome::Tie) => 0,
            Some(Outcome::Win { .. }) => win_score(game.variant(), game.board().checkers()),
            None => {
                let solution = self.solve(&Question { game: &after, ..*question })?;
                -solution
                    .score()
                    .with_context(|| format!("column {column}: the time is over before its score is known"))?
            }
        };
        Ok(if question.weak { value.signum() == score } else { value == score })
    }
}
