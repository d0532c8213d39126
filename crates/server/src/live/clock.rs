//! The clocks of a game. They start with the second move, so that nobody loses time before the game has begun.

use super::setup::ClockRule;
use dropline_core::Side;

/// The time both sides have left. Times are milliseconds since 1970.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clocks {
    left: [u64; 2],
    increment: u64,
    /// Whose clock runs, and since when.
    running: Option<(Side, u64)>,
}

impl Clocks {
    pub(crate) fn new(rule: ClockRule) -> Clocks {
        Clocks { left: [rule.start_ms(); 2], increment: rule.increment_ms(), running: None }
    }

    /// A side has moved: its clock stops, the other one starts.
    pub(crate) fn moved(&mut self, side: Side, now: u64) {
        if self.running.is_some() {
            self.stop(now);
            self.left[side.index()] += self.increment;
        }
        self.running = Some((side.other(), now));
    }

    /// Moves were taken back: the clock of who has the turn starts, if the game had begun.
    pub(crate) fn set_back(&mut self, turn: Side, begun: bool, now: u64) {
        self.stop(now);
        self.running = begun.then_some((turn, now));
    }

    pub(crate) fn stop(&mut self, now: u64) {
        if let Some((side, _)) = self.running {
            self.left[side.index()] = self.left(side, now);
            self.running = None;
        }
    }

    /// What both sides had left when the running clock was started.
    pub(crate) const fn lefts(&self) -> [u64; 2] {
        self.left
    }

    /// Takes over what another process, or another server, found that both have left.
    pub(crate) const fn set_lefts(&mut self, left: [u64; 2]) {
        self.left = left;
    }

    /// Lets the running clock run from the first moment in this range at which it did.
    pub(crate) fn run_within(&mut self, earliest: u64, latest: u64) {
        if let Some((_, since)) = &mut self.running {
            *since = (*since).max(earliest).min(latest);
        }
    }

    /// What a side has left at a moment.
    pub(crate) fn left(&self, side: Side, now: u64) -> u64 {
        let spent = match self.running {
            Some((running, since)) if running == side => now.saturating_sub(since),
            _ => 0,
        };
        self.left[side.index()].saturating_sub(spent)
    }

    pub(crate) const fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// When the running clock will have run out.
    pub(crate) fn deadline(&self) -> Option<u64> {
        self.running.map(|(side, since)| since + self.left[side.index()])
    }

    /// The side whose time is over at a moment.
    pub(crate) fn run_out(&self, now: u64) -> Option<Side> {
        self.running.filter(|_| self.deadline().is_some_and(|deadline| deadline <= now)).map(|(side, _)| side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_runs_from_the_second_move_on_and_moves_earn_some() {
        let mut clocks = Clocks::new(ClockRule { minutes: 1.0, increment: 2.0 });
        clocks.moved(Side::Red, 5_000_000);
        assert_eq!(clocks.left(Side::Red, 5_000_000), 60_000);
        assert_eq!(clocks.left(Side::Black, 5_010_000), 50_000);
        clocks.moved(Side::Black, 5_010_000);
        assert_eq!(clocks.left(Side::Black, 5_020_000), 52_000);
        assert_eq!((clocks.deadline(), clocks.run_out(5_069_999)), (Some(5_070_000), None));
        assert_eq!(clocks.run_out(5_070_000), Some(Side::Red));
        clocks.stop(5_070_000);
        assert_eq!((clocks.is_running(), clocks.run_out(9_000_000)), (false, None));
    }
}
