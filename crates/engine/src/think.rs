//! What a player or solver is told besides the game: how long it may think, when to stop, and whom to tell about progress.

use crate::Score;
use dropline_core::Column;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Bounds on thinking. A player keeps to these and to its own options, whichever is tighter; the exact solvers heed time and nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Wall time.
    pub time: Option<Duration>,
    /// Plies looked ahead.
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: Option<u64>,
}

impl Limits {
    /// These limits and others, whichever is tighter.
    #[must_use]
    pub fn and(self, other: Limits) -> Limits {
        Limits {
            time: self.time.into_iter().chain(other.time).min(),
            depth: self.depth.into_iter().chain(other.depth).min(),
            nodes: self.nodes.into_iter().chain(other.nodes).min(),
        }
    }
}

/// Where the time is read, so that tests can pass their own.
pub trait Clock: Sync {
    /// Time since some fixed moment.
    fn now(&self) -> Duration;
}

/// The computer's monotonic clock, counted from its making. Where the system has none (`wasm32-unknown-unknown`) it stands still: pass a
/// clock there.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock(Option<Instant>);

impl SystemClock {
    /// A clock that starts at zero now.
    #[must_use]
    pub fn start() -> SystemClock {
        let there_is_one = !cfg!(all(target_family = "wasm", target_os = "unknown"));
        SystemClock(there_is_one.then(Instant::now))
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.0.map_or(Duration::ZERO, |start| start.elapsed())
    }
}

/// News of a search that is under way.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    /// Plies searched completely.
    pub depth: u32,
    /// Positions visited so far.
    pub nodes: u64,
    /// The value found, in the player's own points, for the side to move.
    pub score: Option<f64>,
    /// The best line known, first move first.
    pub line: Vec<Column>,
    /// What an exact solver has proven of the score so far: it is at least and at most this.
    pub bounds: Option<(Score, Score)>,
    /// How full an exact solver's transposition table is, in thousandths.
    pub table_permille: Option<u32>,
}

/// All that a player or solver is told besides the game.
///
/// [`Think::default`] sets no limit, never stops, reads a system clock and reports to nobody.
#[derive(Clone, Copy)]
pub struct Think<'a> {
    /// Bounds from outside.
    pub limits: Limits,
    /// Set by somebody else when the answer should come soon, with what is known.
    pub stop: &'a AtomicBool,
    /// Where to read the time. `None` starts a system clock.
    pub clock: Option<&'a dyn Clock>,
    /// Called now and then during a search, by the thread that asked.
    pub progress: &'a dyn Fn(&Progress),
}

impl Think<'_> {
    /// Whether somebody asked for the answer.
    #[must_use]
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

impl Default for Think<'_> {
    fn default() -> Self {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Think { limits: Limits::default(), stop: &NEVER, clock: None, progress: &|_| {} }
    }
}
