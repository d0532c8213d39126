//! Looking ahead further and further over the [evaluation](super::evaluate), until time is up or the end is reached.

use super::evaluate::{Evaluation, POINT};
use crate::budget::Budget;
use crate::search::table::Bound;
use crate::solver::CellSet;
use crate::solver::max::exact::ExactSearch;
use crate::solver::max::geometry::Shape;
use crate::solver::max::lines::{AtOnce, Sorted};
use crate::solver::max::moves::Child;
use crate::solver::max::node::{Node, NodeKey};
use crate::solver::max::pairing::{self, FAR, PairingBound};
use crate::solver::max::table::{GrowingTable, MoveHint, PackedEntry, Packing, TablePlace};
use std::io;

/// Beyond every value.
const FAR_UNITS: i32 = FAR * POINT;

/// Above this many vacant cells the pairing bound hardly ever decides anything.
const PAIRING_MOST: i32 = 26;

/// A search to a depth, with its table.
pub(crate) struct Deepening<P: Packing> {
    evaluation: Evaluation,
    table: GrowingTable<P, Estimate>,
}

/// What a search to a depth knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Estimate {
    value: i32,
    bound: Bound,
    hint: MoveHint,
    /// Plies looked ahead: from 1 to 63.
    depth: u32,
}

impl PackedEntry for Estimate {
    /// 16 bits for the value (fewer than 512 points of 64 units), 2 for its bound, 6 for the move, 6 for the depth.
    fn pack(self) -> u32 {
        u32::from(self.value as i16 as u16) << 16
            | (self.bound as u32) << 12
            | self.hint.0 << 6
            | self.depth.clamp(1, 63)
    }

    fn unpack(word: u32) -> Estimate {
        Estimate {
            value: i32::from((word >> 16) as u16 as i16),
            bound: Bound::from_bits(u64::from(word >> 12)),
            hint: MoveHint(word >> 6 & 63),
            depth: word & 63,
        }
    }
}

/// A move at the root: the points it makes, the position after it, and its value in units as far as known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RootMove<M> {
    pub(crate) column: usize,
    pub(crate) gain: i32,
    pub(crate) node: Node<M>,
    pub(crate) value: i32,
}

impl<P: Packing> Deepening<P> {
    pub(crate) fn new(connect: usize, memory: usize) -> io::Result<Deepening<P>> {
        Ok(Deepening { evaluation: Evaluation::new(connect), table: GrowingTable::new(memory)? })
    }

    pub(crate) const fn evaluation(&self) -> &Evaluation {
        &self.evaluation
    }

    /// Searches all root moves to a depth, the best known first, and sorts them, the best first. False if the search had to stop: then the moves stand as
    /// far as they were searched, and the first is the best known.
    pub(crate) fn search_root<S: Shape>(
        &mut self,
        exact: &mut ExactSearch<P, S>,
        moves: &mut [RootMove<P::Word>],
        depth: u32,
        budget: &mut Budget<'_>,
    ) -> bool {
        self.table.make_room(budget);
        let mut alpha = -FAR_UNITS;
        for i in 0..moves.len() {
            exact.moves.stack.clear();
            let RootMove { gain, node, .. } = moves[i];
            let key = exact.moves.key(&node);
            let gain = gain * POINT;
            let mut search = |low: i32, high: i32| {
                gain - self.search(exact, &node, &key, depth - 1, [gain - high, gain - low], budget)
            };
            let mut value = if i == 0 { search(alpha, FAR_UNITS) } else { search(alpha, alpha + 1) };
            if i > 0 && value > alpha {
                value = search(alpha, FAR_UNITS);
            }
            if budget.stopped() {
                return false;
            }
            // A move that is not better is known only not to be: it keeps its place behind those that were.
            moves[i].value = if value > alpha { value } else { -FAR_UNITS };
            if value > alpha {
                alpha = value;
                moves[..=i].rotate_right(1);
            }
        }
        true
    }

    /// Searches all root moves to a depth and sorts them, the best first; of one worse than the best by `margin` or more only that is known. False if the
    /// search had to stop: then the moves mean nothing.
    pub(crate) fn weigh_root<S: Shape>(
        &mut self,
        exact: &mut ExactSearch<P, S>,
        moves: &mut [RootMove<P::Word>],
        (depth, margin): (u32, i32),
        budget: &mut Budget<'_>,
    ) -> bool {
        self.table.make_room(budget);
        let mut low = -FAR_UNITS;
        for root in moves.iter_mut() {
            exact.moves.stack.clear();
            let (gain, key) = (root.gain * POINT, exact.moves.key(&root.node));
            root.value = gain - self.search(exact, &root.node, &key, depth - 1, [gain - FAR_UNITS, gain - low], budget);
            low = low.max(root.value - margin);
        }
        moves.sort_by_key(|root| -root.value);
        !budget.stopped()
    }

    fn search<S: Shape>(
        &mut self,
        exact: &mut ExactSearch<P, S>,
        node: &Node<P::Word>,
        key: &NodeKey<P::Word>,
        depth: u32,
        [alpha, beta]: [i32; 2],
        budget: &mut Budget<'_>,
    ) -> i32 {
        if budget.visit().is_err() {
            return 0;
        }
        let geometry = &exact.moves.geometry;
        let (lower, upper) = (-POINT * node.their_most, POINT * node.my_most);
        if lower >= beta || lower == upper {
            return lower;
        }
        if upper <= alpha {
            return upper;
        }
        if depth == 0 {
            return self.evaluation.of(geometry, node);
        }
        let place = GrowingTable::<P, Estimate>::place(key);
        let mut hint = MoveHint::NONE;
        if let Some(seen) = self.table.get(key, place) {
            hint = seen.hint;
            if seen.depth >= depth && seen.bound.settles(seen.value, alpha, beta) {
                return seen.value;
            }
        }
        let lines = Sorted::new(geometry, node);
        let at_once = AtOnce::new(geometry, node, &lines);
        if lines.all_miss_one {
            return POINT * at_once.closed_form(geometry, node);
        }
        if node.vacant(geometry).count() <= PAIRING_MOST {
            let reached = beta.div_euclid(POINT) + i32::from(beta.rem_euclid(POINT) != 0);
            match pairing::bound(geometry, node, &lines.unfinished, reached) {
                PairingBound::AtLeast(bound) if bound * POINT >= beta => return bound * POINT,
                PairingBound::AtMost(bound) if bound * POINT <= alpha => return bound * POINT,
                _ => {}
            }
        }
        let base = exact.moves.stack.len();
        let hinted = exact.moves.hinted(node, key, hint);
        exact.moves.expand(node, (&lines, &at_once), hinted, 0, |_| TablePlace::default());
        let (mut best, mut best_cell, mut low) = (-FAR_UNITS, P::Word::EMPTY, alpha);
        let mut first = true;
        while let Some(i) = exact.moves.next_best(base) {
            let &Child { node: after, key: after_key, cell, gain, .. } = &exact.moves.stack[i];
            let gain = gain * POINT;
            let mut value = -FAR_UNITS;
            if !first {
                let window = [gain - low - 1, gain - low];
                value = gain - self.search(exact, &after, &after_key, depth - 1, window, budget);
            }
            if first || (value > low && value < beta) {
                value = gain - self.search(exact, &after, &after_key, depth - 1, [gain - beta, gain - low], budget);
            }
            if budget.stopped() {
                return 0;
            }
            first = false;
            if value > best {
                (best, best_cell) = (value, cell);
                low = low.max(value);
                if low >= beta {
                    break;
                }
            }
        }
        exact.moves.stack.truncate(base);
        // With 63 plies or more the entry would claim too little, never too much.
        let hint = exact.moves.hint(node, key, best_cell);
        self.table.put(
            key,
            place,
            Estimate { value: best, bound: Bound::of(best, alpha, beta), hint, depth: depth.min(63) },
            budget,
        );
        best
    }
}
