//! Small numbers on cells, and the game in which they are taken.
//!
//! When every open line misses one cell, each vacant cell is worth a fixed number of points: *a* to me, *b* to them. That is the same as a game
//! in which whoever takes a cell gets a + b, up to a constant: my points − theirs = (Σ(a − b) + G) / 2, where G is the value of taking from stacks.
//!
//! G has a closed form. In a stack (top of the stack first) three weights x, y, z with y ≥ x and y ≥ z may be replaced by the one
//! weight x − y + z: nobody wants to uncover y. The last two of a stack, x then y with x ≤ y, are left for the end, and their difference goes to whoever is
//! forced not to move there: to the mover if the number of cells is odd, otherwise to the opponent. What is left never
//! rises from the top of a stack down, so the largest is always free to be taken: sort, and take in turn.

use super::geometry::{LineGeometry, Shape};
use crate::solver::CellSet;

/// Enough binary digits for the lines through a cell of any board of up to 128 bits.
const DIGITS: usize = 7;

/// A number from 0 to 127 on each cell, kept as binary digits: word `i` holds digit `i` of all cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CellWeights<M> {
    digits: [M; DIGITS],
    used: usize,
}

impl<M: CellSet> CellWeights<M> {
    #[inline(always)]
    pub(crate) fn new() -> CellWeights<M> {
        CellWeights { digits: [M::EMPTY; DIGITS], used: 0 }
    }

    /// Adds one on each of some cells.
    #[inline(always)]
    pub(crate) fn add(&mut self, cells: M) {
        let mut carry = cells;
        let mut i = 0;
        while carry.any() && i < DIGITS {
            let next = self.digits[i] & carry;
            self.digits[i] ^= carry;
            carry = next;
            i += 1;
        }
        self.used = self.used.max(i);
    }

    /// The sums of the numbers on each cell.
    #[inline(always)]
    pub(crate) fn plus(&self, other: &CellWeights<M>) -> CellWeights<M> {
        let mut sum = CellWeights { digits: [M::EMPTY; DIGITS], used: (self.used.max(other.used) + 1).min(DIGITS) };
        let mut carry = M::EMPTY;
        for i in 0..sum.used {
            let (a, b) = (self.digits[i], other.digits[i]);
            sum.digits[i] = a ^ b ^ carry;
            carry = (a & b) | (carry & (a ^ b));
        }
        sum
    }

    /// The number on a cell; 0 if there is no cell.
    #[inline(always)]
    pub(crate) fn at(&self, cell: M) -> i32 {
        let mut weight = 0;
        for (i, &digit) in self.digits[..self.used].iter().enumerate() {
            weight |= i32::from((digit & cell).any()) << i;
        }
        weight
    }

    /// The cells that hold a number.
    #[inline(always)]
    pub(crate) fn equal(&self, number: u32) -> M {
        if number >> self.used != 0 {
            return M::EMPTY;
        }
        let digits = self.digits[..self.used].iter().enumerate();
        digits.fold(!M::EMPTY, |cells, (i, &digit)| cells & if number >> i & 1 != 0 { digit } else { !digit })
    }

    /// The three binary digits of all numbers, if none is above 7.
    #[inline(always)]
    pub(crate) fn low_digits(&self) -> Option<[M; 3]> {
        let [low, middle, high, ..] = self.digits;
        (self.used <= 3 || self.digits[3..].iter().all(|digit| digit.is_empty())).then_some([low, middle, high])
    }

    /// The sum of all numbers.
    #[inline(always)]
    pub(crate) fn sum(&self) -> i32 {
        self.digits[..self.used].iter().enumerate().map(|(i, digit)| digit.count() << i).sum()
    }
}

/// My points minus theirs, with me to move, when each vacant cell is worth `mine` to me and `theirs` to them.
pub(crate) fn take_in_turn<M: CellSet, S: Shape>(
    geometry: &LineGeometry<M, S>,
    vacant: M,
    mine: &CellWeights<M>,
    theirs: &CellWeights<M>,
) -> i32 {
    let sum = mine.plus(theirs);
    let mut free = [0i16; 128];
    let mut left = 0;
    let mut ends = 0;
    for column in 0..geometry.columns {
        let start = left;
        for cell in (vacant & geometry.column(column)).each() {
            free[left] = sum.at(cell) as i16;
            left += 1;
        }
        let (kept, more) = reduce(&mut free[start..left]);
        left = start + kept;
        ends += more;
    }
    let mut taken = if vacant.count() % 2 == 0 { -ends } else { ends };
    let free = &mut free[..left];
    free.sort_unstable_by(|a, b| b.cmp(a));
    for (i, weight) in free.iter().enumerate() {
        let weight = i32::from(*weight);
        taken += if i % 2 == 0 { weight } else { -weight };
    }
    (mine.sum() - theirs.sum() + taken) / 2
}

/// Reduces a stack: how many numbers are left at its start, none smaller than the next, and what its ends come to.
#[inline(always)]
pub(crate) fn reduce(stack: &mut [i16]) -> (usize, i32) {
    let (mut left, mut ends) = (0, 0);
    for i in 0..stack.len() {
        stack[left] = stack[i];
        left += 1;
        while left >= 3 && stack[left - 2] >= stack[left - 3] && stack[left - 2] >= stack[left - 1] {
            stack[left - 3] += stack[left - 1] - stack[left - 2];
            left -= 2;
        }
    }
    while left >= 2 && stack[left - 2] <= stack[left - 1] {
        ends += i32::from(stack[left - 1] - stack[left - 2]);
        left -= 2;
    }
    (left, ends)
}
