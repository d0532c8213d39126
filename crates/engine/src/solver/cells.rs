//! Machine words that hold one bit for each cell of a board, laid out as [`dropline_core::BitBoard`] does.
//!
//! A board with (levels + 1) × columns ≤ 64 fits in a `u64`; up to 128 bits a `u128` takes over. The exact solvers are generic over this
//! trait and compiled for both, so the narrow case pays nothing for the wide one.

use super::Plane;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// A set of cells in one machine word.
pub(crate) trait CellSet:
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
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + BitXorAssign
    + Not<Output = Self>
    + Shl<usize, Output = Self>
    + Shr<usize, Output = Self>
{
    /// How many bits there are.
    const BITS: u32;
    /// The empty set.
    const EMPTY: Self;
    /// The set of the first cell.
    const FIRST: Self;

    /// Sum modulo 2^BITS, for carries that climb a column.
    fn plus(self, other: Self) -> Self;
    /// Difference modulo 2^BITS.
    fn minus(self, other: Self) -> Self;
    /// Shift towards higher cells; everything falls out when `by` ≥ BITS.
    fn up(self, by: u32) -> Self;
    /// Shift towards lower cells; everything falls out when `by` ≥ BITS.
    fn down(self, by: u32) -> Self;
    /// Number of cells in the set.
    fn count(self) -> i32;
    /// Index of the lowest cell; BITS for the empty set.
    fn first(self) -> usize;
    /// The value as 128 bits.
    fn wide(self) -> u128;
    /// The low 64 bits.
    fn low(self) -> u64;
    /// The low bits of a wide value.
    fn narrow(value: u128) -> Self;

    /// The masks of a board; (levels + 1) × columns must not exceed the word.
    fn plane(columns: usize, levels: usize, connect: usize) -> Plane<Self>;

    /// The board seen in a mirror: column c becomes columns − 1 − c, sentinel included.
    #[inline(always)]
    fn mirrored(self, columns: u32, stride: u32) -> Self {
        let (columns, lane) = (columns as usize, Self::FIRST.up(stride).minus(Self::FIRST));
        let stride = stride as usize;
        let mut image = Self::EMPTY;
        for column in 0..columns {
            image |= ((self >> (column * stride)) & lane) << ((columns - 1 - column) * stride);
        }
        image
    }
    /// Whether the set is empty.
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }
    /// Whether there is a cell in the set.
    #[inline(always)]
    fn any(self) -> bool {
        self != Self::EMPTY
    }
    /// The lowest cell alone.
    #[inline(always)]
    fn lowest(self) -> Self {
        self & Self::EMPTY.minus(self)
    }
    /// The highest cell alone.
    fn highest(self) -> Self;
    /// The set without its lowest cell.
    #[inline(always)]
    fn rest(self) -> Self {
        self & self.minus(Self::FIRST)
    }
    /// The cells one by one, lowest first.
    #[inline(always)]
    fn each(mut self) -> impl Iterator<Item = Self> {
        std::iter::from_fn(move || {
            let cell = self.lowest();
            self ^= cell;
            cell.any().then_some(cell)
        })
    }
}

macro_rules! cell_set {
    ($word:ty) => {
        impl CellSet for $word {
            const BITS: u32 = <$word>::BITS;
            const EMPTY: Self = 0;
            const FIRST: Self = 1;

            fn plane(columns: usize, levels: usize, connect: usize) -> Plane<Self> {
                Plane::<$word>::new(columns as u32, levels as u32, connect as u32)
            }
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
            fn count(self) -> i32 {
                self.count_ones() as i32
            }
            #[inline(always)]
            fn first(self) -> usize {
                self.trailing_zeros() as usize
            }
            #[inline(always)]
            fn highest(self) -> Self {
                Self::FIRST.up(Self::BITS - 1).down(self.leading_zeros()) & self
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

cell_set!(u64);
cell_set!(u128);
