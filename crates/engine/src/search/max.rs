//! How Max-Connect-N is played: exactly as soon as the rest of the game fits the limits, before that by looking ahead further and further.
//!
//! [`deepening`] looks ahead over the [evaluation](evaluate), [`wide`] is the search for boards beyond 128 bits.

mod deepening;
mod evaluate;
mod wide;

#[cfg(test)]
mod tests;

use super::{ColumnValues, growth, open_columns};
use crate::budget::Budget;
use crate::solver::max::exact::{Bounds, ExactSearch};
use crate::solver::max::geometry::{LineGeometry, Shape};
use crate::solver::max::node::Node;
use crate::solver::max::size::{ForSize, for_size};
use crate::solver::max::table::Packing;
use crate::solver::max::{Solve, ahead, budget_for};
use crate::solver::{CellSet, MaxTechniques, SolveError};
use crate::{Choice, Progress, Think};
use deepening::{Deepening, RootMove};
use dropline_core::{Column, Game, Variant};
use evaluate::{Evaluation, POINT};
use std::io;
use wide::WideSearch;

/// Chooses columns in Max-Connect-N: exactly as soon as the rest of the game fits the limits, before that by looking ahead further and further.
///
/// Without any limit it goes on until it has proven a best column, or is stopped. Given the same games in the same order and no time limit, it
/// answers the same.
pub(crate) struct MaxSearch {
    search: Box<dyn Choose>,
}

impl MaxSearch {
    /// A search for a variant that knows nothing yet, with at most so many bytes for its tables.
    pub(crate) fn new(variant: Variant, memory: usize) -> MaxSearch {
        MaxSearch { search: new_search(variant, memory) }
    }

    /// A column for the side to move; nothing if the game is over.
    pub(crate) fn choose(&mut self, game: &Game, think: &Think<'_>) -> Option<Choice> {
        if game.is_over() { None } else { self.search.choose(game, think) }
    }

    /// The margin still to come of every column as it looks so many plies ahead, in points; of a column worse than the best by `margin` or more only
    /// that is known. Nothing if the game is over.
    pub(crate) fn weigh(&mut self, game: &Game, plies: u32, margin: f64, think: &Think<'_>) -> Option<ColumnValues> {
        if game.is_over() { None } else { self.search.weigh(game, plies, margin, think) }
    }

    /// Whether the rest of a game is likely to be solved within the limits.
    pub(crate) fn is_likely(&self, game: &Game, think: &Think<'_>) -> bool {
        self.search.is_likely(game, think)
    }
}

/// The final margin of a position as it looks, for the side to move: the points made, plus ¾ parity and ¼ pairing bound for those to come.
///
/// ```
/// use dropline_core::Game;
/// use dropline_engine::evaluate;
/// let margin = evaluate(&Game::from_moves("7x6m4".parse()?, "1712171")?)?;
/// assert!(margin < 0.0); // red has four on top of each other
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn evaluate(game: &Game) -> Result<f64, SolveError> {
    struct Evaluate<'a>(&'a Game);
    impl ForSize for Evaluate<'_> {
        type Output = i32;

        fn run<P: Packing, S: Shape>(self, geometry: LineGeometry<P::Word, S>) -> i32 {
            let evaluation = Evaluation::new(geometry.shape.connect());
            let node = Node::of_game(&geometry, self.0, &MaxTechniques::ALL);
            node.map_or(0, |node| evaluation.of(&geometry, &node))
        }
    }
    Ok(score(ahead(game, game.turn()), for_size(game.variant(), Evaluate(game))?))
}

/// The points a side is ahead and the units it expects, in points.
fn score(made: i32, expected: i32) -> f64 {
    f64::from(made) + f64::from(expected) / f64::from(POINT)
}

/// A search that chooses, for some board size.
trait Choose: Send {
    /// A column; nothing if there is no move.
    fn choose(&mut self, game: &Game, think: &Think<'_>) -> Option<Choice>;

    /// What every column is worth so many plies ahead; nothing if there is no move.
    fn weigh(&mut self, game: &Game, plies: u32, margin: f64, think: &Think<'_>) -> Option<ColumnValues>;

    /// Whether the rest of a game is likely to be solved within the limits.
    fn is_likely(&self, _game: &Game, _think: &Think<'_>) -> bool {
        false
    }
}

fn new_search(variant: Variant, memory: usize) -> Box<dyn Choose> {
    struct New(usize);
    impl ForSize for New {
        type Output = io::Result<Box<dyn Choose>>;

        fn run<P: Packing, S: Shape>(self, geometry: LineGeometry<P::Word, S>) -> Self::Output {
            let deepening = Deepening::<P>::new(geometry.shape.connect(), self.0 / 4)?;
            let exact = ExactSearch::<P, S>::new(geometry, self.0 / 4 * 3, MaxTechniques::ALL)?;
            Ok(Box::new(Play { exact, deepening }))
        }
    }
    match for_size(variant, New(memory)) {
        Ok(Ok(search)) => search,
        // Too large, or without memory for a table: that search needs little.
        _ => Box::new(WideSearch::new(variant)),
    }
}

/// How many positions the exact search visits in a second on a slow computer, for planning.
const fn nodes_a_second<M: CellSet>() -> u64 {
    if M::BITS == 64 { 2_000_000 } else { 800_000 }
}

/// The share of the limits that an attempt to solve may use up.
const SOLVING: f64 = 0.6;
/// Plies looked ahead before an attempt to solve without limits, so that there is an answer if it is stopped.
const BEFORE_SOLVING: u32 = 8;

/// Plies looked ahead to choose between moves of the same exact value.
const PREFERRING: u32 = 6;

struct Play<P: Packing, S> {
    exact: ExactSearch<P, S>,
    deepening: Deepening<P>,
}

impl<P: Packing, S: Shape> Choose for Play<P, S> {
    fn choose(&mut self, game: &Game, think: &Think<'_>) -> Option<Choice> {
        let mut budget = budget_for(think);
        let node = self.node(game)?;
        let to_end = node.vacant(&self.exact.moves.geometry).count().max(1).unsigned_abs();
        let depth = think.limits.depth.unwrap_or(u32::MAX).clamp(1, to_end);
        let mut look = self.first_look(game, to_end)?;
        let only_move = look.moves.len() == 1;
        if depth == to_end && !only_move {
            let unlimited = think.limits.time.is_none() && think.limits.nodes.is_none();
            if unlimited {
                self.deepen(&mut look, depth.min(BEFORE_SOLVING), &mut budget);
                self.try_to_solve(game, &mut look, 1.0, &mut budget);
            } else if self.likely_nodes(&node) <= budget.nodes_left(nodes_a_second::<P::Word>()) {
                self.try_to_solve(game, &mut look, SOLVING, &mut budget);
            }
        }
        if !look.proven {
            self.deepen(&mut look, if only_move { 1 } else { depth }, &mut budget);
        }
        Some(look.choice(budget.nodes()))
    }

    fn weigh(&mut self, game: &Game, plies: u32, margin: f64, think: &Think<'_>) -> Option<ColumnValues> {
        let mut budget = budget_for(think);
        let mut look = self.first_look(game, 0)?;
        let most = plies.clamp(1, game.board().vacant() as u32);
        let margin = (margin * f64::from(POINT)) as i32;
        let mut depth = 0;
        while depth < most && !budget.is_spent() {
            let mut moves = look.moves.clone();
            if !self.deepening.weigh_root(&mut self.exact, &mut moves, (depth + 1, margin), &mut budget) {
                break;
            }
            look.moves = moves;
            depth += 1;
        }
        let value = |root: &RootMove<_>| (Column::from_index(root.column), f64::from(root.value) / f64::from(POINT));
        Some(ColumnValues { columns: look.moves.iter().map(value).collect(), depth, nodes: budget.nodes() })
    }

    fn is_likely(&self, game: &Game, think: &Think<'_>) -> bool {
        let left = budget_for(think).nodes_left(nodes_a_second::<P::Word>());
        self.node(game).is_some_and(|node| self.likely_nodes(&node) <= left)
    }
}

/// What is known of the moves of a position.
struct Look<M> {
    /// The moves, the best first.
    moves: Vec<RootMove<M>>,
    made: i32,
    value: i32,
    to_end: u32,
    depth: u32,
    proven: bool,
}

impl<M: CellSet> Look<M> {
    fn choice(&self, nodes: u64) -> Choice {
        let column = Column::from_index(self.moves[0].column);
        let score = Some(score(self.made, self.value));
        Choice { column, score, proven: self.proven, depth: Some(self.depth), nodes }
    }

    fn progress(&self, nodes: u64) -> Progress {
        let Choice { column, score, .. } = self.choice(nodes);
        Progress { depth: self.depth, nodes, score, line: vec![column], ..Progress::default() }
    }
}

impl<P: Packing, S: Shape> Play<P, S> {
    fn node(&self, game: &Game) -> Option<Node<P::Word>> {
        Node::of_game(&self.exact.moves.geometry, game, &MaxTechniques::ALL)
    }

    /// The moves centre-first, as they look at once; nothing if there are none.
    fn first_look(&self, game: &Game, to_end: u32) -> Option<Look<P::Word>> {
        let made = ahead(game, game.turn());
        let mut moves = Vec::new();
        for column in open_columns(game) {
            let mut after = game.clone();
            after.play(column).ok()?;
            let gain = ahead(&after, game.turn()) - made;
            let node = self.node(&after)?;
            let value = POINT * gain - self.deepening.evaluation().of(&self.exact.moves.geometry, &node);
            moves.push(RootMove { column: column.index(), gain, node, value });
        }
        moves.sort_by_key(|root| -root.value);
        let value = moves.first()?.value;
        Some(Look { moves, made, value, to_end, depth: 0, proven: false })
    }

    /// How many positions it is likely to take to solve a position: the median of random positions on several boards, roughly.
    fn likely_nodes(&self, node: &Node<P::Word>) -> u64 {
        let geometry = &self.exact.moves.geometry;
        let columns = geometry.playable(node.filled).count().max(1) as u32;
        (growth(columns, node.vacant(geometry).count() as u32) - 4.0).exp2() as u64
    }

    /// Tries to find a best move exactly, within a share of what is left of the budget.
    fn try_to_solve(&mut self, game: &Game, look: &mut Look<P::Word>, share: f64, whole: &mut Budget<'_>) {
        let mut budget = whole.share(share);
        let Bounds { lower, upper } = self.exact.margin(game, &mut budget);
        if lower == upper
            && let Some(best) = self.exact.best(game, lower, &mut budget)
            && let Some(i) = look.moves.iter().position(|root| root.column == best.index())
        {
            look.moves[..=i].rotate_right(1);
            look.value = POINT * (lower - look.made);
            look.depth = look.to_end;
            look.proven = true;
            budget.tell(&look.progress(budget.nodes()));
            self.prefer(game, look, lower, &mut budget);
        }
        whole.resume(&budget);
    }

    /// Of the moves that keep the margin, puts the one in front that looks best a few plies ahead: where the other side can still go wrong.
    fn prefer(&mut self, game: &Game, look: &mut Look<P::Word>, margin: i32, budget: &mut Budget<'_>) {
        let mut kept = vec![look.moves[0]];
        for root in &look.moves[1..] {
            if self.exact.keeps(game, Column::from_index(root.column), margin, budget) {
                kept.push(*root);
            }
        }
        let mut depth = 1;
        while kept.len() > 1
            && depth <= PREFERRING
            && self.deepening.search_root(&mut self.exact, &mut kept, depth, budget)
        {
            depth += 1;
        }
        if let Some(i) = look.moves.iter().position(|root| root.column == kept[0].column) {
            look.moves[..=i].rotate_right(1);
        }
    }

    /// Looks ahead one ply more at a time.
    fn deepen(&mut self, look: &mut Look<P::Word>, most: u32, budget: &mut Budget<'_>) {
        for depth in look.depth + 1..=most {
            let complete = self.deepening.search_root(&mut self.exact, &mut look.moves, depth, budget);
            look.value = look.moves[0].value;
            if !complete {
                break;
            }
            look.depth = depth;
            look.proven = depth >= look.to_end;
            budget.tell(&look.progress(budget.nodes()));
        }
    }
}
