//! A task being played.

use super::{GoalError, LessonTask};
use crate::analysis::{Analyst, Threat, Value, threats};
use crate::{OracleError, Think};
use dropline_core::{Cell, Column, Game, Outcome, PlayError, Rules, Side};

/// How far a task has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum TaskState {
    /// All drops so far were right, and another one is asked for.
    Open,
    /// It is done.
    Done,
    /// The last drop was wrong.
    Wrong,
}

/// What has come of the learner's drops in a task.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct TaskAttempt {
    /// How far it has come.
    pub state: TaskState,
    /// All drops from the position on, the answers of the other side among them.
    pub moves: Vec<Column>,
    /// After a wrong drop: how it would go on, from the answer that punishes it.
    pub line: Vec<Column>,
    /// The columns that are right now, or would have been instead of the wrong drop.
    pub right: Vec<Column>,
    /// What the last drop is worth to the learner, if that was solved.
    pub value: Option<Value>,
    /// The threats that stand after these moves.
    pub threats: Vec<Threat>,
    /// The lines that count after these moves: the winner's in Connect, everybody's in Max-Connect.
    pub lines: Vec<Vec<Cell>>,
}

/// Why there is nothing to say about an attempt.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AttemptError {
    /// A column cannot be played.
    #[error("{error}")]
    Play {
        /// The position in which it was chosen.
        game: Box<Game>,
        /// Why not.
        error: PlayError,
    },
    /// The answer cannot be found.
    #[error(transparent)]
    Oracle(#[from] OracleError),
}

/// How much of a line is shown after a wrong drop.
const LINE: usize = 12;

impl LessonTask {
    /// What comes of the learner's drops, from the first one on. Those after a wrong drop, and after the task is done, count for nothing.
    pub fn attempt(
        &self,
        drops: &[Column],
        analyst: &mut Analyst,
        think: &Think<'_>,
    ) -> Result<TaskAttempt, AttemptError> {
        let (mut game, mut moves, mut right) = (self.start.clone(), Vec::new(), self.columns.clone());
        let mut made = 0;
        let ended = |state, game: &Game, moves, line, right, value| {
            let (threats, lines) = (threats(game.board()), lines(game));
            Ok(TaskAttempt { state, moves, line, right, value, threats, lines })
        };
        for &column in drops {
            let before = game.clone();
            game.play(column).map_err(|error| AttemptError::Play { game: Box::new(before.clone()), error })?;
            moves.push(column);
            made += 1;
            if !right.contains(&column) {
                let value = analyst.analyze(&before, think, &mut |_| {})?.of(column);
                let mut line = analyst.line(&game, think)?;
                line.truncate(LINE);
                return ended(TaskState::Wrong, &game, moves, line, right, value);
            }
            if made == self.drops || game.is_over() {
                return ended(TaskState::Done, &game, moves, Vec::new(), right, None);
            }
            let reply = analyst.analyze(&game, think, &mut |_| {})?.choice().ok_or(OracleError::Over)?;
            game.play(reply).map_err(|_| OracleError::Over)?;
            moves.push(reply);
            if game.is_over() {
                return ended(TaskState::Done, &game, moves, Vec::new(), right, None);
            }
            right = match self.goal.right_columns(&game, analyst, think) {
                Ok(right) => right,
                Err(GoalError::Oracle(error)) => return Err(error.into()),
                Err(_) => Vec::new(),
            };
        }
        ended(TaskState::Open, &game, moves, Vec::new(), right, None)
    }
}

fn lines(game: &Game) -> Vec<Vec<Cell>> {
    let counts =
        |side: &Side| game.variant().rules() == Rules::Max || game.outcome().and_then(Outcome::winner) == Some(*side);
    Side::BOTH.into_iter().filter(counts).flat_map(|side| game.board().each_line(side)).collect()
}
