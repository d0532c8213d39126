//! Vectors of words: one child position a lane.
//!
//! The rules of the solver are straight bit arithmetic without branches that depend on one child, so all children of
//! a position are judged at once. The same generic code runs on one lane (portable, and for single positions), on
//! two lanes (WebAssembly, ARM, x86-64), on four (AVX2) and on eight (AVX-512); boards over 64 bits use two vectors of halves ([`Paired`]).

mod one;
mod paired;

#[cfg(target_arch = "x86_64")]
mod eight;
#[cfg(target_arch = "x86_64")]
mod four;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", all(target_arch = "wasm32", feature = "simd128")))]
mod two;

#[cfg(target_arch = "x86_64")]
pub(crate) use eight::Eight;
#[cfg(target_arch = "x86_64")]
pub(crate) use four::Four;
pub(crate) use one::One;
pub(crate) use paired::Paired;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", all(target_arch = "wasm32", feature = "simd128")))]
pub(crate) use two::Two;

use super::lane_word::LaneWord;
use crate::solver::CellSet;

/// The value of an expression of vector instructions that touch no memory. To be used only where a vector is at hand.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", all(target_arch = "wasm32", feature = "simd128")))]
macro_rules! intrinsics {
    ($expression:expr) => {
        // SAFETY: a vector exists only where the caller of `splat` or `load` has promised the instructions of its type.
        unsafe { $expression }
    };
}
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", all(target_arch = "wasm32", feature = "simd128")))]
use intrinsics;

/// Operations of two vectors that are one instruction each.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", all(target_arch = "wasm32", feature = "simd128")))]
macro_rules! instructions {
    ($($name:ident: $instruction:ident),*) => {
        $(#[inline(always)]
        fn $name(self, other: Self) -> Self {
            intrinsics!(Self($instruction(self.0, other.0)))
        })*
    };
}
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", all(target_arch = "wasm32", feature = "simd128")))]
use instructions;

/// A truth value for each lane.
pub(crate) trait LaneMask: Copy {
    /// True where both are.
    fn and(self, other: Self) -> Self;
    /// True where at least one is.
    fn or(self, other: Self) -> Self;
    /// True where this is and the other is not.
    fn and_not(self, other: Self) -> Self;
    /// Whether it is true in some lane.
    fn any(self) -> bool;
    /// Bit i is lane i's truth value.
    fn bits(self) -> u32;
}

/// Truth values in a plain integer or `bool`.
macro_rules! plain_mask {
    ($mask:ty) => {
        impl LaneMask for $mask {
            #[inline(always)]
            fn and(self, other: Self) -> Self {
                self & other
            }
            #[inline(always)]
            fn or(self, other: Self) -> Self {
                self | other
            }
            #[inline(always)]
            fn and_not(self, other: Self) -> Self {
                self & !other
            }
            #[inline(always)]
            fn any(self) -> bool {
                u32::from(self) != 0
            }
            #[inline(always)]
            fn bits(self) -> u32 {
                u32::from(self)
            }
        }
    };
}
plain_mask!(bool);
#[cfg(target_arch = "x86_64")]
plain_mask!(u8);

/// A vector of words. Values are made by [`Lanes::splat`] and [`Lanes::load`] only, whose callers promise that the
/// processor has the instructions; the other operations are safe because they need such a value.
pub(crate) trait Lanes: Copy {
    /// What a lane holds.
    type Word: LaneWord;
    /// One truth value a lane.
    type Mask: LaneMask;
    /// Number of lanes.
    const COUNT: usize;

    /// The same word in every lane.
    ///
    /// # Safety
    /// The processor must have the instructions of this vector type.
    unsafe fn splat(word: Self::Word) -> Self;
    /// Lanes from the first `COUNT` words.
    ///
    /// # Safety
    /// The processor must have the instructions of this vector type, and `words` at least `COUNT` elements.
    unsafe fn load(words: &[Self::Word]) -> Self;
    /// Writes the lanes to the first `COUNT` words.
    ///
    /// # Safety
    /// `words` must have at least `COUNT` elements.
    unsafe fn store(self, words: &mut [Self::Word]);

    /// Intersection.
    fn and(self, other: Self) -> Self;
    /// Union.
    fn or(self, other: Self) -> Self;
    /// Symmetric difference.
    fn xor(self, other: Self) -> Self;
    /// The cells of `self` that are not in `other`.
    fn and_not(self, other: Self) -> Self;
    /// Sum modulo the word size.
    fn plus(self, other: Self) -> Self;
    /// Difference modulo the word size.
    fn minus(self, other: Self) -> Self;
    /// Shift towards higher cells; zero when `by` is the word size or more.
    fn up(self, by: u32) -> Self;
    /// Shift towards lower cells; zero when `by` is the word size or more.
    fn down(self, by: u32) -> Self;
    /// Number of cells in each lane, at most 128: compared with [`Lanes::at_least`].
    fn count(self) -> Self;
    /// Lanes whose value is odd.
    #[inline(always)]
    fn odd(self) -> Self::Mask {
        // SAFETY: a vector of this type exists already.
        self.and(unsafe { Self::splat(Self::Word::FIRST) }).nonzero()
    }
    /// Lanes that are not empty.
    fn nonzero(self) -> Self::Mask;
    /// Lanes that are empty.
    fn zero(self) -> Self::Mask;
    /// Lanes whose value, below 2^31, is at least `bound`.
    fn at_least(self, bound: u32) -> Self::Mask;
    /// `self` in the lanes of the mask, `other` elsewhere.
    fn select(self, mask: Self::Mask, other: Self) -> Self;
}
