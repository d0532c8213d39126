//! 128-bit lanes as two vectors: all low halves, all high halves.
//!
//! A shift costs three shifts and two unions instead of one, sums and differences a carry; everything else doubles.

use super::{LaneMask, Lanes};

/// As many 128-bit words as `L` has 64-bit ones.
#[derive(Clone, Copy)]
pub(crate) struct Paired<L> {
    low: L,
    high: L,
}

impl<L: Lanes<Word = u64>> Paired<L> {
    #[inline(always)]
    fn each(self, other: Self, operation: impl Fn(L, L) -> L) -> Self {
        Self { low: operation(self.low, other.low), high: operation(self.high, other.high) }
    }
}

impl<L: Lanes<Word = u64>> Lanes for Paired<L> {
    type Word = u128;
    type Mask = L::Mask;
    const COUNT: usize = L::COUNT;

    #[inline(always)]
    unsafe fn splat(word: u128) -> Self {
        // SAFETY: the caller's promise covers the halves.
        unsafe { Self { low: L::splat(word as u64), high: L::splat((word >> 64) as u64) } }
    }
    #[inline(always)]
    unsafe fn load(words: &[u128]) -> Self {
        let (mut low, mut high) = ([0; 8], [0; 8]);
        for i in 0..Self::COUNT {
            (low[i], high[i]) = (words[i] as u64, (words[i] >> 64) as u64);
        }
        // SAFETY: the caller's promise covers the halves; no vector has more than eight lanes.
        unsafe { Self { low: L::load(&low), high: L::load(&high) } }
    }
    #[inline(always)]
    unsafe fn store(self, words: &mut [u128]) {
        let (mut low, mut high) = ([0; 8], [0; 8]);
        // SAFETY: no vector has more than eight lanes.
        unsafe {
            self.low.store(&mut low);
            self.high.store(&mut high);
        }
        for i in 0..Self::COUNT {
            words[i] = u128::from(low[i]) | u128::from(high[i]) << 64;
        }
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.each(other, L::and)
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.each(other, L::or)
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.each(other, L::xor)
    }
    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        self.each(other, L::and_not)
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        // carry out of bit 63: majority(a, b, not sum) = (a & b) | ((a | b) & !sum)
        let low = self.low.plus(other.low);
        let carry = self.low.and(other.low).or(self.low.or(other.low).and_not(low)).down(63);
        Self { low, high: self.high.plus(other.high).plus(carry) }
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        // borrow out of bit 63: (!a & b) | ((!a | b) & difference)
        let low = self.low.minus(other.low);
        let borrow = other.low.and_not(self.low).or(low.and_not(self.low.and_not(other.low))).down(63);
        Self { low, high: self.high.minus(other.high).minus(borrow) }
    }
    #[inline(always)]
    fn up(self, by: u32) -> Self {
        // counts of 64 and more, wrapped ones included, shift everything out
        let carried = self.low.down(64u32.wrapping_sub(by)).or(self.low.up(by.wrapping_sub(64)));
        Self { low: self.low.up(by), high: self.high.up(by).or(carried) }
    }
    #[inline(always)]
    fn down(self, by: u32) -> Self {
        let carried = self.high.up(64u32.wrapping_sub(by)).or(self.high.down(by.wrapping_sub(64)));
        Self { low: self.low.down(by).or(carried), high: self.high.down(by) }
    }
    #[inline(always)]
    fn count(self) -> Self {
        Self { low: self.low.count().plus(self.high.count()), high: self.high.xor(self.high) }
    }
    #[inline(always)]
    fn nonzero(self) -> L::Mask {
        self.low.or(self.high).nonzero()
    }
    #[inline(always)]
    fn zero(self) -> L::Mask {
        self.low.or(self.high).zero()
    }
    #[inline(always)]
    fn at_least(self, bound: u32) -> L::Mask {
        self.low.at_least(bound).or(self.high.nonzero())
    }
    #[inline(always)]
    fn select(self, mask: L::Mask, other: Self) -> Self {
        self.each(other, |a, b| a.select(mask, b))
    }
}
