//! Positions as the search sees them: only what still matters.
//!
//! A line is *open* for a side if it holds no enemy checker and at least one vacant cell. Points already made and lines already dead have no
//! bearing on the points still to come, so equal open lines mean equal values, whatever else lies on the board:
//!
//! - a checker on no open line of its own side is *neutral*: filled, nobody's;
//! - dead vacant cells (on no open line) at the top of a column go in pairs: whoever plays the first gets the second as an answer.
//!   What is left of a column is then at most one dead cell above the live ones, and the parity of the column is kept;
//! - a dead cell that can be played now is a waiting move. Two of them cancel in the same way; one is kept, and it does not matter in which column.

use super::MaxTechniques;
use super::geometry::{LineGeometry, LineSets, Shape};
use crate::solver::{CellSet, checkers};
use dropline_core::Game;

/// A position with the side to move first: `mine` are its checkers that matter, `theirs` the opponent's.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<M> {
    /// Cells with a checker, and dead cells that were taken out.
    pub(crate) filled: M,
    pub(crate) mine: M,
    pub(crate) theirs: M,
    /// The waiting move, if there is one.
    pub(crate) waiting: M,
    /// Open lines of each side.
    pub(crate) my_lines: LineSets<M>,
    pub(crate) their_lines: LineSets<M>,
    /// How many open lines each side has: the most points it can still make.
    pub(crate) my_most: i32,
    pub(crate) their_most: i32,
}

/// What tells positions apart: equal keys mean equal values. Two words make four states for each cell (vacant, mine, theirs, neutral),
/// a sentinel bit tells of a waiting move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NodeKey<M> {
    pub(crate) words: [M; 2],
    /// Whether the words are those of the mirror image.
    pub(crate) mirrored: bool,
}

impl<M: CellSet> NodeKey<M> {
    /// No key, for positions that are not looked up.
    pub(crate) const NONE: NodeKey<M> = NodeKey { words: [M::EMPTY; 2], mirrored: false };
}

impl<M: CellSet> Node<M> {
    /// The game's position, whose board must fit this word; nothing if it fits none.
    pub(crate) fn of_game<S: Shape>(
        geometry: &LineGeometry<M, S>,
        game: &Game,
        techniques: &MaxTechniques,
    ) -> Option<Node<M>> {
        let [mine, theirs] = [game.turn(), game.turn().other()].map(|side| checkers(game, side).ok().map(M::narrow));
        let (mine, theirs) = (mine?, theirs?);
        let filled = mine | theirs;
        let vacant = geometry.plane.board & !filled;
        let mut lines = [[M::EMPTY; 4]; 2];
        for (i, &step) in geometry.shape.steps().iter().enumerate() {
            let unfinished = geometry.lines_meeting(vacant, step)[0];
            lines[0][i] = geometry.lines_in(vacant | mine, step) & unfinished;
            lines[1][i] = geometry.lines_in(vacant | theirs, step) & unfinished;
        }
        Some(Node::canonical(geometry, filled, [mine, theirs], lines, techniques))
    }

    /// The position after the side to move has played a cell; `one_missing` are the lines with one vacant cell.
    #[inline(always)]
    pub(crate) fn after<S: Shape>(
        &self,
        geometry: &LineGeometry<M, S>,
        cell: M,
        one_missing: &LineSets<M>,
        techniques: &MaxTechniques,
    ) -> Node<M> {
        let through = geometry.through(cell);
        let mut lines = [self.their_lines, self.my_lines];
        for i in 0..geometry.shape.steps().len() {
            lines[0][i] &= !through[i];
            lines[1][i] &= !(through[i] & one_missing[i]);
        }
        Node::canonical(geometry, self.filled | cell, [self.theirs, self.mine | cell], lines, techniques)
    }

    #[inline(always)]
    fn canonical<S: Shape>(
        geometry: &LineGeometry<M, S>,
        filled: M,
        [mut mine, mut theirs]: [M; 2],
        [my_lines, their_lines]: [LineSets<M>; 2],
        techniques: &MaxTechniques,
    ) -> Node<M> {
        let (mut my_live, mut their_live) = (M::EMPTY, M::EMPTY);
        let (mut my_most, mut their_most) = (0, 0);
        for (i, &step) in geometry.shape.steps().iter().enumerate() {
            my_live |= geometry.cells_of(my_lines[i], step);
            their_live |= geometry.cells_of(their_lines[i], step);
            my_most += my_lines[i].count();
            their_most += their_lines[i].count();
        }
        if techniques.neutral {
            mine &= my_live;
            theirs &= their_live;
        }
        let mut node = Node { filled, mine, theirs, waiting: M::EMPTY, my_lines, their_lines, my_most, their_most };
        if techniques.tails {
            node.take_out_dead_cells(geometry, my_live | their_live);
        }
        node
    }

    #[inline(always)]
    fn take_out_dead_cells<S: Shape>(&mut self, geometry: &LineGeometry<M, S>, live: M) {
        let vacant = geometry.plane.board & !self.filled;
        let tails = vacant & !geometry.and_below(live & vacant);
        let lowest = tails & !(tails << 1);
        let single = lowest & geometry.plane.even_rows;
        self.filled |= tails & !single;
        let mut waiting = single & geometry.playable(self.filled);
        loop {
            let first = waiting.lowest();
            let second = (waiting ^ first).lowest();
            if second.is_empty() {
                break;
            }
            self.filled |= first | second;
            waiting ^= first | second;
        }
        self.waiting = waiting;
    }

    /// The cells without a checker that have not been taken out.
    #[inline(always)]
    pub(crate) fn vacant<S: Shape>(&self, geometry: &LineGeometry<M, S>) -> M {
        geometry.plane.board & !self.filled
    }

    #[inline(always)]
    pub(crate) fn key<S: Shape>(&self, geometry: &LineGeometry<M, S>, techniques: &MaxTechniques) -> NodeKey<M> {
        let filled = self.filled | self.waiting;
        let words = [filled & !self.theirs, filled & !self.mine];
        let mut key = NodeKey { words, mirrored: false };
        if techniques.mirror {
            let image = [geometry.mirrored(words[0]), geometry.mirrored(words[1])];
            if image < words {
                key = NodeKey { words: image, mirrored: true };
            }
        }
        if self.waiting.any() {
            key.words[0] |= M::FIRST << (geometry.shape.stride() - 1);
        }
        key
    }
}
