//! The strongest player, asked what a position looks like.

use super::Value;
use super::chance::chance;
use crate::book::BookChoice;
use crate::search::connect::ConnectSearch;
use crate::search::max::MaxSearch;
use crate::solver::SolverOptions;
use crate::{Think, win_score};
use dropline_core::{Game, Rules, Variant};

/// The most positions that the table of a search of Connect holds, and the bytes of each.
const POSITIONS: usize = 1 << 21;
const POSITION_BYTES: usize = 16;

/// The most memory for a search of Max-Connect.
const MAX_MEMORY: usize = 64 << 20;

/// Somebody who estimates. Its tables are made when it is asked first.
pub(super) struct Estimator {
    variant: Variant,
    book: BookChoice,
    memory: usize,
    search: Option<AnySearch>,
}

enum AnySearch {
    Connect(Box<ConnectSearch>),
    Max(MaxSearch),
}

impl std::fmt::Debug for Estimator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Estimator").field("variant", &self.variant).finish_non_exhaustive()
    }
}

impl Estimator {
    /// An estimator whose tables take at most so many bytes.
    pub(super) const fn new(variant: Variant, book: BookChoice, memory: usize) -> Estimator {
        Estimator { variant, book, memory, search: None }
    }

    /// What a position is worth for the side to move, as it looks, and the positions visited; nothing if the game is over.
    pub(super) fn value(&mut self, game: &Game, think: &Think<'_>) -> Option<(Value, u64)> {
        if game.is_over() {
            return None;
        }
        if self.search.is_none() {
            self.search = Some(self.new_search());
        }
        let choice = match self.search.as_mut()? {
            AnySearch::Connect(search) => search.choose(game, think),
            AnySearch::Max(search) => search.choose(game, think)?,
        };
        let (score, depth) = (choice.score?, choice.depth.unwrap_or(0));
        let checkers = game.board().checkers();
        let value = match (self.variant.rules(), choice.proven) {
            (Rules::Connect, false) => Value::estimate(chance(score), depth),
            // Who wins is proven; that there is no faster way is not.
            (Rules::Connect, true) if score > 0.0 => {
                Value::between(game, score as i32, win_score(self.variant, checkers))
            }
            (Rules::Connect, true) if score < 0.0 => {
                Value::between(game, -win_score(self.variant, checkers + 1), score as i32)
            }
            (Rules::Connect, true) => Value::Tie,
            (Rules::Max, false) => Value::expected(score, depth),
            (Rules::Max, true) => Value::Margin { score: score.round() as i32 },
        };
        Some((value, choice.nodes))
    }

    /// Bytes that its tables take at most.
    pub(super) fn memory(&self) -> usize {
        match self.variant.rules() {
            // The search has a solver of its own.
            Rules::Connect => (POSITION_BYTES << self.table_bits()) + SolverOptions::MEMORY,
            Rules::Max => self.memory.min(MAX_MEMORY),
        }
    }

    /// The positions that the table of a search of Connect holds, as a power of two.
    fn table_bits(&self) -> u32 {
        let positions = self.memory.saturating_sub(SolverOptions::MEMORY) / POSITION_BYTES;
        // Small boards have no more positions than that.
        positions.clamp(1 << 12, POSITIONS).ilog2().min(2 * self.variant.cells() as u32)
    }

    fn new_search(&self) -> AnySearch {
        match self.variant.rules() {
            Rules::Connect => {
                AnySearch::Connect(Box::new(ConnectSearch::new(self.variant, 1, self.table_bits(), &self.book)))
            }
            Rules::Max => AnySearch::Max(MaxSearch::new(self.variant, self.memory())),
        }
    }
}
