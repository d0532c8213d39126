//! Machine words that hold one bit for each cell of a board.
//!
//! A board with (levels + 1) × columns ≤ 64 fits in a `u64`; up to 128 bits a `u128` takes over. All search code is
//! generic over this trait and monomorphised, so the narrow case pays nothing for the wide one.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not};

use super::isa::Isa;
use super::lanes::Lanes;

/// An unsigned integer used as a set of cells.
pub(crate) trait Word:
    Copy
    + Default
    + Eq
    + Ord
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// The vector of such words that the instruction set `I` works on.
    type Lanes<I: Isa>: Lanes<Word = Self>;
    /// How many bits there are.
    const BITS: u32;
    /// The empty set.
    const ZERO: Self;
    /// The set of the first cell.
    const ONE: Self;

    /// Sum modulo 2^BITS.
    fn plus(self, other: Self) -> Self;
    /// Difference modulo 2^BITS.
    fn minus(self, other: Self) -> Self;
    /// Shift towards higher cells; everything falls out when `by` ≥ BITS.
    fn up(self, by: u32) -> Self;
    /// Shift towards lower cells; everything falls out when `by` ≥ BITS.
    fn down(self, by: u32) -> Self;
    /// Number of cells in the set.
    fn count(self) -> u32;
    /// Index of the lowest cell; BITS for the empty set.
    fn first(self) -> u32;
    /// The value as 128 bits.
    fn wide(self) -> u128;
    /// The low 64 bits.
    fn low(self) -> u64;
    /// The low bits of a wide value.
    fn narrow(value: u128) -> Self;

    /// Whether the set is empty.
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::ZERO
    }
    /// The lowest cell alone.
    #[inline(always)]
    fn lowest(self) -> Self {
        self & Self::ZERO.minus(self)
    }
    /// The set without its lowest cell.
    #[inline(always)]
    fn rest(self) -> Self {
        self & self.minus(Self::ONE)
    }
}

macro_rules! word {
    ($word:ty, $lanes:ty) => {
        impl Word for $word {
            type Lanes<I: Isa> = $lanes;
            const BITS: u32 = <$word>::BITS;
            const ZERO: Self = 0;
            const ONE: Self = 1;

            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            #[inline(always)]
            fn up(self, by: u32) -> Self {
                self.checked_shl(by).unwrap_or(0)
            }
            #[inline(always)]
            fn down(self, by: u32) -> Self {
                self.checked_shr(by).unwrap_or(0)
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn first(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline(always)]
            fn wide(self) -> u128 {
                self as u128
            }
            #[inline(always)]
            fn low(self) -> u64 {
                self as u64
            }
            #[inline(always)]
            fn narrow(value: u128) -> Self {
                value as Self
            }
        }
    };
}

word!(u64, I::Lanes);
word!(u128, super::lanes::Paired<I::Lanes>);
