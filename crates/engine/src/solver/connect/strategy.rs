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
//! * **Late wait**: with two odd columns R waits once in one of them after the other is full.
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

use super::geometry::BoardGeometry;
use super::lanes::{LaneMask, Lanes, One};
use super::lines::{all_lines, flat_lines};
use super::mutation::mutant;
use super::techniques::Techniques;
use crate::solver::CellSet;
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

impl<L: Lanes> Positions<L> {
    /// Positions with these checkers and cells that complete a line of R.
    #[inline(always)]
    pub(crate) fn new<G: BoardGeometry<Word = L::Word>>(g: &G, mover: L, other: L, threats: L, valid: L::Mask) -> Self {
        // SAFETY: vectors of this type exist already.
        let splat = |word| unsafe { L::splat(word) };
        let (mask, board) = (other.or(mover), splat(g.board()));
        let playable = mask.plus(splat(g.bottom())).and(board);
        Self { mover, other, vacant: board.and_not(mask), playable, threats, valid }
    }
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

/// What the rules that look at all lanes at once tell.
pub(crate) enum Claim {
    /// M's score is at most α in some lane.
    Proven,
    /// The lanes in which the rules that look at one lane at a time might prove it.
    Unclear(u32),
}

/// The rules on one group of lanes. Those that look at single lanes are compiled in only if `SLOW`; without, the lanes
/// in which they might help are noted.
struct Judge<'a, G: BoardGeometry, L: Lanes, const SLOW: bool> {
    g: &'a G,
    techniques: &'a Techniques,
    at: Positions<L>,
    alpha: i32,
    bottom: L,
    sentinel: L,
    board: L,
    even_rows: L,
    one: L,
    nothing: L,
}

/// Whether in some valid lane, a position with `played` checkers, M's score is proven to be at most `alpha` by the fast rules.
///
/// # Safety
/// The processor must have the instructions of `L`.
#[inline(always)]
pub(crate) unsafe fn holds<G: BoardGeometry, L: Lanes<Word = G::Word>>(
    g: &G,
    techniques: &Techniques,
    at: Positions<L>,
    played: i32,
    alpha: i32,
) -> Claim {
    // SAFETY: the caller's promise.
    let judge = unsafe { Judge::<G, L, false>::new(g, techniques, at, alpha) };
    let mut unclear = 0;
    if judge.holds(played, &mut unclear) { Claim::Proven } else { Claim::Unclear(unclear) }
}

/// The same for one position by all rules, the slow ones too. They start afresh, so that the fast ones keep their registers.
#[cold]
#[inline(never)]
pub(crate) fn holds_slowly<G: BoardGeometry>(
    g: &G,
    techniques: &Techniques,
    at: Positions<One<G::Word>>,
    played: i32,
    alpha: i32,
) -> bool {
    // SAFETY: one lane needs no particular instructions.
    let judge = unsafe { Judge::<G, One<G::Word>, true>::new(g, techniques, at, alpha) };
    judge.holds(played, &mut 0)
}

impl<'a, G: BoardGeometry, L: Lanes<Word = G::Word>, const SLOW: bool> Judge<'a, G, L, SLOW> {
    /// # Safety
    /// The processor must have the instructions of `L`.
    #[inline(always)]
    unsafe fn new(g: &'a G, techniques: &'a Techniques, at: Positions<L>, alpha: i32) -> Self {
        let rows = mutant!(RowsFromBottom, g.levels_from_bottom(1), g.even_rows());
        // SAFETY: the caller's promise.
        unsafe {
            Self {
                g,
                techniques,
                at,
                alpha,
                bottom: L::splat(g.bottom()),
                sentinel: L::splat(g.sentinel()),
                board: L::splat(g.board()),
                even_rows: L::splat(rows),
                one: L::splat(G::Word::FIRST),
                nothing: L::splat(G::Word::EMPTY),
            }
        }
    }

    /// Whether some lane is proven; lanes in which the slow rules might succeed are added to `unclear`.
    #[inline(always)]
    fn holds(&self, played: i32, unclear: &mut u32) -> bool {
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
        // One odd column too many: R may give up its threat in another one, x, and count that as open too.
        let odd_number = open_odd.count().odd();
        let mut paired = at.valid.and_not(odd_number).and_not(none_odd);
        let mut spare_odd = open_odd;
        if techniques.reserve {
            let reserves = odd.and(closed_columns);
            let usable = at.valid.and(odd_number).and(reserves.nonzero());
            paired = paired.or(usable);
            let x = reserves.and_not(reserves.minus(self.one));
            spare_odd = open_odd.or(x.select(usable, self.nothing));
        }
        if !SLOW && techniques.refutation && techniques.slow_rules_pay(self.g.cells() - played) {
            let mut usable = at.valid.and(paired.or(none_odd));
            usable = if self.alpha < 0 {
                usable.and(self.outcome(shares.second, shares.closed))
            } else {
                usable.or(at.valid.and(self.may_hold_long_enough(shares, played).0))
            };
            let late =
                self.may_come_late(shares.first.and_not(shares.closed), shares.second, at.playable.and(shares.first));
            *unclear |= usable.and(late).bits();
        }
        if paired.any() {
            if techniques.base_inverse && self.base_inverse(shares, spare_odd, paired, played, unclear).any() {
                return true;
            }
            if techniques.free_columns && self.waits(shares, reach, open_odd, spare_odd, quiet.and(paired)) {
                return true;
            }
        }
        techniques.free_columns
            && self.alpha >= 0
            && self.holds_long_enough(shares, odd_start, open_odd, quiet, odd_number, played)
    }

    /// All odd columns are free: R waits there as long as it takes. `open_odd` are those without a threat of R,
    /// `spare_odd` has the reserve too.
    #[inline(always)]
    fn waits(&self, shares: Shares<L>, reach: L, open_odd: L, spare_odd: L, lanes: L::Mask) -> bool {
        let (g, at) = (self.g, &self.at);
        let free = at.vacant.and(self.whole(spare_odd));
        let outside = shares.second.and_not(free);
        let x = spare_odd.and_not(open_odd);
        let closed = self.upwards(shares.wins.and_not(self.whole(x)));
        let lanes = lanes.and(self.outcome(mutant!(ShareInFreeColumns, shares.second, outside), closed));
        if !lanes.any() {
            return false;
        }
        let mut proven = self.clear(reach.or(free), outside, lanes);
        if self.techniques.reserve {
            // A single odd column besides x: R answers its last cell under the top of x, so M never gets that top.
            let alone = lanes.and(x.nonzero()).and(open_odd.and(open_odd.minus(self.one)).zero());
            if alone.any() {
                let under = reach.or(at.vacant.and(self.whole(x))).and_not(x.up(g.levels() - 1));
                proven = proven.or(alone.and(flat_lines(g, under).zero()));
            }
        }
        if self.techniques.late {
            proven = proven.or(self.waits_late(reach, spare_odd, lanes.and_not(proven)));
        }
        proven.any()
    }

    /// Two odd columns: R follows up until M takes the top of one, then waits once in the other, whose top is R's.
    #[inline(always)]
    fn waits_late(&self, reach: L, odd: L, lanes: L::Mask) -> L::Mask {
        let top = self.g.levels() - 1;
        let first = odd.and_not(odd.minus(self.one));
        let second = odd.xor(first);
        let two = lanes.and(second.nonzero()).and(second.and(second.minus(self.one)).zero());
        if !two.any() {
            return two;
        }
        let (a, b) = (self.at.vacant.and(self.whole(first)), self.at.vacant.and(self.whole(second)));
        let lines = flat_lines(self.g, reach.or(a).and_not(first.up(top)));
        two.and(lines.or(flat_lines(self.g, reach.or(b).and_not(second.up(top)))).zero())
    }

    /// The free columns with a budget: R need not hold for ever, only until M cannot win in time any more.
    #[inline(always)]
    fn holds_long_enough(
        &self,
        shares: Shares<L>,
        odd_start: L,
        open_odd: L,
        quiet: L::Mask,
        odd_number: L::Mask,
        played: i32,
    ) -> bool {
        let (g, at) = (self.g, &self.at);
        let none_odd = open_odd.zero();
        let first = shares.first.and_not(shares.closed);
        let reach = at.mover.or(first);
        let budget = self.budget(played);
        let needed = (2 * budget).max(1) as u32;
        let mut live = quiet.and_not(none_odd);
        let (enough, available) = self.may_hold_long_enough(shares, played);
        let open_vacant = at.vacant.and(self.whole(open_odd));
        let mut free = self.nothing;
        if self.techniques.budget_lines && g.connect() == 4 && budget <= Timed::<G, L, SLOW>::MOST_COSTED {
            let timed = Timed::new(self, first, budget);
            let rest = at.valid.and_not(quiet);
            if rest.any() {
                let more = timed.harmless(reach, self.nothing, shares.second, rest);
                if more.and(none_odd).any() {
                    return true;
                }
                live = live.or(more.and_not(none_odd));
            }
            live = live.and(enough);
            if !live.any() {
                return false;
            }
            let all_free = timed.harmless(reach, open_vacant, shares.second, live);
            if all_free.and_not(odd_number).any() {
                return true;
            }
            free = open_vacant.select(all_free, free);
            for column in self.edges_inwards() {
                let larger = free.or(available.and(self.splat(g.column(column))));
                free = larger.select(timed.harmless(reach, larger, shares.second, live), free);
            }
        } else {
            live = live.and(enough);
            if !live.any() {
                return false;
            }
            let all_free = self.clear(reach.or(open_vacant), shares.second.and_not(open_vacant), live);
            free = open_vacant.select(all_free, free);
            for column in self.edges_inwards() {
                let larger = free.or(available.and(self.splat(g.column(column))));
                let clear = self.clear(reach.or(larger), shares.second.and_not(larger), live);
                free = larger.select(clear, free);
            }
        }
        let spare = free.count();
        let left = odd_start.and(self.whole(open_odd)).and_not(free);
        // Twice the own moves M needs before R is out of step, from the deepest odd column outside F to the shallowest.
        let mut twice = self.splat(G::Word::narrow(u128::from(G::Word::BITS) * 4));
        for half in (1..=g.levels().div_ceil(2)).rev() {
            let row = self.splat(g.bottom().up(g.levels() + 1 - 2 * half));
            twice = self.splat(G::Word::narrow(u128::from(2 * half))).select(left.and(row).nonzero(), twice);
        }
        twice = self.one.select(spare.odd(), twice);
        live.and(spare.plus(twice).at_least(needed)).any()
    }

    /// In how many own moves M has to win.
    #[inline(always)]
    fn budget(&self, played: i32) -> i32 {
        (self.g.cells() + mutant!(WaitingOffByOne, 1, 3) - played) / 2 - self.alpha - 1
    }

    /// Lanes with enough cells for that many waiting moves, and those cells: free or odd, no column gives more waiting moves than it has
    /// cells, so twice the moves are at most cells + 1.
    #[inline(always)]
    fn may_hold_long_enough(&self, shares: Shares<L>, played: i32) -> (L::Mask, L) {
        let available = self.at.vacant.and_not(self.whole(self.columns_of(shares.wins)));
        let needed = (2 * self.budget(played)).max(1) as u32;
        (available.count().at_least(needed - 1), available)
    }

    /// All columns, the outermost first.
    #[inline(always)]
    fn edges_inwards(&self) -> impl Iterator<Item = u32> + use<G, L, SLOW> {
        let columns = self.g.columns();
        (0..columns).map(move |i| if i % 2 == 0 { i / 2 } else { columns - 1 - i / 2 })
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
        if cfg!(target_arch = "wasm32") {
            // A bottom cell added to a full column leaves nothing of it but a carry. The other way is compiled to a product, which takes long in vectors.
            return self.board.and_not(self.board.plus(bottoms));
        }
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
        if !SLOW || !self.techniques.refutation {
            return clear;
        }
        let open = lanes.and_not(clear);
        if !open.any() {
            return clear;
        }
        let open = open.and(all_lines(self.g, self.at.other.or(sure)).nonzero());
        if open.any() { clear.or(self.refuted(reach, sure, open)) } else { clear }
    }

    /// Lanes in which lines of R's might come before every line of M's cells `first`, of which M may have those `at_once` before R has any.
    #[inline(always)]
    fn may_come_late(&self, first: L, second: L, at_once: L) -> L::Mask {
        let (g, at) = (self.g, &self.at);
        let next = second.and(at_once.up(1));
        let soon = all_lines(g, at.other.or(next)).zero();
        let early = at_once.or(at_once.up(2).select(soon, self.nothing)).and(first);
        flat_lines(g, at.mover.or(early)).zero().and(all_lines(g, at.other.or(second)).nonzero())
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
    fn base_inverse(&self, shares: Shares<L>, odd: L, lanes: L::Mask, played: i32, unclear: &mut u32) -> L::Mask {
        let (g, at) = (self.g, &self.at);
        let columns = self.whole(odd);
        let starts = at.playable.and(columns);
        let above = at.vacant.and(columns).and_not(starts);
        let first = shares.first.and_not(columns).or(above.and_not(self.even_rows));
        let second = shares.second.and_not(columns).or(above.and(self.even_rows));
        let closed = self.upwards(at.threats.and(second));
        let reach = at.mover.or(first.and_not(closed));
        // Two columns: M gets one start. More: first as if M got all of them, which asks too much but needs no pairs.
        let lowest = starts.and_not(starts.minus(self.one));
        let others = starts.xor(lowest);
        let many = others.and(others.minus(self.one)).nonzero();
        let (a, b) = (starts.select(many, lowest), starts.select(many, others));
        let lines = mutant!(
            InverseWithoutVerticals,
            flat_lines(g, reach.or(a)).or(flat_lines(g, reach.or(b))),
            all_lines(g, reach.or(a)).or(all_lines(g, reach.or(b)))
        );
        let mut proven = lanes.and(lines.zero());
        if SLOW && self.techniques.pairing {
            let mut open = lanes.and_not(proven);
            if !self.techniques.refutation {
                open = open.and(many);
            }
            if open.any() {
                proven = proven.or(self.paired(reach.or(starts), starts, second, open));
            }
        }
        if !SLOW && self.techniques.pairing && self.techniques.slow_rules_pay(g.cells() - played) {
            // A line without two starts is stopped by a line of R's that comes first, or by nothing.
            let mut stopped = all_lines(g, reach).zero().and(many);
            if self.techniques.refutation {
                let at_once = at.playable.and(shares.first).and_not(columns).or(starts.up(1).and(first));
                stopped = stopped.or(self.may_come_late(first.and_not(closed), second, at_once));
            }
            if self.alpha < 0 {
                stopped = stopped.and(self.outcome(second, closed));
            }
            *unclear |= lanes.and(stopped).bits();
        }
        if proven.any() { proven.and(self.outcome(second, closed)) } else { proven }
    }
}

/// The rules that look at one lane at a time.
impl<G: BoardGeometry, L: Lanes<Word = G::Word>, const SLOW: bool> Judge<'_, G, L, SLOW> {
    /// The given lanes in which the starts can be matched in pairs.
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
    fn refuted(&self, reach: L, sure: L, lanes: L::Mask) -> L::Mask {
        let (reach, sure) = (self.words(reach), self.words(sure));
        let (vacant, other) = (self.words(self.at.vacant), self.words(self.at.other));
        self.for_each(lanes, |i| {
            Defence { vacant: vacant[i], other: other[i], sure: sure[i] }.refutes_all(self.g, reach[i])
        })
    }

    #[inline(always)]
    fn words(&self, lanes: L) -> [G::Word; 8] {
        let mut words = [G::Word::EMPTY; 8];
        // SAFETY: no vector has more than eight lanes.
        unsafe { lanes.store(&mut words) };
        words
    }

    /// The given lanes for which `check` says yes to the lane's number.
    fn for_each(&self, lanes: L::Mask, check: impl Fn(usize) -> bool) -> L::Mask {
        let mut answers = [G::Word::EMPTY; 8];
        let mut bits = lanes.bits();
        while bits != 0 {
            let lane = bits.trailing_zeros() as usize & 7;
            bits &= bits - 1;
            if check(lane) {
                answers[lane] = G::Word::FIRST;
            }
        }
        // SAFETY: no vector has more than eight lanes, and vectors of this type exist already.
        unsafe { L::load(&answers).nonzero() }
    }
}
