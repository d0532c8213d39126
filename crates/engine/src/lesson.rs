//! Lessons that are played: a page of words and some positions with a task each. They are data files, which docs/lessons.md describes; ten are part of
//! the program. What a file says of its positions is never trusted: [`Lesson::check`] solves every task.

mod attempt;
mod goal;
mod parse;
mod text;

pub use attempt::{AttemptError, TaskAttempt, TaskState};
pub use goal::{GoalError, TaskGoal};
pub use parse::{LessonFileError, LessonProblem};
pub use text::LessonText;

use crate::Think;
use crate::analysis::Analyst;
use dropline_core::{Column, Game, notation, words};
use std::sync::OnceLock;

/// A page of words and positions to play.
///
/// ```
/// use dropline_core::Column;
/// use dropline_engine::analysis::Analyst;
/// use dropline_engine::lesson::{TaskState, lessons};
/// use dropline_engine::Think;
///
/// let lesson = &lessons()[0];
/// assert_eq!((lesson.id.as_str(), lesson.title.english()), ("lines", "Lines and threats"));
/// let task = &lesson.tasks[0];
/// let mut analyst = Analyst::new(task.start.variant());
/// let attempt = task.attempt(&task.columns[..1], &mut analyst, &Think::default())?;
/// assert_eq!(attempt.state, TaskState::Done);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// Its name in addresses and progress files: lower case letters, digits and hyphens.
    pub id: String,
    /// Its title.
    pub title: LessonText,
    /// The page to read before the positions, paragraph by paragraph.
    pub words: Vec<LessonText>,
    /// The positions.
    pub tasks: Vec<LessonTask>,
}

/// A position and what is to be done in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonTask {
    /// The position.
    pub start: Game,
    /// What is to be done.
    pub goal: TaskGoal,
    /// The columns that do it, from the left: what the file claims.
    pub columns: Vec<Column>,
    /// With how many drops of the learner it is done; the other side holds out as long as it can.
    pub drops: usize,
    /// The task in words.
    pub ask: LessonText,
    /// Hints, one after the other on demand.
    pub hints: Vec<LessonText>,
    /// What is said when it is done.
    pub right: LessonText,
    /// What is said to a wrong drop.
    pub wrong: LessonText,
}

/// Why a task is not what it claims to be.
#[derive(Debug, thiserror::Error)]
#[error("task {number}, to {goal} at {position}: {why}")]
pub struct TaskFault {
    /// Which task, counted from 1.
    pub number: usize,
    /// What it asks for.
    pub goal: TaskGoal,
    /// The key of its position.
    pub position: String,
    /// What is true instead.
    pub why: TaskFaultReason,
}

/// What is true of a task that claims something else.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TaskFaultReason {
    /// Other columns are right.
    #[error("right {}, the file says {}", column_words(.right), words::column_list(.claimed.iter().copied()))]
    Columns {
        /// The columns that are right.
        right: Vec<Column>,
        /// The columns that the file claims to be.
        claimed: Vec<Column>,
    },
    /// Nothing can be done wrong.
    #[error("every column is right, so there is nothing to find")]
    Trivial,
    /// The goal cannot be had there.
    #[error(transparent)]
    Goal(#[from] GoalError),
    /// It cannot be played out.
    #[error(transparent)]
    Attempt(#[from] AttemptError),
    /// The game is won or over before all drops are made.
    #[error("it is over after {made} of its {drops} drops")]
    Short {
        /// The drops that can be made.
        made: usize,
        /// The drops that the file asks for.
        drops: usize,
    },
}

fn column_words(columns: &[Column]) -> String {
    match columns {
        [] => "is no column".to_owned(),
        [one] => format!("is column {one}"),
        many => format!("are the columns {}", words::column_list(many.iter().copied())),
    }
}

impl Lesson {
    /// Reads a lesson file. Its positions are read, but not solved: see [`Lesson::check`].
    pub fn parse(text: &str) -> Result<Lesson, LessonFileError> {
        parse::lesson(text)
    }

    /// Solves every task and compares with what the file claims. The first task that is not what it claims to be is the error.
    pub fn check(&self, think: &Think<'_>) -> Result<(), TaskFault> {
        for (index, task) in self.tasks.iter().enumerate() {
            task.check(think).map_err(|why| TaskFault {
                number: index + 1,
                goal: task.goal,
                position: notation::key::write(&task.start),
                why,
            })?;
        }
        Ok(())
    }
}

impl LessonTask {
    fn check(&self, think: &Think<'_>) -> Result<(), TaskFaultReason> {
        let mut analyst = Analyst::new(self.start.variant());
        let right = self.goal.right_columns(&self.start, &mut analyst, think)?;
        if right != self.columns {
            return Err(TaskFaultReason::Columns { right, claimed: self.columns.clone() });
        }
        if right.len() == self.start.legal_columns().count() {
            return Err(TaskFaultReason::Trivial);
        }
        let mut made = self.columns[..1].to_vec();
        loop {
            let attempt = self.attempt(&made, &mut analyst, think)?;
            match attempt.right.first() {
                Some(&next) if attempt.state == TaskState::Open => made.push(next),
                _ if made.len() < self.drops => {
                    return Err(TaskFaultReason::Short { made: made.len(), drops: self.drops });
                }
                _ => return Ok(()),
            }
        }
    }
}

static LESSONS: OnceLock<Vec<Lesson>> = OnceLock::new();

/// The lessons of the program, in the order in which to learn them, and those that were added.
#[must_use]
pub fn lessons() -> &'static [Lesson] {
    LESSONS.get_or_init(|| with_own(Vec::new()))
}

/// Adds lessons behind those of the program, for as long as it runs; of two with one name the first stays. False, and nothing is added, if somebody has
/// asked for lessons before.
pub fn add_lessons(own: Vec<Lesson>) -> bool {
    LESSONS.set(with_own(own)).is_ok()
}

fn with_own(own: Vec<Lesson>) -> Vec<Lesson> {
    let mut all: Vec<Lesson> = Vec::new();
    for lesson in FILES.iter().filter_map(|file| Lesson::parse(file).ok()).chain(own) {
        if all.iter().all(|other| other.id != lesson.id) {
            all.push(lesson);
        }
    }
    all
}

const FILES: [&str; 10] = [
    include_str!("../lessons/01-lines.txt"),
    include_str!("../lessons/02-block.txt"),
    include_str!("../lessons/03-double-threat.txt"),
    include_str!("../lessons/04-poisoned-cell.txt"),
    include_str!("../lessons/05-odd-and-even.txt"),
    include_str!("../lessons/06-zugzwang.txt"),
    include_str!("../lessons/07-follow-up.txt"),
    include_str!("../lessons/08-waiting-moves.txt"),
    include_str!("../lessons/09-opening.txt"),
    include_str!("../lessons/10-max-connect.txt"),
];

#[cfg(test)]
mod tests;
