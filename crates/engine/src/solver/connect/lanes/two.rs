//! Two 64-bit lanes in one 128-bit register: of WebAssembly, 64-bit ARM and x86-64, from one source.

#![allow(unused_unsafe, reason = "some of these instructions may be used anywhere, but not on every machine")]

use super::{LaneMask, Lanes, instructions, intrinsics};
use registers::*;

/// WebAssembly's names.
#[cfg(target_arch = "wasm32")]
mod registers {
    use crate::solver::connect::lanes::intrinsics;
    pub(super) use std::arch::wasm32::v128 as Register;
    use std::arch::wasm32::*;
    pub(super) use std::arch::wasm32::{
        i64x2_add as add, i64x2_eq as equal, i64x2_sub as subtract, u64x2_splat as repeat, v128_and as both,
        v128_andnot as without, v128_or as either, v128_xor as differing,
    };

    /// The value of the words at an address.
    ///
    /// # Safety
    /// There must be two words there, and the instructions.
    #[inline(always)]
    pub(super) unsafe fn read(words: *const u64) -> Register {
        // SAFETY: the caller's promise.
        unsafe { v128_load(words.cast()) }
    }
    /// Puts two words at an address.
    ///
    /// # Safety
    /// There must be room for two words.
    #[inline(always)]
    pub(super) unsafe fn write(words: *mut u64, value: Register) {
        // SAFETY: the caller's promise.
        unsafe { v128_store(words.cast(), value) }
    }
    #[inline(always)]
    pub(super) fn left(value: Register, by: u32) -> Register {
        intrinsics!(i64x2_shl(value, by))
    }
    #[inline(always)]
    pub(super) fn right(value: Register, by: u32) -> Register {
        intrinsics!(u64x2_shr(value, by))
    }
    /// How many bits are set: there is no instruction that adds up bytes, so each word goes through a register of its own.
    #[inline(always)]
    pub(super) fn ones(value: Register) -> Register {
        intrinsics!({
            let (first, second) = (u64x2_extract_lane::<0>(value), u64x2_extract_lane::<1>(value));
            u64x2(u64::from(first.count_ones()), u64::from(second.count_ones()))
        })
    }
    /// All ones where the value is odd. The compiler would make shifts of a comparison, and V8 several instructions of each of those.
    #[inline(always)]
    pub(super) fn odd(value: Register) -> Register {
        let mask = |word: u64| (word & 1).wrapping_neg();
        intrinsics!(u64x2(mask(u64x2_extract_lane::<0>(value)), mask(u64x2_extract_lane::<1>(value))))
    }
    /// For values below 2^31. Words of 64 bits would be compared one by one: the compiler sees that they have no sign, and there is no instruction for those.
    #[inline(always)]
    pub(super) fn not_less(value: Register, bound: u64) -> Register {
        intrinsics!({
            let lower = i32x4_gt(value, u64x2_splat(bound.wrapping_sub(1) & 0xffff_ffff));
            i32x4_shuffle::<0, 0, 2, 2>(lower, lower)
        })
    }
    #[inline(always)]
    pub(super) fn choose(mask: Register, yes: Register, no: Register) -> Register {
        intrinsics!(v128_bitselect(yes, no, mask))
    }
    /// V8 makes five instructions of `any_true` and a jump, three of this.
    #[inline(always)]
    pub(super) fn any(mask: Register) -> bool {
        bits(mask) != 0
    }
    #[inline(always)]
    pub(super) fn bits(mask: Register) -> u32 {
        intrinsics!(u32::from(i64x2_bitmask(mask)))
    }
}

/// ARM's names.
#[cfg(target_arch = "aarch64")]
mod registers {
    use crate::solver::connect::lanes::intrinsics;
    pub(super) use std::arch::aarch64::uint64x2_t as Register;
    use std::arch::aarch64::*;
    pub(super) use std::arch::aarch64::{
        vaddq_u64 as add, vandq_u64 as both, vbicq_u64 as without, vceqq_u64 as equal, vdupq_n_u64 as repeat,
        veorq_u64 as differing, vorrq_u64 as either, vsubq_u64 as subtract,
    };

    /// The value of the words at an address.
    ///
    /// # Safety
    /// There must be two words there.
    #[inline(always)]
    pub(super) unsafe fn read(words: *const u64) -> Register {
        // SAFETY: the caller's promise.
        unsafe { vld1q_u64(words) }
    }
    /// Puts two words at an address.
    ///
    /// # Safety
    /// There must be room for two words.
    #[inline(always)]
    pub(super) unsafe fn write(words: *mut u64, value: Register) {
        // SAFETY: the caller's promise.
        unsafe { vst1q_u64(words, value) }
    }
    #[inline(always)]
    pub(super) fn left(value: Register, by: u32) -> Register {
        intrinsics!(vshlq_u64(value, vdupq_n_s64(i64::from(by))))
    }
    #[inline(always)]
    pub(super) fn right(value: Register, by: u32) -> Register {
        intrinsics!(vshlq_u64(value, vdupq_n_s64(-i64::from(by))))
    }
    #[inline(always)]
    pub(super) fn ones(value: Register) -> Register {
        intrinsics!(vpaddlq_u32(vpaddlq_u16(vpaddlq_u8(vcntq_u8(vreinterpretq_u8_u64(value))))))
    }
    #[inline(always)]
    pub(super) fn odd(value: Register) -> Register {
        intrinsics!(vtstq_u64(value, vdupq_n_u64(1)))
    }
    #[inline(always)]
    pub(super) fn not_less(value: Register, bound: u64) -> Register {
        intrinsics!(vcgeq_u64(value, vdupq_n_u64(bound)))
    }
    #[inline(always)]
    pub(super) fn choose(mask: Register, yes: Register, no: Register) -> Register {
        intrinsics!(vbslq_u64(mask, yes, no))
    }
    #[inline(always)]
    pub(super) fn any(mask: Register) -> bool {
        intrinsics!(vmaxvq_u32(vreinterpretq_u32_u64(mask)) != 0)
    }
    #[inline(always)]
    pub(super) fn bits(mask: Register) -> u32 {
        intrinsics!(((vgetq_lane_u64::<0>(mask) & 1) | (vgetq_lane_u64::<1>(mask) & 2)) as u32)
    }
}

/// Intel's names.
#[cfg(target_arch = "x86_64")]
mod registers {
    use crate::solver::connect::lanes::intrinsics;
    pub(super) use std::arch::x86_64::__m128i as Register;
    use std::arch::x86_64::*;
    pub(super) use std::arch::x86_64::{
        _mm_add_epi64 as add, _mm_and_si128 as both, _mm_cmpeq_epi64 as equal, _mm_or_si128 as either,
        _mm_sub_epi64 as subtract, _mm_xor_si128 as differing,
    };

    #[inline(always)]
    pub(super) fn repeat(word: u64) -> Register {
        intrinsics!(_mm_set1_epi64x(word.cast_signed()))
    }
    #[inline(always)]
    pub(super) fn without(value: Register, other: Register) -> Register {
        intrinsics!(_mm_andnot_si128(other, value))
    }
    /// The value of the words at an address.
    ///
    /// # Safety
    /// There must be two words there.
    #[inline(always)]
    pub(super) unsafe fn read(words: *const u64) -> Register {
        // SAFETY: the caller's promise.
        unsafe { _mm_loadu_si128(words.cast()) }
    }
    /// Puts two words at an address.
    ///
    /// # Safety
    /// There must be room for two words.
    #[inline(always)]
    pub(super) unsafe fn write(words: *mut u64, value: Register) {
        // SAFETY: the caller's promise.
        unsafe { _mm_storeu_si128(words.cast(), value) }
    }
    #[inline(always)]
    pub(super) fn left(value: Register, by: u32) -> Register {
        intrinsics!(_mm_sll_epi64(value, _mm_cvtsi32_si128(by.cast_signed())))
    }
    #[inline(always)]
    pub(super) fn right(value: Register, by: u32) -> Register {
        intrinsics!(_mm_srl_epi64(value, _mm_cvtsi32_si128(by.cast_signed())))
    }
    #[inline(always)]
    pub(super) fn ones(value: Register) -> Register {
        intrinsics!({
            let of_four = _mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
            let low = _mm_set1_epi8(15);
            let lower = _mm_shuffle_epi8(of_four, _mm_and_si128(value, low));
            let upper = _mm_shuffle_epi8(of_four, _mm_and_si128(_mm_srli_epi64::<4>(value), low));
            _mm_sad_epu8(_mm_add_epi8(lower, upper), _mm_setzero_si128())
        })
    }
    #[inline(always)]
    pub(super) fn odd(value: Register) -> Register {
        intrinsics!(_mm_cmpeq_epi64(_mm_and_si128(value, repeat(1)), repeat(1)))
    }
    #[inline(always)]
    pub(super) fn not_less(value: Register, bound: u64) -> Register {
        intrinsics!(_mm_cmpgt_epi64(value, repeat(bound.wrapping_sub(1))))
    }
    #[inline(always)]
    pub(super) fn choose(mask: Register, yes: Register, no: Register) -> Register {
        intrinsics!(_mm_blendv_epi8(no, yes, mask))
    }
    #[inline(always)]
    pub(super) fn any(mask: Register) -> bool {
        bits(mask) != 0
    }
    #[inline(always)]
    pub(super) fn bits(mask: Register) -> u32 {
        intrinsics!(_mm_movemask_pd(_mm_castsi128_pd(mask)).cast_unsigned())
    }
}

/// Two words.
#[derive(Clone, Copy)]
pub(crate) struct Two(Register);

/// All ones in the lanes that are true.
#[derive(Clone, Copy)]
pub(crate) struct TwoMask(Register);

impl LaneMask for TwoMask {
    instructions!(and: both, or: either, and_not: without);
    #[inline(always)]
    fn any(self) -> bool {
        any(self.0)
    }
    #[inline(always)]
    fn bits(self) -> u32 {
        bits(self.0)
    }
}

impl Lanes for Two {
    type Word = u64;
    type Mask = TwoMask;
    const COUNT: usize = 2;

    instructions!(and: both, or: either, xor: differing, and_not: without, plus: add, minus: subtract);

    #[inline(always)]
    unsafe fn splat(word: u64) -> Self {
        intrinsics!(Self(repeat(word)))
    }
    #[inline(always)]
    unsafe fn load(words: &[u64]) -> Self {
        debug_assert!(words.len() >= Self::COUNT);
        // SAFETY: the caller's promise.
        unsafe { Self(read(words.as_ptr())) }
    }
    #[inline(always)]
    unsafe fn store(self, words: &mut [u64]) {
        debug_assert!(words.len() >= Self::COUNT);
        // SAFETY: the caller's promise.
        unsafe { write(words.as_mut_ptr(), self.0) }
    }
    #[inline(always)]
    fn up(self, by: u32) -> Self {
        if by < u64::BITS { Self(left(self.0, by)) } else { intrinsics!(Self(repeat(0))) }
    }
    #[inline(always)]
    fn down(self, by: u32) -> Self {
        if by < u64::BITS { Self(right(self.0, by)) } else { intrinsics!(Self(repeat(0))) }
    }
    #[inline(always)]
    fn count(self) -> Self {
        Self(ones(self.0))
    }
    #[inline(always)]
    fn odd(self) -> TwoMask {
        TwoMask(odd(self.0))
    }
    #[inline(always)]
    fn nonzero(self) -> TwoMask {
        intrinsics!(TwoMask(without(repeat(u64::MAX), self.zero().0)))
    }
    #[inline(always)]
    fn zero(self) -> TwoMask {
        intrinsics!(TwoMask(equal(self.0, repeat(0))))
    }
    #[inline(always)]
    fn at_least(self, bound: u32) -> TwoMask {
        TwoMask(not_less(self.0, u64::from(bound)))
    }
    #[inline(always)]
    fn select(self, mask: TwoMask, other: Self) -> Self {
        Self(choose(mask.0, self.0, other.0))
    }
}
