//! Questions about lessons.

use super::{Refusal, columns};
use crate::Think;
use crate::analysis::Analyst;
use crate::lesson::{AttemptError, Lesson, LessonTask, TaskAttempt, lessons};
use dropline_core::{Column, Variant};

/// A lesson by its name.
///
/// ```
/// use dropline_engine::asked::lesson;
/// assert_eq!(lesson("lines")?.id, "lines");
/// assert_eq!(lesson("nothing").unwrap_err().code, "no_lesson");
/// # Ok::<(), dropline_engine::asked::Refusal>(())
/// ```
pub fn lesson(id: &str) -> Result<&'static Lesson, Refusal> {
    let none = || Refusal::missing("no_lesson", "there is no such lesson: `GET /lessons` lists them");
    lessons().iter().find(|lesson| lesson.id == id).ok_or_else(none)
}

/// What a learner has dropped so far in a task of a lesson.
#[derive(Clone, Debug)]
pub struct AskedTask {
    task: &'static LessonTask,
    drops: Vec<Column>,
}

impl AskedTask {
    /// In a task of a lesson, which is counted from 1.
    pub fn new(id: &str, number: usize, drops: &[u32]) -> Result<AskedTask, Refusal> {
        let tasks = &lesson(id)?.tasks;
        let task = number.checked_sub(1).and_then(|index| tasks.get(index)).ok_or_else(|| {
            let message = format!("there is no task {number}: the lesson has 1 to {}", tasks.len());
            Refusal::bad("no_task", "task", message)
        })?;
        if drops.len() > task.drops {
            let message = format!("{} drops are too many: the task is done with {}", drops.len(), task.drops);
            return Err(Refusal::bad("too_many_drops", "drops", message));
        }
        Ok(AskedTask { task, drops: columns(&task.start, drops)? })
    }

    /// What is played.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.task.start.variant()
    }

    /// What comes of the drops: right or wrong, the answers of the other side, and how a wrong drop is punished.
    pub fn attempt(&self, analyst: &mut Analyst, think: &Think<'_>) -> Result<TaskAttempt, Refusal> {
        self.task.attempt(&self.drops, analyst, think).map_err(|error| match error {
            AttemptError::Play { game, error } => Refusal::of_move(&game, error),
            AttemptError::Oracle(error) => Refusal::unavailable(&error),
        })
    }
}
