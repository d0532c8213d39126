//! The moves of a position, with what they gain and how good they look.

use super::Techniques;
use super::geometry::{Geometry, Shape};
use super::lines::{AtOnce, Sorted};
use super::mask::Mask;
use super::node::{Key, Node};
use super::table::{Hint, Place};

/// A move and the position after it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child<M> {
    pub(crate) node: Node<M>,
    pub(crate) key: Key<M>,
    pub(crate) place: Place,
    pub(crate) cell: M,
    /// The points it makes.
    pub(crate) gain: i32,
    order: i32,
}

/// The order of a move that needs no trying any more.
const TAKEN: i32 = i32::MIN;

/// What it takes to make moves on one board size, and the moves of all positions on the way from the root to where the search is.
pub(crate) struct Moves<M, S> {
    pub(crate) geometry: Geometry<M, S>,
    pub(crate) techniques: Techniques,
    pub(crate) stack: Vec<Child<M>>,
}

impl<M: Mask, S: Shape> Moves<M, S> {
    pub(crate) const fn new(geometry: Geometry<M, S>, techniques: Techniques) -> Moves<M, S> {
        Moves { geometry, techniques, stack: Vec::new() }
    }

    pub(crate) fn key(&self, node: &Node<M>) -> Key<M> {
        node.key(&self.geometry, &self.techniques)
    }

    /// Puts all moves of a position on the stack.
    #[inline(always)]
    pub(crate) fn expand(&mut self, node: &Node<M>, lines: &Sorted<M>, at_once: &AtOnce<M>, hint: M) {
        let vacant = node.vacant(&self.geometry);
        for cell in self.geometry.playable(node.filled).each() {
            let after = node.after(&self.geometry, cell, &lines.one_missing, &self.techniques);
            let key = after.key(&self.geometry, &self.techniques);
            let gain = at_once.mine.at(cell);
            let mut order = if self.techniques.order {
                let above = (cell << 1) & vacant;
                64 * gain + 56 * at_once.theirs.at(cell) - 24 * at_once.theirs.at(above)
                    + 16 * (after.their_most - after.my_most)
            } else {
                -(2 * self.geometry.column_of(cell) as i32 + 1 - self.geometry.columns as i32).abs()
            };
            if cell == hint {
                order += 1 << 20;
            }
            self.stack.push(Child { node: after, key, place: Place::default(), cell, gain, order });
        }
    }

    /// Takes the best of the moves from `base` on that has not been taken or left out yet.
    #[inline(always)]
    pub(crate) fn next_best(&mut self, base: usize) -> Option<usize> {
        let moves = self.stack[base..].iter_mut().enumerate().filter(|(_, child)| child.order != TAKEN);
        // The first of equals: the last one in reverse.
        let (i, child) = moves.rev().max_by_key(|(_, child)| child.order)?;
        child.order = TAKEN;
        Some(base + i)
    }

    /// Leaves a move out.
    #[inline(always)]
    pub(crate) fn leave_out(&mut self, index: usize) {
        self.stack[index].order = TAKEN;
    }

    /// The move a hint means; none if there is no hint.
    #[inline(always)]
    pub(crate) fn hinted(&self, node: &Node<M>, key: &Key<M>, hint: Hint) -> M {
        if hint == Hint::WAIT {
            return node.waiting;
        }
        let column = hint.0 as usize;
        if hint == Hint::NONE || column >= self.geometry.columns {
            return M::NONE;
        }
        let column = if key.mirrored { self.geometry.columns - 1 - column } else { column };
        self.geometry.playable(node.filled) & self.geometry.column(column)
    }

    /// The hint that means a move.
    #[inline(always)]
    pub(crate) fn hint(&self, node: &Node<M>, key: &Key<M>, cell: M) -> Hint {
        if cell.is_none() {
            return Hint::NONE;
        }
        if cell == node.waiting {
            return Hint::WAIT;
        }
        let column = self.geometry.column_of(cell);
        Hint::column(if key.mirrored { self.geometry.columns - 1 - column } else { column })
    }
}
