//! The lines that matter when M has only so many own moves to win.

use super::Judge;
use crate::solver::connect::geometry::BoardGeometry;
use crate::solver::connect::lanes::{LaneMask, Lanes};

/// A judge with a budget.
pub(super) struct Timed<'a, G: BoardGeometry, L: Lanes, const SLOW: bool> {
    judge: &'a Judge<'a, G, L, SLOW>,
    /// The cost of each of M's cells in two bits.
    costs: (L, L),
    budget: i32,
}

impl<'a, G: BoardGeometry, L: Lanes<Word = G::Word>, const SLOW: bool> Timed<'a, G, L, SLOW> {
    /// The largest budget for which lines are costed: four cells cost at most 12, and few lines reach that.
    pub(super) const MOST_COSTED: i32 = 8;

    /// Four in a row only: the sum is written out for it.
    #[inline(always)]
    pub(super) fn new(judge: &'a Judge<'a, G, L, SLOW>, first: L, budget: i32) -> Self {
        Self { judge, costs: judge.costs(first), budget }
    }

    /// The given lanes in which `reach`, with all of `free`, holds no line that M can complete in time; R is sure of
    /// `sure` outside `free`.
    #[inline(always)]
    pub(super) fn harmless(&self, reach: L, free: L, sure: L, lanes: L::Mask) -> L::Mask {
        let set = reach.or(free);
        let clear = self.judge.clear(set, sure.and_not(free), lanes);
        let open = lanes.and_not(clear);
        if !open.any() {
            return clear;
        }
        // any cell of a free column may be had with one move
        let (one, two) = (self.costs.0.or(free), self.costs.1.and_not(free));
        let stride = self.judge.g.stride();
        let cheap = self
            .cheap_lines(set, one, two, stride)
            .or(self.cheap_lines(set, one, two, stride - 1))
            .or(self.cheap_lines(set, one, two, stride + 1));
        clear.or(open.and(cheap.zero()))
    }

    /// Lines of four within `set` in one direction whose cells cost at most the budget together. The cost of a cell
    /// is `one` + 2 × `two`; the four are added up bit by bit, first neighbours, then pairs.
    #[inline(always)]
    fn cheap_lines(&self, set: L, one: L, two: L, distance: u32) -> L {
        let pairs = set.and(set.down(distance));
        let lines = pairs.and(pairs.down(2 * distance));
        let (o, t) = (one.down(distance), two.down(distance));
        let (p0, c0) = (one.xor(o), one.and(o));
        let (p1, p2) = (two.xor(t).xor(c0), two.and(t).or(two.xor(t).and(c0)));
        let (q0, q1, q2) = (p0.down(2 * distance), p1.down(2 * distance), p2.down(2 * distance));
        let (s0, c0) = (p0.xor(q0), p0.and(q0));
        let (s1, c1) = (p1.xor(q1).xor(c0), p1.and(q1).or(p1.xor(q1).and(c0)));
        let (s2, s3) = (p2.xor(q2).xor(c1), p2.and(q2).or(p2.xor(q2).and(c1)));
        let dear = match self.budget {
            ..=0 => s3.or(s2).or(s1).or(s0),
            1 => s3.or(s2).or(s1),
            2 => s3.or(s2).or(s1.and(s0)),
            3 => s3.or(s2),
            4 => s3.or(s2.and(s1.or(s0))),
            5 => s3.or(s2.and(s1)),
            6 => s3.or(s2.and(s1).and(s0)),
            7 => s3,
            _ => s3.and(s2.or(s1).or(s0)),
        };
        lines.and_not(dear)
    }
}
