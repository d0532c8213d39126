//! When a search has to stop.

use crate::{Clock, Progress, SystemClock, Think};
use std::time::Duration;

/// Counts positions and tells when to stop: at the limit of positions exactly, at the time limit or stop flag soon after.
pub(crate) struct Watch<'a> {
    think: &'a Think<'a>,
    own_clock: SystemClock,
    start: Duration,
    time: Option<Duration>,
    most_nodes: u64,
    nodes: u64,
    stopped: bool,
}

/// How many positions are visited between two looks at the clock and the stop flag.
const LOOK: u64 = 1 << 10;
/// How many positions are visited between two reports of progress: a multiple of [`LOOK`].
const REPORT: u64 = 1 << 21;

impl<'a> Watch<'a> {
    pub(crate) fn new(think: &'a Think<'a>) -> Watch<'a> {
        let own_clock = SystemClock::start();
        let mut watch = Watch {
            think,
            own_clock,
            start: Duration::ZERO,
            time: think.limits.time,
            most_nodes: think.limits.nodes.unwrap_or(u64::MAX),
            nodes: 0,
            stopped: false,
        };
        watch.start = watch.now();
        watch.look();
        watch
    }

    fn now(&self) -> Duration {
        self.think.clock.map_or_else(|| self.own_clock.now(), Clock::now)
    }

    /// Time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.now().saturating_sub(self.start)
    }

    /// Does something within a share of what is left of the limits; then the search may go on, if the limits themselves have not been reached.
    pub(crate) fn attempt(&mut self, share: f64, attempt: impl FnOnce(&mut Watch<'a>)) {
        let (time, most_nodes) = (self.time, self.most_nodes);
        let elapsed = self.elapsed();
        self.time = time.map(|time| elapsed + time.saturating_sub(elapsed).mul_f64(share));
        if most_nodes < u64::MAX {
            self.most_nodes = self.nodes + ((most_nodes - self.nodes) as f64 * share) as u64;
        }
        attempt(self);
        (self.time, self.most_nodes, self.stopped) = (time, most_nodes, false);
        self.look();
    }

    /// How many positions the limits leave room for, at this speed.
    pub(crate) fn nodes_left(&self, a_second: u64) -> u64 {
        let in_time = self
            .time
            .map_or(u64::MAX, |time| (time.saturating_sub(self.elapsed()).as_secs_f64() * a_second as f64) as u64);
        in_time.min(self.most_nodes - self.nodes)
    }

    /// Counts a position; true if the search has to stop.
    #[inline(always)]
    pub(crate) fn count(&mut self) -> bool {
        if self.nodes >= self.most_nodes {
            self.stopped = true;
            return true;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(LOOK) {
            self.look();
        }
        self.stopped
    }

    #[inline(never)]
    fn look(&mut self) {
        self.stopped |= self.think.stopped() || self.time.is_some_and(|time| self.elapsed() >= time);
        if self.nodes > 0 && self.nodes.is_multiple_of(REPORT) {
            self.report(Progress { nodes: self.nodes, ..Progress::default() });
        }
    }

    pub(crate) fn report(&self, progress: Progress) {
        (self.think.progress)(&progress);
    }

    pub(crate) const fn stopped(&self) -> bool {
        self.stopped
    }

    pub(crate) const fn nodes(&self) -> u64 {
        self.nodes
    }
}
