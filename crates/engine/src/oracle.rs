//! Exact scores of positions, from the book where it knows them and from the solvers otherwise.

use crate::analysis::Value;
use crate::book::{Book, BookChoice};
use crate::budget::{Budget, interval};
use crate::known_board::KnownBoard;
use crate::search::open_columns;
use crate::solver::{MAX_BITS, MaxSolver, MaxSolverOptions, Solution, SolveError, Solver, SolverOptions, too_large};
use crate::{Limits, Score, Think, win_score};
use dropline_core::{Column, Game, Outcome, Rules, Variant};
use std::sync::Arc;

/// Somebody who knows, or finds out, the exact score of any position of a variant. It keeps what it learned for the next one.
///
/// ```
/// use dropline_core::{Game, Variant};
/// use dropline_engine::{Oracle, Think};
///
/// let mut oracle = Oracle::new("5x4c4".parse()?)?;
/// let known = oracle.score(&Game::new(oracle.variant()), &Think::default())?;
/// assert_eq!(known.score(), Some(0)); // a tie
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Oracle {
    variant: Variant,
    book: Option<Arc<Book>>,
    /// What is known of the empty board.
    known: Option<&'static KnownBoard>,
    solver: AnySolver,
    nodes: u64,
}

enum AnySolver {
    Connect(Box<Solver>),
    Max(Box<MaxSolver>),
}

/// How much of the score is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// All of it.
    Score,
    /// Only who wins: 1, 0 or −1.
    Winner,
}

/// Nodes to search before the book is asked about what may follow.
const FEW: u64 = 50_000;

/// How many plies ahead the book is asked.
const PLIES: u32 = 4;

/// What an oracle is made of.
#[derive(Clone, Debug)]
pub struct OracleOptions {
    /// How Connect-N is solved.
    pub solver: SolverOptions,
    /// How Max-Connect-N is solved.
    pub max_solver: MaxSolverOptions,
    /// The book to ask first; one of another variant is never asked.
    pub book: BookChoice,
}

impl Default for OracleOptions {
    /// One thread, tables that are kept from one position to the next, the embedded book.
    fn default() -> OracleOptions {
        // The columns of a position are related, and so are the positions of a game: what was learned is kept.
        let solver = SolverOptions { reuse: true, ..SolverOptions::default() };
        OracleOptions { solver, max_solver: MaxSolverOptions::default(), book: BookChoice::Embedded }
    }
}

impl OracleOptions {
    /// The same with tables of at most so many bytes.
    #[must_use]
    pub fn within(mut self, memory: usize) -> OracleOptions {
        self.solver.memory = self.solver.memory.min(memory);
        self.max_solver.memory = self.max_solver.memory.min(memory);
        self
    }
}

/// Why there is no score.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OracleError {
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// The exact solver cannot.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

impl std::fmt::Debug for Oracle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Oracle").field("variant", &self.variant).finish_non_exhaustive()
    }
}

impl Oracle {
    /// An oracle for a variant, with one thread and the embedded book.
    pub fn new(variant: Variant) -> Result<Oracle, OracleError> {
        Oracle::with(variant, OracleOptions::default())
    }

    /// An oracle made of these parts.
    pub fn with(variant: Variant, options: OracleOptions) -> Result<Oracle, OracleError> {
        if variant.bits() > MAX_BITS {
            return Err(too_large(variant).into());
        }
        let solver = match variant.rules() {
            Rules::Connect => AnySolver::Connect(Box::new(Solver::new(options.solver))),
            Rules::Max => AnySolver::Max(Box::new(MaxSolver::new(options.max_solver))),
        };
        let known = KnownBoard::worth_asking(variant).filter(|_| matches!(options.book, BookChoice::Embedded));
        Ok(Oracle { variant, book: options.book.book(variant), known, solver, nodes: 0 })
    }

    /// The variant it knows about.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// Bytes that its table takes at most.
    #[must_use]
    pub fn memory(&self) -> usize {
        match &self.solver {
            AnySolver::Connect(solver) => solver.options().memory,
            AnySolver::Max(solver) => solver.options().memory,
        }
    }

    /// The book it asks first.
    #[must_use]
    pub fn book(&self) -> Option<&Book> {
        self.book.as_deref()
    }

    /// What is known of a game's position without a search because it is an empty board.
    pub(crate) fn known(&self, game: &Game) -> Option<&'static KnownBoard> {
        self.known.filter(|_| game.board().checkers() == 0)
    }

    /// Positions visited since it was made.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Empties its table, so that the next answer takes as many nodes as the first one did.
    pub fn forget(&mut self) {
        match &mut self.solver {
            AnySolver::Connect(solver) => solver.forget(),
            AnySolver::Max(solver) => solver.forget(),
        }
    }

    /// The score of a game's position for the side to move, as far as the limits allow.
    pub fn score(&mut self, game: &Game, think: &Think<'_>) -> Result<Solution, OracleError> {
        self.solve(game, Strength::Score, think)
    }

    /// The same, or only who wins.
    pub fn solve(&mut self, game: &Game, strength: Strength, think: &Think<'_>) -> Result<Solution, OracleError> {
        let solution = self.answer(game, strength, None, think)?;
        self.nodes += solution.nodes;
        Ok(solution)
    }

    /// Bounds that tell whether the score of a position is more than `alpha`, as far as the limits allow. One question, so it is answered sooner than the
    /// score is found.
    fn exceeds(&mut self, game: &Game, alpha: Score, think: &Think<'_>) -> Result<Solution, OracleError> {
        let solution = self.answer(game, Strength::Score, Some(alpha), think)?;
        self.nodes += solution.nodes;
        Ok(solution)
    }

    fn answer(
        &mut self,
        game: &Game,
        strength: Strength,
        alpha: Option<Score>,
        think: &Think<'_>,
    ) -> Result<Solution, OracleError> {
        if game.is_over() && self.variant.rules() == Rules::Connect {
            return Err(OracleError::Over);
        }
        let weak = strength == Strength::Winner;
        let bound = |bound: Score| if weak { bound.signum() } else { bound };
        let mut budget = Budget::new(think, interval(self.variant.columns()));
        if let Some(score) = self.book.as_ref().and_then(|book| book.score(game)) {
            return Ok(Solution::new(bound(score), bound(score), &budget));
        }
        if let Some(known) = self.known(game)
            && let Some(score) = if weak { Some(known.winner) } else { known.score }
        {
            return Ok(Solution::new(score, score, &budget));
        }
        let run = |solver: &mut Solver, think: &Think<'_>| match alpha {
            Some(alpha) => solver.exceeds(game, alpha, think),
            None if weak => solver.solve_weak(game, think),
            None => solver.solve(game, think),
        };
        let (solver, book) = match (&mut self.solver, &self.book) {
            (AnySolver::Max(solver), _) => {
                let solution = match alpha {
                    Some(alpha) => solver.exceeds(game, alpha, think),
                    None => solver.solve(game, think),
                }?;
                return Ok(Solution { lower: bound(solution.lower), upper: bound(solution.upper), ..solution });
            }
            (AnySolver::Connect(solver), None) => return Ok(run(solver, think)?),
            (AnySolver::Connect(solver), Some(book)) => (solver, book),
        };
        let nodes = think.limits.nodes;
        let few = nodes.map_or(FEW, |nodes| nodes.min(FEW));
        let limits = Limits { nodes: Some(few), ..think.limits };
        let first = run(solver, &Think { limits, ..*think })?;
        budget.count(first.nodes);
        let spent = first.nodes < few || nodes.is_some_and(|nodes| nodes <= first.nodes);
        if first.score().is_some() || spent {
            return Ok(first);
        }
        teach(solver, book, &mut game.clone(), PLIES)?;
        let second = solver.keeping_table(|solver| run(solver, &budget.left()))?;
        budget.count(second.nodes);
        Ok(Solution::new(first.lower.max(second.lower), first.upper.min(second.upper), &budget))
    }

    /// The score of every playable column for the side to move, the middle first; nothing for a column that the limits left open.
    ///
    /// ```
    /// use dropline_core::{Column, Game, Variant};
    /// use dropline_engine::{Oracle, Think};
    ///
    /// let game = Game::from_moves(Variant::STANDARD, "112233")?;
    /// let scores = Oracle::new(game.variant())?.scores(&game, &Think::default())?;
    /// assert_eq!(scores[0], (Column::from_index(3), Some(18))); // red completes a line
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn scores(&mut self, game: &Game, think: &Think<'_>) -> Result<Vec<(Column, Option<Score>)>, OracleError> {
        if game.is_over() {
            return Err(OracleError::Over);
        }
        let mut budget = Budget::new(think, interval(self.variant.columns()));
        let mut scores = Vec::new();
        for column in centre_first(game) {
            let mut after = game.clone();
            after.play(column).map_err(|_| OracleError::Over)?;
            let score = match ended(game, &after) {
                Some(value) => value.score(),
                None => {
                    let found = self.score(&after, &budget.left())?;
                    budget.count(found.nodes);
                    found.score().map(|score| -score)
                }
            };
            scores.push((column, score));
        }
        Ok(scores)
    }

    /// Whether a drop keeps the score of a position, or who wins it; nothing if the limits ended the search.
    pub fn keeps(
        &mut self,
        game: &Game,
        column: Column,
        score: Score,
        strength: Strength,
        think: &Think<'_>,
    ) -> Result<Option<bool>, OracleError> {
        let mut after = game.clone();
        if after.play(column).is_err() {
            return Err(OracleError::Over);
        }
        if let Some(kept) = self.known(game).and_then(|known| known.keeps(column, score, strength)) {
            return Ok(Some(kept));
        }
        if let Some(value) = ended(game, &after) {
            return Ok(value.score().map(|known| match strength {
                Strength::Score => known == score,
                Strength::Winner => known.signum() == score.signum(),
            }));
        }
        if strength == Strength::Winner {
            let known = self.solve(&after, strength, think)?.score();
            return Ok(known.map(|known| -known.signum() == score.signum()));
        }
        // No drop is better than the position: one is as good if the other side gets no more out of it.
        let found = self.exceeds(&after, -score, think)?;
        Ok(if found.upper <= -score { Some(true) } else { (found.lower > -score).then_some(false) })
    }
}

/// The worth of a drop that ended a game, for the side that made it; nothing if it goes on.
pub(crate) fn ended(before: &Game, after: &Game) -> Option<Value> {
    let score = match (after.outcome()?, before.variant().rules()) {
        (Outcome::Win { .. }, Rules::Connect) => win_score(before.variant(), before.board().checkers()),
        (Outcome::Tie, Rules::Connect) => 0,
        (_, Rules::Max) => {
            let points = after.points();
            points.of(before.turn()).cast_signed() - points.of(before.turn().other()).cast_signed()
        }
    };
    Some(Value::of_position(before, score))
}

/// Tells the solver the scores of the positions up to so many plies ahead that the book knows.
///
/// A position that is easy to solve may have successors that are not, which the book has not looked at; but often it knows what follows those.
fn teach(solver: &mut Solver, book: &Book, game: &mut Game, plies: u32) -> Result<(), SolveError> {
    for column in game.legal_columns().collect::<Vec<_>>() {
        if game.play(column).is_err() {
            continue;
        }
        if !game.is_over() {
            match book.score(game) {
                Some(score) => solver.learn(game, score)?,
                None if plies > 1 => teach(solver, book, game, plies - 1)?,
                None => {}
            }
        }
        game.undo();
    }
    Ok(())
}

/// The playable columns, nearest to the middle first, the left one of a pair before the right one.
pub(crate) fn centre_first(game: &Game) -> Vec<Column> {
    if game.is_over() { Vec::new() } else { open_columns(game) }
}
