//! The exact search: is the value at least so much? Asked again and again (MTD(f)) until both answers meet.

use super::Techniques;
use super::geometry::{Geometry, Shape};
use super::lines::Sorted;
use super::mask::Mask;
use super::node::{Key, Node};
use super::pairing::{self, FAR, PairingBound};
use super::table::{Hint, Known, Packing, Table};
use super::watch::Watch;

/// Above this many vacant cells the relaxed bound hardly ever decides anything.
const RELAXED_MOST: i32 = 24;
/// Below this many vacant cells looking up all children costs more than it saves.
const CUTOFFS_LEAST: i32 = 3;

/// The search for one board size, with its table.
pub(crate) struct Exact<P: Packing, S> {
    pub(crate) geometry: Geometry<P::Mask, S>,
    pub(crate) techniques: Techniques,
    table: Table<P>,
    /// The children of all positions on the way from the root to where the search is.
    children: Vec<Child<P::Mask>>,
}

#[derive(Clone, Copy, Debug)]
struct Child<M> {
    node: Node<M>,
    key: Key<M>,
    cell: M,
    gain: i32,
    order: i32,
}

/// Bounds on a value that both are proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub(crate) lower: i32,
    pub(crate) upper: i32,
}

impl<P: Packing, S: Shape> Exact<P, S> {
    pub(crate) fn new(geometry: Geometry<P::Mask, S>, memory: usize, techniques: Techniques) -> Exact<P, S> {
        Exact { geometry, techniques, table: Table::new(memory), children: Vec::new() }
    }

    /// The points still to come, for the side to move; bounds that differ if the search had to stop.
    pub(crate) fn value(&mut self, node: &Node<P::Mask>, watch: &mut Watch<'_>) -> Bounds {
        let mut bounds = Bounds { lower: -node.their_most, upper: node.my_most };
        let mut guess = 0;
        while bounds.lower < bounds.upper {
            guess = guess.clamp(bounds.lower, bounds.upper);
            let beta = if guess == bounds.lower { guess + 1 } else { guess };
            let value = self.test(node, beta, watch);
            if watch.stopped() {
                break;
            }
            if value < beta {
                bounds.upper = value;
            } else {
                bounds.lower = value;
            }
            guess = value;
        }
        bounds
    }

    /// A bound on the value that tells whether it reaches `beta`: a lower bound if at least `beta`, otherwise an upper bound. Of no meaning if the
    /// search had to stop.
    pub(crate) fn test(&mut self, node: &Node<P::Mask>, beta: i32, watch: &mut Watch<'_>) -> i32 {
        self.children.clear();
        let key = node.key(&self.geometry, &self.techniques);
        self.search(node, &key, beta, watch)
    }

    fn search(&mut self, node: &Node<P::Mask>, key: &Key<P::Mask>, beta: i32, watch: &mut Watch<'_>) -> i32 {
        if watch.count() {
            return 0;
        }
        let start = watch.nodes();
        let vacant = node.vacant(&self.geometry);
        if vacant.is_none() {
            return 0;
        }
        let (mut lower, mut upper) = (-FAR, FAR);
        if self.techniques.counts {
            (lower, upper) = (-node.their_most, node.my_most);
            if lower >= beta {
                return lower;
            }
            if upper < beta {
                return upper;
            }
        }
        let mut hint = Hint::NONE;
        if self.techniques.table
            && let Some(known) = self.table.get(key)
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
        let lines = Sorted::new(&self.geometry, node);
        if self.techniques.closed_form && lines.all_miss_one {
            return lines.closed_form(&self.geometry, node);
        }
        if self.techniques.pairing {
            match pairing::bound(&self.geometry, node, &lines.unfinished, beta) {
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
        let count = vacant.count();
        if self.techniques.relaxed && count <= RELAXED_MOST {
            upper = upper.min(lines.relaxed(&self.geometry, node));
            if upper < beta {
                return upper;
            }
        }

        let base = self.children.len();
        let hint_cell = self.hinted(node, key, hint);
        self.expand(node, &lines, hint_cell);
        let mut best = -FAR;
        let mut best_cell = hint_cell;
        if self.techniques.table && self.techniques.cutoffs && count >= CUTOFFS_LEAST {
            let (mut most, mut least) = (-FAR, -FAR);
            let mut kept = base;
            for i in base..self.children.len() {
                let child = &self.children[i];
                let (mut child_lower, mut child_upper) = (-child.node.their_most, child.node.my_most);
                if child_lower < child_upper
                    && let Some(known) = self.table.get(&child.key)
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
                } else {
                    self.children.swap(kept, i);
                    kept += 1;
                }
            }
            lower = lower.max(least);
            if lower < beta {
                upper = upper.min(most);
            }
            if lower >= beta || upper < beta {
                self.children.truncate(base);
                self.keep(node, key, Bounds { lower, upper }, best_cell, 1);
                return if lower >= beta { lower } else { upper };
            }
            self.children.truncate(kept);
            best_cell = hint_cell;
        }
        self.children[base..].sort_by_key(|child| -child.order);
        for i in base..self.children.len() {
            let Child { node: after, key: after_key, cell, gain, .. } = self.children[i];
            let value = gain - self.search(&after, &after_key, gain - beta + 1, watch);
            if watch.stopped() {
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
        self.children.truncate(base);
        if best >= beta {
            lower = lower.max(best);
        } else {
            upper = upper.min(best);
        }
        self.keep(node, key, Bounds { lower, upper }, best_cell, watch.nodes() - start + 1);
        if best >= beta { lower } else { upper }
    }

    /// The column of the move remembered for a position, if there is one.
    pub(crate) fn remembered(&self, node: &Node<P::Mask>) -> Option<usize> {
        let key = node.key(&self.geometry, &self.techniques);
        let cell = self.hinted(node, &key, self.table.get(&key)?.hint);
        cell.any().then(|| self.geometry.column_of(cell))
    }

    /// Puts all moves on the stack of children, with what they gain and how good they look.
    #[inline(always)]
    fn expand(&mut self, node: &Node<P::Mask>, lines: &Sorted<P::Mask>, hint: P::Mask) {
        let vacant = node.vacant(&self.geometry);
        for cell in self.geometry.playable(node.filled).each() {
            let after = node.after(&self.geometry, cell, &lines.one_missing, &self.techniques);
            let key = after.key(&self.geometry, &self.techniques);
            let gain = lines.mine.at(cell);
            let mut order = if self.techniques.order {
                let above = (cell << 1) & vacant;
                64 * gain + 56 * lines.theirs.at(cell) - 24 * lines.theirs.at(above)
                    + 16 * (after.their_most - after.my_most)
            } else {
                -(2 * self.geometry.column_of(cell) as i32 + 1 - self.geometry.columns as i32).abs()
            };
            if cell == hint {
                order += 1 << 20;
            }
            self.children.push(Child { node: after, key, cell, gain, order });
        }
    }

    /// The move a hint means; none if there is no hint.
    #[inline(always)]
    fn hinted(&self, node: &Node<P::Mask>, key: &Key<P::Mask>, hint: Hint) -> P::Mask {
        match hint {
            Hint::NONE => P::Mask::NONE,
            Hint::WAIT => node.waiting,
            Hint(column) if (column as usize) < self.geometry.columns => {
                let column = column as usize;
                let column = if key.mirrored { self.geometry.columns - 1 - column } else { column };
                self.geometry.playable(node.filled) & self.geometry.column(column)
            }
            Hint(_) => P::Mask::NONE,
        }
    }

    #[inline(always)]
    fn keep(&mut self, node: &Node<P::Mask>, key: &Key<P::Mask>, bounds: Bounds, cell: P::Mask, work: u64) {
        if !self.techniques.table {
            return;
        }
        let hint = if cell.is_none() {
            Hint::NONE
        } else if cell == node.waiting {
            Hint::WAIT
        } else {
            let column = self.geometry.column_of(cell);
            Hint(if key.mirrored { self.geometry.columns - 1 - column } else { column } as u32)
        };
        let Bounds { lower, upper } = bounds;
        self.table.put(key, Known { lower: lower.max(-511), upper: upper.min(511), hint, work: work.ilog2() + 1 });
    }
}
