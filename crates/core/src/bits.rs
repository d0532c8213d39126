//! Bit boards: one word for each side. They are how a board is kept and what engines search on, **no part of the promise of this crate**: they may
//! change in any release.
//!
//! Bit = column × (levels + 1) + level. The bit above the top level of each column is a sentinel that is never set, so that a run of
//! bits in any direction ends at the edge of the board. For 3 columns × 2 levels:
//!
//! ```text
//! sentinel   2  5  8        directions   up         +1
//! level 2    1  4  7                     right      +3   levels + 1
//! level 1    0  3  6                     right, up  +4   levels + 2
//!            1  2  3 column              right, down +2  levels
//! ```

mod word;

pub use word::{Wide, Word};

use crate::{Cell, Side, Variant};

/// The checkers of a board as bits, in the word that its size needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bits {
    /// Up to 64 bits.
    One(BitBoard<u64>),
    /// Up to 128 bits.
    Two(BitBoard<u128>),
    /// Any number of bits.
    Wide(BitBoard<Wide>),
}

/// The checkers of both sides on a board of some size, for code that has to be fast.
///
/// It trusts its callers: a [`Board`](crate::Board) is the checked way in. Cells are named by their bit, see
/// [`BitBoard::bit`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BitBoard<W: Word> {
    sides: [W; 2],
}

impl<W: Word> BitBoard<W> {
    /// The empty board.
    #[must_use]
    pub fn new(variant: Variant) -> BitBoard<W> {
        let zero = W::zero(variant.bits());
        BitBoard { sides: [zero.clone(), zero] }
    }

    /// The bit of the cell at these indices.
    #[must_use]
    #[inline]
    pub const fn bit(variant: Variant, column: usize, level: usize) -> usize {
        column * variant.stride() + level
    }

    /// The checkers of one side.
    #[must_use]
    #[inline]
    pub fn side(&self, side: Side) -> &W {
        &self.sides[side.index()]
    }

    /// Puts a checker on a vacant cell.
    #[inline]
    pub fn put(&mut self, bit: usize, side: Side) {
        self.sides[side.index()].set(bit);
    }

    /// Takes the checker off a cell.
    #[inline]
    pub fn take(&mut self, bit: usize) {
        self.sides[0].clear(bit);
        self.sides[1].clear(bit);
    }

    /// Whose checker lies on a cell.
    #[must_use]
    #[inline]
    pub fn at(&self, bit: usize) -> Option<Side> {
        if self.sides[0].get(bit) {
            Some(Side::Red)
        } else if self.sides[1].get(bit) {
            Some(Side::Black)
        } else {
            None
        }
    }

    /// How many lines of N the checker on `bit` stands in: 0 if it completed nothing.
    #[must_use]
    #[inline]
    pub fn lines_through(&self, variant: Variant, bit: usize, side: Side) -> u32 {
        let (own, connect) = (&self.sides[side.index()], variant.connect());
        let mut lines = 0;
        for step in steps(variant) {
            let (back, forth) = run(own, variant.bits(), bit, step, connect - 1);
            lines += (back + forth + 2).saturating_sub(connect);
        }
        lines as u32
    }

    /// The cells of all lines of N through the checker on `bit`.
    #[must_use]
    pub fn line_cells_through(&self, variant: Variant, bit: usize, side: Side) -> Vec<Cell> {
        let (own, connect) = (&self.sides[side.index()], variant.connect());
        let mut cells = Vec::new();
        for step in steps(variant) {
            let (back, forth) = run(own, variant.bits(), bit, step, connect - 1);
            if back + forth + 1 >= connect {
                cells.extend((0..=back + forth).map(|i| cell(variant, bit + i * step - back * step)));
            }
        }
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// Whether one side has a line of N anywhere on the board: quicker than to walk along lines where words are small.
    #[must_use]
    #[inline]
    pub fn has_line(&self, variant: Variant, side: Side) -> bool {
        self.line_starts(variant, side).any(|(starts, _)| !starts.is_zero())
    }

    /// How many lines of N one side has on the whole board.
    #[must_use]
    pub fn lines(&self, variant: Variant, side: Side) -> u32 {
        self.line_starts(variant, side).map(|(starts, _)| starts.count_ones()).sum()
    }

    /// The cells of all lines of N that one side has on the whole board.
    #[must_use]
    pub fn line_cells(&self, variant: Variant, side: Side) -> Vec<Cell> {
        let mut all = W::zero(variant.bits());
        for (mut spread, step) in self.line_starts(variant, side) {
            let mut length = 1;
            while length < variant.connect() && !spread.is_zero() {
                let more = length.min(variant.connect() - length);
                spread = spread.or_shl(more * step);
                length += more;
            }
            all = all.or(&spread);
        }
        ones(all).map(|bit| cell(variant, bit)).collect()
    }

    /// Every line of N that one side has on the whole board, each with its cells in order.
    #[must_use]
    pub fn each_line(&self, variant: Variant, side: Side) -> Vec<Vec<Cell>> {
        let lines = self.line_starts(variant, side).flat_map(|(starts, step)| {
            ones(starts).map(move |start| (0..variant.connect()).map(|i| cell(variant, start + i * step)).collect())
        });
        lines.collect()
    }

    /// For each direction, the lowest cells of the lines of N that lie in it.
    #[inline]
    fn line_starts(&self, variant: Variant, side: Side) -> impl Iterator<Item = (W, usize)> + '_ {
        let fits = variant.has_lines();
        steps(variant).filter(move |_| fits).map(move |step| {
            let mut starts = self.sides[side.index()].clone();
            let mut length = 1;
            while length < variant.connect() && !starts.is_zero() {
                let more = length.min(variant.connect() - length);
                starts = starts.and_shr(more * step);
                length += more;
            }
            (starts, step)
        })
    }
}

/// The distances between neighbouring bits in the four directions, vertical first; a single cell is one line, not four.
#[inline]
fn steps(variant: Variant) -> impl Iterator<Item = usize> {
    let stride = variant.stride();
    [1, stride, stride + 1, stride - 1].into_iter().take(if variant.connect() == 1 { 1 } else { 4 })
}

/// How many of the `own` bits follow `bit` without a gap, backwards and forwards, at most `most` each way.
#[inline]
fn run<W: Word>(own: &W, bits: usize, bit: usize, step: usize, most: usize) -> (usize, usize) {
    let mut back = 0;
    let mut at = bit;
    while back < most && at >= step && own.get(at - step) {
        back += 1;
        at -= step;
    }
    let mut forth = 0;
    let mut at = bit + step;
    while forth < most && at < bits && own.get(at) {
        forth += 1;
        at += step;
    }
    (back, forth)
}

/// The place of a bit.
const fn cell(variant: Variant, bit: usize) -> Cell {
    Cell::at(bit / variant.stride(), bit % variant.stride())
}

/// The set bits of a word, lowest first.
fn ones<W: Word>(mut word: W) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.lowest()?;
        word.clear(bit);
        Some(bit)
    })
}
