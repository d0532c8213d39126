//! A finished or unfinished game, move by move: what each was worth and what would have been better.

use crate::analysis::{Analysis, Analyst, Outlook, Value};
use crate::budget::Budget;
use crate::{Limits, OracleError, Think};
use dropline_core::{Column, Game, Side};
use std::fmt;
use std::time::Duration;

/// How good a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case", tag = "grade"))]
pub enum Grade {
    /// No column was better.
    Best,
    /// It kept the win, but another column wins sooner.
    SlowerWin {
        /// Drops to the win before the move, with best play.
        before: u32,
        /// Drops to the win with this one.
        after: u32,
    },
    /// The game was lost anyway, but another column would have held out longer.
    FasterLoss {
        /// The other side's drops to its win, with best play.
        before: u32,
        /// The same with this move.
        after: u32,
    },
    /// It turned a win into a tie.
    WinToTie {
        /// In how many drops it would have won, if that is known.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        win: Option<u32>,
    },
    /// It turned a win into a loss.
    WinToLoss {
        /// In how many drops it would have won, if that is known.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        win: Option<u32>,
    },
    /// It turned a tie into a loss.
    TieToLoss,
    /// Max-Connect: it cost points.
    LostPoints {
        /// How many of the final margin.
        points: i32,
        /// Whether it turned a win into a loss.
        #[cfg_attr(feature = "serde", serde(skip))]
        turned: bool,
    },
    /// Not proven: no column looks better by as much as a slip.
    Good {
        /// By how much the best column looks better.
        lost: i32,
    },
    /// Not proven: it looks a little worse than the best column.
    Slip {
        /// Connect: percent of the chance of winning; Max-Connect: points of the margin to be expected.
        lost: i32,
    },
    /// Not proven: it looks worse.
    Mistake {
        /// As for a slip.
        lost: i32,
    },
    /// Not proven: it looks much worse.
    Blunder {
        /// As for a slip.
        lost: i32,
    },
    /// What it lost is not known within the limits.
    Undecided,
}

/// From which loss on a move that is only estimated is a slip, a mistake, a blunder: in percent of the chance of winning, and in points of the margin to be expected.
const CHANCES: [i32; 3] = [5, 15, 30];
const MARGINS: [i32; 3] = [1, 2, 4];

impl Grade {
    /// Whether the move changed who wins, or cost points, or looks so.
    #[must_use]
    pub const fn is_mistake(self) -> bool {
        matches!(
            self,
            Grade::WinToTie { .. }
                | Grade::WinToLoss { .. }
                | Grade::TieToLoss
                | Grade::LostPoints { .. }
                | Grade::Mistake { .. }
                | Grade::Blunder { .. }
        )
    }

    /// Whether the move turned a win into a loss, or looks so.
    #[must_use]
    pub const fn is_blunder(self) -> bool {
        matches!(self, Grade::WinToLoss { .. } | Grade::LostPoints { turned: true, .. } | Grade::Blunder { .. })
    }

    /// Whether it is proven.
    #[must_use]
    pub const fn is_proven(self) -> bool {
        !matches!(
            self,
            Grade::Good { .. } | Grade::Slip { .. } | Grade::Mistake { .. } | Grade::Blunder { .. } | Grade::Undecided
        )
    }

    /// The grade of a column: by what is proven, else by what it looks like. A proven mistake is one however little is known about the other columns;
    /// that none is better must be known of all.
    #[must_use]
    pub fn of(analysis: &Analysis, column: Column) -> Grade {
        let Some(value) = analysis.of(column) else { return Grade::Undecided };
        match analysis.best_proven().map(|best| Grade::proven(analysis, best, value)) {
            Some(grade) if grade.is_proven() => grade,
            _ => Grade::estimated(analysis, value),
        }
    }

    /// The grade of a column that is worth so much, by what is proven.
    fn proven(analysis: &Analysis, best: Value, value: Value) -> Grade {
        let win = match best {
            Value::Wins { moves, .. } => Some(moves),
            _ => None,
        };
        match (best, value) {
            _ if best == value && value.is_exact() && analysis.value() == value => Grade::Best,
            (Value::Margin { score: best }, Value::Margin { score }) if best > score => {
                Grade::LostPoints { points: best - score, turned: best > 0 && score < 0 }
            }
            (Value::Wins { moves: before, .. }, Value::Wins { moves: after, .. }) if best > value => {
                Grade::SlowerWin { before, after }
            }
            (Value::Loses { moves: before, .. }, Value::Loses { moves: after, .. }) if best > value => {
                Grade::FasterLoss { before, after }
            }
            _ => match (best.outlook(), value.outlook()) {
                (Some(Outlook::Win), Some(Outlook::Tie)) => Grade::WinToTie { win },
                (Some(Outlook::Win), Some(Outlook::Loss)) => Grade::WinToLoss { win },
                (Some(Outlook::Tie), Some(Outlook::Loss)) => Grade::TieToLoss,
                _ => Grade::Undecided,
            },
        }
    }

    /// The grade of a column that is worth so much, by what it looks like.
    fn estimated(analysis: &Analysis, value: Value) -> Grade {
        let best = analysis.best_value();
        let (lost, [slip, mistake, blunder]) =
            match (best.chance().zip(value.chance()), best.margin().zip(value.margin())) {
                _ if !analysis.is_looked_at() => return Grade::Undecided,
                (Some((best, chance)), _) => (100.0 * (best - chance), CHANCES),
                (_, Some((best, margin))) => (best - margin, MARGINS),
                _ => return Grade::Undecided,
            };
        match lost.round() as i32 {
            lost if lost >= blunder => Grade::Blunder { lost },
            lost if lost >= mistake => Grade::Mistake { lost },
            lost if lost >= slip => Grade::Slip { lost },
            lost => Grade::Good { lost },
        }
    }
}

/// A move of a game and its grade.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct GradedMove {
    /// Which move, counted from 1.
    pub number: usize,
    /// Who made it.
    pub side: Side,
    /// Where.
    pub column: Column,
    /// What it was worth for that side.
    pub value: Value,
    /// What the best column was worth.
    pub best_value: Value,
    /// The best columns, from the left.
    pub best: Vec<Column>,
    /// How good it was.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub grade: Grade,
}

impl GradedMove {
    /// The move's worth for red between −1 and 1, for a graph of the game: 1 is a win at once, 0 a tie.
    #[must_use]
    pub fn height(&self) -> f64 {
        if self.side == Side::Red { self.value.height() } else { -self.value.height() }
    }
}

impl fmt::Display for GradedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let best = match self.best.as_slice() {
            [] => String::new(),
            [one] => format!("column {one}"),
            [many @ .., last] => {
                let many: Vec<String> = many.iter().map(Column::to_string).collect();
                format!("columns {} and {last}", many.join(", "))
            }
        };
        let kept = match self.best_value.outlook() {
            _ if best.is_empty() => String::new(),
            Some(_) => format!(": {best} kept it"),
            None if self.best.len() == 1 => format!(": {best} looks best"),
            None => format!(": {best} look best"),
        };
        let instead = || format!("{} instead of {}{kept}", self.value.brief(), self.best_value.brief());
        let a_win = |win: Option<u32>| win.map_or_else(|| "a win".to_owned(), |win| format!("a win in {win}"));
        match self.grade {
            Grade::Best => write!(f, "best, {}", self.value),
            Grade::SlowerWin { before, after } => write!(f, "slower win: in {after} instead of {before}"),
            Grade::FasterLoss { before, after } => write!(f, "faster loss: in {after} instead of {before}"),
            Grade::WinToTie { win } => write!(f, "threw away {} for a tie{kept}", a_win(win)),
            Grade::WinToLoss { win } => write!(f, "threw away {} and loses{kept}", a_win(win)),
            Grade::TieToLoss => write!(f, "threw away a tie{kept}"),
            Grade::LostPoints { points: 1, .. } => write!(f, "cost a point{kept}"),
            Grade::LostPoints { points, .. } => write!(f, "cost {points} points{kept}"),
            Grade::Good { .. } => write!(f, "looks good, {}", self.value),
            Grade::Slip { .. } => write!(f, "looks like a slip, {}", instead()),
            Grade::Mistake { .. } => write!(f, "looks like a mistake, {}", instead()),
            Grade::Blunder { .. } => write!(f, "looks like a blunder, {}", instead()),
            Grade::Undecided if !says_something(self.value) => write!(f, "undecided in the time given"),
            Grade::Undecided => {
                write!(f, "undecided in the time given: {}", self.value.brief())?;
                match says_something(self.best_value) && !self.best.contains(&self.column) {
                    true => write!(f, "; {best}: {}", self.best_value.brief()),
                    false => Ok(()),
                }
            }
        }
    }
}

/// Whether something is proven of a value, or somebody has looked.
fn says_something(value: Value) -> bool {
    value.is_proven() || value.depth().is_some_and(|depth| depth > 0)
}

/// A whole game, graded.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Review {
    /// The moves.
    pub moves: Vec<GradedMove>,
}

impl Review {
    /// The time for each move where nobody names one.
    pub const TIME_FOR_MOVE: Duration = Duration::from_secs(2);

    /// Grades every move of a game; `on_move` hears of each. The limits hold for the whole game: each move gets its share of what is left of the time.
    pub fn of(
        game: &Game,
        analyst: &mut Analyst,
        think: &Think<'_>,
        on_move: &mut dyn FnMut(&GradedMove),
    ) -> Result<Review, OracleError> {
        let (board, turn) = game.start();
        let mut at = Game::from_board(board, turn);
        let mut moves = Vec::with_capacity(game.moves().len());
        let mut budget = Budget::new(think, 1);
        for (index, &column) in game.moves().iter().enumerate() {
            if think.stopped() {
                break;
            }
            let left = budget.left();
            let moves_left = game.moves().len() - index;
            let limits = Limits {
                time: left.limits.time.map(|time| time / u32::try_from(moves_left).unwrap_or(u32::MAX)),
                nodes: left.limits.nodes.map(|nodes| nodes / moves_left as u64),
                ..left.limits
            };
            let analysis = analyst.analyze(&at, &Think { limits, ..left }, &mut |_| {})?;
            budget.count(analysis.nodes);
            let value = analysis.of(column).ok_or(OracleError::Over)?;
            let grade = Grade::of(&analysis, column);
            let (best_value, best) = (analysis.best_value(), analysis.best().collect());
            let graded = GradedMove { number: index + 1, side: at.turn(), column, value, best_value, best, grade };
            on_move(&graded);
            moves.push(graded);
            if at.play(column).is_err() {
                break;
            }
        }
        Ok(Review { moves })
    }

    /// The moves that changed who wins, or cost points, or look so.
    pub fn turning_points(&self) -> impl Iterator<Item = &GradedMove> {
        self.moves.iter().filter(|graded| graded.grade.is_mistake())
    }

    /// How many of a side's moves are proven to have been best, of how many that is decided, and how many it made.
    #[must_use]
    pub fn perfect_moves(&self, side: Side) -> [usize; 3] {
        let mine = self.moves.iter().filter(|graded| graded.side == side).map(|graded| graded.grade);
        let best = mine.clone().filter(|&grade| grade == Grade::Best).count();
        [best, mine.clone().filter(|grade| grade.is_proven()).count(), mine.count()]
    }
}
