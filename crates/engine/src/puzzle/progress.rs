//! How far somebody has come with puzzles.

use super::{Day, Puzzle};
use crate::Rating;
use std::collections::BTreeMap;

/// One's own rating, streaks, and what was solved. It is kept where the front end keeps such things; nothing in it names anybody.
///
/// ```
/// use dropline_core::Variant;
/// use dropline_engine::puzzle::{PuzzleProgress, PuzzleSet};
/// let set = PuzzleSet::embedded(Variant::STANDARD).unwrap();
/// let mut progress = PuzzleProgress::default();
/// progress.record(&set.puzzles()[0], true, None);
/// assert!(progress.rating().rating > 1500.0 && progress.streak() == 1);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct PuzzleProgress {
    rating: Rating,
    streak: u32,
    longest_streak: u32,
    /// By the name of each puzzle whether it was solved at the first try, alone.
    tried: BTreeMap<String, bool>,
    /// By day whether its puzzle was solved.
    days: BTreeMap<Day, bool>,
}

impl PuzzleProgress {
    /// Takes in how the first try at a puzzle went, which may be the one of a day; says whether it counts. Another try at the same puzzle does not.
    pub fn record(&mut self, puzzle: &Puzzle, solved: bool, day: Option<Day>) -> bool {
        if let Some(day) = day {
            self.days.entry(day).or_insert(solved);
        }
        let id = puzzle.id();
        if self.tried.contains_key(&id) {
            return false;
        }
        self.tried.insert(id, solved);
        self.rating = self.rating.after(&[(puzzle.rating, f64::from(u8::from(solved)))]);
        self.streak = if solved { self.streak + 1 } else { 0 };
        self.longest_streak = self.longest_streak.max(self.streak);
        true
    }

    /// One's own rating, on the scale of the levels.
    #[must_use]
    pub const fn rating(&self) -> Rating {
        self.rating
    }

    /// How many puzzles in a row were solved, up to the last one.
    #[must_use]
    pub const fn streak(&self) -> u32 {
        self.streak
    }

    /// The longest streak so far.
    #[must_use]
    pub const fn longest_streak(&self) -> u32 {
        self.longest_streak
    }

    /// Whether a puzzle was solved at the first try; nothing if there was none.
    #[must_use]
    pub fn result(&self, id: &str) -> Option<bool> {
        self.tried.get(id).copied()
    }

    /// How many puzzles were tried.
    #[must_use]
    pub fn tried(&self) -> usize {
        self.tried.len()
    }

    /// How many puzzles were solved.
    #[must_use]
    pub fn solved(&self) -> usize {
        self.tried.values().filter(|&&solved| solved).count()
    }

    /// Whether the puzzle of a day was solved; nothing if it was not tried.
    #[must_use]
    pub fn result_of_day(&self, day: Day) -> Option<bool> {
        self.days.get(&day).copied()
    }

    /// How many days in a row the puzzle of the day was solved, up to this day or the one before.
    #[must_use]
    pub fn day_streak(&self, today: Day) -> u32 {
        let solved = |day: &Day| self.result_of_day(*day) == Some(true);
        let last = if self.result_of_day(today).is_none() { today.before() } else { Some(today) };
        std::iter::successors(last, |day| day.before()).take_while(solved).count() as u32
    }
}
