//! When a search has to stop: limits from outside, the player's own, and the stop flag.

use crate::{Clock, SystemClock, Think};
use std::time::Duration;

/// Counts positions and says when the search is over.
pub(crate) struct Budget<'a> {
    think: &'a Think<'a>,
    system: SystemClock,
    deadline: Option<Duration>,
    most_nodes: u64,
    nodes: u64,
    next_look: u64,
    /// Positions between two looks at the clock and the stop flag.
    interval: u64,
    /// While set, nothing stops the search: there is no answer yet.
    unbounded: bool,
}

/// The search was stopped before it had an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

/// A position costs time in proportion to the columns, so wide boards look at the clock more often: about every tenth of a millisecond.
const STEPS_BETWEEN_LOOKS: u64 = 8192;

impl<'a> Budget<'a> {
    /// A budget for a move that starts now, with the player's own time limit if it has one.
    pub(crate) fn new(think: &'a Think<'a>, own_time: Option<Duration>, columns: usize) -> Budget<'a> {
        let mut budget = Budget {
            think,
            system: SystemClock::start(),
            deadline: None,
            most_nodes: think.limits.nodes.unwrap_or(u64::MAX),
            nodes: 0,
            next_look: 0,
            interval: (STEPS_BETWEEN_LOOKS / columns as u64).max(1),
            unbounded: false,
        };
        let time = own_time.into_iter().chain(think.limits.time).min();
        budget.deadline = time.map(|time| budget.now() + time);
        budget
    }

    fn now(&self) -> Duration {
        match self.think.clock {
            Some(clock) => clock.now(),
            None => self.system.now(),
        }
    }

    /// How many plies to look ahead: at least one, at most the player's own limit, the one from outside, and to the end of the game.
    pub(crate) fn depth(&self, own: Option<u32>, vacant: usize) -> u32 {
        let limits = own.into_iter().chain(self.think.limits.depth);
        limits.fold(vacant as u32, u32::min).max(1)
    }

    pub(crate) const fn think(&self) -> &Think<'a> {
        self.think
    }

    /// Positions visited so far.
    pub(crate) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts a position.
    #[inline]
    pub(crate) fn visit(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.next_look {
            self.next_look = (self.nodes + self.interval).min(self.most_nodes);
            if self.is_spent() && !self.unbounded {
                return Err(Stopped);
            }
        }
        self.nodes += 1;
        Ok(())
    }

    /// Counts positions that were looked at without being searched one by one.
    #[inline]
    pub(crate) const fn count(&mut self, positions: usize) {
        self.nodes += positions as u64;
    }

    /// Whether it is time to answer.
    pub(crate) fn is_spent(&self) -> bool {
        self.nodes >= self.most_nodes
            || self.think.stopped()
            || self.deadline.is_some_and(|deadline| self.now() >= deadline)
    }

    /// Lets a search that must not fail run to its end.
    pub(crate) const fn unbounded(&mut self, unbounded: bool) {
        self.unbounded = unbounded;
    }
}
