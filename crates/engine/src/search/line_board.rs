//! A position that keeps counts on every line, for searching.
//!
//! A move touches only the lines through its cell (at most 13 on 7×6), and afterwards everything a search asks is there to read: which
//! vacant cells complete lines for whom, and whatever its [`LineCounts`] keep.

use super::Lines;
use dropline_core::{Board, Side};
use std::fmt::Debug;
use std::sync::Arc;

/// What a search keeps up to date with every checker on every line.
pub(crate) trait LineCounts: Clone + Debug {
    /// What it keeps for each line.
    type Line: Copy + Debug;

    /// Whether it is known of every vacant cell if a checker there makes a threat ([`LineBoard::threatens`]).
    const THREATENS: bool = false;

    /// A checker of side `own` comes to lie on a line (`MADE`), or is taken back; `even` if on level 0, 2, 4… `held` and `against` are
    /// that side's and the other's checkers on the line without it.
    fn change<const MADE: bool>(&mut self, line: &mut Self::Line, even: bool, own: usize, held: u16, against: u16);

    /// A vacant cell begins, or ceases, to complete a line of side `own`.
    fn turn_threat(&mut self, _cell: usize, _own: usize) {}
}

/// Nothing more than what completes lines.
impl LineCounts for () {
    type Line = ();

    #[inline]
    fn change<const MADE: bool>(&mut self, (): &mut (), _: bool, _: usize, _: u16, _: u16) {}
}

/// A position for searching. It trusts its callers: a column a move is made in has room, one it is taken back from is not empty and its
/// top checker has the colour said.
#[derive(Clone, Debug)]
pub(crate) struct LineBoard<C: LineCounts> {
    lines: Arc<Lines>,
    states: Vec<State<C::Line>>,
    /// For each vacant cell, how many lines red and black would complete there. What is left on occupied cells means nothing.
    completes: Vec<[u16; 2]>,
    /// For each vacant cell, the open lines of red and black that lack this cell and one other; kept only where it is asked for, and for lines of three or more.
    lacks_two: Vec<[u16; 2]>,
    /// The cell on which the next checker of each column comes to lie.
    tops: Vec<u16>,
    /// The checkers of a whole line.
    all: u16,
    vacant: usize,
    key: u64,
    pub(crate) counts: C,
}

/// What lies on a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct State<L> {
    pub(crate) held: [u16; 2],
    /// The vacant cells combined by exclusive or: the vacant cell itself when there is one.
    vacant: u16,
    pub(crate) line: L,
}

/// What the rules alone say about a position in which lines are decisive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Urgent {
    /// The side to move wins with this move.
    Win,
    /// It loses to the next, whatever it does.
    Loss,
    /// The only move that does not lose at once.
    Block(usize),
    Nothing,
}

impl<C: LineCounts> LineBoard<C> {
    /// The position of a board, with what is kept for each line of the empty one.
    pub(crate) fn new(lines: &Arc<Lines>, board: &Board, counts: C, line: impl Fn(usize) -> C::Line) -> LineBoard<C> {
        let variant = lines.variant();
        let foot = |column| column * variant.stride();
        let state = |(at, &vacant)| State { held: [0; 2], vacant, line: line(at) };
        let mut position = LineBoard {
            states: lines.xors().iter().enumerate().map(state).collect(),
            completes: vec![[0; 2]; variant.bits() + 2],
            lacks_two: if C::THREATENS { vec![[0; 2]; variant.bits()] } else { Vec::new() },
            tops: (0..variant.columns()).map(|column| foot(column) as u16).collect(),
            all: lines.length(),
            vacant: variant.cells(),
            key: 0,
            counts,
            lines: Arc::clone(lines),
        };
        if position.all == 1 {
            for cell in (0..variant.columns()).flat_map(|column| foot(column)..foot(column) + variant.levels()) {
                position.completes[cell] = [1; 2];
                Side::BOTH.into_iter().for_each(|side| position.counts.turn_threat(cell, side.index()));
            }
        }
        for (cell, side) in board.checkers_by_column() {
            position.make(cell.column.index(), side);
        }
        position
    }

    /// Becomes another position of the same variant, in the memory it has.
    pub(crate) fn copy_from(&mut self, other: &LineBoard<C>) {
        self.states.copy_from_slice(&other.states);
        self.completes.copy_from_slice(&other.completes);
        self.lacks_two.copy_from_slice(&other.lacks_two);
        self.tops.copy_from_slice(&other.tops);
        (self.vacant, self.key) = (other.vacant, other.key);
        self.counts.clone_from(&other.counts);
    }

    pub(crate) fn lines(&self) -> &Arc<Lines> {
        &self.lines
    }

    #[inline]
    pub(crate) fn state(&self, line: u16) -> &State<C::Line> {
        &self.states[usize::from(line)]
    }

    #[inline]
    pub(crate) fn state_mut(&mut self, line: u16) -> (&mut State<C::Line>, &mut C) {
        (&mut self.states[usize::from(line)], &mut self.counts)
    }

    /// The checkers of a whole line.
    #[inline]
    pub(crate) const fn all(&self) -> u16 {
        self.all
    }

    #[inline]
    pub(crate) fn columns(&self) -> usize {
        self.tops.len()
    }

    #[inline]
    pub(crate) fn levels(&self) -> usize {
        self.lines.variant().levels()
    }

    #[inline]
    pub(crate) const fn vacant(&self) -> usize {
        self.vacant
    }

    /// A number that tells positions with the same side to move apart.
    #[inline]
    pub(crate) const fn key(&self) -> u64 {
        self.key
    }

    /// How many checkers lie in a column.
    #[inline]
    pub(crate) fn height(&self, column: usize) -> usize {
        self.top(column) - column * self.lines.variant().stride()
    }

    #[inline]
    pub(crate) fn has_room(&self, column: usize) -> bool {
        self.height(column) < self.levels()
    }

    /// Whether a column has room for two.
    #[inline]
    pub(crate) fn has_room_above(&self, column: usize) -> bool {
        self.height(column) + 1 < self.levels()
    }

    /// The columns with room, from the left.
    pub(crate) fn open_columns(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.columns()).filter(|&column| self.has_room(column))
    }

    /// The cell on which the next checker of a column comes to lie, or the place above a full column.
    #[inline]
    pub(crate) fn top(&self, column: usize) -> usize {
        self.tops[column].into()
    }

    /// How many lines a move in this column completes; 0 if it is full.
    #[inline]
    pub(crate) fn completes(&self, column: usize, side: Side) -> u16 {
        self.completes[self.top(column)][side.index()]
    }

    /// How many lines the move after the next in this column, which has room, completes.
    #[inline]
    pub(crate) fn completes_above(&self, column: usize, side: Side) -> u16 {
        self.completes[self.top(column) + 1][side.index()]
    }

    /// Whether a side completes a line with a move in a column. A full column completes none.
    #[inline]
    pub(crate) fn wins(&self, column: usize, side: Side) -> bool {
        self.completes(column, side) > 0
    }

    /// Whether a side completes a line on top of the next checker of a column.
    #[inline]
    pub(crate) fn wins_above(&self, column: usize, side: Side) -> bool {
        // Above a full column comes the foot of the next one.
        self.completes_above(column, side) > 0 && self.has_room(column)
    }

    /// Whether a move in a column with room makes a threat.
    #[inline]
    pub(crate) fn threatens(&self, column: usize, side: Side) -> bool {
        self.lacks_two[self.top(column)][side.index()] > 0
    }

    /// What the rules alone say when `side` is to move.
    pub(crate) fn urgent(&self, side: Side) -> Urgent {
        let enemy = side.other();
        let (mut block, mut threats, mut safe) = (None, 0, false);
        for column in 0..self.columns() {
            if self.wins(column, side) {
                return Urgent::Win;
            }
            if self.wins(column, enemy) {
                threats += 1;
                block = Some(column);
            }
            safe = safe || self.has_room(column) && !self.wins_above(column, enemy);
        }
        match block {
            Some(_) if threats > 1 => Urgent::Loss,
            Some(column) if self.wins_above(column, enemy) => Urgent::Loss,
            Some(column) => Urgent::Block(column),
            None if !safe => Urgent::Loss,
            None => Urgent::Nothing,
        }
    }

    #[inline]
    pub(crate) fn make(&mut self, column: usize, side: Side) {
        let (cell, even) = (self.tops[column], self.height(column).is_multiple_of(2));
        let (own, enemy) = (side.index(), side.other().index());
        for &line in self.lines.through(cell.into()) {
            let state = &mut self.states[usize::from(line)];
            let (held, against) = (state.held[own], state.held[enemy]);
            state.held[own] += 1;
            state.vacant ^= cell;
            self.counts.change::<true>(&mut state.line, even, own, held, against);
            if against == 0 && held + 2 == self.all {
                let at = usize::from(state.vacant);
                self.completes[at][own] += 1;
                if self.completes[at][own] == 1 {
                    self.counts.turn_threat(at, own);
                }
            }
            if C::THREATENS {
                let other = usize::from(state.vacant);
                match (held, against) {
                    (held, 0) if held + 3 == self.all => {
                        let vacant = vacant_besides(&self.lines, &self.tops, line, cell);
                        vacant.for_each(|at| self.lacks_two[at][own] += 1);
                    }
                    (held, 0) if held + 2 == self.all => self.lacks_two[other][own] -= u16::from(held > 0),
                    (0, against) if against + 2 == self.all => self.lacks_two[other][enemy] -= 1,
                    _ => {}
                }
            }
        }
        self.key = self.key.wrapping_add(self.lines.keys(cell.into())[own]);
        self.tops[column] += 1;
        self.vacant -= 1;
    }

    /// Takes back the last move in a column.
    #[inline]
    pub(crate) fn unmake(&mut self, column: usize, side: Side) {
        self.tops[column] -= 1;
        self.vacant += 1;
        let (cell, even) = (self.tops[column], self.height(column).is_multiple_of(2));
        let (own, enemy) = (side.index(), side.other().index());
        for &line in self.lines.through(cell.into()) {
            let state = &mut self.states[usize::from(line)];
            state.held[own] -= 1;
            let (held, against) = (state.held[own], state.held[enemy]);
            if against == 0 && held + 2 == self.all {
                let at = usize::from(state.vacant);
                self.completes[at][own] -= 1;
                if self.completes[at][own] == 0 {
                    self.counts.turn_threat(at, own);
                }
            }
            self.counts.change::<false>(&mut state.line, even, own, held, against);
            if C::THREATENS {
                let other = usize::from(state.vacant);
                match (held, against) {
                    (held, 0) if held + 3 == self.all => {
                        let vacant = vacant_besides(&self.lines, &self.tops, line, cell);
                        vacant.for_each(|at| self.lacks_two[at][own] -= 1);
                    }
                    (held, 0) if held + 2 == self.all => self.lacks_two[other][own] += u16::from(held > 0),
                    (0, against) if against + 2 == self.all => self.lacks_two[other][enemy] += 1,
                    _ => {}
                }
            }
            state.vacant ^= cell;
        }
        self.key = self.key.wrapping_sub(self.lines.keys(cell.into())[own]);
    }
}

/// The vacant cells of a line but one.
#[inline]
fn vacant_besides(lines: &Lines, tops: &[u16], line: u16, but: u16) -> impl Iterator<Item = usize> {
    let stride = lines.variant().stride();
    let vacant = move |&cell: &u16| cell != but && cell >= tops[usize::from(cell) / stride];
    lines.cells(line).filter(vacant).map(usize::from)
}
