//! The exact solver as an oracle.

use super::Oracle;
use dropline_core::{Column, Game, Outcome};
use dropline_engine::solver::{SolveLimits, Solver, SolverOptions};

/// The solver of Connect-N, with a limit on the work for one move: early positions of large boards are left out instead of waited for.
///
/// ```
/// use dropline_arena::accuracy::{Exact, Oracle};
/// use dropline_core::Game;
/// let mut exact = Exact::new(1_000_000);
/// let game = Game::from_moves("4x1c2".parse()?, "1")?;
/// let scores = exact.scores(&game).expect("it is small");
/// assert_eq!(scores.iter().map(|(_, score)| *score).collect::<Vec<_>>(), [0, -1, -1]); // red wins unless black plays column 2
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Exact {
    solver: Solver,
    nodes: u64,
}

impl Exact {
    /// An oracle that visits at most so many positions for the score of one move.
    #[must_use]
    pub fn new(nodes: u64) -> Exact {
        Exact { solver: Solver::new(SolverOptions { reuse: true, ..SolverOptions::default() }), nodes }
    }

    fn score(&mut self, game: &Game, column: Column) -> Option<i32> {
        let mut after = game.clone();
        after.play(column).ok()?;
        match after.outcome() {
            // A win counts the winner's checkers that are left, this one included.
            Some(Outcome::Win { .. }) => i32::try_from(game.board().vacant().div_ceil(2)).ok(),
            Some(Outcome::Tie) => Some(0),
            None => {
                let limits = SolveLimits { nodes: Some(self.nodes), ..SolveLimits::default() };
                self.solver.solve(&after, &limits).ok()?.score().map(|score| -score)
            }
        }
    }
}

impl Oracle for Exact {
    fn scores(&mut self, game: &Game) -> Option<Vec<(Column, i32)>> {
        game.legal_columns().map(|column| self.score(game, column).map(|score| (column, score))).collect()
    }
}
