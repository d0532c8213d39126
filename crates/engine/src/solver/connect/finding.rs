//! What one solver has found and another can use.
//!
//! Solvers that work on parts of one position, each with a table of its own, come upon the same positions. Those that took long are few: to tell
//! them costs some bytes and spares the others the search. [`SolverOptions::tell_from`](super::SolverOptions::tell_from) says what long is.

use super::table::Proof;
use dropline_core::Variant;

/// Bounds of a position's score that a [`Solver`](super::Solver) has found, for others of the same variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Checkers of the side to move.
    pub(super) mover: u128,
    /// Checkers of the other side.
    pub(super) other: u128,
    pub(super) proof: Proof,
    /// The base-2 logarithm of the nodes it took.
    pub(super) work: u32,
}

impl Finding {
    /// The length of a finding as bytes.
    pub const BYTES: usize = 36;

    /// As bytes, to send it elsewhere.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; Self::BYTES] {
        let Proof { lower, upper, column } = self.proof;
        let mut bytes = [0; Self::BYTES];
        bytes[..16].copy_from_slice(&self.mover.to_le_bytes());
        bytes[16..32].copy_from_slice(&self.other.to_le_bytes());
        // A board has at most 128 cells, so that each of these fits a byte.
        bytes[32..].copy_from_slice(&[lower as u8, upper as u8, column as u8, self.work as u8]);
        bytes
    }

    /// A finding from its bytes.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; Self::BYTES]) -> Finding {
        let word = |from: usize| (0..16).fold(0, |word, at| word | u128::from(bytes[from + at]) << (8 * at));
        let score = |at: usize| i32::from(bytes[at] as i8);
        let proof = Proof { lower: score(32), upper: score(33), column: u32::from(bytes[34]) };
        Finding { mover: word(0), other: word(16), proof, work: u32::from(bytes[35]) }
    }

    /// Whether a position of the variant can have these bounds.
    pub(super) fn fits(&self, variant: Variant) -> bool {
        let Proof { lower, upper, column } = self.proof;
        let mask = self.mover | self.other;
        let cells = variant.cells() as i32;
        let most = (cells - mask.count_ones() as i32) / 2;
        let inside = variant.bits() >= 128 || mask >> variant.bits() == 0;
        let column_is_known = column < variant.columns() as u32 || column == Proof::NO_COLUMN;
        inside && self.mover & self.other == 0 && -most <= lower && lower <= upper && upper <= most && column_is_known
    }
}
