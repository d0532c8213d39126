//! The position of the playing search: the worth of its open lines and the cells that win.

use super::weights::{GainTable, LineGains, LineKind, LineWeights, SORTS, WORTH, sort_of};
use crate::search::{LineBoard, LineCounts, Lines};
use dropline_core::{Board, Side};
use std::sync::Arc;

/// A position of the playing search.
pub(crate) type WeighedBoard = LineBoard<OpenLines>;

/// What the playing search keeps of a position.
#[derive(Clone, Debug)]
pub(crate) struct OpenLines {
    weights: Arc<LineWeights>,
    gains: Arc<GainTable>,
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
    /// How many lines there are of each sort, but the first.
    sorts: [i16; SORTS],
    /// Who gets levels 0, 2, 4… where no threat decides it; so are lines weighed.
    even_filler: Side,
}

/// What it keeps of a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeptLine {
    kind: LineKind,
    gains: LineGains,
}

/// Levels of a column that have a bit in `threats`.
const SEEN_LEVELS: usize = 64;

impl WeighedBoard {
    pub(crate) fn of(lines: &Arc<Lines>, board: &Board, turn: Side) -> WeighedBoard {
        let variant = lines.variant();
        let weights = LineWeights::new(variant, turn, board.vacant());
        let gains = Arc::new(GainTable::new(&weights, lines.length()));
        let counts = OpenLines {
            weights: Arc::new(weights),
            gains: Arc::clone(&gains),
            threats: vec![[0; 2]; variant.columns()],
            stride: variant.stride(),
            all: lines.length(),
            open: [lines.xors().len() as i32; 2],
            value: 0,
            sorts: [0; SORTS],
            even_filler: LineWeights::even_filler(variant, turn, board.vacant()),
        };
        let kinds = kinds(lines);
        LineBoard::new(lines, board, counts, |line| KeptLine {
            kind: kinds[line],
            gains: gains.of([0; 2], kinds[line]),
        })
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
                    0 => counts.weights.of(side.index(), counts.all - state.held[side.index()], state.line.kind),
                    _ => 0,
                };
                counts.value -= worth(Side::Red) - worth(Side::Black);
                counts.sort(state.line.gains.sort(), -1);
                state.line = KeptLine { kind: LineKind::CLOSED, gains: counts.gains.of(state.held, LineKind::CLOSED) };
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

    /// What more the open lines are worth to a side, less to the other, where threats help their owners as said and not by who gets which levels. `helps` is
    /// for red and black: whether a threat does on levels 1, 3, 5…, and on levels 0, 2, 4…
    pub(super) fn more_worth(&self, helps: [[bool; 2]; 2], side: Side) -> i32 {
        let more = |owner: Side| {
            let usual = [self.counts.even_filler != owner, self.counts.even_filler == owner];
            let helps = helps[owner.index()];
            if helps == usual {
                return 0;
            }
            let sorts = (1..=3).flat_map(|missing| (0..=missing).map(move |even| (missing, even)));
            let change = |(missing, even): (usize, usize)| {
                let gets =
                    |[odd, of_even]: [bool; 2]| usize::from(odd) * (missing - even) + usize::from(of_even) * even;
                let worth = WORTH[missing - 1];
                i32::from(self.counts.sorts[sort_of(owner.index(), missing, even)])
                    * (worth[gets(helps)] - worth[gets(usual)])
            };
            sorts.map(change).sum()
        };
        more(side) - more(side.other())
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
        let (mut gain, mut threatens) = (0, false);
        let even = self.height(column).is_multiple_of(2);
        for &line in self.lines().through(self.top(column)) {
            let gains = &self.state(line).line.gains;
            gain += gains.gain(side.index(), even);
            threatens |= gains.threatens(side.index(), even);
        }
        (gain, threatens)
    }
}

impl OpenLines {
    /// Counts a line of a sort, if it is one that counts.
    #[inline]
    fn sort(&mut self, sort: usize, by: i16) {
        if sort > 0 {
            self.sorts[sort] += by;
        }
    }
}

impl LineCounts for OpenLines {
    type Line = KeptLine;

    #[inline]
    fn change<const MADE: bool>(&mut self, line: &mut KeptLine, even: bool, own: usize, held: u16, against: u16) {
        line.kind = if MADE { line.kind.without(even) } else { line.kind.with(even) };
        if held > 0 && against > 0 {
            // It was nobody's and stays so.
            return;
        }
        let lost = i32::from(held == 0);
        self.open[1 - own] -= if MADE { lost } else { -lost };
        let before = line.gains;
        let held = held + u16::from(MADE);
        line.gains = self.gains.of(if own == 0 { [held, against] } else { [against, held] }, line.kind);
        self.sort(before.sort(), -1);
        self.sort(line.gains.sort(), 1);
        let gain = if MADE { before.gain(own, even) } else { line.gains.gain(own, even) };
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

#[cfg(test)]
mod tests {
    use super::*;
    use dropline_core::{Game, Variant};
    use rand::SeedableRng;
    use rand::seq::IteratorRandom;
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn where_each_side_gets_the_other_levels_lines_are_worth_what_they_are_with_the_other_side_to_move() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(8);
        let mut changed = 0;
        for text in ["7x6c4", "4x4c2", "5x5c3", "9x9c5", "12x10c5", "8x9c6"] {
            let variant: Variant = text.parse().unwrap();
            let lines = Arc::new(Lines::new(variant));
            for _ in 0..20 {
                let mut game = Game::new(variant);
                while !game.is_over() {
                    let weighed = |turn: Side| {
                        let mut position = WeighedBoard::of(&lines, game.board(), turn);
                        position.close();
                        position
                    };
                    let (turn, [here, other]) = (game.turn(), [game.turn(), game.turn().other()].map(weighed));
                    let even = here.counts.even_filler;
                    let usual = Side::BOTH.map(|side| [side != even, side == even]);
                    assert_eq!(here.more_worth(usual, turn), 0, "{text}");
                    let more = here.more_worth(usual.map(|[odd, even]| [even, odd]), turn);
                    assert_eq!(here.value(turn) + more, other.value(turn), "{text} {:?}", game.moves());
                    changed += usize::from(more != 0);
                    let column = game.legal_columns().choose(&mut random).unwrap();
                    game.play(column).unwrap();
                }
            }
        }
        assert!(changed > 500, "{changed} positions with another worth");
    }
}
