//! What a player is told besides the game: how long it may think, when to stop, and whom to tell about progress.

use dropline_core::Column;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Bounds on one move's thinking. A player keeps to these and to its own options, whichever is tighter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Wall time for the move.
    pub time: Option<Duration>,
    /// Plies looked ahead.
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: Option<u64>,
}

/// Where a player reads the time, so that tests can pass their own.
pub trait Clock: Sync {
    /// Time since some fixed moment.
    fn now(&self) -> Duration;
}

/// The computer's monotonic clock, counted from its making.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock(Instant);

impl SystemClock {
    /// A clock that starts at zero now.
    #[must_use]
    pub fn start() -> SystemClock {
        SystemClock(Instant::now())
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
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
}

/// All that a player is told besides the game.
///
/// [`Think::default`] sets no limit, never stops, reads a system clock and reports to nobody.
#[derive(Clone, Copy)]
pub struct Think<'a> {
    /// Bounds from outside.
    pub limits: Limits,
    /// Set by somebody else when the player should answer with what it has.
    pub stop: &'a AtomicBool,
    /// Where to read the time. `None` starts a system clock for the move.
    pub clock: Option<&'a dyn Clock>,
    /// Called now and then during a search.
    pub progress: &'a dyn Fn(&Progress),
}

impl Think<'_> {
    /// Whether somebody asked the player to stop.
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
