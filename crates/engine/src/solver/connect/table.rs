//! The transposition table: what has been proven about positions already searched.
//!
//! A hit is never wrong: every entry tells its position exactly, no hash collision can pass for it. Both a lower and
//! an upper bound are kept, because one position is asked "more than α?" for several α. A new position to solve is one
//! step of the generation counter: old entries stay where they are, count as vacant, and nothing is cleared until the
//! counter wraps. Threads share a table without locks; a reader that meets a half-written entry sees a miss.
//!
//! Two layouts: [`NarrowTable`], one 64-bit word an entry, where position, bounds and generation fit in it; [`WideTable`], three
//! words, for everything else.

mod marks;
mod narrow;
mod wide;

pub(crate) use narrow::NarrowTable;
pub(crate) use wide::WideTable;

use crate::solver::CellSet;

/// What is known about a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Proof {
    /// The score is at least this.
    pub(crate) lower: i32,
    /// The score is at most this.
    pub(crate) upper: i32,
    /// The column that was best, or [`Proof::NO_COLUMN`].
    pub(crate) column: u32,
}

impl Proof {
    /// No best column is known.
    pub(crate) const NO_COLUMN: u32 = 63;

    /// The bound that tells whether the score is more than `alpha`, if one does.
    #[inline(always)]
    pub(crate) fn answer(&self, alpha: i32) -> Option<i32> {
        if self.lower > alpha {
            Some(self.lower)
        } else if self.upper <= alpha {
            Some(self.upper)
        } else {
            None
        }
    }
}

/// A shared store of [`Proof`] values.
pub(crate) trait ProofTable: Sync {
    /// A position, told apart exactly.
    type Key: Copy + Eq + Default + Send + Sync + 'static;
    /// Whether keys leave out the colour of checkers that no line can use any more.
    const MERGES_DEAD: bool;

    /// The key of a position from its one or two words; the second is zero unless dead checkers are merged.
    fn key<W: CellSet>(first: W, second: W) -> Self::Key;
    /// A 64-bit digest of a key, never zero.
    fn digest(key: Self::Key) -> u64;
    /// Asks the processor to fetch the entry soon.
    fn prefetch(&self, key: Self::Key);
    /// What is known about a position in this generation.
    fn get(&self, key: Self::Key) -> Option<Proof>;
    /// Adds bounds; `work` is the base-2 logarithm of the nodes it took.
    fn put(&self, key: Self::Key, entry: Proof, work: u32);
    /// Forgets everything.
    fn renew(&mut self);
    /// The share of 1,000 sampled entries that the current generation holds.
    fn permille(&self) -> u32;
}

/// Asks the processor to fetch the cache line of a value.
#[inline(always)]
fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch has no effect a program can see, and SSE is part of every x86-64 processor.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}
