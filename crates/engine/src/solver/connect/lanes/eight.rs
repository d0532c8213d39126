//! Eight 64-bit lanes in one AVX-512 register.

use std::arch::x86_64::*;

use super::{Lanes, instructions, intrinsics};

/// Eight words.
#[derive(Clone, Copy)]
pub(crate) struct Eight(__m512i);

impl Lanes for Eight {
    type Word = u64;
    type Mask = u8;
    const COUNT: usize = 8;

    instructions!(and: _mm512_and_si512, or: _mm512_or_si512, xor: _mm512_xor_si512, plus: _mm512_add_epi64, minus: _mm512_sub_epi64);

    #[inline(always)]
    unsafe fn splat(word: u64) -> Self {
        // SAFETY: the caller's promise.
        unsafe { Self(_mm512_set1_epi64(word as i64)) }
    }
    #[inline(always)]
    unsafe fn load(words: &[u64]) -> Self {
        debug_assert!(words.len() >= Self::COUNT);
        // SAFETY: the caller's promise.
        unsafe { Self(_mm512_loadu_si512(words.as_ptr().cast())) }
    }
    #[inline(always)]
    unsafe fn store(self, words: &mut [u64]) {
        debug_assert!(words.len() >= Self::COUNT);
        // SAFETY: the caller's promise; self exists, so the processor has the instructions.
        unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        intrinsics!(Self(_mm512_andnot_si512(other.0, self.0)))
    }
    #[inline(always)]
    fn up(self, by: u32) -> Self {
        intrinsics!(Self(_mm512_sllv_epi64(self.0, _mm512_set1_epi64(i64::from(by)))))
    }
    #[inline(always)]
    fn down(self, by: u32) -> Self {
        intrinsics!(Self(_mm512_srlv_epi64(self.0, _mm512_set1_epi64(i64::from(by)))))
    }
    #[inline(always)]
    fn count(self) -> Self {
        intrinsics!(Self(_mm512_popcnt_epi64(self.0)))
    }
    #[inline(always)]
    fn nonzero(self) -> u8 {
        intrinsics!(_mm512_test_epi64_mask(self.0, self.0))
    }
    #[inline(always)]
    fn zero(self) -> u8 {
        intrinsics!(_mm512_testn_epi64_mask(self.0, self.0))
    }
    #[inline(always)]
    fn at_least(self, bound: u32) -> u8 {
        intrinsics!(_mm512_cmpge_epi64_mask(self.0, _mm512_set1_epi64(i64::from(bound))))
    }
    #[inline(always)]
    fn select(self, mask: u8, other: Self) -> Self {
        intrinsics!(Self(_mm512_mask_mov_epi64(other.0, mask, self.0)))
    }
}
