//! The worth of a column or a position: its order, its words, its height in a graph and its JSON, all in one place.

use super::chance::chance;
use crate::score::winning_drop_after;
use crate::{Score, win_score};
use dropline_core::{Game, Rules, Variant};
use std::cmp::Ordering;
use std::fmt;

#[cfg(feature = "serde")]
mod wire;

/// What a column or a position is worth for the side to move: exact, bounded by proof, or estimated.
///
/// The greater of two values is the one that the side to move prefers. Proven wins come before whatever is open, and that before proven losses;
/// bounds count by what is sure. As JSON a value is one flat object, which docs/json.md describes.
///
/// ```
/// use dropline_engine::analysis::Value;
/// let (sure, likely) = (Value::Between { lower: 1, upper: 18 }, Value::estimate(0.63, 12));
/// assert!(sure > likely && likely > Value::Tie);
/// assert_eq!([sure.to_string(), likely.to_string()], ["wins", "~ 63% (depth 12)"]);
/// assert_eq!([sure.short(), likely.short()], ["W", "63%"]);
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Value {
    /// The side to move wins with its `moves`-th drop from here; 1 is at once.
    Wins {
        /// Which of its drops wins.
        moves: u32,
        /// The solver score.
        score: Score,
    },
    /// Nobody wins with best play.
    Tie,
    /// The other side wins with its `moves`-th drop from here.
    Loses {
        /// Which of its drops wins.
        moves: u32,
        /// The solver score.
        score: Score,
    },
    /// Max-Connect: the final margin in points with best play.
    Margin {
        /// My points minus theirs at the end.
        score: Score,
    },
    /// Proven bounds of the score, and no estimate.
    Between {
        /// It is at least this.
        lower: Score,
        /// It is at most this.
        upper: Score,
    },
    /// Connect, not proven: how likely a win is.
    Estimate {
        /// The chance of winning, from 0 to 1; a tie is half a win.
        chance: f64,
        /// Plies looked ahead; 0 if nobody has looked yet.
        depth: u32,
        /// What the score is proven to be at least and at most, if anything.
        bounds: Option<[Score; 2]>,
    },
    /// Max-Connect, not proven: the final margin to be expected.
    Expected {
        /// My points minus theirs.
        margin: f64,
        /// Plies looked ahead; 0 if nobody has looked yet.
        depth: u32,
        /// What the score is proven to be at least and at most, if anything.
        bounds: Option<[Score; 2]>,
    },
}

/// Who wins with best play, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Outlook {
    /// The other side.
    Loss,
    /// Nobody.
    Tie,
    /// The side to move.
    Win,
}

impl Outlook {
    const fn of(score: Score) -> Outlook {
        match score {
            ..=-1 => Outlook::Loss,
            0 => Outlook::Tie,
            1.. => Outlook::Win,
        }
    }

    /// The chance of winning, where a tie is half a win.
    const fn chance(self) -> f64 {
        match self {
            Outlook::Loss => 0.0,
            Outlook::Tie => 0.5,
            Outlook::Win => 1.0,
        }
    }
}

impl fmt::Display for Outlook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Outlook::Loss => "loss",
            Outlook::Tie => "tie",
            Outlook::Win => "win",
        })
    }
}

impl Value {
    /// The worth of a position with this score.
    #[must_use]
    pub fn of_position(game: &Game, score: Score) -> Value {
        Value::of_score(game.variant(), game.board().checkers(), score)
    }

    /// The worth of a position of so many checkers with this score.
    pub(super) fn of_score(variant: Variant, checkers: usize, score: Score) -> Value {
        match (variant.rules(), Outlook::of(score), winning_drop_after(variant, checkers, score)) {
            (Rules::Max, ..) => Value::Margin { score },
            (Rules::Connect, Outlook::Win, Some(moves)) => Value::Wins { moves, score },
            (Rules::Connect, Outlook::Loss, Some(moves)) => Value::Loses { moves, score },
            _ => Value::Tie,
        }
    }

    /// The worth of a position whose score lies between two bounds.
    #[must_use]
    pub fn between(game: &Game, lower: Score, upper: Score) -> Value {
        if lower == upper { Value::of_position(game, lower) } else { Value::Between { lower, upper } }
    }

    /// The worth of a position, or of a drop there, whose score is proven to be at least or at most so much.
    pub(crate) fn bounded(game: &Game, lower: Option<Score>, upper: Option<Score>) -> Value {
        let (variant, checkers) = (game.variant(), game.board().checkers());
        let (soonest_loss, soonest_win) = match variant.rules() {
            Rules::Connect => (-win_score(variant, checkers + 1), win_score(variant, checkers)),
            Rules::Max => (-all_lines(variant), all_lines(variant)),
        };
        Value::between(game, lower.unwrap_or(soonest_loss), upper.unwrap_or(soonest_win))
    }

    /// What a number stands for that the engine gives a position without a proof, for the side to move.
    #[must_use]
    pub fn estimated(game: &Game, score: f64, depth: u32) -> Value {
        match game.variant().rules() {
            Rules::Connect => Value::estimate(chance(game, score), depth),
            Rules::Max => Value::expected(score, depth),
        }
    }

    /// Connect: an estimate of which nothing is proven.
    #[must_use]
    pub const fn estimate(chance: f64, depth: u32) -> Value {
        Value::Estimate { chance, depth, bounds: None }
    }

    /// Max-Connect: an estimate of which nothing is proven.
    #[must_use]
    pub const fn expected(margin: f64, depth: u32) -> Value {
        Value::Expected { margin, depth, bounds: None }
    }

    /// This value and another one of the same column: what is exact or decided goes before an estimate, the deeper of two estimates before the other,
    /// and bounds that decide nothing are kept beside it.
    #[must_use]
    pub fn joined(self, other: Value) -> Value {
        let deeper = if other.depth() > self.depth() { other } else { self };
        let bounds = match (self.bounds(), other.bounds()) {
            _ if self.is_exact() => return self,
            _ if other.is_exact() => return other,
            (Some([a, b]), Some([c, d])) => Some([a.max(c), b.min(d)]),
            (one, two) => one.or(two),
        };
        match (deeper, bounds) {
            (estimate, None) => estimate,
            (Value::Estimate { .. }, Some([0, 0])) => Value::Tie,
            (Value::Expected { .. }, Some([lower, upper])) if lower == upper => Value::Margin { score: lower },
            (Value::Estimate { chance, depth, .. }, Some([lower, upper])) if lower <= 0 && upper >= 0 => {
                let [least, most] = [Outlook::of(lower).chance(), Outlook::of(upper).chance()];
                Value::Estimate { chance: chance.clamp(least, most), depth, bounds }
            }
            (Value::Expected { margin, depth, .. }, Some([lower, upper])) if lower <= 0 && upper >= 0 => {
                Value::Expected { margin: margin.clamp(lower.into(), upper.into()), depth, bounds }
            }
            (_, Some([lower, upper])) => Value::Between { lower, upper },
        }
    }

    /// The same, seen by the other side, which has just made the drop that led here.
    #[must_use]
    pub const fn before_drop(self) -> Value {
        match self {
            Value::Wins { moves, score } => Value::Loses { moves, score: -score },
            Value::Loses { moves, score } => Value::Wins { moves: moves + 1, score: -score },
            Value::Tie => Value::Tie,
            Value::Margin { score } => Value::Margin { score: -score },
            Value::Between { lower, upper } => Value::Between { lower: -upper, upper: -lower },
            Value::Estimate { chance, depth, bounds } => {
                Value::Estimate { chance: 1.0 - chance, depth: depth + 1, bounds: opposite(bounds) }
            }
            Value::Expected { margin, depth, bounds } => {
                Value::Expected { margin: -margin, depth: depth + 1, bounds: opposite(bounds) }
            }
        }
    }

    /// How many plies an estimate looks ahead; nothing for what is none.
    #[must_use]
    pub const fn depth(self) -> Option<u32> {
        match self {
            Value::Estimate { depth, .. } | Value::Expected { depth, .. } => Some(depth),
            _ => None,
        }
    }

    /// Connect: the chance of winning, from 0 to 1, where a tie is half a win; nothing if nobody knows.
    #[must_use]
    pub fn chance(self) -> Option<f64> {
        match self {
            Value::Margin { .. } | Value::Expected { .. } | Value::Estimate { depth: 0, .. } => None,
            Value::Estimate { chance, .. } => Some(chance),
            value => value.outlook().map(Outlook::chance),
        }
    }

    /// Max-Connect: the final margin that is known or expected; nothing if nobody knows.
    #[must_use]
    pub fn margin(self) -> Option<f64> {
        match self {
            Value::Margin { score } => Some(score.into()),
            Value::Expected { margin, depth: 1.., .. } => Some(margin),
            _ => None,
        }
    }

    /// The exact score; nothing if it is not known.
    #[must_use]
    pub const fn score(self) -> Option<Score> {
        match self {
            Value::Wins { score, .. } | Value::Loses { score, .. } | Value::Margin { score } => Some(score),
            Value::Tie => Some(0),
            Value::Between { .. } | Value::Estimate { .. } | Value::Expected { .. } => None,
        }
    }

    /// What the score is proven to be at least and at most; nothing if nothing is.
    #[must_use]
    pub fn bounds(self) -> Option<[Score; 2]> {
        match self {
            Value::Between { lower, upper } => Some([lower, upper]),
            Value::Estimate { bounds, .. } | Value::Expected { bounds, .. } => bounds,
            value => value.score().map(|score| [score, score]),
        }
    }

    /// Whether nothing better can be found out.
    #[must_use]
    pub const fn is_exact(self) -> bool {
        self.score().is_some()
    }

    /// Whether it is an estimate by somebody who has looked ahead.
    #[must_use]
    pub fn is_estimated(self) -> bool {
        self.depth().is_some_and(|depth| depth > 0)
    }

    /// Whether something is proven about who wins: all, or at least that one side does not.
    #[must_use]
    pub fn is_proven(self) -> bool {
        self.bounds().is_some_and(|[lower, upper]| lower >= 0 || upper <= 0)
    }

    /// Who wins, if that is proven.
    #[must_use]
    pub fn outlook(self) -> Option<Outlook> {
        let [lower, upper] = self.bounds()?;
        (Outlook::of(lower) == Outlook::of(upper)).then(|| Outlook::of(lower))
    }

    /// Whom it favours, proven or not: more than 0 the side to move, less than 0 the other one.
    #[must_use]
    pub fn leaning(self) -> i32 {
        match self {
            Value::Estimate { chance, .. } => percent(chance) - 50,
            Value::Expected { margin, .. } => margin.round() as i32,
            Value::Between { lower, upper } if lower < 0 && upper > 0 => 0,
            Value::Between { lower, upper } => lower + upper,
            value => value.score().unwrap_or(0),
        }
        .signum()
    }

    /// From −1 (the side to move loses at once) to 1 (it wins at once), for graphs: late wins are seen too, and above every estimate.
    #[must_use]
    pub fn height(self) -> f64 {
        const LATE: u32 = 25;
        let sure = |moves: u32| 1.0 - f64::from(moves.min(LATE)) * 0.015;
        let by_points = |margin: f64| margin / (margin.abs() + 3.0);
        match self {
            Value::Wins { moves, .. } => sure(moves),
            Value::Loses { moves, .. } => -sure(moves),
            Value::Tie => 0.0,
            Value::Margin { score } => by_points(score.into()),
            Value::Estimate { chance, .. } => (2.0 * chance - 1.0) * 0.6,
            Value::Expected { margin, .. } => by_points(margin),
            Value::Between { .. } => match self.outlook() {
                Some(Outlook::Win) => sure(LATE),
                Some(Outlook::Loss) => -sure(LATE),
                _ => f64::from(self.leaning()) * 0.1,
            },
        }
    }

    /// In few words: what stands before the bracket of the long ones.
    #[must_use]
    pub fn brief(self) -> String {
        match self {
            Value::Wins { moves: 1, .. } => "wins at once".to_owned(),
            Value::Wins { moves, .. } => format!("wins in {moves}"),
            Value::Loses { moves, .. } => format!("loses in {moves}"),
            Value::Tie | Value::Margin { score: 0 } => "tie".to_owned(),
            Value::Margin { score } => points(score),
            Value::Between { lower: 1.., .. } => "wins".to_owned(),
            Value::Between { upper: ..=-1, .. } => "loses".to_owned(),
            Value::Between { .. } => self.half_decided().unwrap_or("not decided").to_owned(),
            Value::Estimate { depth: 0, .. } | Value::Expected { depth: 0, .. } => {
                self.half_decided().unwrap_or("not known yet").to_owned()
            }
            Value::Estimate { .. } | Value::Expected { .. } => {
                let sure = self.half_decided().map_or_else(String::new, |sure| format!("{sure}, "));
                format!("{sure}~ {}", self.number())
            }
        }
    }

    /// What is proven of a value that is not decided, in words.
    fn half_decided(self) -> Option<&'static str> {
        match self.bounds()?.map(Outlook::of) {
            [Outlook::Tie | Outlook::Win, _] => Some("at least a tie"),
            [_, Outlook::Tie | Outlook::Loss] => Some("at most a tie"),
            _ => None,
        }
    }

    /// The number of an estimate, in words.
    fn number(self) -> String {
        match self {
            Value::Estimate { chance, .. } => format!("{}%", percent(chance)),
            Value::Expected { margin, .. } if margin.round() != 0.0 => points(margin.round() as i32),
            _ => "even".to_owned(),
        }
    }

    /// In at most four characters, as a rule: `W5`, `L12`, `=`, `+3`; `W` where it is not known how soon, `63%` and `~+2` where it is an estimate, `?` where
    /// nobody knows.
    #[must_use]
    pub fn short(self) -> String {
        match self {
            Value::Wins { moves, .. } => format!("W{moves}"),
            Value::Loses { moves, .. } => format!("L{moves}"),
            Value::Tie | Value::Margin { score: 0 } => "=".to_owned(),
            Value::Margin { score } => format!("{score:+}"),
            Value::Between { lower: 1.., .. } => "W".to_owned(),
            Value::Between { upper: ..=-1, .. } => "L".to_owned(),
            _ if self.is_proven() => {
                if self.bounds().is_some_and(|[lower, _]| lower >= 0) { "=+" } else { "=-" }.to_owned()
            }
            Value::Between { .. } | Value::Estimate { depth: 0, .. } | Value::Expected { depth: 0, .. } => {
                "?".to_owned()
            }
            // No number is written as less than nothing if it is nothing when rounded.
            Value::Expected { margin, .. } => format!("~{:+.0}", margin.round() + 0.0),
            Value::Estimate { .. } => self.number(),
        }
    }

    /// What is said of who plays it: "it …".
    #[must_use]
    pub fn verb(self) -> String {
        match self {
            Value::Wins { .. } | Value::Loses { .. } => self.brief(),
            Value::Tie | Value::Margin { score: 0 } => "ties".to_owned(),
            Value::Margin { score } => {
                let points = if score.abs() == 1 { "point" } else { "points" };
                format!("ends {} {points} {}", score.abs(), if score > 0 { "ahead" } else { "behind" })
            }
            Value::Between { .. } if self.outlook().is_some() => self.brief(),
            Value::Between { .. } => format!("is {}", self.brief()),
            Value::Estimate { depth: 0, .. } | Value::Expected { depth: 0, .. } => format!("is {}", self.brief()),
            Value::Estimate { .. } => match self.half_decided() {
                Some(sure) => format!("is {sure}, with a {} chance of winning", self.number()),
                None => format!("has a {} chance of winning", self.number()),
            },
            Value::Expected { margin, .. } => {
                let sure = self.half_decided().map_or_else(String::new, |sure| format!("is {sure}, and "));
                let worth = if margin.round() == 0.0 { "" } else { "worth " };
                format!("{sure}looks {worth}{}", self.number())
            }
        }
    }

    /// By what values are told apart, the weightiest first: the kind of outcome, how much of it, what is sure, and how it is known.
    fn rank(self) -> (i32, f64, [Score; 2], u32) {
        match self {
            Value::Wins { moves, score } => (1, score.into(), [score; 2], moves),
            Value::Loses { moves, score } => (-1, score.into(), [score; 2], moves),
            Value::Tie => (0, 0.0, [0; 2], u32::MAX),
            Value::Margin { score } => (score.signum(), score.into(), [score; 2], u32::MAX - 1),
            Value::Between { lower, upper } => {
                let side = if lower > 0 { 1 } else { upper.signum().min(0) };
                (side, if side == 0 { 0.0 } else { lower.into() }, [lower, upper], u32::MAX - 2)
            }
            // What is only estimated stands below what is proven to be the same.
            Value::Estimate { chance, depth, bounds } => (0, chance - 0.5, bounds.unwrap_or([Score::MIN, 0]), depth),
            Value::Expected { margin, depth, bounds } => {
                let side = if margin > 0.0 {
                    1
                } else if margin < 0.0 {
                    -1
                } else {
                    0
                };
                (side, margin + 0.0, bounds.unwrap_or([Score::MIN, 1]), depth)
            }
        }
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Value {}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Value) -> Ordering {
        let (mine, theirs) = (self.rank(), other.rank());
        let by_worth = mine.0.cmp(&theirs.0).then(mine.1.total_cmp(&theirs.1));
        by_worth.then(mine.2.cmp(&theirs.2)).then(mine.3.cmp(&theirs.3))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.depth().filter(|_| self.is_estimated()) {
            Some(depth) => f.pad(&format!("{} (depth {depth})", self.brief())),
            None => f.pad(&self.brief()),
        }
    }
}

/// How many lines there are on a board, and so points at the most.
const fn all_lines(variant: Variant) -> Score {
    let (columns, levels) = (variant.columns(), variant.levels());
    let [across, up] =
        [(columns + 1).saturating_sub(variant.connect()), (levels + 1).saturating_sub(variant.connect())];
    (across * levels + columns * up + 2 * across * up) as Score
}

/// A number to three digits, as JSON tells it.
fn rounded(number: f64) -> f64 {
    (number * 1e3).round() / 1e3 + 0.0
}

/// A chance in percent: that of the number that JSON tells, so that whoever has it from there says the same. What is not proven is never as good as sure.
fn percent(chance: f64) -> i32 {
    ((rounded(chance) * 100.0).round() as i32).clamp(1, 99)
}

/// Bounds, seen by the other side.
const fn opposite(bounds: Option<[Score; 2]>) -> Option<[Score; 2]> {
    match bounds {
        Some([lower, upper]) => Some([-upper, -lower]),
        None => None,
    }
}

fn points(margin: Score) -> String {
    format!("{margin:+} {}", if margin.abs() == 1 { "point" } else { "points" })
}

#[cfg(test)]
mod tests;
