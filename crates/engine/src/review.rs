//! A finished or unfinished game, move by move: what each was worth and what would have been better.

use crate::analysis::{Analysis, Analyst, Value};
use crate::{OracleError, Think};
use dropline_core::{Column, Game, Rules, Side};
use std::fmt;

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
        /// In how many drops it would have won.
        win: u32,
    },
    /// It turned a win into a loss.
    WinToLoss {
        /// In how many drops it would have won.
        win: u32,
    },
    /// It turned a tie into a loss.
    TieToLoss,
    /// Max-Connect: it cost points.
    LostPoints {
        /// How many of the final margin.
        points: i32,
    },
    /// Not decided within the limits.
    Unknown,
}

impl Grade {
    /// Whether the move changed who wins, or cost points.
    #[must_use]
    pub const fn is_mistake(self) -> bool {
        matches!(self, Grade::WinToTie { .. } | Grade::WinToLoss { .. } | Grade::TieToLoss | Grade::LostPoints { .. })
    }

    fn of(before: Value, after: Value) -> Grade {
        match (before, after) {
            (Value::Between { .. }, _) | (_, Value::Between { .. }) => Grade::Unknown,
            _ if before == after => Grade::Best,
            (Value::Wins { moves: before, .. }, Value::Wins { moves: after, .. }) => Grade::SlowerWin { before, after },
            (Value::Wins { moves: win, .. }, Value::Tie { .. }) => Grade::WinToTie { win },
            (Value::Wins { moves: win, .. }, Value::Loses { .. }) => Grade::WinToLoss { win },
            (Value::Tie { .. }, Value::Loses { .. }) => Grade::TieToLoss,
            (Value::Loses { moves: before, .. }, Value::Loses { moves: after, .. }) => {
                Grade::FasterLoss { before, after }
            }
            (Value::Margin { score: before }, Value::Margin { score: after }) => {
                Grade::LostPoints { points: before - after }
            }
            _ => Grade::Unknown,
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
    pub fn height(&self, game: &Game) -> f64 {
        let score = match self.value {
            Value::Between { lower, upper } => f64::from(lower + upper) / 2.0,
            value => value.score().map_or(0.0, f64::from),
        };
        let most = match game.variant().rules() {
            Rules::Connect => f64::from(crate::win_score(game.variant(), 0)),
            Rules::Max => 10.0,
        };
        let mine = (score / most).clamp(-1.0, 1.0);
        // Quick wins and late ones should both be seen: the sign counts for half.
        let shaped = if mine == 0.0 { 0.0 } else { mine.signum() * (0.5 + mine.abs() / 2.0) };
        if self.side == Side::Red { shaped } else { -shaped }
    }
}

impl fmt::Display for GradedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kept = match self.best.as_slice() {
            [] => String::new(),
            [one] => format!(": column {one} kept it"),
            [many @ .., last] => {
                let many: Vec<String> = many.iter().map(Column::to_string).collect();
                format!(": columns {} and {last} kept it", many.join(", "))
            }
        };
        match self.grade {
            Grade::Best => write!(f, "best, {}", self.value),
            Grade::SlowerWin { before, after } => write!(f, "slower win: in {after} instead of {before}"),
            Grade::FasterLoss { before, after } => write!(f, "faster loss: in {after} instead of {before}"),
            Grade::WinToTie { win } => write!(f, "threw away a win in {win} for a tie{kept}"),
            Grade::WinToLoss { win } => write!(f, "threw away a win in {win} and loses{kept}"),
            Grade::TieToLoss => write!(f, "threw away a tie{kept}"),
            Grade::LostPoints { points: 1 } => write!(f, "cost a point{kept}"),
            Grade::LostPoints { points } => write!(f, "cost {points} points{kept}"),
            Grade::Unknown => write!(f, "not decided in the time given"),
        }
    }
}

/// A whole game, graded.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Review {
    /// The moves.
    pub moves: Vec<GradedMove>,
}

impl Review {
    /// Grades every move of a game; `on_move` hears of each. The limits hold for each move.
    pub fn of(
        game: &Game,
        analyst: &mut Analyst,
        think: &Think<'_>,
        on_move: &mut dyn FnMut(&GradedMove),
    ) -> Result<Review, OracleError> {
        let (board, turn) = game.start();
        let mut at = Game::from_board(board, turn);
        let mut moves = Vec::with_capacity(game.moves().len());
        for (index, &column) in game.moves().iter().enumerate() {
            if think.stopped() {
                break;
            }
            let analysis: Analysis = analyst.analyze(&at, think, &mut |_| {})?;
            let value = analysis.of(column).ok_or(OracleError::Over)?;
            let graded = GradedMove {
                number: index + 1,
                side: at.turn(),
                column,
                value,
                best_value: analysis.value,
                best: analysis.best().collect(),
                grade: Grade::of(analysis.value, value),
            };
            on_move(&graded);
            moves.push(graded);
            if at.play(column).is_err() {
                break;
            }
        }
        Ok(Review { moves })
    }

    /// The moves that changed who wins, or cost points.
    pub fn turning_points(&self) -> impl Iterator<Item = &GradedMove> {
        self.moves.iter().filter(|graded| graded.grade.is_mistake())
    }

    /// How many of a side's moves were best, and how many it made.
    #[must_use]
    pub fn perfect_moves(&self, side: Side) -> (usize, usize) {
        let mine = self.moves.iter().filter(|graded| graded.side == side);
        let best = mine.clone().filter(|graded| graded.grade == Grade::Best).count();
        (best, mine.count())
    }
}
