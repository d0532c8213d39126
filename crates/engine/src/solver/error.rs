//! Why a position cannot be solved.

use dropline_core::Variant;

use super::{MAX_BITS, Simd};

/// Why a position cannot be solved.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// Somebody has won, or the board is full.
    #[error("the game is over")]
    GameOver,
    /// The solver of Connect-N was asked.
    #[error("{0} is not a Connect-N variant")]
    NotConnect(Variant),
    /// The solver of Max-Connect-N was asked.
    #[error("{0} is not a Max-Connect variant")]
    NotMax(Variant),
    /// The board does not fit in 128 bits.
    #[error("{variant} is too large to solve: (levels + 1) × columns is {bits}, at most {MAX_BITS} fit")]
    TooLarge {
        /// The variant asked for.
        variant: Variant,
        /// Bits its boards need.
        bits: usize,
    },
    /// The processor has not the instructions asked for.
    #[error("this processor has no {0} instructions")]
    NoSimd(Simd),
    /// There is no memory for the table.
    #[error("there is no memory for a table of {bytes} bytes, choose a smaller one")]
    Memory {
        /// The size asked for.
        bytes: usize,
        /// What the system says.
        source: std::io::Error,
    },
}
