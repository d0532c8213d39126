//! What every column is worth, and what decides it.
//!
//! An [`Analyst`] finds out round after round. The first round asks for what is known at once, from a book or because little is left to play, and the
//! strongest player for a moment about the rest, so that something can be shown soon; the next ones ask the exact solver and then that player, with
//! more time for each column from round to round, so that one hard column does not keep the others waiting. Boards that are too large for the
//! solver are estimated from ever deeper searches, in which forced wins are still proven. Without a time limit there is nothing to share out:
//! one column is proven after the other.

mod chance;
mod estimator;
mod found;
mod threat;
mod value;

use found::unknown;
pub use found::{Analysis, ColumnValue};
pub use threat::{Parity, Threat, threats};
pub use value::{Outlook, Value};

use crate::budget::{Budget, interval};
use crate::oracle::{centre_first, ended};
use crate::{Limits, Oracle, OracleError, OracleOptions, Think};
use dropline_core::{Column, Game, Variant};
use estimator::Estimator;
use std::time::Duration;

/// What the solver may cost for each column before the player is asked: what it finds out so soon, it knows at once.
const AT_ONCE: Duration = Duration::from_millis(8);

/// What the player may cost at first for all columns together, and for one of few.
const GLANCES: Duration = Duration::from_millis(420);
const GLANCE: Duration = Duration::from_millis(60);

/// What each column may cost in the round after that; each round has `GROWTH` times the time of the one before.
const FIRST_ROUND: Duration = Duration::from_millis(60);
const GROWTH: u32 = 5;

/// The time for a board that cannot be solved, where no limit is given.
const ESTIMATING: Duration = Duration::from_secs(10);

/// Rounds at most, for clocks that stand still.
const ROUNDS: u32 = 12;

/// What a line of best play may cost, where the time is limited.
const LINE: Duration = Duration::from_millis(1500);

/// Somebody who values the columns of any variant. It keeps its tables from one position to the next.
///
/// ```
/// use dropline_core::{Game, Variant};
/// use dropline_engine::{Think, analysis::Analyst};
///
/// let game = Game::from_moves(Variant::STANDARD, "2252576253462244111563365343671351441")?;
/// let analysis = Analyst::new(game.variant()).analyze(&game, &Think::default(), &mut |_| {})?;
/// assert_eq!(analysis.value().to_string(), "loses in 2");
/// for known in analysis.columns() {
///     println!("column {}: {}", known.column, known.value);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Analyst {
    variant: Variant,
    /// Nobody for boards that are too large to be solved.
    oracle: Option<Oracle>,
    /// Nobody if only what is proven counts.
    estimator: Option<Estimator>,
}

impl Analyst {
    /// The least bytes that its tables need to be of use.
    pub const LEAST_MEMORY: usize = 16 << 20;

    /// An analyst for the positions of a variant, with one thread and the embedded book.
    #[must_use]
    pub fn new(variant: Variant) -> Analyst {
        Analyst::with(variant, OracleOptions::default())
    }

    /// An analyst made of these parts.
    #[must_use]
    pub fn with(variant: Variant, options: OracleOptions) -> Analyst {
        Analyst::within(variant, options, usize::MAX)
    }

    /// An analyst whose tables take at most so many bytes together, but [`Analyst::LEAST_MEMORY`] at least: half of them for the solver, half for estimates.
    #[must_use]
    pub fn within(variant: Variant, mut options: OracleOptions, memory: usize) -> Analyst {
        let half = memory.max(Analyst::LEAST_MEMORY) / 2;
        options.solver.memory = options.solver.memory.min(half);
        options.max_solver.memory = options.max_solver.memory.min(half);
        let estimator = Some(Estimator::new(variant, options.book.clone(), half));
        Analyst { variant, oracle: Oracle::with(variant, options).ok(), estimator }
    }

    /// An analyst who never estimates: what this oracle cannot prove within the limits comes back as bounds.
    #[must_use]
    pub const fn exact(oracle: Oracle) -> Analyst {
        Analyst { variant: oracle.variant(), oracle: Some(oracle), estimator: None }
    }

    /// The variant whose positions it values.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// Bytes that its tables take at most.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.oracle.as_ref().map_or(0, Oracle::memory) + self.estimator.as_ref().map_or(0, Estimator::memory)
    }

    /// Values every playable column; `on_news` hears of each value as it is found or improved. It ends when all is exact, the limits are used up or
    /// somebody says stop.
    pub fn analyze(
        &mut self,
        game: &Game,
        think: &Think<'_>,
        on_news: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, OracleError> {
        if game.is_over() {
            return Err(OracleError::Over);
        }
        let Limits { time, nodes, .. } = think.limits;
        let time = time.or((self.oracle.is_none() && nodes.is_none()).then_some(ESTIMATING));
        let at_once = self.oracle.is_some() && time.is_none();
        let mut budget = budget(game, &Think { limits: Limits { time, ..think.limits }, ..*think });
        let mut analysis = Analysis::new(game);
        let mut open: Vec<(Column, Game)> = Vec::new();
        let columns = centre_first(game);
        let share = time.map_or(Duration::MAX, |time| time / 4) / columns.len() as u32;
        let first = [AT_ONCE.min(share), GLANCE.min(GLANCES / columns.len() as u32).min(share)];
        for &column in &columns {
            let after = dropped(game, column)?;
            let value = match ended(game, &after) {
                Some(value) => Some(value),
                None if at_once => Some(self.position(&after, &budget.left(), &mut budget)?.before_drop()),
                // Whoever has no time left for a look at all says so soon, however many columns there are.
                None if self.estimator.is_some() && budget.is_spent() => None,
                None => self.look(&after, None, first, columns.len(), &mut budget)?,
            };
            analysis.learn(column, value.unwrap_or_else(|| unknown(self.variant)));
            analysis.nodes = budget.nodes();
            on_news(&analysis);
            open.push((column, after));
        }
        for round in 0..if at_once { 0 } else { ROUNDS } {
            open.retain(|(column, _)| analysis.of(*column).is_some_and(|value| self.can_improve(value)));
            for (index, (column, after)) in open.iter().enumerate() {
                let left = open.len() - index;
                if budget.is_spent() || budget.left().limits.nodes.is_some_and(|nodes| nodes < left as u64) {
                    return Ok(analysis);
                }
                let share = budget.left().limits.time.map_or(Duration::MAX, |time| time / (2 * left as u32));
                let time = (FIRST_ROUND * GROWTH.pow(round)).min(share);
                let better = self.look(after, analysis.of(*column), [time; 2], left, &mut budget)?;
                analysis.nodes = budget.nodes();
                if better.is_some_and(|value| analysis.learn(*column, value)) {
                    on_news(&analysis);
                }
            }
        }
        Ok(analysis)
    }

    /// The worth of a position for the side to move, as far as the solver can prove it.
    pub fn value(&mut self, game: &Game, think: &Think<'_>) -> Result<Value, OracleError> {
        self.position(game, think, &mut budget(game, think))
    }

    /// A line of best play that begins with a best column of an analysis: as far as it can be proven where the position is decided, that column alone
    /// where it is not.
    pub fn best_line(
        &mut self,
        game: &Game,
        analysis: &Analysis,
        think: &Think<'_>,
    ) -> Result<Vec<Column>, OracleError> {
        let Some(first) = analysis.choice() else { return Ok(Vec::new()) };
        let mut line = vec![first];
        if analysis.value().is_exact() {
            let time = think.limits.time.map(|time| time.min(LINE));
            let limits = Limits { time, ..think.limits };
            line.extend(self.line(&dropped(game, first)?, &Think { limits, ..*think })?);
        }
        Ok(line)
    }

    /// A line of best play, as long as it can be proven within the limits: wins soonest, loses latest, the middle first.
    pub fn line(&mut self, game: &Game, think: &Think<'_>) -> Result<Vec<Column>, OracleError> {
        let mut budget = budget(game, think);
        let (mut game, mut line) = (game.clone(), Vec::new());
        while !game.is_over() {
            let Some(column) = self.best_reply(&game, &mut budget)? else { break };
            game = dropped(&game, column)?;
            line.push(column);
        }
        Ok(line)
    }

    /// The best column nearest to the middle, if it can be proven.
    fn best_reply(&mut self, game: &Game, budget: &mut Budget<'_>) -> Result<Option<Column>, OracleError> {
        let Some(score) = self.position(game, &budget.left(), budget)?.score() else { return Ok(None) };
        for column in centre_first(game) {
            let after = dropped(game, column)?;
            let value = match ended(game, &after) {
                Some(value) => value,
                None => self.position(&after, &budget.left(), budget)?.before_drop(),
            };
            if value.score() == Some(score) {
                return Ok(Some(column));
            }
        }
        Ok(None)
    }

    /// Whether somebody may find out more about a column of this value.
    fn can_improve(&self, value: Value) -> bool {
        !value.is_exact() && (self.oracle.is_some() || value.outlook().is_none())
    }

    /// What can be found out about a drop for the side that made it, in so much time by proof and so much by estimate.
    fn look(
        &mut self,
        after: &Game,
        known: Option<Value>,
        [proving, estimating]: [Duration; 2],
        columns: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Value>, OracleError> {
        let mut proven = None;
        if self.oracle.is_some() {
            let value = self.position(after, &share(budget, proving, columns), budget)?.before_drop();
            proven = Some(value);
        }
        if proven.into_iter().chain(known).any(|value| value.outlook().is_some()) {
            return Ok(proven);
        }
        let Some(estimator) = &mut self.estimator else { return Ok(proven) };
        let think = Think { progress: &|_| {}, ..share(budget, estimating, columns) };
        let Some((value, nodes)) = estimator.value(after, &think) else { return Ok(proven) };
        budget.count(nodes);
        let value = value.before_drop();
        Ok(Some(proven.map_or(value, |proven| proven.joined(value))))
    }

    /// What the solver proves of a position, for the side to move; the positions it visits are counted.
    fn position(&mut self, game: &Game, think: &Think<'_>, budget: &mut Budget<'_>) -> Result<Value, OracleError> {
        let Some(oracle) = &mut self.oracle else { return Ok(unknown(self.variant)) };
        let solution = oracle.score(game, think)?;
        budget.count(solution.nodes);
        Ok(Value::between(game, solution.lower, solution.upper))
    }
}

/// The game after a drop.
fn dropped(game: &Game, column: Column) -> Result<Game, OracleError> {
    let mut after = game.clone();
    after.play(column).map(|_| after).map_err(|_| OracleError::Over)
}

/// A budget for the searches of an analysis.
fn budget<'a>(game: &Game, think: &Think<'a>) -> Budget<'a> {
    Budget::new(think, interval(game.variant().columns()))
}

/// What one of so many columns may use up of a budget, and no more than this time.
fn share<'a>(budget: &Budget<'a>, time: Duration, columns: usize) -> Think<'a> {
    let left = budget.left();
    let nodes = left.limits.nodes.map(|nodes| nodes / columns.max(1) as u64);
    let limits = Limits { time: Some(time), nodes, depth: None };
    Think { limits: left.limits.and(limits), ..left }
}
