//! Which positions the threads are in right now.
//!
//! Threads that share a table mostly help each other by being elsewhere. A thread that is about to search a child
//! another thread is already in puts it off to the end, when its bounds are likely in the table. A lost or wrong mark
//! costs time, never a score, so plain relaxed stores do.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const SLOTS: usize = 1 << 12;

/// Digests of the positions being searched.
pub(crate) struct Busy {
    slots: Box<[AtomicU64]>,
    /// Positions with fewer checkers are announced. The more threads, the deeper they meet.
    pub(crate) below: i32,
}

impl Busy {
    /// For so many threads on a board of so many cells.
    pub(crate) fn new(threads: usize, cells: i32) -> Self {
        let below = if threads <= 2 { cells / 3 } else { cells * 4 / 5 };
        Self { slots: (0..SLOTS).map(|_| AtomicU64::new(0)).collect(), below }
    }

    fn slot(&self, digest: u64) -> &AtomicU64 {
        &self.slots[(digest.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 52) as usize % SLOTS]
    }

    /// Whether a thread has entered the position and not left it.
    pub(crate) fn is_searched(&self, digest: u64) -> bool {
        self.slot(digest).load(Relaxed) == digest
    }

    /// Marks a position.
    pub(crate) fn enter(&self, digest: u64) {
        self.slot(digest).store(digest, Relaxed);
    }

    /// Takes the mark back.
    pub(crate) fn leave(&self, digest: u64) {
        self.slot(digest).store(0, Relaxed);
    }
}
