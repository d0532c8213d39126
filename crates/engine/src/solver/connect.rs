//! The exact solver of Connect-N: the score of any position with best play of both sides.
//!
//! It is a null-window search with a shared table of exact entries; what makes it fast is that most positions are never
//! searched, because a strategy of one side proves their bound (`strategy`), for all children of a position at once
//! (`lanes`). docs/solver.md tells how it works, why it is right and what each part is worth.
//!
//! All `unsafe` code of the crate is here, for two things measured to pay: vector instructions chosen at run time, and
//! unchecked access to the table.

#![allow(unsafe_code)]

mod busy;
mod cuts;
mod driver;
mod finding;
mod geometry;
mod isa;
mod kernel;
mod lane_word;
mod lanes;
mod lines;
mod mutation;
mod options;
mod order;
mod outlook;
mod ranking;
mod search;
mod simd;
mod strategy;
mod table;
mod techniques;

pub use driver::Driver;
pub(crate) use driver::Questions;
pub use finding::Finding;
pub use options::SolverOptions;
pub(crate) use ranking::columns_in_order;
pub use simd::Simd;
pub use techniques::Techniques;

use super::{MAX_BITS, Solution, SolveError, checkers, too_large};
use crate::budget::Budget;
use crate::{Score, Think};
use dropline_core::{Game, Rules, Variant};
use kernel::{Build, INTERVAL, Kernel, SolveTask};
use table::Proof;

/// How hard to replace a learned score is in the table, as if it had taken two to this power nodes.
const LEARNED: u32 = 20;

/// Solves positions of any variant. It keeps its table, and the search compiled for the variant, from one position to
/// the next, so one solver for many positions is faster than many solvers.
#[derive(Default)]
pub struct Solver {
    options: SolverOptions,
    kernel: Option<(Build, Box<dyn Kernel>)>,
}

impl Solver {
    /// A solver; memory is taken when the first position comes.
    #[must_use]
    pub fn new(options: SolverOptions) -> Self {
        Self { options, kernel: None }
    }

    /// The options it was made with.
    #[must_use]
    pub fn options(&self) -> &SolverOptions {
        &self.options
    }

    /// The exact score of the game's position for the side to move, or the bounds proven until a limit was reached.
    ///
    /// ```
    /// use dropline_core::{Game, Variant};
    /// use dropline_engine::solver::Solver;
    /// use dropline_engine::{Limits, Think};
    ///
    /// let mut solver = Solver::default();
    /// let game = Game::new("5x4c4".parse().unwrap());
    /// assert_eq!(solver.solve(&game, &Think::default())?.score(), Some(0));
    ///
    /// let few = Think { limits: Limits { nodes: Some(100), ..Limits::default() }, ..Think::default() };
    /// let stopped = solver.solve(&Game::new(Variant::STANDARD), &few)?;
    /// assert!(stopped.lower <= 1 && 1 <= stopped.upper && stopped.score().is_none());
    /// # Ok::<(), dropline_engine::solver::SolveError>(())
    /// ```
    ///
    /// # Errors
    /// When the game is over, is not Connect-N or needs more than 128 bits, and when there is no memory.
    pub fn solve(&mut self, game: &Game, think: &Think<'_>) -> Result<Solution, SolveError> {
        self.run(game, think, false, None)
    }

    /// Who wins from the game's position: 1 for the side to move, −1 for the other, 0 for a tie. Faster than the score.
    ///
    /// # Errors
    /// As [`Solver::solve`].
    pub fn solve_weak(&mut self, game: &Game, think: &Think<'_>) -> Result<Solution, SolveError> {
        self.run(game, think, true, None)
    }

    /// Whether the score is more than `alpha`, told by the bounds: `lower` is more than it, or `upper` is not, unless the search was stopped. One question, so
    /// it is answered sooner than the score is found.
    ///
    /// ```
    /// use dropline_core::Game;
    /// use dropline_engine::Think;
    /// use dropline_engine::solver::Solver;
    ///
    /// let game = Game::new("5x5c4".parse().unwrap());
    /// assert!(Solver::default().exceeds(&game, 0, &Think::default())?.upper <= 0); // a tie
    /// # Ok::<(), dropline_engine::solver::SolveError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Solver::solve`].
    pub fn exceeds(&mut self, game: &Game, alpha: Score, think: &Think<'_>) -> Result<Solution, SolveError> {
        self.run(game, think, false, Some(alpha))
    }

    /// Empties the table, so that the next solve takes as many nodes as the first one did.
    pub fn forget(&mut self) {
        if let Some((_, kernel)) = &mut self.kernel {
            kernel.forget();
        }
    }

    /// Takes in the exact score of a position, for the side to move. It helps where a search comes upon that position, as long as the table holds
    /// it: with [`SolverOptions::reuse`], until there is too much else to keep. A wrong score makes wrong solutions; one that the position cannot have
    /// is left out, and so is a win with the next checker, which is seen without the table.
    ///
    /// ```
    /// use dropline_core::Game;
    /// use dropline_engine::Think;
    /// use dropline_engine::solver::{Solver, SolverOptions};
    ///
    /// let variant = "5x5c4".parse().unwrap();
    /// let after = |moves| Game::from_moves(variant, moves).unwrap();
    /// let nodes = |solver: &mut Solver| solver.solve(&after(""), &Think::default()).unwrap().nodes;
    /// let mut solver = Solver::new(SolverOptions { reuse: true, ..SolverOptions::default() });
    /// let alone = nodes(&mut Solver::default());
    /// solver.learn(&after("3"), 0)?;
    /// assert!(nodes(&mut solver) < alone);
    /// # Ok::<(), dropline_engine::solver::SolveError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Solver::solve`].
    pub fn learn(&mut self, game: &Game, score: Score) -> Result<(), SolveError> {
        let (mover, other) = words(game)?;
        let proof = Proof { lower: score, upper: score, column: Proof::NO_COLUMN };
        self.take_in(game.variant(), &[Finding { mover, other, proof, work: LEARNED }])
    }

    /// What it found since it was asked last about positions that took [`SolverOptions::tell_from`] nodes or more.
    pub fn findings(&mut self) -> Vec<Finding> {
        self.kernel.as_mut().map_or_else(Vec::new, |(_, kernel)| kernel.findings())
    }

    /// Takes in what other solvers of the variant have found, as [`Solver::learn`] does.
    ///
    /// ```
    /// use dropline_core::Game;
    /// use dropline_engine::Think;
    /// use dropline_engine::solver::{Solver, SolverOptions};
    ///
    /// let variant = "6x5c4".parse().unwrap();
    /// let options = SolverOptions { reuse: true, tell_from: Some(1000), ..SolverOptions::default() };
    /// let (mut one, mut two) = (Solver::new(options), Solver::new(options));
    /// let alone = one.solve(&Game::new(variant), &Think::default())?;
    /// two.take_in(variant, &one.findings())?;
    /// let helped = two.solve(&Game::new(variant), &Think::default())?;
    /// assert_eq!(helped.score(), alone.score());
    /// assert!(helped.nodes < alone.nodes / 10);
    /// # Ok::<(), dropline_engine::solver::SolveError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Solver::solve`].
    pub fn take_in(&mut self, variant: Variant, findings: &[Finding]) -> Result<(), SolveError> {
        if variant.rules() != Rules::Connect {
            return Err(SolveError::NotConnect(variant));
        }
        if variant.bits() > MAX_BITS {
            return Err(too_large(variant));
        }
        if variant.has_lines() {
            let kernel = self.kernel_for(variant)?;
            findings.iter().filter(|finding| finding.fits(variant)).for_each(|finding| kernel.learn(finding));
        }
        Ok(())
    }

    /// Lets work use what the table holds, whatever the options say.
    pub(crate) fn keeping_table<T>(&mut self, work: impl FnOnce(&mut Solver) -> T) -> T {
        let reuse = std::mem::replace(&mut self.options.reuse, true);
        let done = work(self);
        self.options.reuse = reuse;
        done
    }

    fn run(
        &mut self,
        game: &Game,
        think: &Think<'_>,
        weak: bool,
        alpha: Option<Score>,
    ) -> Result<Solution, SolveError> {
        let budget = Budget::new(think, INTERVAL);
        let (mover, other) = words(game)?;
        if !game.variant().has_lines() {
            return Ok(Solution::new(0, 0, &budget));
        }
        let SolverOptions { driver, threads, in_step, reuse, tell_from, .. } = self.options;
        let tell_from = tell_from.map_or(u32::MAX, |nodes| u64::BITS - nodes.leading_zeros());
        let (threads, fresh) = (threads.max(1), !reuse);
        let task = SolveTask { mover, other, weak, alpha, driver, threads, in_step, fresh, tell_from };
        Ok(self.kernel_for(game.variant())?.solve(&task, budget))
    }

    /// The search for a variant, the last one used if it fits.
    fn kernel_for(&mut self, variant: Variant) -> Result<&mut dyn Kernel, SolveError> {
        let simd = self.options.simd.unwrap_or_else(Simd::best);
        if !simd.is_available() {
            return Err(SolveError::NoSimd(simd));
        }
        let build = Build {
            columns: variant.columns() as u32,
            levels: variant.levels() as u32,
            connect: variant.connect() as u32,
            memory: self.options.memory.max(1 << 10),
            simd,
            techniques: self.options.techniques.unwrap_or_else(|| Techniques::best_for(variant)),
            specialised: self.options.specialised,
        };
        if self.kernel.as_ref().is_none_or(|(last, _)| *last != build) {
            let kernel = build.kernel().map_err(|source| SolveError::Memory { bytes: build.memory, source })?;
            self.kernel = Some((build, kernel));
        }
        match &mut self.kernel {
            Some((_, kernel)) => Ok(kernel.as_mut()),
            None => unreachable!("just made"),
        }
    }
}

/// The checkers of the side to move and of the other side, if the game can be solved.
fn words(game: &Game) -> Result<(u128, u128), SolveError> {
    let variant = game.variant();
    if variant.rules() != Rules::Connect {
        return Err(SolveError::NotConnect(variant));
    }
    if game.is_over() {
        return Err(SolveError::GameOver);
    }
    Ok((checkers(game, game.turn())?, checkers(game, game.turn().other())?))
}
