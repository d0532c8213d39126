//! What a solver is made of.

use super::{Driver, Simd, Techniques};

/// What a solver is made of.
///
/// ```
/// use dropline_engine::solver::SolverOptions;
///
/// let options = SolverOptions { memory: 64 << 20, threads: 2, ..SolverOptions::default() };
/// assert_eq!(options.memory, 67_108_864);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolverOptions {
    /// Bytes for the transposition table, rounded down to a power of two and up to 1 KiB. The default fits the
    /// processor's cache, which is best up to searches of minutes; beyond that more is better.
    pub memory: usize,
    /// Threads that search one position together. With one thread node counts are the same in every run.
    pub threads: usize,
    /// Whether threads wait for each other every few hundred nodes. It takes longer, but node counts are then about those of a
    /// computer with a free processor for each thread, whatever this one has.
    pub in_step: bool,
    /// The instruction set; `None` for the best that the processor has.
    pub simd: Option<Simd>,
    /// The techniques in use; `None` for those that pay on the board.
    pub techniques: Option<Techniques>,
    /// How to ask for the score; `None` to choose by the board.
    pub driver: Option<Driver>,
    /// Whether the search compiled for exactly this board size is used where there is one.
    pub specialised: bool,
    /// Whether a solve may use what earlier solves of the same variant left in the table. Scores are the same either
    /// way; related positions get faster, but node counts then depend on what was solved before.
    pub reuse: bool,
    /// Keep what took at least so many nodes for [`Solver::findings`](super::Solver::findings); `None` keeps nothing.
    pub tell_from: Option<u64>,
}

impl SolverOptions {
    /// The default table size.
    pub const MEMORY: usize = 4 << 20;
}

impl Default for SolverOptions {
    fn default() -> Self {
        Self {
            memory: Self::MEMORY,
            threads: 1,
            in_step: false,
            simd: None,
            techniques: None,
            driver: None,
            specialised: true,
            reuse: false,
            tell_from: None,
        }
    }
}
