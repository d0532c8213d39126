//! What the engine knows about a position, as the screens show it: exact values where they can be proven, estimates elsewhere and until then.
//!
//! Values come in rounds. The first asks for what is known at once, from a book or because little is left to play, and the strongest
//! player for a moment about the rest, so that something is shown soon; the next ones ask the exact solver and then that player, with more
//! time for each column from round to round, so that one hard column does not keep the others waiting. Boards that are too large for the
//! solver are estimated from ever deeper searches, in which forced wins are still proven.

pub(crate) use dropline_engine::analysis::{Parity, Threat, threats};

use dropline_core::{Column, Game, Outcome, Rules, Side, Variant};
use dropline_engine::book::BookChoice;
use dropline_engine::{Limits, Oracle, OracleOptions, Player, Think, analysis, build_with, explain};
use std::cmp::Ordering;
use std::time::{Duration, Instant};

/// What each column may cost in each round of the exact solver.
const ROUNDS: [Duration; 4] =
    [Duration::from_millis(60), Duration::from_millis(300), Duration::from_millis(1500), Duration::from_millis(7500)];

/// What may be known at once: what the solver may cost for each column before the player is asked.
const AT_ONCE: Duration = Duration::from_millis(8);

/// What the player may cost for each column at first.
const GLANCE: Duration = Duration::from_millis(60);

/// The player that estimates: its table is made for so many positions.
const ESTIMATOR: &str = "engine:nodes=2000000";

/// What the best line, and the reasons for its first move, may cost each.
const EPILOGUE: Duration = Duration::from_millis(1500);

/// What a column or a position is worth for the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Value {
    /// It wins with so many drops of its own.
    Wins {
        moves: u32,
    },
    /// It wins, but how soon is not known.
    Winning,
    Tie,
    /// It loses, but how late is not known.
    Losing,
    /// The other side wins with so many of its drops.
    Loses {
        moves: u32,
    },
    /// Max-Connect: the exact final margin.
    Margin(i32),
    /// Not proven: from -1 to 1, as far as somebody looked so many plies ahead.
    Estimate {
        score: f64,
        depth: u32,
    },
    /// Max-Connect, not proven: the margin to be expected.
    Expected {
        margin: f64,
        depth: u32,
    },
}

/// What an estimate comes to.
enum Judged {
    MuchBetter,
    Better,
    Even,
    Worse,
    MuchWorse,
}

fn judged(score: f64) -> Judged {
    match score {
        score if score > 0.5 => Judged::MuchBetter,
        score if score > 0.15 => Judged::Better,
        score if score < -0.5 => Judged::MuchWorse,
        score if score < -0.15 => Judged::Worse,
        _ => Judged::Even,
    }
}

/// An expected margin in whole points; nothing is neither more nor less.
fn points(margin: f64) -> String {
    match margin.round() as i32 {
        0 => "even".to_owned(),
        margin => format!("{margin:+} {}", if margin.abs() == 1 { "point" } else { "points" }),
    }
}

impl Value {
    /// In as many words as it takes.
    pub(crate) fn in_words(self) -> String {
        match self {
            Value::Wins { moves: 1 } => "wins at once".to_owned(),
            Value::Wins { moves } => format!("wins in {moves}"),
            Value::Winning => "wins".to_owned(),
            Value::Tie => "tie".to_owned(),
            Value::Losing => "loses".to_owned(),
            Value::Loses { moves } => format!("loses in {moves}"),
            Value::Margin(0) => "tie".to_owned(),
            Value::Margin(margin) => {
                format!("{margin:+} {}", if margin.abs() == 1 { "point" } else { "points" })
            }
            Value::Estimate { score, depth } => {
                let word = match judged(score) {
                    Judged::MuchBetter => "much better",
                    Judged::Better => "better",
                    Judged::Even => "about even",
                    Judged::Worse => "worse",
                    Judged::MuchWorse => "much worse",
                };
                format!("~ {word} (depth {depth})")
            }
            Value::Expected { margin, depth } => format!("~ {} (depth {depth})", points(margin)),
        }
    }

    /// In two words where it would take more.
    pub(crate) fn in_two_words(self) -> String {
        match self {
            Value::Estimate { score, .. } => {
                let word = match judged(score) {
                    Judged::MuchBetter => "strong",
                    Judged::Better => "better",
                    Judged::Even => "even",
                    Judged::Worse => "worse",
                    Judged::MuchWorse => "weak",
                };
                format!("~ {word}")
            }
            Value::Expected { margin, .. } => format!("~ {}", points(margin)),
            _ => self.in_words(),
        }
    }

    /// Whether who wins, or by how much, is proven.
    pub(crate) const fn is_proven(self) -> bool {
        !matches!(self, Value::Estimate { .. } | Value::Expected { .. })
    }

    /// Whether nothing better can be found out.
    const fn is_final(self) -> bool {
        self.is_proven() && !matches!(self, Value::Winning | Value::Losing)
    }

    /// How many plies an estimate has looked ahead.
    const fn depth(self) -> Option<u32> {
        match self {
            Value::Estimate { depth, .. } | Value::Expected { depth, .. } => Some(depth),
            _ => None,
        }
    }

    /// Whether this says more than another value: it is proven, or looks further.
    fn is_better_known(self, other: Value) -> bool {
        self.is_proven() || self.depth() > other.depth()
    }

    /// What is better for the side to move is greater.
    pub(crate) fn cmp_for_mover(&self, other: &Value) -> Ordering {
        let rank = |value: &Value| match *value {
            Value::Wins { moves } => 1e6 - f64::from(moves),
            Value::Winning => 5e5,
            Value::Tie => 0.0,
            Value::Losing => -5e5,
            Value::Loses { moves } => -1e6 + f64::from(moves),
            Value::Margin(margin) => f64::from(margin),
            Value::Estimate { score, .. } => score,
            Value::Expected { margin, .. } => margin,
        };
        rank(self).total_cmp(&rank(other))
    }

    /// What the solver proved; nothing where it proved nothing that matters.
    fn proven(value: analysis::Value) -> Option<Value> {
        Some(match value {
            analysis::Value::Wins { moves, .. } => Value::Wins { moves },
            analysis::Value::Tie { .. } => Value::Tie,
            analysis::Value::Loses { moves, .. } => Value::Loses { moves },
            analysis::Value::Margin { score } => Value::Margin(score),
            analysis::Value::Between { lower, .. } if lower > 0 => Value::Winning,
            analysis::Value::Between { upper, .. } if upper < 0 => Value::Losing,
            analysis::Value::Between { .. } => return None,
        })
    }
}

/// A playable column and its value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ColumnValue {
    pub(crate) column: Column,
    pub(crate) value: Value,
}

/// What is known about a position.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Analysis {
    /// From the left.
    pub(crate) columns: Vec<ColumnValue>,
    /// The best line, as far as it is known.
    pub(crate) line: Vec<Column>,
    /// Why its first move is good, in sentences.
    pub(crate) reasons: Vec<String>,
    /// Whether it took the time it needed.
    pub(crate) closely: bool,
}

/// Somebody who values the columns of a variant.
pub(crate) struct Analyst {
    variant: Variant,
    /// Nobody for boards that are too large to be solved.
    solver: Option<analysis::Analyst>,
    /// Nobody if no player can be made.
    estimator: Option<Box<dyn Player>>,
}

impl Analyst {
    pub(crate) fn new(variant: Variant, book: &BookChoice) -> Analyst {
        let estimator = ESTIMATOR.parse().ok().and_then(|spec| build_with(&spec, variant, 0, book).ok());
        let options = OracleOptions { book: book.clone(), ..OracleOptions::default() };
        let solver = Oracle::with(variant, options).ok().map(analysis::Analyst::with);
        Analyst { variant, solver, estimator }
    }

    /// Values every column, again and again with more time, until all is proven, the time is over or somebody says stop.
    pub(crate) fn analyze(
        &mut self,
        game: &Game,
        think: &Think<'_>,
        on_column: &mut dyn FnMut(&ColumnValue),
    ) -> Result<Analysis, String> {
        let until = think.limits.time.map(|time| Instant::now() + time);
        let mut found: Vec<(ColumnValue, Game)> = Vec::new();
        for column in self.centre_first(game) {
            let mut after = game.clone();
            after.play(column).map_err(|error| error.to_string())?;
            let value = match after.outcome() {
                Some(outcome) => ended(&after, outcome, game.turn()),
                None => {
                    let known = self.prove(&after, think, AT_ONCE).or_else(|| self.estimate(&after, think, GLANCE));
                    known.unwrap_or(self.nothing_known())
                }
            };
            let known = ColumnValue { column, value };
            on_column(&known);
            found.push((known, after));
        }
        for round in ROUNDS {
            for (known, after) in &mut found {
                let left = until.map_or(round, |until| until.saturating_duration_since(Instant::now()).min(round));
                if think.stopped() || left.is_zero() {
                    break;
                }
                if known.value.is_final() {
                    continue;
                }
                let better = match self.prove(after, think, left) {
                    Some(proven) => Some(proven),
                    None if known.value.is_proven() => None,
                    None => self.estimate(after, think, left).filter(|value| value.is_better_known(known.value)),
                };
                if let Some(value) = better {
                    known.value = value;
                    on_column(known);
                }
            }
        }
        let mut columns: Vec<ColumnValue> = found.into_iter().map(|(known, _)| known).collect();
        // The first of the best, which is the one nearest to the middle.
        let best = columns
            .iter()
            .copied()
            .reduce(|best, known| if known.value.cmp_for_mover(&best.value).is_gt() { known } else { best });
        let best = best.ok_or("the game is over")?;
        columns.sort_unstable_by_key(|known| known.column);
        let whole = think.limits.time.is_none() && !think.stopped();
        let line = if whole { self.line(game, best, think) } else { vec![best.column] };
        let reasons = if whole { self.reasons(game, best, think) } else { Vec::new() };
        Ok(Analysis { columns, line, reasons, closely: think.limits.time.is_none() })
    }

    fn centre_first(&self, game: &Game) -> Vec<Column> {
        let last = self.variant.columns() - 1;
        let mut columns: Vec<Column> = game.legal_columns().collect();
        columns.sort_by_key(|column| (2 * column.index()).abs_diff(last));
        columns
    }

    /// What the player thinks of the position that a drop led to, for the side that dropped.
    fn estimate(&mut self, after: &Game, think: &Think<'_>, time: Duration) -> Option<Value> {
        let limits = Limits { time: Some(time), ..Limits::default() };
        let think = Think { limits, progress: &|_| {}, ..*think };
        let choice = self.estimator.as_mut()?.choose(after, &think).ok()?;
        let (score, depth) = (-choice.score?, choice.depth.map_or(1, |depth| depth + 1));
        Some(match (self.variant.rules(), choice.proven) {
            (Rules::Connect, false) => Value::Estimate { score, depth },
            // Who wins is proven; that there is no faster way is not.
            (Rules::Connect, true) if score > 0.0 => Value::Winning,
            (Rules::Connect, true) if score < 0.0 => Value::Losing,
            (Rules::Connect, true) => Value::Tie,
            (Rules::Max, false) => Value::Expected { margin: score, depth },
            (Rules::Max, true) => Value::Margin(score.round() as i32),
        })
    }

    const fn nothing_known(&self) -> Value {
        match self.variant.rules() {
            Rules::Connect => Value::Estimate { score: 0.0, depth: 1 },
            Rules::Max => Value::Expected { margin: 0.0, depth: 1 },
        }
    }

    fn prove(&mut self, after: &Game, think: &Think<'_>, time: Duration) -> Option<Value> {
        let limits = Limits { time: Some(time), ..Limits::default() };
        let known = self.solver.as_mut()?.value(after, &Think { limits, ..*think }).ok()?;
        Value::proven(known.before_drop())
    }

    fn line(&mut self, game: &Game, best: ColumnValue, think: &Think<'_>) -> Vec<Column> {
        let limits = Limits { time: Some(EPILOGUE), ..Limits::default() };
        let think = Think { limits, ..*think };
        let line =
            self.solver.as_mut().filter(|_| best.value.is_final()).and_then(|solver| solver.line(game, &think).ok());
        line.filter(|line| !line.is_empty()).unwrap_or_else(|| vec![best.column])
    }

    fn reasons(&mut self, game: &Game, best: ColumnValue, think: &Think<'_>) -> Vec<String> {
        let limits = Limits { time: Some(EPILOGUE), ..Limits::default() };
        let think = Think { limits, ..*think };
        let Some(solver) = self.solver.as_mut().filter(|_| best.value.is_final()) else { return Vec::new() };
        let reasons = explain(solver, game, best.column, &think).unwrap_or_default();
        reasons.iter().map(ToString::to_string).collect()
    }
}

/// The value of a drop that ended the game, for the side that made it.
fn ended(after: &Game, outcome: Outcome, side: Side) -> Value {
    match (after.variant().rules(), outcome) {
        (Rules::Connect, Outcome::Win { .. }) => Value::Wins { moves: 1 },
        (Rules::Connect, Outcome::Tie) => Value::Tie,
        (Rules::Max, _) => {
            let points = after.points();
            Value::Margin(points.of(side).cast_signed() - points.of(side.other()).cast_signed())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best(analysis: &Analysis) -> Value {
        analysis.columns.iter().map(|known| known.value).max_by(Value::cmp_for_mover).unwrap()
    }

    fn analyze(variant: &str, moves: &str, time: Option<Duration>) -> (Analysis, usize) {
        let game = Game::from_moves(variant.parse().unwrap(), moves).unwrap();
        let limits = Limits { time, ..Limits::default() };
        let mut told = 0;
        let think = Think { limits, ..Think::default() };
        let analysis =
            Analyst::new(game.variant(), &BookChoice::Embedded).analyze(&game, &think, &mut |_| told += 1).unwrap();
        assert_eq!(analysis.closely, time.is_none());
        (analysis, told)
    }

    #[test]
    fn small_boards_are_solved_with_line_and_reasons() {
        let (analysis, _) = analyze("4x4c4", "", None);
        assert_eq!(best(&analysis), Value::Tie);
        assert!(analysis.columns.iter().all(|known| known.value.is_final()));
        assert_eq!(analysis.line.len(), 16, "a tie fills the board");
        assert!(!analysis.reasons.is_empty());
    }

    #[test]
    fn wins_and_losses_are_told_in_words() {
        let (analysis, _) = analyze("7x6c4", "434343", None);
        assert_eq!(best(&analysis).in_words(), "wins at once");
        assert_eq!(analysis.line.first().map(|column| column.number()), Some(4));
        let others = analysis.columns.iter().filter(|known| known.column.number() != 4);
        assert!(others.clone().count() == 6 && others.clone().all(|known| known.value != best(&analysis)));
    }

    #[test]
    fn points_are_exact_at_the_end_of_max_connect() {
        let (analysis, _) = analyze("3x2m2", "12312", None);
        assert!(matches!(best(&analysis), Value::Margin(_)), "{:?}", best(&analysis));
    }

    #[test]
    fn boards_that_cannot_be_solved_are_estimated() {
        for variant in ["20x20c4", "20x20m4"] {
            let (analysis, told) = analyze(variant, "10,10", Some(Duration::from_millis(1)));
            assert_eq!((analysis.columns.len(), told), (20, 20));
            assert!(!best(&analysis).is_proven());
            assert!(best(&analysis).in_words().contains("depth"), "{}", best(&analysis).in_words());
        }
    }

    #[test]
    fn somebody_estimates_every_variant() {
        for variant in ["1x1c1", "7x6c4", "7x6m4", "20x20c4", "20x20m4", "4096x1c4", "64x64m5"] {
            assert!(Analyst::new(variant.parse().unwrap(), &BookChoice::Embedded).estimator.is_some(), "{variant}");
        }
    }

    #[test]
    fn forced_wins_are_proven_on_any_board() {
        // Two in the middle of an empty row: a third makes an open three.
        let (analysis, _) = analyze("20x20c4", "10,1,11,1", Some(Duration::from_millis(1)));
        let value = |number: usize| analysis.columns[number - 1].value;
        assert_eq!((value(12), value(9)), (Value::Winning, Value::Winning));
        assert!(!value(20).is_proven(), "{:?}", value(20));
    }

    #[test]
    fn an_estimate_gives_way_to_a_deeper_one_or_a_proof() {
        let estimate = |depth| Value::Estimate { score: 0.1, depth };
        assert!(estimate(9).is_better_known(estimate(8)) && !estimate(8).is_better_known(estimate(8)));
        assert!(Value::Losing.is_better_known(estimate(30)));
    }
}
