//! The exact solvers: what a position is worth with best play of both sides.
//!
//! [`Solver`] finds the score of any Connect-N position, [`MaxSolver`] the final margin of any Max-Connect-N position; both are asked
//! alike and answer with a [`Solution`].
//!
//! ```
//! use dropline_core::Game;
//! use dropline_engine::Think;
//! use dropline_engine::solver::{MaxSolver, Solver};
//!
//! let game = Game::from_moves("7x6c4".parse()?, "112233")?;
//! assert_eq!(Solver::default().solve(&game, &Think::default())?.score(), Some(18)); // red wins with the next drop
//!
//! let game = Game::new("6x4m4".parse()?);
//! assert_eq!(MaxSolver::default().solve(&game, &Think::default())?.score(), Some(-1)); // black comes out one point ahead
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cells;
#[cfg(feature = "serde")]
mod certificate;
mod connect;
mod error;
pub(crate) mod max;
mod plane;
mod proof;
mod solution;

#[cfg(feature = "serde")]
pub use certificate::{Certificate, CertificateAnswer, CertificateError};
pub use connect::{Driver, Finding, Simd, Solver, SolverOptions, Techniques};
pub use error::SolveError;
pub use max::{MaxColumn, MaxSolver, MaxSolverOptions, MaxTechniques};
pub use proof::{ProofError, ProofTree};
pub use solution::Solution;

pub(crate) use cells::CellSet;
pub(crate) use plane::Plane;

use dropline_core::bits::Bits;
use dropline_core::{Game, Side, Variant};

/// The most bits, sentinels included, that a board may have to be solved.
pub const MAX_BITS: usize = 128;

/// The checkers of a side.
fn checkers(game: &Game, side: Side) -> Result<u128, SolveError> {
    match game.board().bits() {
        Bits::One(bits) => Ok(u128::from(*bits.side(side))),
        Bits::Two(bits) => Ok(*bits.side(side)),
        Bits::Wide(_) => Err(too_large(game.variant())),
    }
}

pub(crate) const fn too_large(variant: Variant) -> SolveError {
    SolveError::TooLarge { variant, bits: variant.bits() }
}
