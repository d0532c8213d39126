//! The words of a board and the vectors they come in.

use super::isa::Isa;
use super::lanes::{Lanes, Paired};
use crate::solver::CellSet;

/// A set of cells of which a vector holds several.
pub(crate) trait LaneWord: CellSet {
    /// The vector of such words that the instruction set `I` works on.
    type Lanes<I: Isa>: Lanes<Word = Self>;
}

impl LaneWord for u64 {
    type Lanes<I: Isa> = I::Lanes;
}

impl LaneWord for u128 {
    type Lanes<I: Isa> = Paired<I::Lanes>;
}
