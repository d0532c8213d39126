//! The machine words a board of cells fits in.

use dropline_core::bits::Bits;
use dropline_core::{Board, Side};
use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// A set of cells in one machine word, laid out as [`dropline_core::bits::BitBoard`] does.
pub(crate) trait Mask:
    Copy
    + Ord
    + Debug
    + Send
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + BitXorAssign
    + Not<Output = Self>
    + Shl<usize, Output = Self>
    + Shr<usize, Output = Self>
    + 'static
{
    /// No cell.
    const NONE: Self;
    /// The first cell alone.
    const FIRST: Self;
    /// How many positions the exact search visits in a second on a slow computer, for planning.
    const NODES_A_SECOND: u64;

    /// How many cells.
    fn count(self) -> i32;
    /// The place of the lowest cell; the number of bits if there is none.
    fn place(self) -> usize;
    /// The lowest cell alone; none if there is none.
    fn lowest(self) -> Self;
    /// Addition as numbers, for carries that climb a column.
    fn plus(self, other: Self) -> Self;
    /// The word in four parts, lowest first; the upper two are 0 if it has 64 bits.
    fn quarters(self) -> [u32; 4];
    /// The checkers of one side, if the board uses this word.
    fn checkers(board: &Board, side: Side) -> Option<Self>;

    /// Whether there is no cell.
    #[inline(always)]
    fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// Whether there is a cell.
    #[inline(always)]
    fn any(self) -> bool {
        self != Self::NONE
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

macro_rules! mask {
    ($word:ty, $bits:ident, $nodes_a_second:expr, $quarters:expr) => {
        impl Mask for $word {
            const NONE: Self = 0;
            const FIRST: Self = 1;
            const NODES_A_SECOND: u64 = $nodes_a_second;

            #[inline(always)]
            fn count(self) -> i32 {
                self.count_ones() as i32
            }
            #[inline(always)]
            fn place(self) -> usize {
                self.trailing_zeros() as usize
            }
            #[inline(always)]
            fn lowest(self) -> Self {
                self & self.wrapping_neg()
            }
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline(always)]
            fn quarters(self) -> [u32; 4] {
                $quarters(self)
            }
            fn checkers(board: &Board, side: Side) -> Option<Self> {
                match board.bits() {
                    Bits::$bits(bits) => Some(*bits.side(side)),
                    _ => None,
                }
            }
        }
    };
}

mask!(u64, One, 2_000_000, |word: u64| [word as u32, (word >> 32) as u32, 0, 0]);
mask!(u128, Two, 800_000, |word: u128| [word as u32, (word >> 32) as u32, (word >> 64) as u32, (word >> 96) as u32]);
