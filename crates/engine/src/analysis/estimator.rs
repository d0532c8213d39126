//! The strongest player, asked what a position looks like.

use super::Value;
use super::found::unknown;
use crate::book::BookChoice;
use crate::search::connect::ConnectSearch;
use crate::search::evaluate;
use crate::search::max::MaxSearch;
use crate::solver::SolverOptions;
use crate::solver::max::ahead;
use crate::{Choice, Think, win_score};
use dropline_core::{Column, Game, Rules, Variant};

/// The most positions that the table of a search of Connect holds, and the bytes of each.
const POSITIONS: usize = 1 << 21;
const POSITION_BYTES: usize = 16;

/// The most memory for a search of Max-Connect.
const MAX_MEMORY: usize = 64 << 20;

/// The most forced drops in a row that are looked beyond.
const MOST_FORCED: u32 = 8;

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

    /// What each of these games, a drop after a game that is not over, is worth for the side to move as it looks at first sight.
    pub(super) fn glances(&mut self, game: &Game, drops: &[(Column, Game)]) -> Vec<Value> {
        let columns: Vec<Column> = drops.iter().map(|&(column, _)| column).collect();
        match self.search() {
            AnySearch::Connect(search) => {
                let told = |(choice, (_, after)): (Choice, &(Column, Game))| told(after, &choice);
                let glances = search.glances(game, &columns).into_iter().zip(drops);
                glances.map(|glance| told(glance).unwrap_or_else(|| unknown(game.variant()))).collect()
            }
            AnySearch::Max(_) => {
                let points = |after: &Game| f64::from(ahead(after, after.turn()));
                let margin = |(_, after): &(Column, Game)| evaluate(after).unwrap_or_else(|_| points(after));
                drops.iter().map(|drop| Value::expected(margin(drop), 0)).collect()
            }
        }
    }

    /// What a position is worth for the side to move, as it looks, and the positions visited; nothing if the game is over.
    pub(super) fn value(&mut self, game: &Game, think: &Think<'_>) -> Option<(Value, u64)> {
        if game.is_over() {
            return None;
        }
        let mut game = game.clone();
        let (mut nodes, mut forced) = (0, 0);
        let choice = loop {
            let (choice, only) = match self.search() {
                AnySearch::Connect(search) => (search.choose(&game, think), search.only_column(&game)),
                AnySearch::Max(search) => (search.choose(&game, think)?, single(game.legal_columns())),
            };
            nodes += choice.nodes;
            // Where a single drop is possible the search looks no further: it is made, and the next position says more.
            let looks_on = only == Some(choice.column) && !choice.proven && forced < MOST_FORCED && !think.stopped();
            if !looks_on || game.play(choice.column).is_err() || game.is_over() {
                break choice;
            }
            forced += 1;
        };
        let value = told(&game, &choice)?;
        Some(((0..forced).fold(value, |value, _| value.before_drop()), nodes))
    }

    fn search(&mut self) -> &mut AnySearch {
        let search = self.search.take().unwrap_or_else(|| self.new_search());
        self.search.insert(search)
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

/// What a choice of the search says about a position.
fn told(game: &Game, choice: &Choice) -> Option<Value> {
    let (score, depth) = (choice.score?, choice.depth.unwrap_or(0));
    let (variant, checkers) = (game.variant(), game.board().checkers());
    Some(match (variant.rules(), choice.proven) {
        (_, false) => Value::estimated(game, score, depth),
        // Who wins is proven; that there is no faster way is not.
        (Rules::Connect, true) if score > 0.0 => Value::between(game, score as i32, win_score(variant, checkers)),
        (Rules::Connect, true) if score < 0.0 => Value::between(game, -win_score(variant, checkers + 1), score as i32),
        (Rules::Connect, true) => Value::Tie,
        (Rules::Max, true) => Value::Margin { score: score.round() as i32 },
    })
}

/// The only one there is.
fn single<T>(mut all: impl Iterator<Item = T>) -> Option<T> {
    all.next().filter(|_| all.next().is_none())
}
