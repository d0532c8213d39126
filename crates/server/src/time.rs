//! Where the server has its time from.
//!
//! The wall clock may be set while the server runs, forwards or back, and games must not be lost by it. So it is looked at once, at the start; from then
//! on time passes steadily. Only the deletion of old games, for which years matter and not seconds, compares the two.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// A steady clock and the wall clock. Clones share what tests do to them.
#[derive(Clone, Debug)]
pub struct TimeSource(Arc<Source>);

#[derive(Debug)]
struct Source {
    began: Instant,
    start: u64,
    passed: AtomicU64,
    shift: AtomicI64,
}

impl TimeSource {
    /// Time begins now.
    #[must_use]
    pub fn start() -> TimeSource {
        TimeSource::start_shifted(0)
    }

    /// The same with a wall clock that is wrong by so many milliseconds.
    #[must_use]
    pub fn start_shifted(shift: i64) -> TimeSource {
        let start = wall().saturating_add_signed(shift);
        let (passed, shift) = (AtomicU64::new(0), AtomicI64::new(shift));
        TimeSource(Arc::new(Source { began: Instant::now(), start, passed, shift }))
    }

    /// When time began, in milliseconds since 1970.
    #[must_use]
    pub fn beginning(&self) -> u64 {
        self.0.start
    }

    /// Milliseconds since time began; they pass steadily.
    #[must_use]
    pub fn elapsed(&self) -> u64 {
        millis(self.0.began.elapsed()).saturating_add(self.0.passed.load(Ordering::Relaxed))
    }

    /// Now, in milliseconds since 1970, whatever was done to the wall clock since time began.
    #[must_use]
    pub fn now(&self) -> u64 {
        self.0.start.saturating_add(self.elapsed())
    }

    /// What the wall clock says, in milliseconds since 1970.
    #[must_use]
    pub fn wall(&self) -> u64 {
        let passed = self.0.passed.load(Ordering::Relaxed);
        wall().saturating_add(passed).saturating_add_signed(self.0.shift.load(Ordering::Relaxed))
    }

    /// Sets the wall clock forwards or back, for tests.
    pub fn shift_wall(&self, by: i64) {
        self.0.shift.fetch_add(by, Ordering::Relaxed);
    }

    /// Lets so many milliseconds pass at once, for tests.
    pub fn pass(&self, time: u64) {
        self.0.passed.fetch_add(time, Ordering::Relaxed);
    }
}

fn wall() -> u64 {
    millis(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default())
}

fn millis(time: std::time::Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
