//! What every column is worth, and what decides it.
//!
//! An [`Analyst`] finds out round after round. What is known of an empty board it knows from the start. First, unless all columns are likely to be proven in a moment, it glances at them without looking ahead, so that something can be shown soon. The first round then asks for
//! what is known at once, from a book or because little is left to play, and the strongest player for a moment about the rest; the next ones ask the exact
//! solver and then that player, with more time for each column from round to round, so that one hard column does not keep the others waiting.
//! Boards that are too large for the solver are estimated from ever deeper searches, in which forced wins are still proven. Without a limit there is
//! nothing to share out: after the first round one column is proven after the other.

mod chance;
mod estimator;
mod found;
mod threat;
mod value;

pub use found::{Analysis, ColumnValue};
use found::{across, unknown};
pub use threat::{Parity, Threat, threats};
pub use value::{Outlook, Value};

use crate::budget::{Budget, interval};
use crate::oracle::{centre_first, ended};
use crate::search::connect::likely_nodes;
use crate::{Limits, Oracle, OracleError, OracleOptions, Score, Strength, Think};
use dropline_core::{Column, Game, Rules, Variant};
use estimator::Estimator;
use std::cmp::Ordering;
use std::time::Duration;

/// What the solver may cost for each column before the player is asked: what it finds out so soon, it knows at once.
const AT_ONCE: Duration = Duration::from_millis(8);

/// Of positions that the solver is likely to visit for a column: where they are no more than this, nobody estimates before it had its time.
const SOON: f64 = 150_000.0;

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
    /// The time for a position where nobody names one: few boards are solved to the end.
    pub const USUAL_TIME: Duration = Duration::from_secs(10);

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
    ///
    /// Of a position and its mirror image the same one is looked at, and of two columns of a symmetric position one: what is right on the left is right on the
    /// right.
    pub fn analyze(
        &mut self,
        game: &Game,
        think: &Think<'_>,
        on_news: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, OracleError> {
        if game.is_over() {
            return Err(OracleError::Over);
        }
        let mirrored = game.mirrored();
        match game.position().cmp(&mirrored.position()) {
            Ordering::Greater => {
                let mut told = |news: &Analysis| on_news(&news.mirrored());
                self.rounds(&mirrored, false, think, &mut told).map(|analysis| analysis.mirrored())
            }
            order => self.rounds(game, order.is_eq(), think, on_news),
        }
    }

    fn rounds(
        &mut self,
        game: &Game,
        symmetric: bool,
        think: &Think<'_>,
        on_news: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, OracleError> {
        let Limits { time, nodes, .. } = think.limits;
        let time = time.or((self.oracle.is_none() && nodes.is_none()).then_some(ESTIMATING));
        let mut budget = budget(game, &Think { limits: Limits { time, ..think.limits }, ..*think });
        let mut analysis = Analysis::new(game);
        let soon = nodes.is_none() && time.is_none_or(|time| time >= GLANCES) && self.solves_soon(game);
        if let Some(known) = self.oracle.as_ref().filter(|_| !soon).and_then(|oracle| oracle.known(game)) {
            analysis.learn_board(game, known);
        }
        let learn = |analysis: &mut Analysis, column, value| {
            let new = analysis.learn(column, value);
            if symmetric {
                analysis.learn(across(game.variant(), column), value);
            }
            new
        };
        let mut open = centre_first(game);
        open.retain(|&column| !symmetric || column <= across(game.variant(), column));
        let drops =
            open.iter().map(|&column| Ok((column, dropped(game, column)?))).collect::<Result<Vec<_>, OracleError>>()?;
        let (over, going_on): (Vec<_>, Vec<_>) = drops.into_iter().partition(|(_, after)| after.is_over());
        for (column, after) in over {
            learn(&mut analysis, column, ended(game, &after).ok_or(OracleError::Over)?);
        }
        let mut to_glance_at = Some(going_on);
        if soon && !analysis.columns().is_empty() {
            on_news(&analysis);
        }
        let columns = open.len() as u32;
        'rounds: for round in 0..ROUNDS {
            open.retain(|&column| analysis.of(column).is_none_or(|value| self.can_improve(value)));
            if round == u32::from(soon)
                && let Some(drops) = to_glance_at.take_if(|_| round == 0 || !open.is_empty())
            {
                for (column, value) in self.glances(game, &drops, &open, &budget) {
                    learn(&mut analysis, column, value);
                }
                on_news(&analysis);
            }
            for (index, &column) in open.iter().enumerate() {
                let left = open.len() - index;
                let few = budget.left().limits.nodes.is_some_and(|nodes| nodes < left as u64);
                // Whoever has no time left for a look at all says so soon, however many columns there are; but somebody says something.
                if (budget.is_spent() || few) && (round > 0 || self.estimator.is_some()) {
                    break 'rounds;
                }
                let times = match (round, time, budget.left().limits.time) {
                    (0, Some(time), _) => {
                        let share = time / 4 / columns;
                        [AT_ONCE.min(share), GLANCE.min(GLANCES / columns).min(share)].map(Some)
                    }
                    (0, None, _) if nodes.is_none() && self.estimator.is_some() => {
                        [AT_ONCE, GLANCE.min(GLANCES / columns)].map(Some)
                    }
                    (_, Some(_), Some(time)) => {
                        [Some((FIRST_ROUND * GROWTH.pow(round - 1)).min(time / (2 * left as u32))); 2]
                    }
                    _ => [None; 2],
                };
                let times = if soon && round == 0 { [times[0], Some(Duration::ZERO)] } else { times };
                let better = self.look(&dropped(game, column)?, analysis.of(column), times, left, &mut budget)?;
                analysis.nodes = budget.nodes();
                if better.is_some_and(|value| learn(&mut analysis, column, value)) {
                    on_news(&analysis);
                }
            }
        }
        open.retain(|&column| analysis.of(column).is_none_or(|value| self.can_improve(value)));
        if let Some(drops) = to_glance_at.filter(|_| !open.is_empty()) {
            for (column, value) in self.glances(game, &drops, &open, &budget) {
                learn(&mut analysis, column, value);
            }
            on_news(&analysis);
        }
        Ok(analysis)
    }

    /// What those of some drops that are `open` look like at first sight to the side that makes them; nothing if nobody estimates.
    fn glances(
        &mut self,
        game: &Game,
        drops: &[(Column, Game)],
        open: &[Column],
        budget: &Budget<'_>,
    ) -> Vec<(Column, Value)> {
        let drops: Vec<_> = drops.iter().filter(|(column, _)| open.contains(column)).cloned().collect();
        let values = match &mut self.estimator {
            None => return Vec::new(),
            Some(_) if budget.is_spent() => vec![unknown(self.variant); drops.len()],
            Some(estimator) => estimator.glances(game, &drops).into_iter().map(Value::before_drop).collect(),
        };
        drops.iter().map(|&(column, _)| column).zip(values).collect()
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
        if let Some(score) = analysis.value().score().filter(|_| analysis.is_settled()) {
            let time = think.limits.time.map(|time| time.min(LINE));
            let mut budget = budget(game, &Think { limits: Limits { time, ..think.limits }, ..*think });
            line.extend(self.line_of(dropped(game, first)?, -score, &mut budget)?);
        }
        Ok(line)
    }

    /// A line of best play, as long as it can be proven within the limits: wins soonest, loses latest, the middle first.
    pub fn line(&mut self, game: &Game, think: &Think<'_>) -> Result<Vec<Column>, OracleError> {
        let mut budget = budget(game, think);
        if game.is_over() {
            return Ok(Vec::new());
        }
        let score = self.position(game, &budget.left(), &mut budget)?.score();
        score.map_or_else(|| Ok(Vec::new()), |score| self.line_of(game.clone(), score, &mut budget))
    }

    /// The same from a position of known score.
    pub(crate) fn line_worth(
        &mut self,
        game: &Game,
        score: Score,
        think: &Think<'_>,
    ) -> Result<Vec<Column>, OracleError> {
        self.line_of(game.clone(), score, &mut budget(game, think))
    }

    /// The same within a budget.
    fn line_of(
        &mut self,
        mut game: Game,
        mut score: Score,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Column>, OracleError> {
        let mut line = Vec::new();
        while !game.is_over() {
            let Some((column, after)) = self.best_reply(&game, score, budget)? else { break };
            (game, score) = (after, -score);
            line.push(column);
        }
        Ok(line)
    }

    /// The best column nearest to the middle in a position of known score, and the game after it, if it can be proven.
    fn best_reply(
        &mut self,
        game: &Game,
        score: Score,
        budget: &mut Budget<'_>,
    ) -> Result<Option<(Column, Game)>, OracleError> {
        let Some(oracle) = &mut self.oracle else { return Ok(None) };
        for column in centre_first(game) {
            let before = oracle.nodes();
            let keeps = oracle.keeps(game, column, score, Strength::Score, &budget.left())?;
            budget.count(oracle.nodes() - before);
            if keeps == Some(true) {
                return Ok(Some((column, dropped(game, column)?)));
            }
        }
        Ok(None)
    }

    /// Whether every column is likely to be proven in a moment.
    fn solves_soon(&self, game: &Game) -> bool {
        let likely = |oracle: &Oracle| likely_nodes(game, oracle.book()) <= SOON;
        self.variant.rules() == Rules::Connect && self.oracle.as_ref().is_some_and(likely)
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
        [proving, estimating]: [Option<Duration>; 2],
        columns: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Value>, OracleError> {
        let shares = match (&self.estimator, proving) {
            (Some(_), _) => 2 * columns,
            (None, Some(_)) => columns,
            (None, None) => 1,
        };
        let mut proven = None;
        if self.oracle.is_some() {
            let value = self.position(after, &share(budget, proving, shares), budget)?.before_drop();
            proven = Some(value);
        }
        if proven.into_iter().chain(known).any(|value| value.outlook().is_some()) {
            return Ok(proven);
        }
        let Some(estimator) = self.estimator.as_mut().filter(|_| estimating != Some(Duration::ZERO)) else {
            return Ok(proven);
        };
        let think = Think { progress: &|_| {}, ..share(budget, estimating, shares - 1) };
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

/// What one of so many columns may use up of a budget, and no more than this time, if any.
fn share<'a>(budget: &Budget<'a>, time: Option<Duration>, columns: usize) -> Think<'a> {
    let left = budget.left();
    let nodes = left.limits.nodes.map(|nodes| nodes / columns.max(1) as u64);
    let limits = Limits { time, nodes, depth: None };
    Think { limits: left.limits.and(limits), ..left }
}
