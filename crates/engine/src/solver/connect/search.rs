//! The search: is the score of a position more than α?
//!
//! Every call asks this one question (a null window) and gets a bound that answers it; the driver asks until the
//! score is known. A node works in this order, cheapest first: forced moves are followed in a loop; all children are
//! judged at once for a win in two and for the strategy rules; the table is asked about the position and then about
//! its children; only then does it recurse.

use std::marker::PhantomData;

use super::busy::{Busy, Leaving};
use super::cuts::{CutRows, Cuts};
use super::finding::Finding;
use super::geometry::{BoardGeometry, Slots};
use super::isa::Isa;
use super::lane_word::LaneWord;
use super::lanes::{LaneMask, Lanes, One};
use super::lines::{line_cells, threats};
use super::mutation::mutant;
use super::order::{Order, lane_in, next_best, with_points};
use super::ranking::Ranking;
use super::strategy::{Claim, Positions, holds, holds_slowly};
use super::table::{Proof, ProofTable};
use super::techniques::Techniques;
use crate::budget::Budget;
use crate::solver::CellSet;

/// A position in the search, from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sides<W> {
    /// Checkers of the side to move.
    pub(crate) mover: W,
    /// Checkers of the other side.
    pub(crate) other: W,
}

/// One thread's search.
pub(crate) struct NullWindow<'a, G: BoardGeometry, T: ProofTable, I: Isa> {
    pub(crate) geometry: G,
    table: &'a T,
    techniques: Techniques,
    order: &'a Order<G>,
    pub(crate) budget: Budget<'a>,
    /// Where the threads are, and which of them this is.
    pub(crate) busy: Option<(&'a Busy, usize)>,
    /// Up to where to leave everything, because another thread has the answer.
    leaving: Leaving,
    /// How drops have done so far.
    pub(crate) cuts: Cuts,
    /// The cell of the drop that led to the position to be searched.
    last: usize,
    /// Whether that position is expected to need all its children, where threads share the search.
    needs_all: bool,
    /// What took at least two to the power of `tell_from` nodes.
    pub(crate) findings: Vec<Finding>,
    tell_from: u32,
    /// The node count at which this test began.
    begun: u64,
    /// The node count at which to give up this test.
    patience: u64,
    stopped: bool,
    isa: PhantomData<I>,
}

/// What judging all children told.
enum Verdict {
    /// A move wins with the next one.
    WinInTwo,
    /// No move wins in two, and nothing slower reaches β.
    TooSlow,
    /// A move is proven to reach β.
    Refuted,
    /// Nothing. The slow rules might prove it of the moves to these lanes.
    Open(u64),
}

impl<'a, G: BoardGeometry, T: ProofTable, I: Isa> NullWindow<'a, G, T, I> {
    pub(crate) fn new(
        geometry: G,
        table: &'a T,
        techniques: Techniques,
        order: &'a Order<G>,
        budget: Budget<'a>,
        cuts: Cuts,
        tell_from: u32,
    ) -> Self {
        Self {
            geometry,
            table,
            techniques,
            order,
            budget,
            busy: None,
            leaving: Leaving::default(),
            cuts,
            last: Cuts::NO_CELL,
            needs_all: false,
            findings: Vec::new(),
            tell_from,
            begun: 0,
            patience: u64::MAX,
            stopped: false,
            isa: PhantomData,
        }
    }

    /// A bound on the position's score that tells whether it is more than `alpha`; `None` when stopped or after
    /// `patience` nodes. The side to move must not have an immediate win.
    ///
    /// # Safety
    /// The processor must have the instructions of `I`.
    pub(crate) unsafe fn test(&mut self, position: Sides<G::Word>, alpha: i32, patience: u64) -> Option<i32> {
        self.stopped = false;
        self.last = Cuts::NO_CELL;
        self.needs_all = false;
        self.begun = self.budget.nodes();
        self.patience = self.begun.saturating_add(patience);
        self.look_again();
        let g = self.geometry;
        let vacant = g.board() & !(position.mover | position.other);
        let replies = threats(&g, One(position.other), One(vacant)).0;
        let played = (position.mover | position.other).count();
        // SAFETY: the caller's promise.
        let score = unsafe { I::node(self, position.mover, position.other, replies, played, alpha) };
        if let Some((busy, thread)) = self.busy {
            busy.end(thread);
        }
        (!self.stopped).then_some(score)
    }

    /// The body of [`Isa::node`]: `other_wins` are the cells that complete a line of `other`.
    ///
    /// # Safety
    /// The processor must have the instructions of `I`, and the function this is inlined in must enable them.
    #[inline(always)]
    pub(crate) unsafe fn body(
        &mut self,
        mut mover: G::Word,
        mut other: G::Word,
        mut other_wins: G::Word,
        mut played: i32,
        mut alpha: i32,
    ) -> i32 {
        let g = self.geometry;
        let cells = g.cells();
        let mut last = self.last;
        let mut sign = 1;
        let mut forced_line = false;
        let moves = loop {
            self.budget.count(1);
            let mask = mover | other;
            let playable = mask.plus(g.bottom()) & g.board();
            let forced = playable & other_wins;
            let mut moves = playable;
            if !forced.is_empty() {
                if !forced.rest().is_empty() {
                    return sign * -((cells - played) / 2);
                }
                moves = forced;
            }
            // never under a cell where the other side wins
            moves &= !other_wins.down(1);
            if moves.is_empty() {
                return sign * -((cells - played) / 2);
            }
            if played >= cells - 2 {
                return 0;
            }
            let most = (cells - 1 - played) / 2;
            if most <= alpha {
                return sign * most;
            }
            let least = -((cells - 2 - played) / 2);
            if least > alpha {
                return sign * least;
            }
            if !moves.rest().is_empty() {
                break moves;
            }
            last = moves.first();
            let after = mover | moves;
            let vacant = g.board() & !(mask | moves);
            other_wins = threats(&g, One(after), One(vacant)).0;
            (mover, other) = (other, after);
            played += 1;
            alpha = -alpha - 1;
            sign = -sign;
            forced_line = true;
        };
        if self.budget.is_due() && self.must_stop() {
            return 0;
        }
        let beta = alpha + 1;
        let mut unclear = false;
        if forced_line && self.techniques.follow_up {
            match self.holds_alone(Sides { mover, other }, other_wins, played, alpha) {
                Claim::Proven => return sign * alpha,
                Claim::Unclear(lanes) => unclear = lanes != 0,
            }
        }
        let uses_table = played < self.order.table_below;
        let looks_ahead = played < self.order.ahead_below && self.techniques.enhanced_cutoffs;
        let (key, mirrored) = self.key(mover, other, played);
        if uses_table {
            self.table.prefetch(key);
        }
        let count = moves.count() as usize;
        let mut child_keys = G::Room::<T::Key>::vacant();
        let child_keys = &mut child_keys.all_mut()[..count];
        if looks_ahead {
            self.prefetch_children(mover, other, moves, played, child_keys);
        }
        let mut wins = G::Room::<G::Word>::vacant();
        // SAFETY: the caller's promise.
        let verdict = unsafe { self.judge(mover, other, moves, played, beta, &mut wins) };
        let unclear_children = match verdict {
            Verdict::WinInTwo => return sign * ((cells - 1 - played) / 2),
            Verdict::TooSlow => return sign * ((cells - 3 - played) / 2),
            Verdict::Refuted => return sign * beta,
            Verdict::Open(lanes) => lanes,
        };
        let mut most = (cells - 3 - played) / 2;
        let mut least = -((cells - 2 - played) / 2);
        let mut table_column = Proof::NO_COLUMN;
        if uses_table && let Some(entry) = self.table.get(key) {
            if let Some(bound) = entry.answer(alpha) {
                return sign * bound;
            }
            least = least.max(entry.lower);
            most = most.min(entry.upper);
            table_column = entry.column;
            if mirrored && table_column != Proof::NO_COLUMN {
                table_column = g.columns() - 1 - table_column;
            }
        }
        let mut ranks = G::Room::<u32>::vacant();
        let table_lane = self.order.lane_of(table_column);
        let learns = played >= self.order.cuts_from && self.techniques.recent_cuts;
        let cut_rows = CutRows::new(played, played < self.order.early_below, last);
        let views = Ranking::new(&g, self.order, &self.techniques, Sides { mover, other }, other_wins, played, beta);
        let mut rest = moves;
        while !rest.is_empty() {
            let (first, cell) = (rest.first(), rest.lowest());
            rest = rest.rest();
            let lane = lane_in(self.order.rank(first));
            let mut rank = views.rank(first, cell, wins.all()[lane], lane == table_lane);
            if learns {
                rank = with_points(rank, self.cuts.points(cut_rows, first));
            }
            ranks.all_mut()[lane] = rank;
        }
        if looks_ahead && let Some(upper) = self.known_child(child_keys, beta) {
            return sign * upper;
        }
        let position = Sides { mover, other };
        if unclear && holds_slowly(&g, &self.techniques, self.alone(position, other_wins), played, alpha) {
            return sign * alpha;
        }
        if unclear_children != 0 && self.is_refuted_slowly(position, moves, unclear_children, played, beta, &wins) {
            return sign * beta;
        }
        let before = self.budget.nodes();
        let mut best = -cells;
        let mut best_column = Proof::NO_COLUMN;
        // A page has no threads to share with.
        let shared = self.busy.filter(|(busy, _)| cfg!(not(target_arch = "wasm32")) && played < busy.below);
        // Each forced move is one to the other kind of position.
        let needs_all = self.needs_all == (sign > 0);
        let mut put_off = 0u64;
        let (mut next, mut late) = (0, false);
        let ranks = &ranks.all()[..(g.columns() as usize).next_multiple_of(8)];
        let mut rank = u32::MAX;
        // by turn
        let mut lanes = G::Room::<u8>::vacant();
        let lanes = lanes.all_mut();
        loop {
            if next == count {
                if late || put_off == 0 {
                    break;
                }
                (next, late) = (0, true);
            }
            let i = next;
            next += 1;
            if late && put_off >> i & 1 == 0 {
                continue;
            }
            if !late {
                rank = next_best(ranks, rank);
                lanes[i] = lane_in(rank) as u8;
            }
            let lane = usize::from(lanes[i]);
            let cell = moves & self.order.lanes.all()[lane];
            let child = mover | cell;
            let mut mark = None;
            if let Some((busy, thread)) = shared {
                let digest = T::digest(self.key(other, child, played + 1).0);
                if !late && busy.goes_apart(played, i, needs_all) && busy.is_searched(digest) {
                    put_off |= 1 << i;
                    continue;
                }
                busy.enter(thread, played + 1, digest);
                mark = Some((busy, thread, digest));
            }
            let score = loop {
                self.last = cell.first();
                if mark.is_some() {
                    // The first child decides, or all fail: then each has a move that refutes it.
                    self.needs_all = i == 0 && !needs_all;
                }
                // SAFETY: the caller's promise.
                let score = -unsafe { I::node(self, other, child, wins.all()[lane], played + 1, -beta) };
                let Some((busy, thread, digest)) = mark else { break score };
                let answered = self.leaving.to(busy, thread, played + 1);
                // the child is answered: asked again, the table knows
                if answered == Some(played + 1) && !self.stopped {
                    continue;
                }
                busy.leave(thread, played + 1, digest, answered.is_none() && !self.stopped);
                if answered.is_some() {
                    return 0;
                }
                break score;
            };
            if self.stopped {
                return 0;
            }
            if score > best {
                best = score;
                best_column = self.order.column_of[lane];
                if score >= beta {
                    if learns {
                        self.cuts.note(cut_rows, cell.first(), true);
                        // Those put off were not tried, unless it is their turn now.
                        for before in (0..i).filter(|&before| late || put_off >> before & 1 == 0) {
                            let cell = moves & self.order.lanes.all()[usize::from(lanes[before])];
                            self.cuts.note(cut_rows, cell.first(), false);
                        }
                    }
                    break;
                }
            }
        }
        if uses_table {
            let work = 64 - (self.budget.nodes() - before).leading_zeros();
            let column = if mirrored { g.columns() - 1 - best_column } else { best_column };
            let (lower, upper) = if best >= beta {
                (best.max(least), most.max(best))
            } else {
                best = best.min(most);
                (least.min(best), best)
            };
            self.table.put(key, Proof { lower, upper, column }, work);
            if work >= self.tell_from {
                self.tell(mover, other, Proof { lower, upper, column: best_column }, work);
            }
        }
        sign * best
    }

    #[cold]
    #[inline(never)]
    fn tell(&mut self, mover: G::Word, other: G::Word, proof: Proof, work: u32) {
        self.findings.push(Finding { mover: mover.wide(), other: other.wide(), proof, work });
    }

    /// Judges all children: wins in two first, then the strategy techniques. Leaves each child's winning cells for the side
    /// that moved in `wins`, by lane.
    #[inline(always)]
    unsafe fn judge(
        &self,
        mover: G::Word,
        other: G::Word,
        moves: G::Word,
        played: i32,
        beta: i32,
        wins: &mut G::Room<G::Word>,
    ) -> Verdict {
        let g = &self.geometry;
        let position = Sides { mover, other };
        let lanes = <G::Word as LaneWord>::Lanes::<I>::COUNT;
        let count = moves.count() as usize;
        // A single word is judged faster alone than beside an empty lane.
        let (groups, lonely) = if Self::PACKS {
            (count / lanes, !count.is_multiple_of(lanes))
        } else {
            ((g.columns() as usize).div_ceil(lanes), false)
        };
        // SAFETY: the caller's promise.
        let cells = |group, rest: &mut _| unsafe { self.cells_of_group(group, moves, rest) };
        // SAFETY: the caller's promise.
        let everywhere = unsafe { <G::Word as LaneWord>::Lanes::<I>::splat(G::Word::EMPTY) }.zero();
        let mut rest = moves;
        for group in 0..groups {
            let range = group * lanes..(group + 1) * lanes;
            let cell = cells(group, &mut rest);
            let valid = if Self::PACKS { everywhere } else { cell.nonzero() };
            // no move in these columns: common with few lanes
            if !valid.any() {
                continue;
            }
            // SAFETY: the caller's promise.
            let Some(own) = (unsafe { winning_cells(g, position, cell, valid) }) else { return Verdict::WinInTwo };
            // SAFETY: room for a whole number of groups.
            unsafe { own.store(&mut wins.all_mut()[range]) };
        }
        if lonely {
            // SAFETY: one lane needs no particular instructions.
            let own = unsafe { winning_cells(g, position, One(rest.lowest()), true) };
            let Some(One(own)) = own else { return Verdict::WinInTwo };
            wins.all_mut()[count - 1] = own;
        }
        if (g.cells() - 3 - played) / 2 < beta {
            return Verdict::TooSlow;
        }
        let mut unclear = 0;
        if self.techniques.follow_up {
            rest = moves;
            for group in 0..groups {
                let cell = cells(group, &mut rest);
                let valid = if Self::PACKS { everywhere } else { cell.nonzero() };
                if !valid.any() {
                    continue;
                }
                // SAFETY: room for a whole number of groups.
                let own = unsafe { Lanes::load(&wins.all()[group * lanes..(group + 1) * lanes]) };
                // SAFETY: the caller's promise.
                let (mover, other) = unsafe { (Lanes::splat(other), Lanes::splat(mover)) };
                let at = Positions::new(g, mover, cell.or(other), own, valid);
                // SAFETY: the caller's promise.
                match unsafe { holds(g, &self.techniques, at, played + 1, -beta) } {
                    Claim::Proven => return Verdict::Refuted,
                    Claim::Unclear(bits) => unclear |= u64::from(bits) << (group * lanes),
                }
            }
            if lonely {
                let child = Sides { mover: other, other: mover | rest.lowest() };
                match self.holds_alone(child, wins.all()[count - 1], played + 1, -beta) {
                    Claim::Proven => return Verdict::Refuted,
                    Claim::Unclear(bits) => unclear |= u64::from(bits) << (count - 1),
                }
            }
        }
        if Self::PACKS {
            let (packed, unclear_ones) = (*wins, std::mem::take(&mut unclear));
            rest = moves;
            for (i, &own) in packed.all()[..count].iter().enumerate() {
                let lane = lane_in(self.order.rank(rest.first()));
                wins.all_mut()[lane] = own;
                unclear |= (unclear_ones >> i & 1) << lane;
                rest = rest.rest();
            }
        }
        Verdict::Open(unclear)
    }

    /// A position for the rules, in a lane of its own; `threats` are the cells that complete a line of the side that is not to move.
    #[inline(always)]
    fn alone(&self, Sides { mover, other }: Sides<G::Word>, threats: G::Word) -> Positions<One<G::Word>> {
        Positions::new(&self.geometry, One(mover), One(other), One(threats), true)
    }

    /// What the rules tell of one position. Browsers keep more of the search in registers where this is a function of its own; natively it would lack the
    /// instructions of `I`.
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn holds_alone(&self, position: Sides<G::Word>, threats: G::Word, played: i32, alpha: i32) -> Claim {
        let at = self.alone(position, threats);
        // SAFETY: one lane needs no particular instructions.
        unsafe { holds(&self.geometry, &self.techniques, at, played, alpha) }
    }

    /// Whether the slow rules prove that the move to one of these lanes reaches `beta`.
    #[cold]
    #[inline(never)]
    fn is_refuted_slowly(
        &self,
        Sides { mover, other }: Sides<G::Word>,
        moves: G::Word,
        mut lanes: u64,
        played: i32,
        beta: i32,
        wins: &G::Room<G::Word>,
    ) -> bool {
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize;
            lanes &= lanes - 1;
            let child = Sides { mover: other, other: mover | moves & self.order.lanes.all()[lane] };
            let at = self.alone(child, wins.all()[lane]);
            if holds_slowly(&self.geometry, &self.techniques, at, played + 1, -beta) {
                return true;
            }
        }
        false
    }

    /// Whether children are judged side by side as they come, a last one without a neighbour alone: with two lanes that saves a group or two, with more there is one
    /// group or hardly more.
    const PACKS: bool = <G::Word as LaneWord>::Lanes::<I>::COUNT == 2;

    /// The drops that are judged together, one a lane: the next ones of `rest`, or, if they are not packed, those of the group's columns.
    ///
    /// # Safety
    /// The processor must have the instructions of `I`.
    #[inline(always)]
    unsafe fn cells_of_group(
        &self,
        group: usize,
        moves: G::Word,
        rest: &mut G::Word,
    ) -> <G::Word as LaneWord>::Lanes<I> {
        if Self::PACKS {
            let (first, others) = (rest.lowest(), rest.rest());
            *rest = others.rest();
            // SAFETY: the caller's promise; there are two lanes.
            return unsafe { Lanes::load(&[first, others.lowest()]) };
        }
        let lanes = <G::Word as LaneWord>::Lanes::<I>::COUNT;
        let columns = &self.order.lanes.all()[group * lanes..(group + 1) * lanes];
        // SAFETY: the caller's promise; there is room for a whole number of groups.
        unsafe { <G::Word as LaneWord>::Lanes::<I>::splat(moves).and(Lanes::load(columns)) }
    }

    #[inline(always)]
    fn key(&self, mover: G::Word, other: G::Word, played: i32) -> (T::Key, bool) {
        let mirror = played < self.order.mirror_below && self.techniques.mirror;
        key::<G, T>(&self.geometry, mover, other, mirror)
    }

    /// Asks for the entries of all children, and leaves their keys.
    #[inline(always)]
    fn prefetch_children(&self, mover: G::Word, other: G::Word, moves: G::Word, played: i32, keys: &mut [T::Key]) {
        let mut rest = moves;
        for key in keys {
            *key = self.key(other, mover | rest.lowest(), played + 1).0;
            self.table.prefetch(*key);
            rest = rest.rest();
        }
    }

    /// The score at least β that the table gives for some child.
    #[inline(always)]
    fn known_child(&self, keys: &[T::Key], beta: i32) -> Option<i32> {
        for &key in keys {
            if let Some(entry) = self.table.get(key)
                && -entry.upper >= beta
            {
                return Some(-entry.upper);
            }
        }
        None
    }

    fn look_again(&mut self) {
        let nodes = self.budget.nodes();
        let step = self.busy.map_or(u64::MAX, |(busy, thread)| busy.keep_step(thread, nodes - self.begun));
        self.budget.look_by(self.patience.min(step.saturating_add(self.begun)));
    }

    #[cold]
    #[inline(never)]
    fn must_stop(&mut self) -> bool {
        self.budget.note_table(self.table.permille());
        self.stopped = self.budget.look() || self.budget.nodes() >= self.patience;
        self.look_again();
        self.stopped
    }
}

/// The cells that win for the side that drops to `cell`, one drop a lane; `None` if a valid one wins in two.
///
/// # Safety
/// The processor must have the instructions of `L`.
#[inline(always)]
unsafe fn winning_cells<G: BoardGeometry, L: Lanes<Word = G::Word>>(
    g: &G,
    Sides { mover, other }: Sides<G::Word>,
    cell: L,
    valid: L::Mask,
) -> Option<L> {
    // SAFETY: the caller's promise.
    let splat = |word| unsafe { L::splat(word) };
    let filled = splat(mover | other).or(cell);
    let own = threats(g, splat(mover).or(cell), splat(g.board()).and_not(filled));
    let playable = filled.plus(splat(g.bottom())).and(splat(g.board()));
    // two ways at once, one above the other, or under every reply
    let now = playable.and(own);
    let double = now.and(now.minus(splat(G::Word::FIRST))).or(now.up(1).and(own)).nonzero();
    let zugzwang = playable.and_not(own.down(1)).zero();
    let wins_in_two = mutant!(WinInTwoWithoutZugzwang, double, double.or(zugzwang));
    (!wins_in_two.and(valid).any()).then_some(own)
}

/// The key of a position and, where mirror images share one, whether it is that of the image.
#[inline(always)]
pub(crate) fn key<G: BoardGeometry, T: ProofTable>(
    g: &G,
    mover: G::Word,
    other: G::Word,
    mirror: bool,
) -> (T::Key, bool) {
    let mask = mover | other;
    let (mut first, mut second) = (mask.plus(mover), G::Word::EMPTY);
    if T::MERGES_DEAD {
        let vacant = g.board() & !mask;
        let alive = |own: G::Word| own & line_cells(g, One(own | vacant)).0;
        first = mask.plus(alive(mover));
        second = mutant!(DeadInOneColour, G::Word::EMPTY, alive(other));
    }
    if mirror {
        let image = (g.mirror(first), if T::MERGES_DEAD { g.mirror(second) } else { second });
        if image < (first, second) {
            (first, second) = image;
            return (T::key(first, second), true);
        }
    }
    (T::key(first, second), false)
}
