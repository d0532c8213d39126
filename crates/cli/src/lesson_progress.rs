//! Which tasks of which lessons were done on this device.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// For each lesson the numbers of its tasks that are done.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct LessonProgress(BTreeMap<String, BTreeSet<usize>>);

impl LessonProgress {
    /// How many tasks of a lesson are done.
    pub(crate) fn count(&self, lesson: &str) -> usize {
        self.0.get(lesson).map_or(0, BTreeSet::len)
    }

    #[cfg(feature = "tui")]
    pub(crate) fn is_done(&self, lesson: &str, task: usize) -> bool {
        self.0.get(lesson).is_some_and(|done| done.contains(&task))
    }

    pub(crate) fn mark(&mut self, lesson: &str, task: usize) {
        self.0.entry(lesson.to_owned()).or_default().insert(task);
    }

    /// Takes in what was done elsewhere.
    #[cfg(feature = "tui")]
    pub(crate) fn add(&mut self, other: &LessonProgress) {
        for (lesson, tasks) in &other.0 {
            self.0.entry(lesson.clone()).or_default().extend(tasks);
        }
    }
}
