//! Minimax to a fixed depth with alpha-beta pruning, a table of positions seen and good moves first.
//!
//! What is pruned cannot change the answer: values are whole numbers, inner nodes return bounds in the usual way, and at the root a
//! column that comes earlier in the player's own order than the best so far is asked whether it is at least as good, a later one
//! whether it is better. So the columns may be searched in any order and the first best in the player's order is found.
//!
//! Where a win is worth more than anything else, three more things follow from the rules and need no search: a side that can win at once
//! does; a side whose enemy threatens to win at once must stop that; a drop that lets the enemy win on top of it is as bad
//! as any. They hold only if the tree goes deep enough to see the enemy's drop.

use super::{Table, table_for};
use crate::budget::{Budget, Stopped};
use crate::search::table::Bound;
use crate::search::{LineBoard, LineCounts, Urgent};
use dropline_core::Side;
use std::cmp::Reverse;

/// What a player thinks of positions.
pub(crate) trait Judge {
    /// What has to be kept of the lines for it.
    type Counts: LineCounts;

    /// Whether a line decides the game and nothing is worth more.
    const DECISIVE: bool;

    /// The value for the winner of a line made at this depth, not more than at a lesser depth; asked only if lines are decisive.
    fn win(&self, depth: u32) -> i32;

    /// Whether a line ends the game though it is not decisive.
    fn line_ends(&self) -> bool {
        false
    }

    /// The value for `side` of the position after its drop into a column, which ends the game or the search.
    fn leaf(&mut self, position: &mut LineBoard<Self::Counts>, column: usize, side: Side) -> i32;

    /// The value for `side` of a position two drops above the leaves, if it can be told without dropping.
    fn two_left(&self, _position: &LineBoard<Self::Counts>, _side: Side) -> Option<i32> {
        None
    }

    /// Told of a drop into a column before it happens.
    fn enter(&mut self, _position: &LineBoard<Self::Counts>, _column: usize, _side: Side) {}

    /// Told of a drop into a column after it was taken back.
    fn leave(&mut self, _position: &LineBoard<Self::Counts>, _column: usize, _side: Side) {}

    /// How good a drop looks before it is searched: by the lines through its cell, unless a judge knows better.
    fn promise(&self, position: &LineBoard<Self::Counts>, column: usize, _: Side) -> i32 {
        position.lines().through(position.top(column)).len() as i32
    }
}

/// What a player keeps between searches.
#[derive(Debug)]
pub(crate) struct SearchMemory {
    pub(crate) table: Table,
    /// For each cell and side, how often a drop there was too good for the enemy to allow.
    history: Vec<[i32; 2]>,
    moves: Vec<Move>,
}

#[derive(Clone, Copy, Debug)]
struct Move {
    column: u16,
    promise: i32,
}

impl SearchMemory {
    pub(crate) fn new(variant: dropline_core::Variant) -> SearchMemory {
        SearchMemory { table: table_for(variant), history: vec![[0; 2]; variant.bits() + 1], moves: Vec::new() }
    }

    /// Forgets what belongs to an earlier move, so that answers do not depend on it.
    pub(crate) fn start(&mut self) {
        self.history.fill([0; 2]);
    }
}

/// A search to one depth.
pub(crate) struct AlphaBeta<'a, 'b, J: Judge> {
    pub(crate) position: &'a mut LineBoard<J::Counts>,
    pub(crate) judge: &'a mut J,
    pub(crate) memory: &'a mut SearchMemory,
    pub(crate) budget: &'a mut Budget<'b>,
    /// The depth of the leaves; the position after the first drop is at depth 1.
    pub(crate) depth: u32,
}

/// More than any value.
const INFINITE: i32 = i32::MAX;

/// A move that comes back from the table is tried before all others.
const FIRST: i32 = i32::MAX;

impl<J: Judge> AlphaBeta<'_, '_, J> {
    /// The first best of some columns with room, and its value for `side`. `hint` is searched first.
    ///
    /// If it is stopped, the position is left in the middle of the search.
    pub(crate) fn best(&mut self, side: Side, columns: &[usize], hint: Option<usize>) -> Result<(usize, i32), Stopped> {
        self.memory.table.begin(true);
        self.memory.moves.clear();
        let mut order: Vec<usize> = (0..columns.len()).collect();
        order.sort_by_key(|&rank| Some(columns[rank]) != hint);
        let mut best = order[0];
        let mut value = self.drop(columns[best], side, 1, -INFINITE, INFINITE)?;
        for &rank in &order[1..] {
            let beaten = if rank < best { value - 1 } else { value };
            let mut found = self.drop(columns[rank], side, 1, beaten, beaten + 1)?;
            if found > beaten {
                found = self.drop(columns[rank], side, 1, beaten, INFINITE)?;
                (best, value) = (rank, found);
            }
        }
        Ok((columns[best], value))
    }

    /// The exact value for `side` of each of some columns with room.
    pub(crate) fn each(&mut self, side: Side, columns: &[usize]) -> Result<Vec<i32>, Stopped> {
        self.memory.table.begin(true);
        self.memory.moves.clear();
        columns.iter().map(|&column| self.drop(column, side, 1, -INFINITE, INFINITE)).collect()
    }

    /// The value for `side` of its drop into a column with room, after which the position is at `depth`.
    fn drop(&mut self, column: usize, side: Side, depth: u32, alpha: i32, beta: i32) -> Result<i32, Stopped> {
        self.budget.visit()?;
        let lines = self.position.completes(column, side);
        if J::DECISIVE && lines > 0 {
            return Ok(self.judge.win(depth));
        }
        if depth == self.depth || self.position.vacant() == 1 || lines > 0 && self.judge.line_ends() {
            return Ok(self.judge.leaf(self.position, column, side));
        }
        self.judge.enter(self.position, column, side);
        self.position.make(column, side);
        let value = -self.node(side.other(), depth, -beta, -alpha)?;
        self.position.unmake(column, side);
        self.judge.leave(self.position, column, side);
        Ok(value)
    }

    /// The value for `side`, which is to move in a position at `depth`; the game is not over and the leaves are deeper.
    fn node(&mut self, side: Side, depth: u32, mut alpha: i32, beta: i32) -> Result<i32, Stopped> {
        let mut forced = None;
        let sees_reply = depth + 2 <= self.depth;
        if J::DECISIVE {
            match self.position.urgent(side) {
                Urgent::Win => return Ok(self.judge.win(depth + 1)),
                Urgent::Loss if sees_reply => return Ok(-self.judge.win(depth + 2)),
                Urgent::Block(column) if sees_reply => forced = Some(column),
                _ => {}
            }
            let soonest = self.judge.win(depth + 3);
            if alpha >= soonest {
                return Ok(soonest);
            }
        }
        if let Some(column) = forced {
            return self.drop(column, side, depth + 1, alpha, beta);
        }
        if !sees_reply {
            return self.last_drop(side, depth, alpha, beta);
        }
        if depth + 2 == self.depth
            && let Some(value) = self.judge.two_left(self.position, side)
        {
            self.budget.count(self.position.open_columns().count() as u64);
            return Ok(value);
        }
        let key = self.position.key();
        let mut hint = None;
        if let Some(seen) = self.memory.table.get(key) {
            hint = Some(seen.best);
            if seen.fresh && seen.bound.settles(seen.value, alpha, beta) {
                return Ok(seen.value);
            }
        }
        let first = self.memory.moves.len();
        for column in 0..self.position.columns() {
            let suicide = J::DECISIVE && self.position.wins_above(column, side.other());
            if self.position.has_room(column) && !suicide {
                let promise = match hint == Some(column) {
                    true => FIRST,
                    false => self.promise(column, side),
                };
                self.memory.moves.push(Move { column: column as u16, promise });
            }
        }
        let start = alpha;
        let (mut best, mut value) = (0, -INFINITE);
        for at in first..self.memory.moves.len() {
            let column = self.next_move(at, at - first);
            let mut found;
            if at == first {
                found = self.drop(column, side, depth + 1, alpha, beta)?;
            } else {
                found = self.drop(column, side, depth + 1, alpha, alpha + 1)?;
                if found > alpha && found < beta {
                    found = self.drop(column, side, depth + 1, alpha, beta)?;
                }
            }
            if found > value {
                (best, value) = (column, found);
                alpha = alpha.max(found);
                if alpha >= beta {
                    let left = (self.depth - depth) as i32;
                    let history = &mut self.memory.history[self.position.top(column)][side.index()];
                    *history = history.saturating_add(left.saturating_mul(left)).min(1 << 24);
                    break;
                }
            }
        }
        self.memory.moves.truncate(first);
        self.memory.table.put(key, value, Bound::of(value, start, beta), 0, best);
        Ok(value)
    }

    /// The value for `side` of a position one drop above the leaves.
    fn last_drop(&mut self, side: Side, depth: u32, alpha: i32, beta: i32) -> Result<i32, Stopped> {
        let mut value = -INFINITE;
        for column in 0..self.position.columns() {
            if self.position.has_room(column) {
                value = value.max(self.drop(column, side, depth + 1, alpha, beta)?);
                if value >= beta {
                    break;
                }
            }
        }
        Ok(value)
    }

    fn promise(&self, column: usize, side: Side) -> i32 {
        let history = self.memory.history[self.position.top(column)][side.index()];
        self.judge.promise(self.position, column, side) + history
    }

    /// Brings the most promising of the moves from `at` on to `at` and returns its column; of equals the first.
    ///
    /// Most nodes need only a few moves, so the rest are sorted when it shows that they will be tried.
    fn next_move(&mut self, at: usize, tried: usize) -> usize {
        const PICKED: usize = 4;
        let rest = &mut self.memory.moves[at..];
        if tried < PICKED {
            let most = (1..rest.len()).fold(0, |most, i| if rest[i].promise > rest[most].promise { i } else { most });
            rest.swap(0, most);
        } else if tried == PICKED {
            rest.sort_unstable_by_key(|next| (Reverse(next.promise), next.column));
        }
        rest[0].column.into()
    }
}
