//! The rules again, cell by cell: slow, short and obvious, to hold the fast boards against.
#![allow(dead_code, reason = "each test uses a part of it")]

use dropline_core::{Cell, Column, Outcome, Rules, Side, Variant, WinBy};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A board as stacks of checkers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SlowBoard {
    pub(crate) variant: Variant,
    pub(crate) stacks: Vec<Vec<Side>>,
}

impl SlowBoard {
    pub(crate) fn new(variant: Variant) -> SlowBoard {
        SlowBoard { variant, stacks: vec![Vec::new(); variant.columns()] }
    }

    pub(crate) fn at(&self, column: usize, level: usize) -> Option<Side> {
        self.stacks.get(column)?.get(level).copied()
    }

    pub(crate) fn has_room(&self, column: usize) -> bool {
        self.stacks[column].len() < self.variant.levels()
    }

    pub(crate) fn open(&self) -> Vec<usize> {
        (0..self.variant.columns()).filter(|&column| self.has_room(column)).collect()
    }

    pub(crate) fn drop(&mut self, column: usize, side: Side) -> Cell {
        self.stacks[column].push(side);
        Cell::at(column, self.stacks[column].len() - 1)
    }

    pub(crate) fn is_full(&self) -> bool {
        self.open().is_empty()
    }

    pub(crate) fn vacant(&self) -> usize {
        self.variant.cells() - self.stacks.iter().map(Vec::len).sum::<usize>()
    }

    pub(crate) fn mirrored(&self) -> SlowBoard {
        SlowBoard { stacks: self.stacks.iter().rev().cloned().collect(), ..*self }
    }

    /// All lines of N of one side that start within `columns`, each as its cells.
    fn lines_from(&self, side: Side, columns: std::ops::Range<usize>) -> Vec<Vec<Cell>> {
        let mut found = Vec::new();
        for column in columns {
            for level in 0..self.stacks[column].len() {
                let directions: &[(i64, i64)] =
                    if self.variant.connect() == 1 { &[(0, 0)] } else { &[(1, 0), (0, 1), (1, 1), (1, -1)] };
                for &(right, up) in directions {
                    let mut line = Vec::new();
                    for step in 0..self.variant.connect() as i64 {
                        let (column, level) = (column as i64 + step * right, level as i64 + step * up);
                        if column < 0 || level < 0 || self.at(column as usize, level as usize) != Some(side) {
                            break;
                        }
                        line.push(Cell::at(column as usize, level as usize));
                    }
                    if line.len() == self.variant.connect() {
                        found.push(line);
                    }
                }
            }
        }
        found
    }

    pub(crate) fn lines(&self, side: Side) -> Vec<Vec<Cell>> {
        self.lines_from(side, 0..self.variant.columns())
    }

    /// The lines of N that hold a cell.
    pub(crate) fn lines_with(&self, cell: Cell) -> Vec<Vec<Cell>> {
        let Some(side) = self.at(cell.column.index(), cell.level.index()) else { return Vec::new() };
        let column = cell.column.index();
        let first = column.saturating_sub(self.variant.connect());
        let mut lines = self.lines_from(side, first..column + 1);
        lines.retain(|line| line.contains(&cell));
        lines
    }

    pub(crate) fn grid(&self, turn: Side) -> String {
        let mut text = String::new();
        for level in (0..self.variant.levels()).rev() {
            for column in 0..self.variant.columns() {
                text.push_str(match self.at(column, level) {
                    None => ".",
                    Some(Side::Red) => "R",
                    Some(Side::Black) => "B",
                });
            }
            text.push('\n');
        }
        text + &turn.to_string() + "\n"
    }
}

/// The cells of lines, sorted, each once.
pub(crate) fn cells(lines: Vec<Vec<Cell>>) -> Vec<Cell> {
    lines.into_iter().flatten().collect::<std::collections::BTreeSet<Cell>>().into_iter().collect()
}

/// A game on a slow board.
#[derive(Clone, Debug)]
pub(crate) struct SlowGame {
    pub(crate) board: SlowBoard,
    pub(crate) moves: Vec<usize>,
    pub(crate) turn: Side,
    pub(crate) points: [u32; 2],
    /// The lines of N that the last move stands in.
    pub(crate) last_lines: Vec<Vec<Cell>>,
    pub(crate) outcome: Option<Outcome>,
}

impl SlowGame {
    pub(crate) fn new(variant: Variant) -> SlowGame {
        let board = SlowBoard::new(variant);
        SlowGame { board, moves: Vec::new(), turn: Side::Red, points: [0, 0], last_lines: Vec::new(), outcome: None }
    }

    pub(crate) fn legal(&self) -> Vec<usize> {
        if self.outcome.is_some() { Vec::new() } else { self.board.open() }
    }

    pub(crate) fn play(&mut self, column: usize) -> Cell {
        let cell = self.board.drop(column, self.turn);
        self.moves.push(column);
        self.last_lines = self.board.lines_with(cell);
        let lines = self.last_lines.len() as u32;
        if self.board.variant.rules() == Rules::Max {
            self.points[self.turn.index()] += lines;
            if self.board.is_full() {
                self.outcome = Some(match self.points {
                    [red, black] if red > black => Outcome::Win { side: Side::Red, by: WinBy::Points },
                    [red, black] if red < black => Outcome::Win { side: Side::Black, by: WinBy::Points },
                    _ => Outcome::Tie,
                });
            }
        } else if lines > 0 {
            self.outcome = Some(Outcome::Win { side: self.turn, by: WinBy::Line });
        } else if self.board.is_full() {
            self.outcome = Some(Outcome::Tie);
        }
        self.turn = self.turn.other();
        cell
    }
}

/// Variants of every kind: boards of one word, of two and wider ones in equal parts, N from 1 to beyond the board.
pub(crate) fn any_variant() -> impl Strategy<Value = Variant> {
    let size = prop_oneof![sizes(1, 64), sizes(65, 128), sizes(129, 1000), sizes(1001, 64 * 65)];
    (size, any::<bool>(), 0u32..100).prop_flat_map(|((columns, levels), max, kind)| {
        let longest = columns.max(levels);
        let connect = match kind {
            0..60 => 2..=longest.clamp(2, 5),
            60..90 => 1..=longest,
            90..98 => longest + 1..=longest + 3,
            _ => u32::MAX as usize..=u32::MAX as usize,
        };
        let rules = if max { Rules::Max } else { Rules::Connect };
        connect.prop_map(move |connect| Variant::new(columns, levels, connect, rules).expect("a legal size"))
    })
}

/// Sizes up to 64×64 whose bit boards have from `least` to `most` bits.
fn sizes(least: usize, most: usize) -> impl Strategy<Value = (usize, usize)> {
    (1..=64usize)
        .prop_filter_map("no such size", move |levels| {
            let (first, last) = (least.div_euclid(levels + 1).max(1), (most / (levels + 1)).min(64));
            (first <= last).then_some((levels, first, last))
        })
        .prop_flat_map(|(levels, first, last)| (first..=last, Just(levels)))
        .prop_filter("too few bits", move |(columns, levels)| columns * (levels + 1) >= least)
}

pub(crate) fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// Any of some things.
pub(crate) fn pick<'a, T>(rng: &mut Xoshiro256PlusPlus, things: &'a [T]) -> &'a T {
    &things[rng.random_range(0..things.len())]
}

pub(crate) fn column(index: usize) -> Column {
    Column::from_index(index)
}
