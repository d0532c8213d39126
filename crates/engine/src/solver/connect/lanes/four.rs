//! Four 64-bit lanes in one AVX2 register.

use std::arch::x86_64::*;

use super::{LaneMask, Lanes, instructions, intrinsics};

/// Four words.
#[derive(Clone, Copy)]
pub(crate) struct Four(__m256i);

/// All ones in the lanes that are true.
#[derive(Clone, Copy)]
pub(crate) struct FourMask(__m256i);

impl LaneMask for FourMask {
    instructions!(and: _mm256_and_si256, or: _mm256_or_si256);
    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        intrinsics!(Self(_mm256_andnot_si256(other.0, self.0)))
    }
    #[inline(always)]
    fn any(self) -> bool {
        intrinsics!(_mm256_testz_si256(self.0, self.0) == 0)
    }
    #[inline(always)]
    fn bits(self) -> u32 {
        intrinsics!(_mm256_movemask_pd(_mm256_castsi256_pd(self.0)) as u32)
    }
}

impl Lanes for Four {
    type Word = u64;
    type Mask = FourMask;
    const COUNT: usize = 4;

    instructions!(and: _mm256_and_si256, or: _mm256_or_si256, xor: _mm256_xor_si256, plus: _mm256_add_epi64, minus: _mm256_sub_epi64);

    #[inline(always)]
    unsafe fn splat(word: u64) -> Self {
        // SAFETY: the caller's promise.
        unsafe { Self(_mm256_set1_epi64x(word as i64)) }
    }
    #[inline(always)]
    unsafe fn load(words: &[u64]) -> Self {
        debug_assert!(words.len() >= Self::COUNT);
        // SAFETY: the caller's promise.
        unsafe { Self(_mm256_loadu_si256(words.as_ptr().cast())) }
    }
    #[inline(always)]
    unsafe fn store(self, words: &mut [u64]) {
        debug_assert!(words.len() >= Self::COUNT);
        // SAFETY: the caller's promise; self exists, so the processor has the instructions.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        intrinsics!(Self(_mm256_andnot_si256(other.0, self.0)))
    }
    #[inline(always)]
    fn up(self, by: u32) -> Self {
        intrinsics!(Self(_mm256_sllv_epi64(self.0, _mm256_set1_epi64x(i64::from(by)))))
    }
    #[inline(always)]
    fn down(self, by: u32) -> Self {
        intrinsics!(Self(_mm256_srlv_epi64(self.0, _mm256_set1_epi64x(i64::from(by)))))
    }
    #[inline(always)]
    fn count(self) -> Self {
        // The number of ones in each half byte from a table of 16, then the sum of the eight bytes of a lane.
        intrinsics!({
            let table = _mm256_setr_epi8(
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
            );
            let half = _mm256_set1_epi8(15);
            let low = _mm256_and_si256(self.0, half);
            let high = _mm256_and_si256(_mm256_srli_epi16::<4>(self.0), half);
            let sum = _mm256_add_epi8(_mm256_shuffle_epi8(table, low), _mm256_shuffle_epi8(table, high));
            Self(_mm256_sad_epu8(sum, _mm256_setzero_si256()))
        })
    }
    #[inline(always)]
    fn nonzero(self) -> FourMask {
        intrinsics!({
            let zero = _mm256_cmpeq_epi64(self.0, _mm256_setzero_si256());
            FourMask(_mm256_xor_si256(zero, _mm256_set1_epi64x(-1)))
        })
    }
    #[inline(always)]
    fn zero(self) -> FourMask {
        intrinsics!(FourMask(_mm256_cmpeq_epi64(self.0, _mm256_setzero_si256())))
    }
    #[inline(always)]
    fn at_least(self, bound: u32) -> FourMask {
        intrinsics!(FourMask(_mm256_cmpgt_epi64(self.0, _mm256_set1_epi64x(i64::from(bound) - 1))))
    }
    #[inline(always)]
    fn select(self, mask: FourMask, other: Self) -> Self {
        intrinsics!(Self(_mm256_blendv_epi8(other.0, self.0, mask.0)))
    }
}
