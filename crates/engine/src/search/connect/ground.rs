//! A position that knows the worth of its open lines and the cells that win.
//!
//! A drop visits the lines through its cell and nothing else. Everything a node asks is then there to read. What it costs: 8 bytes for each
//! line, 4 for each cell and 16 for each column.

use super::weights::{LineKind, LineWeights};
use crate::search::Lines;
use dropline_core::{Board, Side};
use std::sync::Arc;

/// A position for searching. It trusts its callers: a column dropped into has room, a column lifted from is not empty and its top
/// checker has the colour said.
#[derive(Clone, Debug)]
pub(crate) struct Ground {
    lines: Arc<Lines>,
    weights: Arc<LineWeights>,
    states: Vec<State>,
    /// For each vacant cell, how many lines red and black would complete there. What is left on occupied cells means nothing.
    makes: Vec<[u16; 2]>,
    /// For each column, the levels below 64 at which red and black would complete a line; levels already filled mean nothing.
    threats: Vec<[u64; 2]>,
    /// The cell on which the next checker of each column comes to lie.
    tops: Vec<u16>,
    /// The checkers of a whole line.
    all: u16,
    vacant: usize,
    key: u64,
    /// For each side, the lines in which the other has no checker.
    open: [i32; 2],
    /// What open lines are worth to red, less what they are worth to black.
    value: i32,
}

/// What lies on a line.
#[derive(Clone, Copy, Debug)]
struct State {
    held: [u16; 2],
    /// The vacant cells combined by exclusive or: the vacant cell itself when there is one.
    vacant: u16,
    kind: LineKind,
}

/// Levels of a column that have a bit in `threats`.
const SEEN_LEVELS: usize = 64;

impl Ground {
    pub(crate) fn new(lines: &Arc<Lines>, board: &Board, turn: Side) -> Ground {
        let variant = lines.variant();
        // A line that does not fit is never touched, so a number that fits 16 bits stands for it.
        let all = if variant.has_lines() { variant.connect() as u16 } else { 0 };
        let foot = |column| column * variant.stride();
        let mut ground = Ground {
            weights: Arc::new(LineWeights::new(variant, turn, board.vacant())),
            states: kinds(lines)
                .into_iter()
                .zip(lines.xors())
                .map(|(kind, &vacant)| State { held: [0; 2], vacant, kind })
                .collect(),
            makes: vec![[0; 2]; variant.bits() + 2],
            threats: vec![[0; 2]; variant.columns()],
            tops: (0..variant.columns()).map(|column| foot(column) as u16).collect(),
            all,
            vacant: variant.cells(),
            key: 0,
            open: [lines.xors().len() as i32; 2],
            value: 0,
            lines: Arc::clone(lines),
        };
        if all == 1 {
            for column in 0..variant.columns() {
                ground.makes[foot(column)..foot(column) + variant.levels()].fill([1; 2]);
                ground.threats[column] = [u64::MAX; 2];
            }
        }
        for (cell, side) in board.checkers_by_column() {
            ground.drop(cell.column.index(), side);
        }
        ground
    }

    /// Closes the lines that need a cell above a threat. Who drops below a threat loses or gives it up, so that the column stays as it is
    /// until nothing else is left. For the threats there are now; those that arise in a search close nothing.
    pub(crate) fn close(&mut self) {
        let lines = Arc::clone(&self.lines);
        for column in 0..self.columns() {
            let [red, black] = self.threats_from_top(column);
            // A threat on the very next cell is answered at once.
            let threats = (red | black) & !1;
            if threats == 0 {
                continue;
            }
            let threat = self.top(column) + threats.trailing_zeros() as usize;
            let end = column * lines.variant().stride() + self.levels();
            for &line in (threat + 1..end).flat_map(|cell| lines.through(cell)) {
                let state = &mut self.states[usize::from(line)];
                let worth = |side: Side| match state.held[side.other().index()] {
                    0 => self.weights.of(side.index(), self.all - state.held[side.index()], state.kind),
                    _ => 0,
                };
                self.value -= worth(Side::Red) - worth(Side::Black);
                state.kind = LineKind::CLOSED;
            }
        }
    }

    #[inline]
    pub(crate) fn columns(&self) -> usize {
        self.tops.len()
    }

    pub(super) fn levels(&self) -> usize {
        self.lines.variant().levels()
    }

    #[inline]
    pub(crate) const fn vacant(&self) -> usize {
        self.vacant
    }

    /// A number that tells positions with a side to move apart.
    #[inline]
    pub(super) const fn key(&self, turn: Side) -> u64 {
        match turn {
            Side::Red => self.key,
            Side::Black => self.key ^ 0xB1AC_C0DE_5EED_0FFD,
        }
    }

    #[inline]
    pub(crate) fn has_room(&self, column: usize) -> bool {
        self.height(column) < self.levels()
    }

    /// Whether a cell lies on level 0, 2, 4…
    #[inline]
    fn even(&self, cell: usize) -> bool {
        (cell % self.lines.variant().stride()).is_multiple_of(2)
    }

    /// How many checkers lie in a column.
    #[inline]
    pub(super) fn height(&self, column: usize) -> usize {
        usize::from(self.tops[column]) - column * self.lines.variant().stride()
    }

    /// The cell on which the next checker of a column comes to lie.
    #[inline]
    pub(super) fn top(&self, column: usize) -> usize {
        self.tops[column].into()
    }

    /// Whether a side completes a line with a drop into a column. A full column completes none.
    #[inline]
    pub(crate) fn wins(&self, column: usize, side: Side) -> bool {
        self.makes[self.top(column)][side.index()] > 0
    }

    /// Whether a side completes a line on top of the next checker of a column.
    #[inline]
    pub(crate) fn wins_above(&self, column: usize, side: Side) -> bool {
        // Above a full column comes the foot of the next one.
        self.makes[self.top(column) + 1][side.index()] > 0 && self.has_room(column)
    }

    /// The vacant levels below 64 of a column at which red and black would complete a line, the next cell in the lowest bit.
    #[inline]
    pub(super) fn threats_from_top(&self, column: usize) -> [u64; 2] {
        let height = self.height(column);
        if height >= SEEN_LEVELS {
            return [0; 2];
        }
        self.threats[column].map(|levels| levels >> height)
    }

    /// How many lines a side can still complete.
    #[inline]
    pub(super) const fn open(&self, side: Side) -> i32 {
        self.open[side.index()]
    }

    /// What open lines are worth to a side, less what they are worth to the other.
    #[inline]
    pub(super) const fn value(&self, side: Side) -> i32 {
        match side {
            Side::Red => self.value,
            Side::Black => -self.value,
        }
    }

    /// What a drop into a column adds to a side's open lines and takes from the other's, and whether it makes a threat.
    #[inline]
    pub(super) fn gain(&self, column: usize, side: Side) -> (i32, bool) {
        let (own, enemy) = (side.index(), side.other().index());
        let (mut gain, mut threatens) = (0, false);
        let even = self.even(self.top(column));
        for &line in self.lines.through(self.top(column)) {
            let state = &self.states[usize::from(line)];
            let missing = self.all - state.held[own];
            if state.held[enemy] == 0 {
                gain += self.weights.of(own, missing - 1, state.kind.without(even));
                gain -= self.weights.of(own, missing, state.kind);
                threatens |= missing == 2;
            } else if missing == self.all {
                gain += self.weights.of(enemy, self.all - state.held[enemy], state.kind);
            }
        }
        (gain, threatens)
    }

    #[inline]
    pub(crate) fn drop(&mut self, column: usize, side: Side) {
        let cell = self.tops[column];
        let (own, enemy) = (side.index(), side.other().index());
        let even = self.even(cell.into());
        let mut gain = 0;
        for &line in self.lines.through(cell.into()) {
            let state = &mut self.states[usize::from(line)];
            let (held, against, kind) = (state.held[own], state.held[enemy], state.kind);
            state.held[own] += 1;
            state.vacant ^= cell;
            state.kind = kind.without(even);
            self.open[enemy] -= i32::from(held == 0);
            if against == 0 {
                let missing = self.all - held;
                gain += self.weights.of(own, missing - 1, state.kind) - self.weights.of(own, missing, kind);
                if missing == 2 {
                    let at = usize::from(state.vacant);
                    self.makes[at][own] += 1;
                    if self.makes[at][own] == 1 {
                        mark(&mut self.threats, self.lines.variant().stride(), at, own);
                    }
                }
            } else if held == 0 {
                gain += self.weights.of(enemy, self.all - against, kind);
            }
        }
        self.value += if side == Side::Red { gain } else { -gain };
        self.key = self.key.wrapping_add(self.lines.keys(cell.into())[own]);
        self.tops[column] += 1;
        self.vacant -= 1;
    }

    /// Takes back the last drop into a column.
    #[inline]
    pub(crate) fn lift(&mut self, column: usize, side: Side) {
        self.tops[column] -= 1;
        self.vacant += 1;
        let cell = self.tops[column];
        let (own, enemy) = (side.index(), side.other().index());
        let even = self.even(cell.into());
        let mut gain = 0;
        for &line in self.lines.through(cell.into()) {
            let state = &mut self.states[usize::from(line)];
            state.held[own] -= 1;
            let (held, against, kind) = (state.held[own], state.held[enemy], state.kind.with(even));
            self.open[enemy] += i32::from(held == 0);
            if against == 0 {
                let missing = self.all - held;
                gain += self.weights.of(own, missing - 1, state.kind) - self.weights.of(own, missing, kind);
                if missing == 2 {
                    let at = usize::from(state.vacant);
                    self.makes[at][own] -= 1;
                    if self.makes[at][own] == 0 {
                        mark(&mut self.threats, self.lines.variant().stride(), at, own);
                    }
                }
            } else if held == 0 {
                gain += self.weights.of(enemy, self.all - against, kind);
            }
            state.vacant ^= cell;
            state.kind = kind;
        }
        self.value -= if side == Side::Red { gain } else { -gain };
        self.key = self.key.wrapping_sub(self.lines.keys(cell.into())[own]);
    }
}

/// Turns a threat on or off.
#[inline]
fn mark(threats: &mut [[u64; 2]], stride: usize, cell: usize, side: usize) {
    let level = cell % stride;
    if level < SEEN_LEVELS {
        threats[cell / stride][side] ^= 1 << level;
    }
}

/// The kind of each line of an empty board.
fn kinds(lines: &Lines) -> Vec<LineKind> {
    let stride = lines.variant().stride();
    let mut kinds = vec![LineKind::EMPTY; lines.xors().len()];
    let mut lowest = vec![None; kinds.len()];
    for cell in 0..lines.variant().bits() {
        for &line in lines.through(cell) {
            let line = usize::from(line);
            if *lowest[line].get_or_insert(cell) + 1 == cell {
                kinds[line] = LineKind::VERTICAL;
            }
            kinds[line] = kinds[line].with((cell % stride).is_multiple_of(2));
        }
    }
    kinds
}
