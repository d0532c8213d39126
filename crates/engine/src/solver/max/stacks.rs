//! The game of [taking numbers from stacks](super::weights), kept so that adding one to a number costs little.
//!
//! What a column leaves behind are the numbers that are sorted and taken in turn, and the ends that are left for last. Two equal
//! numbers among the sorted ones cancel, wherever they stand, so it is enough to know which numbers are there an odd number of times: b₁ > b₂ > b₃ …
//! Then b₁ − b₂ + b₃ … counts the t for which an odd number of them is t or more. These t are a set of bits, and the sets of
//! the columns are joined by exclusive or.

use super::geometry::{LineGeometry, Shape};
use super::weights::{CellWeights, reduce};
use crate::solver::CellSet;
use std::sync::LazyLock;

/// What a column adds to the game, in one word: bit t + [`ZERO`] if an odd number of the numbers left are t or more; above [`ODD`] the sum
/// of the differences at its end.
type Share = u32;

/// The bits of a share that tell of the numbers left: −12 to 11.
const ODD: Share = (1 << 24) - 1;

/// The bit of t = 0 in a share.
const ZERO: i32 = 12;

/// The stacks of one position.
pub(crate) struct Stacks<M> {
    vacant: M,
    /// The binary digits of the numbers on the cells.
    digits: [M; 3],
    by_column: [Share; 128],
    odd: Share,
    ends: i32,
    /// What the taking is worth to the side to move.
    taken: i32,
    /// 1 if the ends go to the side to move, otherwise −1.
    ends_sign: i32,
    shares: &'static [Share; SHARES_LEN],
}

impl<M: CellSet> Stacks<M> {
    pub(crate) fn new() -> Stacks<M> {
        Stacks {
            vacant: M::EMPTY,
            digits: [M::EMPTY; 3],
            by_column: [0; 128],
            odd: 0,
            ends: 0,
            taken: 0,
            ends_sign: 1,
            shares: &SHARES,
        }
    }

    /// Sets up the stacks of a position and says what the taking is worth to the side to move; nothing if a number is out of reach.
    #[inline(always)]
    pub(crate) fn set_up<S: Shape>(
        &mut self,
        geometry: &LineGeometry<M, S>,
        vacant: M,
        weights: &CellWeights<M>,
    ) -> Option<i32> {
        self.vacant = vacant;
        self.digits = weights.low_digits()?;
        (self.odd, self.ends) = (0, 0);
        self.ends_sign = if vacant.count() % 2 == 0 { -1 } else { 1 };
        for column in 0..geometry.columns {
            let share = self.share(vacant & geometry.column(column), self.digits)?;
            self.by_column[column] = share;
            self.odd ^= share;
            self.ends += (share >> 24) as i32;
        }
        self.odd &= ODD;
        self.taken = self.taken(self.odd, self.ends);
        Some(self.taken)
    }

    /// The vacant cells.
    #[inline(always)]
    pub(crate) fn vacant(&self) -> M {
        self.vacant
    }

    /// Adds one on a cell if that changes what the taking is worth to the side to move by `wanted`, 1 or −1, and the number stays in reach.
    #[inline(always)]
    pub(crate) fn add<S: Shape>(&mut self, geometry: &LineGeometry<M, S>, cell: M, wanted: i32) -> bool {
        let column = geometry.column_of(cell);
        let before = self.by_column[column];
        let [low, middle, high] = self.digits;
        let carry = low & cell;
        let carry_on = middle & carry;
        if (high & carry_on).any() {
            return false;
        }
        let digits = [low ^ cell, middle ^ carry, high ^ carry_on];
        let Some(after) = self.share(self.vacant & geometry.column(column), digits) else { return false };
        let odd = self.odd ^ ((before ^ after) & ODD);
        let ends = self.ends - (before >> 24) as i32 + (after >> 24) as i32;
        let taken = self.taken(odd, ends);
        if taken != self.taken + wanted {
            return false;
        }
        (self.digits, self.odd, self.ends, self.taken, self.by_column[column]) = (digits, odd, ends, taken, after);
        true
    }

    /// Takes one off a cell, on which it was added.
    #[inline(always)]
    pub(crate) fn take_back<S: Shape>(&mut self, geometry: &LineGeometry<M, S>, cell: M) {
        let column = geometry.column_of(cell);
        let before = self.by_column[column];
        let [low, middle, high] = self.digits;
        let borrow = cell & !low;
        let digits = [low ^ cell, middle ^ borrow, high ^ (borrow & !middle)];
        // It was in reach before one was added.
        if let Some(after) = self.share(self.vacant & geometry.column(column), digits) {
            self.odd ^= (before ^ after) & ODD;
            self.ends += (after >> 24) as i32 - (before >> 24) as i32;
            self.taken = self.taken(self.odd, self.ends);
            (self.digits, self.by_column[column]) = (digits, after);
        }
    }

    /// What comes of taking in turn: the numbers left, the largest first, and the ends for whoever moves last.
    #[inline(always)]
    fn taken(&self, odd: Share, ends: i32) -> i32 {
        (odd >> 1).count_ones() as i32 - if odd & 1 != 0 { ZERO } else { 0 } + self.ends_sign * ends
    }

    /// What the vacant cells of a column, which lie on top of each other, leave behind.
    #[inline(always)]
    fn share(&self, cells: M, [low, middle, high]: [M; 3]) -> Option<Share> {
        if cells.is_empty() {
            return Some(0);
        }
        let first = cells.first();
        let stack = (cells >> first).low();
        if stack >> HEIGHT != 0 || (high & cells).any() {
            return long_share(cells, [low, middle, high]);
        }
        let [low, middle] = [low, middle].map(|digit| ((digit & cells) >> first).low());
        Some(self.shares[((low | (stack + 1)) << HEIGHT | middle) as usize % SHARES_LEN])
    }
}

/// Stacks of up to this height with numbers below 4 are looked up.
const HEIGHT: usize = 6;

const SHARES_LEN: usize = 1 << (2 * HEIGHT + 1);

/// What stacks leave behind, by the low digits of their numbers with a bit on top, and the high digits.
static SHARES: LazyLock<[Share; SHARES_LEN]> = LazyLock::new(|| {
    let mut shares = [0; SHARES_LEN];
    for height in 0..=HEIGHT {
        for middle in 0..1 << height {
            for low in 0..1 << height {
                let mut numbers: [i16; HEIGHT] = std::array::from_fn(|i| (low >> i & 1) + 2 * (middle >> i & 1));
                shares[(low as usize | 1 << height) << HEIGHT | middle as usize] =
                    share_of(&mut numbers[..height]).unwrap_or_default();
            }
        }
    }
    shares
});

/// What any stack leaves behind; nothing if a number is out of reach.
#[inline(never)]
fn long_share<M: CellSet>(cells: M, digits: [M; 3]) -> Option<Share> {
    if cells.count() <= 8 { stack_share::<M, 8>(cells, digits) } else { stack_share::<M, 128>(cells, digits) }
}

#[inline(always)]
fn stack_share<M: CellSet, const MOST: usize>(cells: M, [low, middle, high]: [M; 3]) -> Option<Share> {
    let mut numbers = [0; MOST];
    let mut height = 0;
    for cell in cells.each() {
        let digit = |digits: M| i16::from((digits & cell).any());
        numbers[height] = digit(low) + 2 * digit(middle) + 4 * digit(high);
        height += 1;
    }
    share_of(&mut numbers[..height])
}

#[inline(always)]
fn share_of(numbers: &mut [i16]) -> Option<Share> {
    let (left, ends) = reduce(numbers);
    let mut odd = 0;
    for &number in &numbers[..left] {
        let bit = u32::try_from(i32::from(number) + ZERO).ok().filter(|bit| ODD >> bit != 0)?;
        odd ^= (2 << bit) - 1;
    }
    Some(odd | u32::try_from(ends).ok().filter(|&ends| ends < 64)? << 24)
}
