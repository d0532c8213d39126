//! The position of the playing search: the worth of its open lines and the cells that win.

use super::weights::{LineKind, LineWeights};
use crate::search::{LineBoard, LineCounts, Lines};
use dropline_core::{Board, Side};
use std::sync::Arc;

/// A position of the playing search.
pub(crate) type WeighedBoard = LineBoard<OpenLines>;

/// What the playing search keeps of a position.
#[derive(Clone, Debug)]
pub(crate) struct OpenLines {
    weights: Arc<LineWeights>,
    /// For each column, the levels below 64 at which red and black would complete a line; levels already filled mean nothing.
    threats: Vec<[u64; 2]>,
    /// How far apart the cells of neighbouring columns lie.
    stride: usize,
    /// The checkers of a whole line.
    all: u16,
    /// For each side, the lines in which the other has no checker.
    open: [i32; 2],
    /// What open lines are worth to red, less what they are worth to black.
    value: i32,
}

/// Levels of a column that have a bit in `threats`.
const SEEN_LEVELS: usize = 64;

impl WeighedBoard {
    pub(crate) fn of(lines: &Arc<Lines>, board: &Board, turn: Side) -> WeighedBoard {
        let variant = lines.variant();
        let counts = OpenLines {
            weights: Arc::new(LineWeights::new(variant, turn, board.vacant())),
            threats: vec![[0; 2]; variant.columns()],
            stride: variant.stride(),
            all: lines.length(),
            open: [lines.xors().len() as i32; 2],
            value: 0,
        };
        let kinds = kinds(lines);
        LineBoard::new(lines, board, counts, |line| kinds[line])
    }

    /// Closes the lines that need a cell above a threat. Who plays below a threat loses or gives it up, so that the column stays as it is
    /// until nothing else is left. For the threats there are now; those that arise in a search close nothing.
    pub(crate) fn close(&mut self) {
        let lines = Arc::clone(self.lines());
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
                let (state, counts) = self.state_mut(line);
                let worth = |side: Side| match state.held[side.other().index()] {
                    0 => counts.weights.of(side.index(), counts.all - state.held[side.index()], state.line),
                    _ => 0,
                };
                counts.value -= worth(Side::Red) - worth(Side::Black);
                state.line = LineKind::CLOSED;
            }
        }
    }

    /// A number that tells positions with a side to move apart.
    #[inline]
    pub(crate) const fn key_of(&self, turn: Side) -> u64 {
        match turn {
            Side::Red => self.key(),
            Side::Black => self.key() ^ 0xB1AC_C0DE_5EED_0FFD,
        }
    }

    /// The vacant levels below 64 of a column at which red and black would complete a line, the next cell in the lowest bit.
    #[inline]
    pub(super) fn threats_from_top(&self, column: usize) -> [u64; 2] {
        let height = self.height(column);
        if height >= SEEN_LEVELS {
            return [0; 2];
        }
        self.counts.threats[column].map(|levels| levels >> height)
    }

    /// How many lines a side can still complete.
    #[inline]
    pub(super) const fn open(&self, side: Side) -> i32 {
        self.counts.open[side.index()]
    }

    /// What open lines are worth to a side, less what they are worth to the other.
    #[inline]
    pub(crate) const fn value(&self, side: Side) -> i32 {
        match side {
            Side::Red => self.counts.value,
            Side::Black => -self.counts.value,
        }
    }

    /// What a move in a column adds to a side's open lines and takes from the other's, and whether it makes a threat.
    #[inline]
    pub(crate) fn gain(&self, column: usize, side: Side) -> (i32, bool) {
        let (own, enemy) = (side.index(), side.other().index());
        let (mut gain, mut threatens) = (0, false);
        let even = self.height(column).is_multiple_of(2);
        for &line in self.lines().through(self.top(column)) {
            let state = self.state(line);
            let (held, against, kind) = (state.held[own], state.held[enemy], state.line);
            gain += self.counts.gain(own, held, against, kind, kind.without(even));
            threatens |= against == 0 && held + 2 == self.all();
        }
        (gain, threatens)
    }
}

impl OpenLines {
    /// What one more checker of side `own` on a line adds to that side's worth and takes from the other's.
    #[inline]
    fn gain(&self, own: usize, held: u16, against: u16, before: LineKind, after: LineKind) -> i32 {
        let missing = self.all - held;
        if against == 0 {
            self.weights.of(own, missing - 1, after) - self.weights.of(own, missing, before)
        } else if held == 0 {
            self.weights.of(1 - own, self.all - against, before)
        } else {
            0
        }
    }
}

impl LineCounts for OpenLines {
    type Line = LineKind;

    const THREATENS: bool = true;

    #[inline]
    fn change<const MADE: bool>(&mut self, kind: &mut LineKind, even: bool, own: usize, held: u16, against: u16) {
        let (before, after) = if MADE { (*kind, kind.without(even)) } else { (kind.with(even), *kind) };
        *kind = if MADE { after } else { before };
        let lost = i32::from(held == 0);
        self.open[1 - own] -= if MADE { lost } else { -lost };
        let gain = self.gain(own, held, against, before, after);
        self.value += if (own == Side::Red.index()) == MADE { gain } else { -gain };
    }

    #[inline]
    fn turn_threat(&mut self, cell: usize, own: usize) {
        let level = cell % self.stride;
        if level < SEEN_LEVELS {
            self.threats[cell / self.stride][own] ^= 1 << level;
        }
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
