//! The eye on one game in progress.
//!
//! The thread that plays writes each move here as it is made; another thread may look, ask the player to stop, or take the game away from
//! a player that does not answer. Whoever closes the sheet first decides the game, so it is counted once. A move costs two uncontended locks.

use dropline_core::{Column, Side};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What one thread plays and another may look at.
#[derive(Debug, Default)]
pub struct GameWatch {
    stop: AtomicBool,
    sheet: Mutex<Sheet>,
}

/// The moves made so far and who thinks now.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sheet {
    pub(crate) moves: Vec<Column>,
    pub(crate) micros: Vec<u64>,
    pub(crate) nodes: Vec<u64>,
    thinking: Option<(Side, Instant)>,
    closed: bool,
}

impl GameWatch {
    /// A watch for a game that has not begun.
    #[must_use]
    pub fn new() -> GameWatch {
        GameWatch::default()
    }

    /// Ends the game without a result: the player is asked to stop, and what it answers does not count.
    pub fn halt(&self) {
        self.sheet().closed = true;
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The stop flag of the move in progress.
    pub(crate) const fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    /// Asks the player to stop if it has thought longer than this.
    pub(crate) fn stop_after(&self, limit: Duration) {
        let sheet = self.sheet();
        if sheet.thinking.is_some_and(|(_, since)| since.elapsed() >= limit) {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Takes the game away from a player that has thought longer than this: the side that loses, and the sheet.
    pub(crate) fn abandon_after(&self, limit: Duration) -> Option<(Side, Sheet)> {
        let mut sheet = self.sheet();
        let (side, since) = sheet.thinking?;
        if sheet.closed || since.elapsed() < limit {
            return None;
        }
        sheet.closed = true;
        Some((side, sheet.clone()))
    }

    /// Notes that a side begins to think; false if the game has been taken away.
    pub(crate) fn begin(&self, side: Side) -> bool {
        let mut sheet = self.sheet();
        if sheet.closed {
            return false;
        }
        self.stop.store(false, Ordering::Relaxed);
        sheet.thinking = Some((side, Instant::now()));
        true
    }

    /// Notes that the thinking is over; false if the game has been taken away meanwhile.
    pub(crate) fn end(&self) -> bool {
        let mut sheet = self.sheet();
        sheet.thinking = None;
        !sheet.closed
    }

    /// Notes a move and what it took.
    pub(crate) fn note(&self, column: Column, micros: u64, nodes: u64) {
        let mut sheet = self.sheet();
        sheet.moves.push(column);
        sheet.micros.push(micros);
        sheet.nodes.push(nodes);
    }

    /// The finished sheet.
    pub(crate) fn take(&self) -> Sheet {
        std::mem::take(&mut *self.sheet())
    }

    /// A panic cannot leave a sheet half written, so a poisoned lock is as good as any.
    fn sheet(&self) -> MutexGuard<'_, Sheet> {
        self.sheet.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
