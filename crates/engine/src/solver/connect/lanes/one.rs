//! One lane: the plain word itself.

use super::Lanes;
use crate::solver::connect::lane_word::LaneWord;

/// A single word as a vector.
#[derive(Clone, Copy)]
pub(crate) struct One<W>(pub(crate) W);

impl<W: LaneWord> Lanes for One<W> {
    type Word = W;
    type Mask = bool;
    const COUNT: usize = 1;

    #[inline(always)]
    unsafe fn splat(word: W) -> Self {
        Self(word)
    }
    #[inline(always)]
    unsafe fn load(words: &[W]) -> Self {
        Self(words[0])
    }
    #[inline(always)]
    unsafe fn store(self, words: &mut [W]) {
        words[0] = self.0;
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Self(self.0.plus(other.0))
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        Self(self.0.minus(other.0))
    }
    #[inline(always)]
    fn up(self, by: u32) -> Self {
        Self(self.0.up(by))
    }
    #[inline(always)]
    fn down(self, by: u32) -> Self {
        Self(self.0.down(by))
    }
    #[inline(always)]
    fn count(self) -> Self {
        Self(W::narrow(self.0.count() as u128))
    }
    #[inline(always)]
    fn nonzero(self) -> bool {
        !self.0.is_empty()
    }
    #[inline(always)]
    fn zero(self) -> bool {
        self.0.is_empty()
    }
    #[inline(always)]
    fn at_least(self, bound: u32) -> bool {
        self.0 >= W::narrow(u128::from(bound))
    }
    #[inline(always)]
    fn select(self, mask: bool, other: Self) -> Self {
        if mask { self } else { other }
    }
}
