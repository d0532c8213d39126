//! The exact search: is the value at least so much? Asked again and again (MTD(f)) until both answers meet.

#![allow(unsafe_code)]

use super::MaxTechniques;
#[cfg(target_arch = "x86_64")]
use super::copies::ModernCopy;
use super::copies::{PlainCopy, SearchCopy};
use super::geometry::{LineGeometry, Shape};
use super::lines::{AtOnce, Sorted};
use super::moves::{Child, Known, Moves};
use super::node::{Node, NodeKey};
use super::pairing::{self, FAR, PairingBound};
use super::relaxed::{self, Decided};
use super::stacks::Stacks;
use super::table::{GrowingTable, MoveHint, Packing, ProvenBounds, TablePlace};
use crate::budget::Budget;
use crate::solver::CellSet;
use std::io;

/// Above this many vacant cells the relaxed bounds hardly ever decide anything.
const RELAXED_MOST: i32 = 24;
/// Below this many vacant cells a position is not looked up and not remembered: searching it costs as little.
pub(crate) const TABLE_LEAST: i32 = 7;

/// The search for one board size, with its table.
pub(crate) struct ExactSearch<P: Packing, S> {
    pub(crate) moves: Moves<P::Word, S>,
    table: GrowingTable<P, ProvenBounds>,
    stacks: Stacks<P::Word>,
    /// Whether the processor has the instructions of [`ModernCopy`].
    #[cfg(target_arch = "x86_64")]
    pub(crate) modern: bool,
}

/// A position with its key and its place in the table.
#[derive(Clone, Copy)]
pub(crate) struct At<'a, M> {
    node: &'a Node<M>,
    key: &'a NodeKey<M>,
    place: TablePlace,
    known: Option<Known>,
}

/// Bounds on a value that both are proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub(crate) lower: i32,
    pub(crate) upper: i32,
}

impl Bounds {
    /// Those of what nobody knows anything about.
    pub(crate) const UNKNOWN: Bounds = Bounds { lower: -FAR, upper: FAR };
}

impl<P: Packing, S: Shape> ExactSearch<P, S> {
    pub(crate) fn new(
        geometry: LineGeometry<P::Word, S>,
        memory: usize,
        techniques: MaxTechniques,
    ) -> io::Result<ExactSearch<P, S>> {
        Ok(ExactSearch {
            moves: Moves::new(geometry, techniques),
            table: GrowingTable::new(memory)?,
            stacks: Stacks::new(),
            #[cfg(target_arch = "x86_64")]
            modern: ModernCopy::is_available(),
        })
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
        self.table.make_room(budget);
        let key = self.moves.key(node);
        let at = At { node, key: &key, place: GrowingTable::<P, ProvenBounds>::place(&key), known: None };
        #[cfg(target_arch = "x86_64")]
        if self.modern {
            // SAFETY: the processor has the instructions.
            return unsafe { ModernCopy::search(self, at, beta, budget) };
        }
        // SAFETY: it needs no instructions that a processor may lack.
        unsafe { PlainCopy::search(self, at, beta, budget) }
    }

    /// The body of [`SearchCopy::search`].
    #[inline(always)]
    pub(crate) fn body<I: SearchCopy>(&mut self, at: At<'_, P::Word>, beta: i32, budget: &mut Budget<'_>) -> i32 {
        let At { node, key, place, known } = at;
        if budget.visit().is_err() {
            return 0;
        }
        let start = budget.nodes();
        let vacant = node.vacant(&self.moves.geometry);
        let count = vacant.count();
        if count == 0 {
            return 0;
        }
        let Known { mut lower, mut upper, hint } = match known {
            Some(known) => known,
            None => self.known(node, key, place),
        };
        if lower >= beta {
            return lower;
        }
        if upper < beta {
            return upper;
        }
        let lines = Sorted::new(&self.moves.geometry, node);
        let at_once = AtOnce::new(&self.moves.geometry, node, &lines);
        if self.moves.techniques.closed_form && lines.all_miss_one {
            return at_once.closed_form(&self.moves.geometry, node);
        }
        if self.moves.techniques.relaxed && count <= RELAXED_MOST {
            let hold = self.moves.techniques.held;
            match relaxed::decide(&mut self.stacks, &self.moves.geometry, node, (&lines, &at_once), beta, hold) {
                Some(Decided::AtMost(bound)) => return upper.min(bound),
                Some(Decided::AtLeast(bound)) => return lower.max(bound),
                None => {}
            }
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

        let base = self.moves.stack.len();
        let hint_cell = self.moves.hinted(node, key, hint);
        let looked_up = if self.moves.techniques.table { TABLE_LEAST } else { i32::MAX };
        self.moves.expand(node, (&lines, &at_once), hint_cell, looked_up, |key| {
            let place = GrowingTable::<P, ProvenBounds>::place(key);
            self.table.fetch(place);
            place
        });
        let mut best = -FAR;
        let mut best_cell = hint_cell;
        if self.moves.techniques.cutoffs {
            let (mut most, mut least) = (-FAR, -FAR);
            for i in base..self.moves.stack.len() {
                let child = &self.moves.stack[i];
                let known = self.known(&child.node, &child.key, child.place);
                let (at_least, at_most) = (child.gain - known.upper, child.gain - known.lower);
                self.moves.stack[i].known = Some(known);
                let child = &self.moves.stack[i];
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
                self.keep(at, Bounds { lower, upper }, best_cell, budget.nodes(), budget);
                return if lower >= beta { lower } else { upper };
            }
            best_cell = hint_cell;
        }
        while let Some(i) = self.moves.next_best(base) {
            let &Child { node, key, place, cell, gain, known, .. } = &self.moves.stack[i];
            let after = At { node: &node, key: &key, place, known };
            // SAFETY: this is compiled for the same instructions, so the processor has them.
            let value = gain - unsafe { I::search(self, after, gain - beta + 1, budget) };
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
        self.keep(at, Bounds { lower, upper }, best_cell, start, budget);
        if best >= beta { lower } else { upper }
    }

    /// What counting lines and the table tell of a position.
    #[inline(always)]
    fn known(&self, node: &Node<P::Word>, key: &NodeKey<P::Word>, place: TablePlace) -> Known {
        let mut known = Known { lower: -FAR, upper: FAR, hint: MoveHint::NONE };
        if self.moves.techniques.counts {
            (known.lower, known.upper) = (-node.their_most, node.my_most);
        }
        if self.moves.techniques.table
            && known.lower < known.upper
            && node.vacant(&self.moves.geometry).count() >= TABLE_LEAST
            && let Some(found) = self.table.get(key, place)
        {
            known.lower = known.lower.max(found.lower);
            known.upper = known.upper.min(found.upper);
            known.hint = found.hint;
        }
        known
    }

    /// The column of the move remembered for a position, if there is one.
    pub(crate) fn remembered(&self, node: &Node<P::Word>) -> Option<usize> {
        let key = self.moves.key(node);
        let cell =
            self.moves.hinted(node, &key, self.table.get(&key, GrowingTable::<P, ProvenBounds>::place(&key))?.hint);
        cell.any().then(|| self.moves.geometry.column_of(cell))
    }

    /// Keeps what the search of a position has found that began at so many nodes.
    #[inline(always)]
    fn keep(&mut self, at: At<'_, P::Word>, bounds: Bounds, cell: P::Word, start: u64, budget: &Budget<'_>) {
        if self.moves.techniques.table && at.node.vacant(&self.moves.geometry).count() >= TABLE_LEAST {
            let Bounds { lower, upper } = bounds;
            let hint = self.moves.hint(at.node, at.key, cell);
            let work = (budget.nodes() - start + 1).ilog2() + 1;
            self.table.put(at.key, at.place, ProvenBounds { lower, upper, hint, work }, budget);
        }
    }
}
