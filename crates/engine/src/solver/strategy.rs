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
//! * **Refutation**: a line of M does not count if R is sure to complete one before it.
//!
//! Everything is bit arithmetic on all lanes; a rule that succeeds in one lane ends the work, since one child is
//! enough for a cut-off.

mod pairing;
mod refutation;
mod timed;

#[cfg(test)]
mod tests;

use super::geometry::Geometry;
use super::lanes::{LaneMask, Lanes};
use super::lines::{all_lines, flat_lines};
use super::mutation::mutant;
use super::techniques::Techniques;
use super::word::Word;
use pairing::can_be_paired;
use refutation::Defence;
use timed::Timed;

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

/// The rules on one group of lanes.
struct Judge<'a, G: Geometry, L: Lanes> {
    g: &'a G,
    techniques: &'a Techniques,
    at: Positions<L>,
    alpha: i32,
    bottom: L,
    sentinel: L,
    board: L,
    even_rows: L,
    one: L,
}

/// Whether in some valid lane, a position with `played` checkers, M's score is proven to be at most `alpha`.
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
    let rows = mutant!(RowsFromBottom, g.bottom_even_rows(), g.even_rows());
    // SAFETY: the caller's promise.
    let judge = unsafe {
        Judge {
            g,
            techniques,
            at,
            alpha,
            bottom: L::splat(g.bottom()),
            sentinel: L::splat(g.sentinel()),
            board: L::splat(g.board()),
            even_rows: L::splat(rows),
            one: L::splat(G::Word::ONE),
        }
    };
    judge.holds(played)
}

impl<G: Geometry, L: Lanes<Word = G::Word>> Judge<'_, G, L> {
    #[inline(always)]
    fn holds(&self, played: i32) -> bool {
        let (at, techniques) = (&self.at, self.techniques);
        let odd_start = at.playable.and(self.even_rows);
        let odd = self.columns_of(odd_start);
        let shares = self.follow_up(odd);
        let closed_columns = self.columns_of(shares.wins);
        let open_odd = odd.and_not(closed_columns);
        let reach = at.mover.or(shares.first.and_not(shares.closed));
        let quiet = self.clear(reach, shares.second, at.valid);
        let none_odd = open_odd.zero();
        if quiet.and(none_odd).and(self.outcome(shares.second, shares.closed)).any() {
            return true;
        }
        let odd_count = open_odd.count();
        let odd_number = odd_count.and(self.one).nonzero();
        let even = at.valid.and_not(odd_number).and_not(none_odd);
        if techniques.base_inverse && even.any() && self.base_inverse(shares, open_odd, odd_count, even).any() {
            return true;
        }
        // one odd column too many: R may give up its threat in another one, x
        let reserves = odd.and(closed_columns);
        let usable = at.valid.and(odd_number).and(reserves.nonzero());
        let with_reserve = techniques.reserve && usable.any();
        let x = reserves.and_not(reserves.minus(self.one));
        if techniques.base_inverse
            && with_reserve
            && self.base_inverse(shares, open_odd.or(x), odd_count.plus(self.one), usable).any()
        {
            return true;
        }
        if !techniques.free_columns {
            return false;
        }
        let live = quiet.and_not(none_odd);
        let open_vacant = at.vacant.and(self.whole(open_odd));
        let outside = shares.second.and_not(open_vacant);
        let all_free = self.clear(reach.or(open_vacant), outside, live);
        let proven = all_free.and_not(odd_number);
        let sure = mutant!(ShareInFreeColumns, shares.second, outside);
        if proven.any() && proven.and(self.outcome(sure, shares.closed)).any() {
            return true;
        }
        if with_reserve {
            let cells = at.vacant.and(self.whole(x));
            let single = odd_count.minus(self.one).zero();
            let below_top = reach.or(cells).and_not(x.up(self.g.levels() - 1));
            let alone = quiet.and(usable).and(single).and(flat_lines(self.g, below_top).zero());
            let every = reach.or(cells).or(open_vacant);
            let together = usable.and(all_free).and(flat_lines(self.g, every).zero());
            let proven = alone.or(together);
            if proven.any() {
                let kept = shares.wins.and_not(self.whole(x));
                if proven.and(self.outcome(outside.and_not(cells), self.upwards(kept))).any() {
                    return true;
                }
            }
        }
        self.alpha >= 0 && self.holds_long_enough(shares, odd_start, open_odd, quiet, all_free, played)
    }

    /// The free columns with a budget: R need not hold for ever, only until M cannot win in time any more.
    #[inline(always)]
    fn holds_long_enough(
        &self,
        shares: Shares<L>,
        odd_start: L,
        open_odd: L,
        quiet: L::Mask,
        mut all_free: L::Mask,
        played: i32,
    ) -> bool {
        let (g, at) = (self.g, &self.at);
        let none_odd = open_odd.zero();
        let odd_number = open_odd.count().and(self.one).nonzero();
        let open_vacant = at.vacant.and(self.whole(open_odd));
        let first = shares.first.and_not(shares.closed);
        let reach = at.mover.or(first);
        let nothing = self.one.xor(self.one);
        let budget = (g.cells() + 3 - played) / 2 - self.alpha - 1;
        let timed = Timed::new(self, first, budget);
        let mut live = quiet.and_not(none_odd);
        if timed.is_costed() {
            let rest = at.valid.and_not(quiet);
            if rest.any() {
                let more = timed.harmless(reach, nothing, shares.second, rest);
                if more.and(none_odd).any() {
                    return true;
                }
                live = live.or(more.and_not(none_odd));
            }
            all_free = timed.harmless(reach, open_vacant, shares.second, live);
            if all_free.and_not(odd_number).any() {
                return true;
            }
        }
        if !live.any() {
            return false;
        }
        let mut free = open_vacant.select(all_free, nothing);
        let available = at.vacant.and_not(self.whole(self.columns_of(shares.wins)));
        for i in 0..g.columns() {
            let column = if i % 2 == 0 { i / 2 } else { g.columns() - 1 - i / 2 };
            let larger = free.or(available.and(self.splat(g.column(column))));
            free = larger.select(timed.harmless(reach, larger, shares.second, live), free);
        }
        let spare = free.count();
        let left = odd_start.and(self.whole(open_odd)).and_not(free);
        // Twice the own moves M needs before R is out of step, from the deepest odd column outside F to the shallowest.
        let mut twice = self.splat(G::Word::narrow(u128::from(G::Word::BITS) * 4));
        for half in (1..=g.levels().div_ceil(2)).rev() {
            let row = self.splat(g.bottom().up(g.levels() + 1 - 2 * half));
            twice = self.splat(G::Word::narrow(u128::from(2 * half))).select(left.and(row).nonzero(), twice);
        }
        twice = self.one.select(spare.and(self.one).nonzero(), twice);
        let needed = 2 * mutant!(WaitingOffByOne, budget - 1, budget);
        live.and(spare.plus(twice).at_least(needed.max(0) as u32)).any()
    }

    #[inline(always)]
    fn splat(&self, word: G::Word) -> L {
        // SAFETY: vectors of this type exist already.
        unsafe { L::splat(word) }
    }
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

    /// The given lanes in which `reach` holds no line, or only lines that R's `sure` cells refute. Vertical lines are
    /// left out: M never gets two cells of a column in a row.
    #[inline(always)]
    fn clear(&self, reach: L, sure: L, lanes: L::Mask) -> L::Mask {
        let clear = lanes.and(flat_lines(self.g, reach).zero());
        if !self.techniques.refutation {
            return clear;
        }
        let open = lanes.and_not(clear);
        if !open.any() {
            return clear;
        }
        let open = open.and(all_lines(self.g, self.at.other.or(sure)).nonzero());
        if open.any() { clear.or(self.refuted(reach, sure, open)) } else { clear }
    }

    /// R answers every move in the same column. `odd`: bottoms of the columns with an odd number of vacant cells.
    #[inline(always)]
    fn follow_up(&self, odd: L) -> Shares<L> {
        let odd_rows = self.board.xor(self.even_rows);
        let first = self.at.vacant.and(odd_rows.xor(self.whole(odd)));
        let second = self.at.vacant.xor(first);
        let own = mutant!(ThreatsAtEitherParity, self.at.vacant.and_not(self.at.playable), second);
        let wins = self.at.threats.and(own);
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
        let needed = 2 * pairs + mutant!(LeftWithoutTwo, u32::from(pairs == 0), 2);
        let by_threat = closed.count().plus(tops.count()).at_least(needed);
        let low = self.splat(self.g.below_top(pairs));
        let by_line = all_lines(self.g, self.at.other.or(second.and(low))).nonzero();
        by_threat.or(by_line)
    }

    /// The playable cells of an even number of odd columns are paired, the roles flip above them.
    #[inline(always)]
    fn base_inverse(&self, shares: Shares<L>, odd: L, count: L, lanes: L::Mask) -> L::Mask {
        let (g, at) = (self.g, &self.at);
        let columns = self.whole(odd);
        let starts = at.playable.and(columns);
        let above = at.vacant.and(columns).and_not(starts);
        let first = shares.first.and_not(columns).or(above.and_not(self.even_rows));
        let second = shares.second.and_not(columns).or(above.and(self.even_rows));
        let closed = self.upwards(at.threats.and(second));
        let reach = at.mover.or(first.and_not(closed));
        // Two columns: M gets one start. More: first as if M got all of them, which asks too much but needs no pairs.
        let many = count.at_least(3);
        let lowest = starts.and_not(starts.minus(self.one));
        let (a, b) = (starts.select(many, lowest), starts.select(many, starts.xor(lowest)));
        let lines = mutant!(
            InverseWithoutVerticals,
            flat_lines(g, reach.or(a)).or(flat_lines(g, reach.or(b))),
            all_lines(g, reach.or(a)).or(all_lines(g, reach.or(b)))
        );
        let mut proven = lanes.and(lines.zero());
        let mut open = lanes.and_not(proven);
        if !self.techniques.refutation {
            open = open.and(many).and(all_lines(g, reach).zero());
        }
        if self.techniques.pairing && open.any() {
            proven = proven.or(self.paired(reach.or(starts), starts, second, open));
        }
        if proven.any() { proven.and(self.outcome(second, closed)) } else { proven }
    }
}

/// The rules that look at one lane at a time.
impl<G: Geometry, L: Lanes<Word = G::Word>> Judge<'_, G, L> {
    /// The given lanes in which the starts can be matched in pairs.
    #[inline(always)]
    fn paired(&self, reach: L, starts: L, sure: L, lanes: L::Mask) -> L::Mask {
        let (reach, starts, sure) = (self.words(reach), self.words(starts), self.words(sure));
        let (vacant, other) = (self.words(self.at.vacant), self.words(self.at.other));
        let refutation = self.techniques.refutation;
        self.for_each(lanes, |i| {
            let defence = Defence { vacant: vacant[i], other: other[i], sure: sure[i] };
            can_be_paired(self.g, reach[i], starts[i], refutation.then_some(defence))
        })
    }

    /// The given lanes in which every line within `reach` is refuted.
    #[inline(always)]
    fn refuted(&self, reach: L, sure: L, lanes: L::Mask) -> L::Mask {
        let (reach, sure) = (self.words(reach), self.words(sure));
        let (vacant, other) = (self.words(self.at.vacant), self.words(self.at.other));
        self.for_each(lanes, |i| {
            Defence { vacant: vacant[i], other: other[i], sure: sure[i] }.refutes_all(self.g, reach[i])
        })
    }

    #[inline(always)]
    fn words(&self, lanes: L) -> [G::Word; 8] {
        let mut words = [G::Word::ZERO; 8];
        // SAFETY: no vector has more than eight lanes.
        unsafe { lanes.store(&mut words) };
        words
    }

    /// The given lanes for which `check` says yes to the lane's number.
    #[inline(always)]
    fn for_each(&self, lanes: L::Mask, check: impl Fn(usize) -> bool) -> L::Mask {
        let mut answers = [G::Word::ZERO; 8];
        let mut bits = lanes.bits();
        while bits != 0 {
            let lane = bits.trailing_zeros() as usize & 7;
            bits &= bits - 1;
            if check(lane) {
                answers[lane] = G::Word::ONE;
            }
        }
        // SAFETY: no vector has more than eight lanes, and vectors of this type exist already.
        unsafe { L::load(&answers).nonzero() }
    }
}
