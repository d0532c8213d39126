//! The best column in the time there is.

use super::deepening::{Deepening, RootMove};
use super::evaluate::{Evaluation, POINT};
use super::exact::{Bounds, Exact};
use super::geometry::{Geometry, Shape};
use super::mask::Mask;
use super::node::Node;
use super::plain::Plain;
use super::size::{ForSize, for_size};
use super::table::Packing;
use super::{MaxSolveError, Solve, Techniques, ahead, budget_for};
use crate::budget::Budget;
use crate::{Choice, PlayerError, Progress, Think};
use dropline_core::{Column, Game, Rules, Variant};
use std::io;

/// What a player of Max-Connect-N may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MaxSearchOptions {
    /// The most bytes of memory for its tables. It is taken as it is needed.
    pub memory: usize,
}

impl Default for MaxSearchOptions {
    /// 64 MiB.
    fn default() -> MaxSearchOptions {
        MaxSearchOptions { memory: 64 << 20 }
    }
}

/// A column, and what is known about it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MaxChoice {
    /// The column chosen.
    pub column: Column,
    /// The final margin it leads to, as it looks, for the side to move; exact if proven.
    pub score: f64,
    /// Whether the score is the exact final margin with best play.
    pub proven: bool,
    /// Plies looked ahead: to the end if proven.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
}

impl From<MaxChoice> for Choice {
    fn from(choice: MaxChoice) -> Choice {
        let MaxChoice { column, score, depth, nodes, proven } = choice;
        Choice { column, score: Some(score), depth: Some(depth), nodes, proven }
    }
}

/// Chooses columns in Max-Connect-N: exactly as soon as the rest of the game fits the limits, before that by looking ahead further and further.
///
/// It plays every size and N. Boards of more than [128 bits](super::MAX_BITS) are searched plainly, over points and the number of lines through each cell.
///
/// ```
/// use dropline_core::Game;
/// use dropline_engine::max_solver::{MaxSearch, MaxSearchOptions};
/// use dropline_engine::{Limits, Think};
///
/// let mut search = MaxSearch::new(MaxSearchOptions::default());
/// let limits = Limits { nodes: Some(20_000), ..Limits::default() };
/// let game = Game::from_moves("7x6m4".parse()?, "4444")?;
/// let choice = search.choose(&game, &Think { limits, ..Think::default() })?;
/// assert!(game.legal_columns().any(|column| column == choice.column));
/// assert!(!choice.proven);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Without any limit it goes on until it has proven a best column, or is stopped. Given the same games in the same order and no time limit, it
/// answers the same.
pub struct MaxSearch {
    options: MaxSearchOptions,
    search: Option<(Variant, Box<dyn Choose>)>,
}

impl std::fmt::Debug for MaxSearch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MaxSearch").field("options", &self.options).finish_non_exhaustive()
    }
}

/// Why no column was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MaxChooseError {
    /// The game is over.
    #[error("no move is possible: the game is over")]
    NoMove,
    /// The variant is not one that can be searched.
    #[error(transparent)]
    Variant(#[from] MaxSolveError),
}

impl From<MaxChooseError> for PlayerError {
    /// A player is only asked for variants it was built for, so what is left is that there is no move.
    fn from(_: MaxChooseError) -> PlayerError {
        PlayerError::NoMove
    }
}

impl MaxSearch {
    /// A search that knows nothing yet.
    #[must_use]
    pub fn new(options: MaxSearchOptions) -> MaxSearch {
        MaxSearch { options, search: None }
    }

    /// A column for the side to move.
    pub fn choose(&mut self, game: &Game, think: &Think<'_>) -> Result<MaxChoice, MaxChooseError> {
        let variant = game.variant();
        if variant.rules() != Rules::Max {
            return Err(MaxSolveError::NotMax { variant }.into());
        }
        if game.is_over() {
            return Err(MaxChooseError::NoMove);
        }
        let mut search = match self.search.take() {
            Some((known, search)) if known == variant => search,
            _ => new_search(variant, &self.options)?,
        };
        let choice = search.choose(game, think).ok_or(MaxChooseError::NoMove);
        self.search = Some((variant, search));
        choice
    }
}

/// The final margin of a position as it looks, for the side to move: the points made, plus ¾ parity and ¼ pairing bound for those to come.
///
/// ```
/// use dropline_core::Game;
/// use dropline_engine::max_solver::evaluate;
/// let margin = evaluate(&Game::from_moves("7x6m4".parse()?, "1712171")?)?;
/// assert!(margin < 0.0); // red has four on top of each other
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn evaluate(game: &Game) -> Result<f64, MaxSolveError> {
    struct Evaluate<'a>(&'a Game);
    impl ForSize for Evaluate<'_> {
        type Output = i32;

        fn run<P: Packing, S: Shape>(self, geometry: Geometry<P::Mask, S>) -> i32 {
            let evaluation = Evaluation::new(geometry.shape.connect());
            let node = Node::of_game(&geometry, self.0, &Techniques::ALL);
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
pub(crate) trait Choose: Send {
    /// A column; nothing if there is no move.
    fn choose(&mut self, game: &Game, think: &Think<'_>) -> Option<MaxChoice>;
}

fn new_search(variant: Variant, options: &MaxSearchOptions) -> Result<Box<dyn Choose>, MaxSolveError> {
    struct New {
        memory: usize,
    }
    impl ForSize for New {
        type Output = io::Result<Box<dyn Choose>>;

        fn run<P: Packing, S: Shape>(self, geometry: Geometry<P::Mask, S>) -> Self::Output {
            let deepening = Deepening::<P>::new(geometry.shape.connect(), self.memory / 4)?;
            let exact = Exact::<P, S>::new(geometry, self.memory / 4 * 3, Techniques::ALL)?;
            Ok(Box::new(Play { exact, deepening }))
        }
    }
    match for_size(variant, New { memory: options.memory }) {
        Ok(search) => search.map_err(|_| MaxSolveError::NoMemory),
        Err(MaxSolveError::TooLarge { .. }) => Ok(Box::new(Plain::new(variant))),
        Err(error) => Err(error),
    }
}

/// The share of the limits that an attempt to solve may use up.
const SOLVING: f64 = 0.6;
/// Plies looked ahead before an attempt to solve without limits, so that there is an answer if it is stopped.
const BEFORE_SOLVING: u32 = 8;

/// Plies looked ahead to choose between moves of the same exact value.
const PREFERRING: u32 = 6;

struct Play<P: Packing, S> {
    exact: Exact<P, S>,
    deepening: Deepening<P>,
}

impl<P: Packing, S: Shape> Choose for Play<P, S> {
    fn choose(&mut self, game: &Game, think: &Think<'_>) -> Option<MaxChoice> {
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
            } else if self.likely_nodes(&node) <= budget.nodes_left(P::Mask::NODES_A_SECOND) {
                self.try_to_solve(game, &mut look, SOLVING, &mut budget);
            }
        }
        if !look.proven {
            self.deepen(&mut look, if only_move { 1 } else { depth }, &mut budget);
        }
        Some(look.choice(budget.nodes()))
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

impl<M: Mask> Look<M> {
    fn choice(&self, nodes: u64) -> MaxChoice {
        let column = Column::from_index(self.moves[0].column);
        MaxChoice { column, score: score(self.made, self.value), proven: self.proven, depth: self.depth, nodes }
    }

    fn progress(&self, nodes: u64) -> Progress {
        let MaxChoice { column, score, depth, .. } = self.choice(nodes);
        Progress { depth, nodes, score: Some(score), line: vec![column], ..Progress::default() }
    }
}

impl<P: Packing, S: Shape> Play<P, S> {
    fn node(&self, game: &Game) -> Option<Node<P::Mask>> {
        Node::of_game(&self.exact.moves.geometry, game, &Techniques::ALL)
    }

    /// The moves centre-first, as they look at once; nothing if there are none.
    fn first_look(&self, game: &Game, to_end: u32) -> Option<Look<P::Mask>> {
        let made = ahead(game, game.turn());
        let mut moves = Vec::new();
        for column in centre_first(game) {
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
    fn likely_nodes(&self, node: &Node<P::Mask>) -> u64 {
        let geometry = &self.exact.moves.geometry;
        let columns = f64::from(geometry.playable(node.filled).count().max(1));
        let vacant = f64::from(node.vacant(geometry).count());
        (0.29 * columns.log2() * vacant - 4.0).exp2() as u64
    }

    /// Tries to find a best move exactly, within a share of what is left of the budget.
    fn try_to_solve(&mut self, game: &Game, look: &mut Look<P::Mask>, share: f64, whole: &mut Budget<'_>) {
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
    fn prefer(&mut self, game: &Game, look: &mut Look<P::Mask>, margin: i32, budget: &mut Budget<'_>) {
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
    fn deepen(&mut self, look: &mut Look<P::Mask>, most: u32, budget: &mut Budget<'_>) {
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

/// The playable columns, nearest to the middle first, the left one of a pair before the right one.
pub(crate) fn centre_first(game: &Game) -> Vec<Column> {
    let middle = game.variant().columns() - 1;
    let mut columns: Vec<Column> = game.board().open_columns().collect();
    columns.sort_by_key(|column| (2 * column.index()).abs_diff(middle));
    columns
}
