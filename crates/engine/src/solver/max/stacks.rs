//! The game of [taking numbers from stacks](super::weights), kept so that adding one to a number costs little.
//!
//! What a column leaves behind are the numbers that are sorted and taken in turn, and the ends that are left for last. Two equal
//! numbers among the sorted ones cancel, wherever they stand, so it is enough to know which numbers are there an odd number of times: b₁ > b₂ > b₃ …
//! Then b₁ − b₂ + b₃ … counts the t for which an odd number of them is t or more. These t are a set of bits, and the sets of
//! the columns are joined by exclusive or. One more on a cell flips one of these bits or changes the ends by one: which, is looked up with
//! the stack, and whether the bit is set tells how the value changes.

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
    by_column: [Stack; 128],
    /// By the [steps](step): whether the step makes the taking worth less to the side to move.
    less: u32,
    looked: &'static [Looked; LOOKED_LEN],
}

/// The stack of a column.
#[derive(Clone, Copy)]
struct Stack {
    /// Where it is looked up; 0 if it is not among those.
    index: u16,
    /// Its lowest bit.
    first: u16,
    /// What it leaves behind, kept for those that are not looked up.
    share: Share,
}

impl<M: CellSet> Stacks<M> {
    pub(crate) fn new() -> Stacks<M> {
        let by_column = [Stack { index: 0, first: 0, share: 0 }; 128];
        Stacks { vacant: M::EMPTY, digits: [M::EMPTY; 3], by_column, less: 0, looked: &LOOKED }
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
        let (mut odd, mut ends) = (0, 0);
        for column in 0..geometry.columns {
            let cells = vacant & geometry.column(column);
            if cells.any() {
                let stack = self.stack(cells)?;
                self.by_column[column] = stack;
                odd ^= stack.share;
                ends += (stack.share >> 24) as i32;
            }
        }
        odd &= ODD;
        let ends_to_mover = vacant.count() % 2 != 0;
        self.less = odd | if ends_to_mover { 1 << ENDS_LESS } else { 1 << ENDS_MORE };
        // The numbers left are taken in turn, the largest first; the ends go to whoever moves last.
        let left = (odd >> 1).count_ones() as i32 - if odd & 1 != 0 { ZERO } else { 0 };
        Some(if ends_to_mover { left + ends } else { left - ends })
    }

    /// The stack of a column's vacant cells, which lie on top of each other; nothing if a number is out of reach.
    #[inline(always)]
    fn stack(&self, cells: M) -> Option<Stack> {
        let first = cells.first();
        let stack = (cells >> first).low();
        let [low, middle, high] = self.digits;
        if stack >> HEIGHT != 0 || (high & cells).any() {
            return Some(Stack { index: 0, first: first as u16, share: long_share(cells, self.digits)? });
        }
        let [low, middle] = [low, middle].map(|digit| ((digit & cells) >> first).low());
        let index = ((low | (stack + 1)) << HEIGHT | middle) as usize % LOOKED_LEN;
        Some(Stack { index: index as u16, first: first as u16, share: self.looked[index].share })
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
        let Stack { index, first, .. } = self.by_column[column];
        let [low, middle, high] = self.digits;
        let carry = low & cell;
        let carry_on = middle & carry;
        let digits = [low ^ cell, middle ^ carry, high ^ carry_on];
        if index == 0 {
            return (high & carry_on).is_empty()
                && self.long_add(column, self.vacant & geometry.column(column), digits, wanted);
        }
        let level = cell.first() - usize::from(first);
        let step = self.looked[usize::from(index) % LOOKED_LEN].step(level);
        if (self.less >> step & 1 != 0) != (wanted < 0) {
            return false;
        }
        if carry_on.any() {
            // It grows beyond those that are looked up.
            return self.long_add(column, self.vacant & geometry.column(column), digits, wanted);
        }
        self.less ^= (1 << step) & ODD;
        self.digits = digits;
        self.by_column[column].index = index ^ (1 << (HEIGHT + level) | u16::from(carry.any()) << level);
        true
    }

    /// [`Stacks::add`] for a stack that is not looked up.
    #[inline(never)]
    fn long_add(&mut self, column: usize, cells: M, digits: [M; 3], wanted: i32) -> bool {
        let before = self.share(column);
        let Some(after) = long_share(cells, digits) else { return false };
        let step = step(before, after);
        if (self.less >> step & 1 != 0) != (wanted < 0) {
            return false;
        }
        self.less ^= (1 << step) & ODD;
        self.digits = digits;
        self.by_column[column] = Stack { index: 0, share: after, ..self.by_column[column] };
        true
    }

    /// Takes one off a cell, on which it was added.
    #[inline(always)]
    pub(crate) fn take_back<S: Shape>(&mut self, geometry: &LineGeometry<M, S>, cell: M) {
        let column = geometry.column_of(cell);
        let [low, middle, high] = self.digits;
        let borrow = cell & !low;
        self.digits = [low ^ cell, middle ^ borrow, high ^ (borrow & !middle)];
        // It was in reach before one was added.
        if let Some(stack) = self.stack(self.vacant & geometry.column(column)) {
            self.less ^= (self.share(column) ^ stack.share) & ODD;
            self.by_column[column] = stack;
        }
    }

    /// What the stack of a column leaves behind.
    #[inline(always)]
    fn share(&self, column: usize) -> Share {
        let Stack { index, share, .. } = self.by_column[column];
        if index == 0 { share } else { self.looked[usize::from(index) % LOOKED_LEN].share }
    }
}

/// Stacks of up to this height with numbers below 4 are looked up.
const HEIGHT: usize = 6;

/// What is looked up of a stack.
#[derive(Clone, Copy)]
struct Looked {
    share: Share,
    /// For each level from the bottom, five bits: the [step] of adding one there.
    steps: u32,
}

impl Looked {
    #[inline(always)]
    fn step(&self, level: usize) -> u32 {
        self.steps >> (5 * level) & 31
    }
}

/// Steps that add one to the ends, or take one off: the other steps are the bits of [`ODD`] that change.
const ENDS_MORE: u32 = 24;
const ENDS_LESS: u32 = 25;

/// What changes in the share of a stack when one is added to a number: a single bit, or the ends by one.
#[inline(always)]
fn step(before: Share, after: Share) -> u32 {
    let bits = (before ^ after) & ODD;
    debug_assert_eq!(bits.count_ones() + (before >> 24).abs_diff(after >> 24), 1);
    match bits {
        0 if before < after => ENDS_MORE,
        0 => ENDS_LESS,
        bit => bit.trailing_zeros(),
    }
}

const LOOKED_LEN: usize = 1 << (2 * HEIGHT + 1);

/// The stacks that are looked up, by the low digits of their numbers with a bit on top, and the high digits.
static LOOKED: LazyLock<[Looked; LOOKED_LEN]> = LazyLock::new(|| {
    let mut looked = [Looked { share: 0, steps: 0 }; LOOKED_LEN];
    for height in 0..=HEIGHT {
        for middle in 0..1 << height {
            for low in 0..1 << height {
                let numbers: [i16; HEIGHT] = std::array::from_fn(|i| (low >> i & 1) + 2 * (middle >> i & 1));
                // All are in reach: no number is above 4.
                let share = |mut numbers: [i16; HEIGHT]| share_of(&mut numbers[..height]).unwrap_or_default();
                let mut stack = Looked { share: share(numbers), steps: 0 };
                for level in 0..height {
                    let mut more = numbers;
                    more[level] += 1;
                    stack.steps |= step(stack.share, share(more)) << (5 * level);
                }
                looked[(low as usize | 1 << height) << HEIGHT | middle as usize] = stack;
            }
        }
    }
    looked
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
