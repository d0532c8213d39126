//! A position with running counts on every line.
//!
//! A drop touches only the lines through its cell (at most 13 on 7×6), and afterwards everything players ask is there to read: which vacant
//! cells complete lines for whom, how many lines are nearly done, and the rating of the whole position. What it costs: 6 bytes for each
//! line and about 20 for each cell.

use crate::search::Lines;
use dropline_core::{Board, Side};
use std::sync::Arc;

/// A position for searching. It trusts its callers: a column dropped into has room, a column lifted from is not empty and its top
/// checker has the colour said.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    lines: Arc<Lines>,
    states: Vec<State>,
    /// For each vacant cell, how many lines red and black would complete there. What is left on occupied cells means nothing.
    makes: Vec<[u16; 2]>,
    /// The cell on which the next checker of each column comes to lie.
    tops: Vec<u16>,
    vacant: usize,
    key: u64,
    /// For each side, the lines that lack one checker and hold no enemy.
    lacking_one: [i32; 2],
    /// For each side, the lines that lack two checkers, hold one or more, and hold no enemy.
    lacking_two: [i32; 2],
    rating: i64,
    scale: Scale,
}

/// What lies on a line.
#[derive(Clone, Copy, Debug)]
struct State {
    held: [u16; 2],
    /// The vacant cells combined by exclusive or: the vacant cell itself when there is one.
    vacant: u16,
}

/// The numbers of checkers on a line that mean something.
#[derive(Clone, Debug)]
struct Scale {
    all: u16,
    /// N − 2 for N ≥ 3, otherwise a number no line reaches.
    but_two: u16,
    /// Points for 0, 1, 2 … N checkers.
    points: Arc<[i64]>,
}

/// The points of a line stop growing at this number of checkers, so that the rating of 4 × 4096 lines fits 64 bits.
const MOST_COUNTED: usize = 25;

impl Field {
    pub(crate) fn new(lines: &Arc<Lines>, board: &Board) -> Field {
        let variant = lines.variant();
        // A line that does not fit is never touched, so a number that fits 16 bits stands for it.
        let all = if variant.has_lines() { variant.connect() } else { 0 };
        let points = (0..=all).map(|held| if held == 0 { 0 } else { 1 << (2 * (held.min(MOST_COUNTED) - 1)) });
        let scale = Scale {
            all: all as u16,
            but_two: if all >= 3 { all as u16 - 2 } else { u16::MAX },
            points: points.collect(),
        };
        let foot = |column| column * variant.stride();
        let mut makes = vec![[0; 2]; variant.bits() + 2];
        if all == 1 {
            for column in 0..variant.columns() {
                makes[foot(column)..foot(column) + variant.levels()].fill([1; 2]);
            }
        }
        let mut field = Field {
            states: lines.xors().iter().map(|&vacant| State { held: [0; 2], vacant }).collect(),
            makes,
            tops: (0..variant.columns()).map(|column| foot(column) as u16).collect(),
            vacant: variant.cells(),
            key: 0,
            lacking_one: [0; 2],
            lacking_two: [0; 2],
            rating: 0,
            scale,
            lines: Arc::clone(lines),
        };
        for (cell, side) in board.checkers_by_column() {
            field.drop(cell.column.index(), side);
        }
        field
    }

    pub(crate) fn lines(&self) -> &Lines {
        &self.lines
    }

    #[inline]
    pub(crate) fn columns(&self) -> usize {
        self.lines.variant().columns()
    }

    #[inline]
    pub(crate) const fn vacant(&self) -> usize {
        self.vacant
    }

    /// A number that tells positions reached from the same start apart.
    #[inline]
    pub(crate) const fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    pub(crate) fn has_room(&self, column: usize) -> bool {
        let variant = self.lines.variant();
        usize::from(self.tops[column]) < column * variant.stride() + variant.levels()
    }

    /// Whether a column has room for two.
    #[inline]
    pub(crate) fn has_room_above(&self, column: usize) -> bool {
        let variant = self.lines.variant();
        usize::from(self.tops[column]) + 1 < column * variant.stride() + variant.levels()
    }

    /// The columns with room, from the left.
    pub(crate) fn open_columns(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.columns()).filter(|&column| self.has_room(column))
    }

    /// The cell the next checker in a column comes to lie on, or the place above a full column.
    #[inline]
    pub(crate) fn top(&self, column: usize) -> usize {
        self.tops[column].into()
    }

    /// How many lines a drop into this column would complete; 0 if it is full.
    #[inline]
    pub(crate) fn makes(&self, column: usize, side: Side) -> u16 {
        self.makes[self.top(column)][side.index()]
    }

    /// How many lines the drop after the next into this column, which has room, would complete.
    #[inline]
    pub(crate) fn makes_above(&self, column: usize, side: Side) -> u16 {
        self.makes[self.top(column) + 1][side.index()]
    }

    /// Whether a line is left that does not hold both colours.
    pub(crate) fn has_open_line(&self) -> bool {
        self.states.iter().any(|state| state.held.contains(&0))
    }

    /// How many of a side's lines lack one checker and hold no enemy.
    pub(crate) const fn lacking_one(&self, side: Side) -> i32 {
        self.lacking_one[side.index()]
    }

    /// How many of a side's lines lack two checkers, hold one or more, and hold no enemy.
    pub(crate) const fn lacking_two(&self, side: Side) -> i32 {
        self.lacking_two[side.index()]
    }

    /// For every line without an enemy 1, 4, 16… points for 1, 2, 3… own checkers, minus the same for the other side, if a side
    /// dropped into this column.
    #[inline]
    pub(crate) fn rating_after(&self, column: usize, side: Side) -> i64 {
        let (own, enemy) = (side.index(), side.other().index());
        let mut more = 0;
        for &line in self.lines.through(self.top(column)) {
            let held = &self.states[usize::from(line)].held;
            more += self.scale.gain(held[own], held[enemy]);
        }
        if side == Side::Red { self.rating + more } else { more - self.rating }
    }

    #[inline]
    pub(crate) fn drop(&mut self, column: usize, side: Side) {
        let cell = self.tops[column];
        let (own, enemy) = (side.index(), side.other().index());
        let mut more = 0;
        for &line in self.lines.through(cell.into()) {
            let state = &mut self.states[usize::from(line)];
            let (held, against) = (state.held[own], state.held[enemy]);
            state.held[own] += 1;
            state.vacant ^= cell;
            more += self.scale.gain(held, against);
            if against == 0 {
                let held = held + 1;
                if held + 1 == self.scale.all {
                    self.lacking_one[own] += 1;
                    self.lacking_two[own] -= i32::from(held > self.scale.but_two);
                    self.makes[usize::from(state.vacant)][own] += 1;
                } else if held == self.scale.all {
                    self.lacking_one[own] -= 1;
                } else if held == self.scale.but_two {
                    self.lacking_two[own] += 1;
                }
            } else if held == 0 {
                if against + 1 == self.scale.all {
                    self.lacking_one[enemy] -= 1;
                } else if against == self.scale.but_two {
                    self.lacking_two[enemy] -= 1;
                }
            }
        }
        self.rating += if side == Side::Red { more } else { -more };
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
        let mut less = 0;
        for &line in self.lines.through(cell.into()) {
            let state = &mut self.states[usize::from(line)];
            state.held[own] -= 1;
            let (held, against) = (state.held[own], state.held[enemy]);
            less += self.scale.gain(held, against);
            if against == 0 {
                let held = held + 1;
                if held + 1 == self.scale.all {
                    self.lacking_one[own] -= 1;
                    self.lacking_two[own] += i32::from(held > self.scale.but_two);
                    self.makes[usize::from(state.vacant)][own] -= 1;
                } else if held == self.scale.all {
                    self.lacking_one[own] += 1;
                } else if held == self.scale.but_two {
                    self.lacking_two[own] -= 1;
                }
            } else if held == 0 {
                if against + 1 == self.scale.all {
                    self.lacking_one[enemy] += 1;
                } else if against == self.scale.but_two {
                    self.lacking_two[enemy] += 1;
                }
            }
            state.vacant ^= cell;
        }
        self.rating -= if side == Side::Red { less } else { -less };
        self.key = self.key.wrapping_sub(self.lines.keys(cell.into())[own]);
    }
}

impl Scale {
    /// What one more checker changes on a line that holds so many own and enemy checkers, from the own side's view.
    #[inline]
    fn gain(&self, held: u16, against: u16) -> i64 {
        if against == 0 {
            self.points[usize::from(held) + 1] - self.points[usize::from(held)]
        } else if held == 0 {
            self.points[usize::from(against)]
        } else {
            0
        }
    }
}
