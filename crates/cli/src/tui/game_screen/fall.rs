//! A checker on its way down.

use dropline_core::{Cell, Side};
use std::time::Duration;

/// Levels per second, every second.
const GRAVITY: f64 = 110.0;

/// However tall the board, a fall takes no longer than this.
const LONGEST: f64 = 0.5;

/// A checker that falls from above the board to its cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Fall {
    pub(crate) cell: Cell,
    pub(crate) side: Side,
    since: Duration,
    /// Levels to fall.
    height: f64,
    gravity: f64,
}

impl Fall {
    pub(crate) fn new(cell: Cell, side: Side, height: usize, now: Duration) -> Fall {
        let height = height as f64;
        let gravity = GRAVITY.max(2.0 * height / (LONGEST * LONGEST));
        Fall { cell, side, since: now, height, gravity }
    }

    /// How many levels the checker is still above its cell.
    pub(crate) fn above(&self, now: Duration) -> f64 {
        let time = now.saturating_sub(self.since).as_secs_f64();
        (self.height - self.gravity * time * time / 2.0).max(0.0)
    }

    pub(crate) fn is_over(&self, now: Duration) -> bool {
        self.above(now) <= 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checkers_fall_ever_faster_and_arrive() {
        let at = Duration::from_millis;
        let fall = Fall::new(Cell::at(0, 0), Side::Red, 6, at(1000));
        assert_eq!(fall.above(at(1000)), 6.0);
        let early = fall.above(at(1000)) - fall.above(at(1100));
        let late = fall.above(at(1100)) - fall.above(at(1200));
        assert!(late > early);
        assert!(fall.is_over(at(1400)));
        assert!(Fall::new(Cell::at(0, 0), Side::Red, 4096, at(0)).is_over(at(501)));
    }
}
