//! The exact solvers as an oracle.

use super::Oracle;
use dropline_core::{Column, Game, Variant};
use dropline_engine::analysis::Analyst;
use dropline_engine::{Limits, Think};

/// The solvers of Connect-N and Max-Connect-N, with a limit on the work for a move: early positions of large boards are left out instead of
/// waited for.
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
    nodes: u64,
    analyst: Option<(Variant, Analyst)>,
}

impl Exact {
    /// An oracle that visits at most so many positions for each column of a position.
    #[must_use]
    pub const fn new(nodes: u64) -> Exact {
        Exact { nodes, analyst: None }
    }

    /// Somebody to ask about a variant; nobody for boards that cannot be solved.
    fn analyst(&mut self, variant: Variant) -> Option<&mut Analyst> {
        if self.analyst.as_ref().is_none_or(|(known, _)| *known != variant) {
            self.analyst = Some((variant, Analyst::new(variant).ok()?));
        }
        self.analyst.as_mut().map(|(_, analyst)| analyst)
    }
}

impl Oracle for Exact {
    fn scores(&mut self, game: &Game) -> Option<Vec<(Column, i32)>> {
        if game.is_over() {
            return Some(Vec::new());
        }
        let columns = game.legal_columns().count() as u64;
        let limits = Limits { nodes: Some(self.nodes.saturating_mul(columns)), ..Limits::default() };
        let think = Think { limits, ..Think::default() };
        let analysis = self.analyst(game.variant())?.analyze(game, &think, &mut |_| {}).ok()?;
        analysis.columns.iter().map(|known| known.value.score().map(|score| (known.column, score))).collect()
    }
}
