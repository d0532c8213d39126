//! How long each side has thought. Time is told to it, never read.

use dropline_core::Side;
use std::time::Duration;

/// Two clocks that count up, one for each side; at most one runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stopwatches {
    used: [Duration; 2],
    running: Option<(Side, Duration)>,
}

impl Stopwatches {
    /// Stopwatches on which red and black have used so much.
    pub(crate) const fn with_used(used: [Duration; 2]) -> Stopwatches {
        Stopwatches { used, running: None }
    }

    /// Lets one clock run, or none.
    pub(crate) fn run(&mut self, side: Option<Side>, now: Duration) {
        if self.running.map(|(side, _)| side) == side {
            return;
        }
        if let Some((side, since)) = self.running.take() {
            self.used[side.index()] += now.saturating_sub(since);
        }
        self.running = side.map(|side| (side, now));
    }

    pub(crate) fn read(&self, now: Duration) -> [Duration; 2] {
        let mut used = self.used;
        if let Some((side, since)) = self.running {
            used[side.index()] += now.saturating_sub(since);
        }
        used
    }

    /// When what the clocks show changes next.
    pub(crate) fn next_second(&self, now: Duration) -> Option<Duration> {
        let (side, _) = self.running?;
        let shown = self.read(now)[side.index()];
        Some(now + Duration::from_secs(shown.as_secs() + 1) - shown)
    }
}

/// A time as clocks show it: `1:05`, `1:02:03`.
pub(crate) fn shown(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_clock_runs_at_a_time() {
        let at = Duration::from_millis;
        let mut clocks = Stopwatches::default();
        clocks.run(Some(Side::Red), at(100));
        clocks.run(Some(Side::Red), at(600));
        assert_eq!(clocks.read(at(1100)), [at(1000), at(0)]);
        assert_eq!(clocks.next_second(at(600)), Some(at(1100)));
        clocks.run(Some(Side::Black), at(2100));
        assert_eq!(clocks.read(at(2600)), [at(2000), at(500)]);
        clocks.run(None, at(3100));
        assert_eq!(clocks.read(at(9000)), [at(2000), at(1000)]);
        assert_eq!(clocks.next_second(at(9000)), None);
    }

    #[test]
    fn times_are_shown_as_clocks_do() {
        assert_eq!(shown(Duration::from_millis(65_900)), "1:05");
        assert_eq!(shown(Duration::from_secs(3723)), "1:02:03");
    }
}
