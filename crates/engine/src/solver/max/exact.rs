//! The exact search: is the value at least so much? Asked again and again (MTD(f)) until both answers meet.

use super::MaxTechniques;
use super::geometry::{LineGeometry, Shape};
use super::lines::{AtOnce, Sorted};
use super::moves::{Child, Moves};
use super::node::{Node, NodeKey};
use super::pairing::{self, FAR, PairingBound};
use super::table::{GrowingTable, MoveHint, Packing, ProvenBounds, TablePlace};
use crate::budget::Budget;
use crate::solver::CellSet;
use std::hint::black_box;
use std::io;

/// Above this many vacant cells the relaxed bound hardly ever decides anything.
const RELAXED_MOST: i32 = 24;
/// Below this many vacant cells looking up all children costs more than it saves.
const CUTOFFS_LEAST: i32 = 3;

/// The search for one board size, with its table.
pub(crate) struct ExactSearch<P: Packing, S> {
    pub(crate) moves: Moves<P::Word, S>,
    table: GrowingTable<P, ProvenBounds>,
}

/// A position with its key and its place in the table.
#[derive(Clone, Copy)]
struct At<'a, M> {
    node: &'a Node<M>,
    key: &'a NodeKey<M>,
    place: TablePlace,
}

/// Bounds on a value that both are proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub(crate) lower: i32,
    pub(crate) upper: i32,
}

impl<P: Packing, S: Shape> ExactSearch<P, S> {
    pub(crate) fn new(
        geometry: LineGeometry<P::Word, S>,
        memory: usize,
        techniques: MaxTechniques,
    ) -> io::Result<ExactSearch<P, S>> {
        Ok(ExactSearch { moves: Moves::new(geometry, techniques), table: GrowingTable::new(memory)? })
    }

    /// The final margin for the side to move, which is `made` points ahead now; bounds that differ if the search had to stop.
    pub(crate) fn value(&mut self, node: &Node<P::Word>, made: i32, budget: &mut Budget<'_>) -> Bounds {
        let mut bounds = Bounds { lower: -node.their_most, upper: node.my_most };
        if self.moves.techniques.pairing {
            let geometry = &self.moves.geometry;
            match pairing::best_bound(geometry, node, &Sorted::new(geometry, node).unfinished) {
                PairingBound::AtLeast(bound) => bounds.lower = bounds.lower.max(bound),
                PairingBound::AtMost(bound) => bounds.upper = bounds.upper.min(bound),
            }
        }
        let mut guess = 0;
        while bounds.lower < bounds.upper {
            budget.note_bounds(Some((made + bounds.lower, made + bounds.upper)));
            guess = guess.clamp(bounds.lower, bounds.upper);
            let beta = if guess == bounds.lower { guess + 1 } else { guess };
            let value = self.test(node, beta, budget);
            if budget.stopped() {
                break;
            }
            if value < beta {
                bounds.upper = value;
            } else {
                bounds.lower = value;
            }
            guess = value;
        }
        Bounds { lower: made + bounds.lower, upper: made + bounds.upper }
    }

    /// A bound on the value that tells whether it reaches `beta`: a lower bound if at least `beta`, otherwise an upper bound. Of no meaning if the
    /// search had to stop.
    pub(crate) fn test(&mut self, node: &Node<P::Word>, beta: i32, budget: &mut Budget<'_>) -> i32 {
        self.moves.stack.clear();
        let key = self.moves.key(node);
        let at = At { node, key: &key, place: GrowingTable::<P, ProvenBounds>::place(&key) };
        self.search(at, beta, budget)
    }

    fn search(&mut self, at: At<'_, P::Word>, beta: i32, budget: &mut Budget<'_>) -> i32 {
        let At { node, key, place } = at;
        if budget.visit().is_err() {
            return 0;
        }
        let start = budget.nodes();
        let vacant = node.vacant(&self.moves.geometry);
        if vacant.is_empty() {
            return 0;
        }
        let (mut lower, mut upper) = (-FAR, FAR);
        if self.moves.techniques.counts {
            (lower, upper) = (-node.their_most, node.my_most);
            if lower >= beta {
                return lower;
            }
            if upper < beta {
                return upper;
            }
        }
        let mut hint = MoveHint::NONE;
        if self.moves.techniques.table
            && let Some(known) = self.table.get(key, place)
        {
            hint = known.hint;
            lower = lower.max(known.lower);
            upper = upper.min(known.upper);
            if lower >= beta {
                return lower;
            }
            if upper < beta {
                return upper;
            }
        }
        let lines = Sorted::new(&self.moves.geometry, node);
        if self.moves.techniques.closed_form && lines.all_miss_one {
            return AtOnce::new(&self.moves.geometry, node, &lines).closed_form(&self.moves.geometry, node);
        }
        if self.moves.techniques.pairing {
            match pairing::bound(&self.moves.geometry, node, &lines.unfinished, beta) {
                PairingBound::AtLeast(bound) => lower = lower.max(bound),
                PairingBound::AtMost(bound) => upper = upper.min(bound),
            }
            if lower >= beta {
                return lower;
            }
            if upper < beta {
                return upper;
            }
        }
        let at_once = AtOnce::new(&self.moves.geometry, node, &lines);
        let count = vacant.count();
        if self.moves.techniques.relaxed && count <= RELAXED_MOST && -at_once.theirs.sum() < beta {
            upper = upper.min(at_once.relaxed(&self.moves.geometry, node, &lines));
            if upper < beta {
                return upper;
            }
        }

        let base = self.moves.stack.len();
        let hint_cell = self.moves.hinted(node, key, hint);
        self.moves.expand(node, &lines, &at_once, hint_cell);
        self.fetch_from(base);
        let mut best = -FAR;
        let mut best_cell = hint_cell;
        if self.moves.techniques.table && self.moves.techniques.cutoffs && count >= CUTOFFS_LEAST {
            let (mut most, mut least) = (-FAR, -FAR);
            for i in base..self.moves.stack.len() {
                let child = &self.moves.stack[i];
                let (mut child_lower, mut child_upper) = (-child.node.their_most, child.node.my_most);
                if child_lower < child_upper
                    && let Some(known) = self.table.get(&child.key, child.place)
                {
                    child_lower = child_lower.max(known.lower);
                    child_upper = child_upper.min(known.upper);
                }
                let (at_least, at_most) = (child.gain - child_upper, child.gain - child_lower);
                most = most.max(at_most);
                if at_least > least {
                    least = at_least;
                    best_cell = child.cell;
                }
                if at_least >= beta {
                    break;
                }
                if at_most < beta {
                    best = best.max(at_most);
                    self.moves.leave_out(i);
                }
            }
            lower = lower.max(least);
            if lower < beta {
                upper = upper.min(most);
            }
            if lower >= beta || upper < beta {
                self.moves.stack.truncate(base);
                self.keep(at, Bounds { lower, upper }, best_cell, 1);
                return if lower >= beta { lower } else { upper };
            }
            best_cell = hint_cell;
        }
        while let Some(i) = self.moves.next_best(base) {
            let &Child { node, key, place, cell, gain, .. } = &self.moves.stack[i];
            let value = gain - self.search(At { node: &node, key: &key, place }, gain - beta + 1, budget);
            if budget.stopped() {
                return 0;
            }
            if value > best {
                best = value;
                if value >= beta {
                    best_cell = cell;
                    break;
                }
            }
        }
        self.moves.stack.truncate(base);
        if best >= beta {
            lower = lower.max(best);
        } else {
            upper = upper.min(best);
        }
        self.keep(at, Bounds { lower, upper }, best_cell, budget.nodes() - start + 1);
        if best >= beta { lower } else { upper }
    }

    /// The column of the move remembered for a position, if there is one.
    pub(crate) fn remembered(&self, node: &Node<P::Word>) -> Option<usize> {
        let key = self.moves.key(node);
        let cell =
            self.moves.hinted(node, &key, self.table.get(&key, GrowingTable::<P, ProvenBounds>::place(&key))?.hint);
        cell.any().then(|| self.moves.geometry.column_of(cell))
    }

    /// Finds the places of the children from `base` on, and fetches them all at once.
    #[inline(always)]
    fn fetch_from(&mut self, base: usize) {
        let mut fetched = 0;
        for child in &mut self.moves.stack[base..] {
            child.place = GrowingTable::<P, ProvenBounds>::place(&child.key);
            fetched ^= self.table.touch(child.place);
        }
        black_box(fetched);
    }

    #[inline(always)]
    fn keep(&mut self, at: At<'_, P::Word>, bounds: Bounds, cell: P::Word, work: u64) {
        if self.moves.techniques.table {
            let Bounds { lower, upper } = bounds;
            let hint = self.moves.hint(at.node, at.key, cell);
            self.table.put(at.key, at.place, ProvenBounds { lower, upper, hint, work: work.ilog2() + 1 });
        }
    }
}
