//! Why a move is good or bad, in sentences a learner understands. Nothing is said that was not checked: by the rules for what is on the board, by a
//! strategy or the solver for what is to come.

mod cell_grid;
mod forcing;
mod plan;
mod points;
mod reason;
mod sight;
mod winning_line;

pub use plan::{Plan, PlanRule, Promise};
pub use reason::Reason;
pub use winning_line::{LineEnd, WinningLine};

use crate::analysis::{Analysis, Analyst, Outlook, Value};
use crate::oracle::ended;
use crate::{Limits, OracleError, Think};
use dropline_core::words::number_of;
use dropline_core::{Cell, Column, Game, Rules};
use std::cmp::Reverse;
use std::fmt;
use std::mem::discriminant;
use std::time::Duration;

/// What a line of best play may cost, where the time is limited.
const LINE: Duration = Duration::from_millis(1500);

/// Moves of best play, at most, after which a plan is still a reason for this one.
const BEFORE_PLAN: usize = 8;

/// Moves, at most, of a line whose points are told.
const POINTS_LINE: usize = 13;

/// Why a column is good or bad.
///
/// ```
/// use dropline_core::{Game, Variant};
/// use dropline_engine::{Explanation, Think, analysis::Analyst};
///
/// let game = Game::from_moves(Variant::STANDARD, "434343")?;
/// let told = Explanation::of(&mut Analyst::new(game.variant()), &game, None, &Think::default())?;
/// assert_eq!(told.column.number(), 4);
/// assert_eq!(told.value().unwrap().to_string(), "wins at once");
/// assert_eq!(told.reasons[0].to_string(), "It wins at once: the line is 4/1, 4/2, 4/3 and 4/4.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The column.
    pub column: Column,
    /// What is known of the position, by which the column was chosen and compared, with what its reasons prove.
    pub analysis: Analysis,
    /// What can be said about the column, the weightiest first; nothing if it cannot be played.
    pub reasons: Vec<Reason>,
}

impl Explanation {
    /// What can be said about a column, or about a best one if none is named.
    pub fn of(
        analyst: &mut Analyst,
        game: &Game,
        column: Option<Column>,
        think: &Think<'_>,
    ) -> Result<Explanation, OracleError> {
        let analysis = match column.map(|column| won(game, column)) {
            Some(Some(won)) => won,
            _ => analyst.analyze(game, think, &mut |_| {})?,
        };
        Explanation::by(analyst, game, &analysis, column, think)
    }

    /// The same of a position that was analysed: with that analysis alone, so that what is said is true of what it shows.
    pub fn by(
        analyst: &mut Analyst,
        game: &Game,
        analysis: &Analysis,
        column: Option<Column>,
        think: &Think<'_>,
    ) -> Result<Explanation, OracleError> {
        let mut analysis = analysis.clone();
        loop {
            let told = column.or_else(|| analysis.choice()).ok_or(OracleError::Over)?;
            let reasons = reasons(analyst, game, &mut analysis, told, think)?;
            // Of a column that the reasons prove to be worse nobody says that it is best.
            if column.is_some() || analysis.choice() == Some(told) {
                return Ok(Explanation { column: told, analysis, reasons });
            }
        }
    }

    /// What the column is worth.
    #[must_use]
    pub fn value(&self) -> Option<Value> {
        self.analysis.of(self.column)
    }
}

/// What is known of a position as soon as a column is seen to complete a line of Connect-N.
fn won(game: &Game, column: Column) -> Option<Analysis> {
    let mut after = game.clone();
    after.play(column).ok()?;
    let won = after.outcome()?.winner() == Some(game.turn()) && game.variant().rules() == Rules::Connect;
    let mut analysis = Analysis::new(game);
    analysis.learn(column, ended(game, &after).filter(|_| won)?);
    Some(analysis)
}

/// The reasons for a column, whose worth by an analysis is told; what they prove about it the analysis learns.
fn reasons(
    analyst: &mut Analyst,
    game: &Game,
    analysis: &mut Analysis,
    column: Column,
    think: &Think<'_>,
) -> Result<Vec<Reason>, OracleError> {
    let Some(mut known) = Known::of(game, column) else { return Ok(Vec::new()) };
    if matches!(known.reasons.first(), Some(Reason::WinsAtOnce { .. })) {
        return Ok(known.reasons);
    }
    known.look_ahead(analyst, analysis, think)?;
    if let Some(proven) = known.proven() {
        analysis.learn(column, proven);
    }
    let Known { mut reasons, line, .. } = known;
    reasons.extend(analysis.of(column).map(|value| Reason::Worth { value }));
    if !analysis.is_exact() {
        return Ok(reasons);
    }
    let best: Vec<Column> = analysis.best().collect();
    match analysis.choice() {
        Some(choice) if !best.contains(&column) => {
            let answer = line.first().filter(|answer| best.contains(answer));
            let yields =
                answer.map(|answer| Reason::Yields { cell: Cell::at(answer.index(), game.board().height(*answer)) });
            let new = |reason: &Reason| !reasons.iter().any(|told| discriminant(told) == discriminant(reason));
            let compared = compare(analyst, game, choice, analysis, think, new)?;
            reasons.push(Reason::Worse { better: best, value: analysis.value() });
            reasons.extend(compared);
            reasons.extend(yields);
        }
        _ if best.len() == 1 && analysis.columns().len() > 1 => {
            reasons.push(Reason::OnlyMove);
            let others = analysis.columns().iter().filter(|known| known.column != column);
            let next = others.max_by_key(|known| (known.value, Reverse(known.column)));
            if let Some(next) = next.filter(|next| next.value.outlook() != analysis.value().outlook()) {
                let harms = |reason: &Reason| reason.harms(game.turn());
                reasons.extend(compare(analyst, game, next.column, analysis, think, harms)?);
            }
        }
        _ => {}
    }
    Ok(reasons)
}

/// The first thing to be said of another column that is of use.
fn compare(
    analyst: &mut Analyst,
    game: &Game,
    column: Column,
    analysis: &Analysis,
    think: &Think<'_>,
    of_use: impl Fn(&Reason) -> bool,
) -> Result<Option<Reason>, OracleError> {
    let Some(mut known) = Known::of(game, column) else { return Ok(None) };
    known.look_ahead(analyst, analysis, think)?;
    let because = known.reasons.into_iter().find(of_use);
    Ok(because.map(|because| Reason::Comparison { column, because: Box::new(because) }))
}

/// What is known of a move so far.
struct Known<'a> {
    game: &'a Game,
    column: Column,
    after: Game,
    reasons: Vec<Reason>,
    /// Best play after the move, as far as it is proven.
    line: Vec<Column>,
}

impl<'a> Known<'a> {
    /// What the rules alone show; nothing if the column cannot be played.
    fn of(game: &'a Game, column: Column) -> Option<Known<'a>> {
        let mut after = game.clone();
        let cell = after.play(column).ok()?;
        let reasons = match game.variant().rules() {
            Rules::Connect => sight::on_the_board(game, &after, cell),
            Rules::Max => points::on_the_board(game, &after, cell),
        };
        let mut known = Known { game, column, after, reasons, line: Vec::new() };
        if !known.after.is_over() {
            known.reasons.extend(sight::quiet(game, &known.after, cell));
        }
        Some(known)
    }

    /// What is to come: by force, by a plan, with best play.
    fn look_ahead(&mut self, analyst: &mut Analyst, analysis: &Analysis, think: &Think<'_>) -> Result<(), OracleError> {
        let value = analysis.of(self.column).filter(|value| value.is_exact());
        if self.after.is_over() {
            return Ok(());
        }
        if let Some(score) = value.and_then(Value::score) {
            let limits = Limits { time: think.limits.time.map(|time| time.min(LINE)), ..think.limits };
            self.line = analyst.line_worth(&self.after, -score, &Think { limits, ..*think })?;
        }
        let mut found = Vec::new();
        if self.game.variant().rules() == Rules::Connect {
            found.extend(self.course(value));
        }
        found.extend(self.plan(value));
        if self.game.variant().rules() == Rules::Connect {
            found.extend(sight::next(self.game, &self.after, self.column));
        } else if value.is_some() && self.line.len() <= POINTS_LINE {
            found.extend(points::line(self.game, self.column, &self.line));
        }
        // What decides goes before what the move makes and prevents, after what happens at once.
        let at = self
            .reasons
            .iter()
            .position(|reason| matches!(reason, Reason::MakesThreat { .. } | Reason::PreventsThreat { .. }));
        let at = at.unwrap_or(self.reasons.len());
        self.reasons.splice(at..at, found);
        Ok(())
    }

    /// What the reasons prove about the worth of the move; nothing if nothing.
    fn proven(&self) -> Option<Value> {
        let bounds = |reason: &Reason| reason.proves(self.game.turn());
        let (lower, upper) = self.reasons.iter().map(bounds).fold((None, None), |(lower, upper), [least, most]| {
            (least.max(lower), most.into_iter().chain(upper).min())
        });
        (lower.or(upper).is_some()).then(|| Value::bounded(self.game, lower, upper))
    }

    /// How the game is won from here: by force, by running out of moves, or by best play.
    fn course(&self, value: Option<Value>) -> Option<Reason> {
        let over = |reason: &Reason| matches!(reason, Reason::LeavesWin { .. } | Reason::GivesAway { .. });
        if self.reasons.iter().any(over) {
            return None;
        }
        let drops = match value {
            Some(Value::Wins { moves, .. }) => moves - 1,
            Some(_) => 0,
            None => sight::DROPS,
        };
        if let Some(line) = forcing::answers(&self.after, drops) {
            return (line.len() > 2).then_some(Reason::ForcedLine { line });
        }
        let drops = match value {
            Some(Value::Loses { moves, .. }) => moves,
            Some(_) => 0,
            None => sight::DROPS,
        };
        let line = if drops > 0 { forcing::win(&self.after, drops) } else { None };
        if let Some(won) = line.and_then(|line| WinningLine::of(&self.after, &line)) {
            return Some(Reason::Refutation(won));
        }
        if let Some(reason) = winning_line::deciding(&self.after, &self.line) {
            return Some(reason);
        }
        let told = if value?.outlook() == Some(Outlook::Win) { Reason::BestLine } else { Reason::Refutation };
        WinningLine::of(&self.after, &self.line).map(told)
    }

    /// A plan that holds now, or soon with best play, and brings what the move is worth.
    fn plan(&self, value: Option<Value>) -> Option<Reason> {
        let (mut at, mut forced) = (self.after.clone(), [true; 2]);
        for before in 0..=BEFORE_PLAN.min(self.line.len()) {
            let other = at.turn();
            let fits = |plan: &Plan| self.fits(plan, value);
            if let Some(plan) = Plan::all(&at).into_iter().find(fits) {
                let line = self.line[..before].to_vec();
                return Some(Reason::Plan(Plan { before: line, forced: forced[other.index()], ..plan }));
            }
            let &column = self.line.get(before)?;
            forced[other.index()] &= forcing::is_forced(&at, column);
            at.play(column).ok()?;
        }
        None
    }

    /// Whether a plan says why a move is worth so much.
    fn fits(&self, plan: &Plan, value: Option<Value>) -> bool {
        let mine = plan.side == self.game.turn();
        match (value, &plan.promise) {
            (Some(value), Promise::Margin { points }) => value.score() == Some(if mine { *points } else { -points }),
            (Some(value), _) => match value.outlook() {
                Some(Outlook::Win) => mine && plan.wins(),
                Some(Outlook::Loss) => !mine && plan.wins(),
                _ => true,
            },
            (None, Promise::Margin { points }) => *points >= 0,
            (None, _) => true,
        }
    }
}

fn list<T: fmt::Display>(items: &[T]) -> String {
    joined(items, "and")
}

fn list_or<T: fmt::Display>(items: &[T]) -> String {
    joined(items, "or")
}

fn joined<T: fmt::Display>(items: &[T], word: &str) -> String {
    let words: Vec<String> = items.iter().map(T::to_string).collect();
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} {word} {last}", rest.join(", ")),
        _ => words.concat(),
    }
}

/// "column 3", "columns 3, 5 and 5".
fn columns(columns: &[Column]) -> String {
    format!("column{} {}", if columns.len() == 1 { "" } else { "s" }, list(columns))
}

fn points(number: i32) -> String {
    match usize::try_from(number) {
        Ok(number @ 1..) => number_of(number, "point"),
        _ => "no points".to_owned(),
    }
}
