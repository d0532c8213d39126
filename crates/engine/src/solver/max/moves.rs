//! The moves of a position, with what they gain and how good they look.

use super::MaxTechniques;
use super::geometry::{LineGeometry, Shape};
use super::lines::{AtOnce, Sorted};
use super::node::{Node, NodeKey};
use super::table::{MoveHint, TablePlace};
use super::worth::CellWorth;
use crate::solver::CellSet;

/// A move and the position after it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child<M> {
    pub(crate) node: Node<M>,
    pub(crate) key: NodeKey<M>,
    pub(crate) place: TablePlace,
    pub(crate) cell: M,
    /// What is known of the position before it is searched.
    pub(crate) known: Option<Known>,
    /// The points it makes.
    pub(crate) gain: i32,
    order: i32,
}

/// Bounds on the value of a position that are known without searching it, and the move to try first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    pub(crate) lower: i32,
    pub(crate) upper: i32,
    pub(crate) hint: MoveHint,
}

/// The unit of the numbers by which moves are ordered, in that of [`CellWorth`].
const UNIT: i32 = 64;

/// The order of a move that needs no trying any more.
const TAKEN: i32 = i32::MIN;

/// What it takes to make moves on one board size, and the moves of all positions on the way from the root to where the search is.
pub(crate) struct Moves<M, S> {
    pub(crate) geometry: LineGeometry<M, S>,
    pub(crate) techniques: MaxTechniques,
    pub(crate) stack: Vec<Child<M>>,
}

impl<M: CellSet, S: Shape> Moves<M, S> {
    pub(crate) const fn new(geometry: LineGeometry<M, S>, techniques: MaxTechniques) -> Moves<M, S> {
        Moves { geometry, techniques, stack: Vec::new() }
    }

    pub(crate) fn key(&self, node: &Node<M>) -> NodeKey<M> {
        node.key(&self.geometry, &self.techniques)
    }

    /// Puts all moves of a position on the stack. Those that leave at least `looked_up` cells vacant get their key, and the place that `find` gives it.
    #[inline(always)]
    pub(crate) fn expand(
        &mut self,
        node: &Node<M>,
        (lines, at_once): (&Sorted<M>, &AtOnce<M>),
        hint: M,
        looked_up: i32,
        find: impl Fn(&NodeKey<M>) -> TablePlace,
    ) {
        let above = |cells: M| (cells << 1) & node.vacant(&self.geometry);
        let playable = self.geometry.playable(node.filled);
        let worth = if self.techniques.order {
            CellWorth::of(&self.geometry, node, playable | above(playable))
        } else {
            CellWorth::NONE
        };
        for cell in playable.each() {
            let after = node.after(&self.geometry, cell, &lines.one_missing, &self.techniques);
            let (mut key, mut place) = (NodeKey::NONE, TablePlace::default());
            if after.vacant(&self.geometry).count() >= looked_up {
                key = after.key(&self.geometry, &self.techniques);
                place = find(&key);
            }
            let gain = at_once.mine.at(cell);
            let mut order = if self.techniques.order {
                let above = above(cell);
                let on_top = at_once.mine.at(above) + at_once.theirs.at(above);
                3 * worth.at(cell) - worth.at(above)
                    + UNIT * (24 * gain + 48 * at_once.theirs.at(cell) - 24 * on_top)
                    + UNIT * 10 * (after.their_most - after.my_most)
            } else {
                -(2 * self.geometry.column_of(cell) as i32 + 1 - self.geometry.columns as i32).abs()
            };
            if cell == hint {
                order = i32::MAX;
            }
            self.stack.push(Child { node: after, key, place, known: None, cell, gain, order });
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
    pub(crate) fn hinted(&self, node: &Node<M>, key: &NodeKey<M>, hint: MoveHint) -> M {
        if hint == MoveHint::WAIT {
            return node.waiting;
        }
        let column = hint.0 as usize;
        if hint == MoveHint::NONE || column >= self.geometry.columns {
            return M::EMPTY;
        }
        let column = if key.mirrored { self.geometry.columns - 1 - column } else { column };
        self.geometry.playable(node.filled) & self.geometry.column(column)
    }

    /// The hint that means a move.
    #[inline(always)]
    pub(crate) fn hint(&self, node: &Node<M>, key: &NodeKey<M>, cell: M) -> MoveHint {
        if cell.is_empty() {
            return MoveHint::NONE;
        }
        if cell == node.waiting {
            return MoveHint::WAIT;
        }
        let column = self.geometry.column_of(cell);
        MoveHint::column(if key.mirrored { self.geometry.columns - 1 - column } else { column })
    }
}
