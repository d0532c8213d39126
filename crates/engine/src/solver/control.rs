//! When to stop: limits, the caller's flag, and word from another thread.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

/// Nodes between two looks at the clock: about a millisecond.
const STEP: u64 = 1 << 14;

/// What all threads of one search watch.
pub(crate) struct Control<'a> {
    /// The caller's stop flag.
    pub(crate) stop: Option<&'a AtomicBool>,
    /// When to give up.
    pub(crate) deadline: Option<Instant>,
    /// How many nodes all threads may visit together.
    pub(crate) node_limit: u64,
    /// Nodes reported so far.
    pub(crate) spent: AtomicU64,
    /// Set when one thread has the answer, or a limit is reached.
    pub(crate) done: AtomicBool,
    /// Called at every report, with the nodes so far.
    pub(crate) on_report: Option<&'a (dyn Fn(u64) + Sync)>,
}

impl Control<'_> {
    /// The node count at which a new search reports first.
    pub(crate) fn first_pause(&self) -> u64 {
        self.node_limit.saturating_sub(self.spent.load(Relaxed)).min(STEP)
    }

    /// Adds nodes to the total; how many more to visit until the next report, or `None` to stop.
    pub(crate) fn report(&self, nodes: u64) -> Option<u64> {
        let spent = self.spent.fetch_add(nodes, Relaxed) + nodes;
        if let Some(on_report) = self.on_report {
            on_report(spent);
        }
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let told = self.stop.is_some_and(|stop| stop.load(Relaxed));
        if spent >= self.node_limit || late || told {
            self.done.store(true, Relaxed);
        }
        (!self.done.load(Relaxed)).then(|| (self.node_limit - spent).min(STEP))
    }
}
