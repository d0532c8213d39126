//! Which questions to ask: the sequence of α whose answers pin the score down.
//!
//! A question far from the score is cheap, one next to it is dear, and the right sequence depends on the board:
//! openings sit near 0; in the middle game somebody usually wins soon, the more so the wider the board.

/// How to choose the next α.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Driver {
    /// 0 first, then one step at a time away from it: for openings.
    Outwards,
    /// The same, but −1 first: for openings that are likely lost, where the answer to 0 is not needed.
    LossFirst,
    /// Distant wins and losses first, at 7, 3 and 0, then halves: for the middle game. Late in it, at 7 and 0: what lies between is soon told.
    Halving,
    /// From the soonest wins and losses inwards, three at a time: for wide boards.
    Inwards,
}

impl Driver {
    /// How to ask about the empty board.
    pub(crate) const fn of_empty(columns: u32, levels: u32, connect: u32) -> Driver {
        // Of the boards with an even number of levels and a known value, at least six columns wide and not seven, all but 10×6
        // are lost for the side that begins.
        let likely_lost = connect == 4 && levels.is_multiple_of(2) && columns >= 6 && columns != 7;
        if likely_lost { Driver::LossFirst } else { Driver::Outwards }
    }
}

/// With at least so many checkers left to the side to move, 3 is asked after 7.
const MANY: i32 = 14;

/// The state of asking.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Questions {
    driver: Driver,
    /// What is known so far.
    pub(crate) lower: i32,
    /// What is known so far.
    pub(crate) upper: i32,
    zero_asked: bool,
    distance: i32,
    other_side: bool,
    start: i32,
}

impl Questions {
    /// Questions for a score known to lie between the bounds.
    pub(crate) fn new(driver: Driver, lower: i32, upper: i32) -> Self {
        let zero_asked = driver == Driver::LossFirst;
        Self { driver, lower, upper, zero_asked, distance: 2, other_side: false, start: upper }
    }

    /// The next α to test; `None` when the score is known.
    pub(crate) fn next(&mut self) -> Option<i32> {
        if self.lower >= self.upper {
            return None;
        }
        if self.driver == Driver::Inwards
            && let Some(alpha) = self.inwards()
        {
            return Some(alpha);
        }
        let (lower, upper) = (self.lower, self.upper);
        let straddles = lower < 0 && upper > 0;
        if self.driver == Driver::Halving && straddles {
            let distances: &[i32] = if self.start < MANY { &[7] } else { &[7, 3] };
            for &far in distances {
                if upper > far + 1 {
                    return Some(far);
                }
                if lower < -far - 1 {
                    return Some(-far - 1);
                }
            }
        }
        Some(if straddles {
            if std::mem::replace(&mut self.zero_asked, true) { -1 } else { 0 }
        } else if matches!(self.driver, Driver::Outwards | Driver::LossFirst) {
            if lower >= 0 { lower } else { upper - 1 }
        } else if self.driver == Driver::Inwards && upper - lower > 6 {
            let third = (upper - lower) / 3;
            if lower >= 0 { upper - 1 - third } else { lower + third }
        } else {
            (lower + upper).div_euclid(2)
        })
    }

    /// The one α asked for; `None` when its answer is known.
    pub(crate) fn only(&self, alpha: i32) -> Option<i32> {
        (self.lower..self.upper).contains(&alpha).then_some(alpha)
    }

    /// The next α from outside, while neither side is known to win or to hold.
    fn inwards(&mut self) -> Option<i32> {
        while self.lower < 0 && self.upper > 0 {
            let far = self.start - self.distance;
            if far <= 0 {
                return None;
            }
            let alpha = if self.other_side { -far - 1 } else { far };
            self.distance += 3 * i32::from(self.other_side);
            self.other_side = !self.other_side;
            if (self.lower..self.upper).contains(&alpha) {
                return Some(alpha);
            }
        }
        None
    }

    /// Takes in a bound that answers "more than `alpha`?".
    pub(crate) fn answer(&mut self, alpha: i32, bound: i32) {
        if bound > alpha {
            self.lower = self.lower.max(bound);
        } else {
            self.upper = self.upper.min(bound);
        }
    }
}
