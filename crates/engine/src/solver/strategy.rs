//! Proofs that the side to move cannot do better than α, from a strategy of the other side.
//!
//! M is the side to move, without an immediate win; R the other side. Each rule describes how R answers every move,
//! collects all cells M can ever get under it, and checks that they hold no line. The arguments are written out in
//! docs/solver.md; in short:
//!
//! * **Follow-up**: R answers in the same column. M gets the playable cell of a column and every second one above it
//!   (`first`), R the others (`second`). An R threat on one of R's cells stops M in that column below it.
//! * **Base inverse**: with an even number of odd columns, their playable cells are paired: R answers one with its
//!   partner, above them the roles flip.
//! * **Free columns**: columns where M may get every vacant cell without a line serve R for waiting moves.
//! * **Reserve**: with one waiting move missing, R gives up its threat in an odd column and uses that column.
//! * **Budget**: for α ≥ 0 M has to win within a number of own moves; a strategy that holds that long suffices.
//!
//! Everything is bit arithmetic on all lanes; a rule that succeeds in one lane ends the work, since one child is
//! enough for a cut-off.

use super::geometry::Geometry;
use super::lanes::{LaneMask, Lanes};
use super::lines::{all_lines, flat_lines};
use super::pairing::can_be_paired;
use super::techniques::Techniques;
use super::word::Word;

/// Positions to judge, one a lane.
#[derive(Clone, Copy)]
pub(crate) struct Positions<L: Lanes> {
    /// Checkers of M, the side to move.
    pub(crate) mover: L,
    /// Checkers of R, the side that answers.
    pub(crate) other: L,
    /// Vacant cells.
    pub(crate) vacant: L,
    /// The lowest vacant cell of each column.
    pub(crate) playable: L,
    /// The cells that would complete a line of R.
    pub(crate) threats: L,
    /// Lanes that hold a position.
    pub(crate) valid: L::Mask,
}

/// What the strategy in use gives to either side.
#[derive(Clone, Copy)]
struct Shares<L> {
    /// Vacant cells that are M's.
    first: L,
    /// Vacant cells that are R's.
    second: L,
    /// R's threats among its own cells.
    wins: L,
    /// In the columns with such a threat, everything from the lowest one upwards: M never gets there.
    closed: L,
}

/// The rules on one group of lanes, for positions with `played` checkers.
struct Judge<'a, G: Geometry, L: Lanes> {
    g: &'a G,
    at: Positions<L>,
    alpha: i32,
    bottom: L,
    sentinel: L,
    board: L,
    even_rows: L,
}

/// The largest budget for which lines are costed: dearer ones do not exist often enough to pay.
const MOST_COSTED: i32 = 8;

/// Whether in some valid lane M's score is proven to be at most `alpha`.
///
/// # Safety
/// The processor must have the instructions of `L`.
#[inline(always)]
pub(crate) unsafe fn holds<G: Geometry, L: Lanes<Word = G::Word>>(
    g: &G,
    techniques: &Techniques,
    at: Positions<L>,
    played: i32,
    alpha: i32,
) -> bool {
    // SAFETY: the caller's promise.
    let splat = |word| unsafe { L::splat(word) };
    let judge = Judge {
        g,
        at,
        alpha,
        bottom: splat(g.bottom()),
        sentinel: splat(g.sentinel()),
        board: splat(g.board()),
        even_rows: splat(g.even_rows()),
    };
    let odd_start = at.playable.and(judge.even_rows);
    let odd = judge.columns_of(odd_start);
    let shares = judge.follow_up(odd);
    let closed_columns = judge.columns_of(shares.wins);
    let open_odd = odd.and_not(closed_columns);
    let reach = at.mover.or(shares.first.and_not(shares.closed));
    let quiet = at.valid.and(flat_lines(g, reach).zero());
    let none_odd = open_odd.zero();
    let outcome = judge.outcome(shares.second, shares.closed);
    if quiet.and(none_odd).and(outcome).any() {
        return true;
    }
    let odd_count = open_odd.count();
    // SAFETY: the caller's promise.
    let one = splat(G::Word::ONE);
    let odd_number = odd_count.and(one).nonzero();
    let even = at.valid.and_not(odd_number).and_not(none_odd);
    if techniques.base_inverse && even.any() {
        let proven = judge.base_inverse(shares, open_odd, odd_count, even, techniques.pairing);
        if proven.any() {
            return true;
        }
    }
    let reserves = odd.and(closed_columns);
    let usable = at.valid.and(odd_number).and(reserves.nonzero());
    let with_reserve = techniques.reserve && usable.any();
    let x = reserves.and_not(reserves.minus(one));
    if techniques.base_inverse && with_reserve {
        let count = odd_count.plus(one);
        if judge.base_inverse(shares, open_odd.or(x), count, usable, techniques.pairing).any() {
            return true;
        }
    }
    if !techniques.free_columns {
        return false;
    }
    let live = quiet.and_not(none_odd);
    let open_vacant = at.vacant.and(judge.whole(open_odd));
    let all_free = live.and(flat_lines(g, reach.or(open_vacant)).zero());
    let proven = all_free.and_not(odd_number);
    if proven.any()
        && proven.and(judge.outcome(shares.second.and_not(open_vacant), shares.closed)).any()
    {
        return true;
    }
    if with_reserve {
        let cells = at.vacant.and(judge.whole(x));
        let single = odd_count.minus(one).zero();
        let below_top = reach.or(cells).and_not(x.up(g.levels() - 1));
        let alone = quiet.and(usable).and(single).and(flat_lines(g, below_top).zero());
        let every = reach.or(cells).or(open_vacant);
        let together = usable.and(all_free).and(flat_lines(g, every).zero());
        let proven = alone.or(together);
        if proven.any() {
            let kept = shares.wins.and_not(judge.whole(x));
            let sure = shares.second.and_not(cells.or(open_vacant));
            if proven.and(judge.outcome(sure, judge.upwards(kept))).any() {
                return true;
            }
        }
    }
    if alpha < 0 {
        return false;
    }
    let budget = (g.cells() + 3 - played) / 2 - alpha - 1;
    let costs = (techniques.budget_lines && g.connect() == 4 && budget <= MOST_COSTED)
        .then(|| judge.costs(shares.first.and_not(shares.closed)));
    let timed = Timed { g, costs, budget };
    let nothing = one.xor(one);
    let (mut live, mut all_free) = (live, all_free);
    if costs.is_some() && at.valid.and_not(quiet).any() {
        let more = timed.harmless(reach, nothing, at.valid.and_not(quiet));
        if more.and(none_odd).any() {
            return true;
        }
        live = live.or(more.and_not(none_odd));
    }
    if !live.any() {
        return false;
    }
    if costs.is_some() {
        all_free = timed.harmless(reach, open_vacant, live);
        if all_free.and_not(odd_number).any() {
            return true;
        }
    }
    let mut free = open_vacant.select(all_free, nothing);
    let available = at.vacant.and_not(judge.whole(closed_columns));
    for i in 0..g.columns() {
        let column = if i % 2 == 0 { i / 2 } else { g.columns() - 1 - i / 2 };
        let larger = free.or(available.and(splat(g.column(column))));
        free = larger.select(timed.harmless(reach, larger, live), free);
    }
    let spare = free.count();
    let left = odd_start.and(judge.whole(open_odd)).and_not(free);
    // Twice the own moves M needs before R is out of step, from the deepest odd column outside F to the shallowest.
    let deepest = g.levels().div_ceil(2);
    let mut twice = splat(G::Word::narrow(u128::from(G::Word::BITS) * 4));
    for half in (1..=deepest).rev() {
        let row = splat(g.bottom().up(g.levels() + 1 - 2 * half));
        twice = splat(G::Word::narrow(u128::from(2 * half))).select(left.and(row).nonzero(), twice);
    }
    twice = one.select(spare.and(one).nonzero(), twice);
    live.and(spare.plus(twice).at_least((2 * budget).max(0) as u32)).any()
}

impl<G: Geometry, L: Lanes<Word = G::Word>> Judge<'_, G, L> {
    /// The bottom cells of the columns that hold a cell of `set`.
    #[inline(always)]
    fn columns_of(&self, set: L) -> L {
        // sentinel − set borrows through the top cell exactly where the column holds something
        self.sentinel.minus(set).down(self.g.levels() - 1).and(self.bottom)
    }
    /// All cells of the columns given by their bottom cells.
    #[inline(always)]
    fn whole(&self, bottoms: L) -> L {
        bottoms.up(self.g.levels()).minus(bottoms)
    }
    /// In each column, all cells from the lowest of `set` upwards.
    #[inline(always)]
    fn upwards(&self, set: L) -> L {
        set.or(self.sentinel.minus(set)).and(self.board)
    }

    /// R answers every move in the same column. `odd`: bottoms of the columns with an odd number of vacant cells.
    #[inline(always)]
    fn follow_up(&self, odd: L) -> Shares<L> {
        let odd_rows = self.board.xor(self.even_rows);
        let first = self.at.vacant.and(odd_rows.xor(self.whole(odd)));
        let second = self.at.vacant.xor(first);
        let wins = self.at.threats.and(second);
        Shares { first, second, wins, closed: self.upwards(wins) }
    }

    /// How many own moves in a column M needs to get each of its cells, as two bits: 1, 2 or 3 (and more).
    #[inline(always)]
    fn costs(&self, first: L) -> (L, L) {
        let vacant = self.at.vacant;
        let second_on = vacant.and(vacant.up(2)).and_not(self.bottom);
        let third_on = second_on.and(second_on.up(2));
        (first.and_not(second_on).or(first.and(third_on)), first.and(second_on))
    }

    /// Lanes in which R, sure of its share, holds M to at most α: a tie for α ≥ 0; otherwise R must win with enough
    /// cells left, by a threat that M has to play under in the end or by a line in its own cells.
    #[inline(always)]
    fn outcome(&self, second: L, closed: L) -> L::Mask {
        if self.alpha >= 0 {
            return self.at.valid;
        }
        let pairs = (-self.alpha - 1) as u32;
        // cells left ≥ closed + columns − 2, the score then ≤ −(1 + left / 2)
        let tops = closed.down(self.g.levels() - 1).and(self.bottom);
        let by_threat = closed.count().plus(tops.count()).at_least(2 * pairs + 2);
        // SAFETY: vectors of this type exist already.
        let low = unsafe { L::splat(self.g.below_top(pairs)) };
        let by_line = all_lines(self.g, self.at.other.or(second.and(low))).nonzero();
        by_threat.or(by_line)
    }

    /// The playable cells of an even number of odd columns are paired, the roles flip above them.
    #[inline(always)]
    fn base_inverse(
        &self,
        shares: Shares<L>,
        odd: L,
        count: L,
        lanes: L::Mask,
        pairing: bool,
    ) -> L::Mask {
        // SAFETY: vectors of this type exist already.
        let one = unsafe { L::splat(G::Word::ONE) };
        let at = &self.at;
        let columns = self.whole(odd);
        let starts = at.playable.and(columns);
        let above = at.vacant.and(columns).and_not(starts);
        let first = shares.first.and_not(columns).or(above.and_not(self.even_rows));
        let second = shares.second.and_not(columns).or(above.and(self.even_rows));
        let wins = at.threats.and(second);
        let closed = self.upwards(wins);
        let reach = at.mover.or(first.and_not(closed));
        // Two columns: M gets one start. More: first as if M got all of them, which asks too much but needs no pairs.
        let many = count.at_least(3);
        let lowest = starts.and_not(starts.minus(one));
        let (a, b) = (starts.select(many, lowest), starts.select(many, starts.xor(lowest)));
        let lines = all_lines(self.g, reach.or(a)).or(all_lines(self.g, reach.or(b)));
        let mut proven = lanes.and(lines.zero());
        if pairing {
            let open = lanes.and(many).and_not(proven);
            let open = open.and(all_lines(self.g, reach).zero());
            if open.any() {
                proven = proven.or(self.paired(reach.or(starts), starts, open));
            }
        }
        if proven.any() { proven.and(self.outcome(second, closed)) } else { proven }
    }
}

impl<G: Geometry, L: Lanes<Word = G::Word>> Judge<'_, G, L> {
    /// The given lanes in which the starts can be matched in pairs.
    #[inline(always)]
    fn paired(&self, reach: L, starts: L, lanes: L::Mask) -> L::Mask {
        let (mut reaches, mut all_starts) = ([G::Word::ZERO; 8], [G::Word::ZERO; 8]);
        let mut answers = [G::Word::ZERO; 8];
        // SAFETY: no vector has more than eight lanes, and vectors of this type exist already.
        unsafe {
            reach.store(&mut reaches);
            starts.store(&mut all_starts);
            let mut bits = lanes.bits();
            while bits != 0 {
                let lane = bits.trailing_zeros() as usize;
                bits &= bits - 1;
                if can_be_paired(self.g, reaches[lane], all_starts[lane]) {
                    answers[lane] = G::Word::ONE;
                }
            }
            L::load(&answers).nonzero()
        }
    }
}

/// The lines that matter when M has a number of own moves to win.
struct Timed<'a, G, L> {
    g: &'a G,
    /// The cost of each of M's cells in two bits, where lines are costed at all.
    costs: Option<(L, L)>,
    budget: i32,
}

impl<G: Geometry, L: Lanes<Word = G::Word>> Timed<'_, G, L> {
    /// The given lanes in which `reach`, with all of `free`, holds no line that M can complete in time.
    #[inline(always)]
    fn harmless(&self, reach: L, free: L, lanes: L::Mask) -> L::Mask {
        let set = reach.or(free);
        let clear = lanes.and(flat_lines(self.g, set).zero());
        let Some((one, two)) = self.costs else { return clear };
        let open = lanes.and_not(clear);
        if !open.any() {
            return clear;
        }
        // any cell of a free column may be had with one move
        let (one, two) = (one.or(free), two.and_not(free));
        let stride = self.g.stride();
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
