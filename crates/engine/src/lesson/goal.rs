//! What is to be done in a position, and which columns do it.

use crate::analysis::{Analysis, Analyst, Outlook, Threat, threats};
use crate::{OracleError, Think};
use dropline_core::{Cell, Column, Game, Rules, Side, display_words};
use std::str::FromStr;

/// What a task asks for. The rules decide on the first six, the exact value on the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum TaskGoal {
    /// Complete a line.
    Win,
    /// Take the cell where the other side would complete a line with its next drop.
    Block,
    /// Make a threat that was not there, without letting the other side win at once.
    Threat,
    /// Make two wins at once, of which the other side can stop only one.
    DoubleThreat,
    /// Do not let the other side win at once.
    Avoid,
    /// Max-Connect: complete as many lines as can be completed with one drop.
    Points,
    /// Keep the win.
    KeepWin,
    /// Keep the tie.
    KeepTie,
    /// Choose a best column: the fastest win, the longest defence, the most points in the end.
    Best,
}

display_words!(TaskGoal {
    Win: "win",
    Block: "block",
    Threat: "threat",
    DoubleThreat: "double-threat",
    Avoid: "avoid",
    Points: "points",
    KeepWin: "keep-win",
    KeepTie: "keep-tie",
    Best: "best",
});

impl TaskGoal {
    /// All of them.
    pub const ALL: [TaskGoal; 9] = [
        TaskGoal::Win,
        TaskGoal::Block,
        TaskGoal::Threat,
        TaskGoal::DoubleThreat,
        TaskGoal::Avoid,
        TaskGoal::Points,
        TaskGoal::KeepWin,
        TaskGoal::KeepTie,
        TaskGoal::Best,
    ];
}

impl FromStr for TaskGoal {
    type Err = GoalError;

    fn from_str(text: &str) -> Result<TaskGoal, GoalError> {
        let named = |goal: &TaskGoal| goal.to_string() == text;
        TaskGoal::ALL.into_iter().find(named).ok_or_else(|| GoalError::Unknown { text: text.to_owned() })
    }
}

/// Why a goal cannot be had.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GoalError {
    /// There is no such goal.
    #[error("there is no task `{text}`: choose one of {}", TaskGoal::ALL.map(|goal| goal.to_string()).join(", "))]
    Unknown {
        /// What was given.
        text: String,
    },
    /// The rules of the variant know no such goal.
    #[error("the rules of {variant} have no such task")]
    Rules {
        /// The variant.
        variant: dropline_core::Variant,
    },
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// Who wins is not what the goal is about.
    #[error("with best play it is a {0} for the side to move")]
    Outlook(Outlook),
    /// It was not solved within the limits.
    #[error("it could not be solved in time")]
    Open,
    /// The exact solver cannot.
    #[error(transparent)]
    Oracle(#[from] OracleError),
}

impl TaskGoal {
    /// The columns that do what is asked for, from the left. None at all is possible for what the rules decide.
    pub fn right_columns(
        self,
        game: &Game,
        analyst: &mut Analyst,
        think: &Think<'_>,
    ) -> Result<Vec<Column>, GoalError> {
        if game.is_over() {
            return Err(GoalError::Over);
        }
        if !self.fits(game.variant().rules()) {
            return Err(GoalError::Rules { variant: game.variant() });
        }
        let columns = game.legal_columns();
        match self {
            TaskGoal::KeepWin | TaskGoal::KeepTie | TaskGoal::Best => {
                let analysis = analyst.analyze(game, think, &mut |_| {})?;
                self.by_value(&analysis)
            }
            TaskGoal::Points => {
                let most = game.legal_columns().map(|column| gained(game, column)).max().unwrap_or(0);
                Ok(columns.filter(|&column| most > 0 && gained(game, column) == most).collect())
            }
            TaskGoal::Block => {
                let theirs = playable(&threats(game.board()), game.turn().other());
                Ok(columns.filter(|&column| theirs.iter().any(|cell| cell.column == column)).collect())
            }
            TaskGoal::Win | TaskGoal::Threat | TaskGoal::DoubleThreat | TaskGoal::Avoid => {
                Ok(columns.filter(|&column| self.on_the_board(game, column)).collect())
            }
        }
    }

    const fn fits(self, rules: Rules) -> bool {
        match self {
            TaskGoal::Best | TaskGoal::KeepWin | TaskGoal::KeepTie => true,
            TaskGoal::Points => matches!(rules, Rules::Max),
            _ => matches!(rules, Rules::Connect),
        }
    }

    fn by_value(self, analysis: &Analysis) -> Result<Vec<Column>, GoalError> {
        if !analysis.is_exact() {
            return Err(GoalError::Open);
        }
        let outlook = analysis.value().outlook().ok_or(GoalError::Open)?;
        let wanted = match self {
            TaskGoal::KeepWin => Outlook::Win,
            TaskGoal::KeepTie => Outlook::Tie,
            _ => return Ok(analysis.best().collect()),
        };
        if outlook != wanted {
            return Err(GoalError::Outlook(outlook));
        }
        Ok(analysis.keeping().collect())
    }

    /// Whether a drop does it, by the rules of Connect alone.
    fn on_the_board(self, game: &Game, column: Column) -> bool {
        let (mut after, me) = (game.clone(), game.turn());
        if after.play(column).is_err() {
            return false;
        }
        let won = after.outcome().is_some_and(|end| end.winner() == Some(me));
        let now = threats(after.board());
        let (mine, theirs) = (playable(&now, me), playable(&now, me.other()));
        match self {
            TaskGoal::Win => won,
            TaskGoal::Avoid => won || theirs.is_empty(),
            TaskGoal::Threat => {
                let before = threats(game.board());
                let new = |threat: &Threat| {
                    threat.side == me && !before.iter().any(|old| old.side == me && old.cell == threat.cell)
                };
                !won && theirs.is_empty() && now.iter().any(new)
            }
            _ => {
                !won && theirs.is_empty()
                    && (mine.len() >= 2 || mine.first().is_some_and(|&cell| is_stacked(&now, me, cell)))
            }
        }
    }
}

/// The cells where a side completes a line with its next drop.
fn playable(all: &[Threat], side: Side) -> Vec<Cell> {
    all.iter().filter(|threat| threat.side == side && threat.playable).map(|threat| threat.cell).collect()
}

/// Whether the cell above is a threat of the same side: who takes the lower one gives the upper one.
fn is_stacked(all: &[Threat], side: Side, cell: Cell) -> bool {
    let above = Cell::at(cell.column.index(), cell.level.index() + 1);
    all.iter().any(|threat| threat.side == side && threat.cell == above)
}

/// The points that a drop gains at once.
fn gained(game: &Game, column: Column) -> u32 {
    let (mut after, me) = (game.clone(), game.turn());
    match after.play(column) {
        Ok(_) => after.points().of(me) - game.points().of(me),
        Err(_) => 0,
    }
}
