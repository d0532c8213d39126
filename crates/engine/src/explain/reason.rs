//! Reasons, and the one place where they are put into words.

use super::{Plan, WinningLine, columns, list, points};
use crate::Score;
use crate::analysis::{Parity, Value};
use dropline_core::{Cell, Column, Side, SideNames};
use std::fmt;

/// One thing that is true of a move.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case", tag = "reason"))]
pub enum Reason {
    /// It completes a line.
    WinsAtOnce {
        /// The cells of the line.
        cells: Vec<Cell>,
    },
    /// Another column would have completed a line.
    MissesWin {
        /// That column.
        column: Column,
    },
    /// It takes a cell where the other side would have won at once.
    Blocks {
        /// The cell.
        cell: Cell,
    },
    /// The other side wins at once on a cell that this move leaves open.
    LeavesWin {
        /// The cell.
        cell: Cell,
    },
    /// It lets the other side win on top of it.
    GivesAway {
        /// The cell above.
        cell: Cell,
    },
    /// It makes two wins at once, and the other side can stop only one.
    DoubleThreat {
        /// The cells.
        cells: Vec<Cell>,
    },
    /// It makes a threat that the other side has to stop with its next move.
    ForcesBlock {
        /// The cell.
        cell: Cell,
    },
    /// It makes a new threat that cannot be filled yet.
    MakesThreat {
        /// The cell.
        cell: Cell,
        /// Of an odd or an even level.
        parity: Parity,
        /// Whether the other side can no longer play in the column, because the threat lies right above.
        poisons: bool,
    },
    /// Were the other side to play here, it would win by force.
    PreventsForce {
        /// The cells that it would drop on, up to its win.
        cells: Vec<Cell>,
    },
    /// Were the other side to play here, it would have a threat.
    PreventsThreat {
        /// The cells that it would complete a line on.
        cells: Vec<Cell>,
    },
    /// If the other side does nothing about it, this side wins by force.
    ThreatensForce {
        /// The cells that it drops on, up to its win.
        cells: Vec<Cell>,
    },
    /// Max-Connect: it completes lines.
    MakesPoints {
        /// How many.
        points: i32,
        /// Their cells.
        cells: Vec<Cell>,
    },
    /// Max-Connect: it takes a cell where the other side would have completed lines.
    TakesPoints {
        /// The cell.
        cell: Cell,
        /// How many lines.
        points: i32,
    },
    /// Max-Connect: the other side completes lines on top of it.
    GivesPoints {
        /// The cell above.
        cell: Cell,
        /// How many lines.
        points: i32,
    },
    /// Max-Connect: how best play ends, and who still makes which points.
    PointsLine {
        /// The moves after this one, to the end.
        line: Vec<Column>,
        /// Points of this side from now on, this move's included.
        gained: i32,
        /// Points of the other side.
        given: i32,
    },
    /// From here every answer is forced, up to the win.
    ForcedLine {
        /// The moves after this one: answer, move, answer, …
        line: Vec<Column>,
    },
    /// How this side wins, where the answers are not all forced.
    BestLine(WinningLine),
    /// How the other side wins.
    Refutation(WinningLine),
    /// With best play, the other side must in the end play below a threat.
    Zugzwang {
        /// Whose threat.
        side: Side,
        /// The cell.
        cell: Cell,
        /// Of an odd or an even level.
        parity: Parity,
        /// Whether it stands already; otherwise it comes with best play.
        standing: bool,
        /// The moves that are left besides, where their number alone says who runs out of them.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        waits: Option<usize>,
        /// Best play after this move, up to the win.
        line: Vec<Column>,
    },
    /// A side can follow a plan from here on.
    Plan(Plan),
    /// What the move is worth.
    Worth {
        /// With best play, or as it looks.
        value: Value,
    },
    /// It is the only column that keeps the value of the position.
    OnlyMove,
    /// Other columns are worth more.
    Worse {
        /// The best columns.
        better: Vec<Column>,
        /// What they are worth.
        value: Value,
    },
    /// It leaves the cell of a better column to the other side, for which that is a best answer.
    Yields {
        /// The cell.
        cell: Cell,
    },
    /// What a better column does that this one does not; or, of the only best one, what goes wrong in the next best.
    Comparison {
        /// The other column.
        column: Column,
        /// What is true of it.
        because: Box<Reason>,
    },
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words(SideNames::RED_BLACK))
    }
}

impl Reason {
    /// Whether it says more than what the move is worth beside the others.
    #[must_use]
    pub const fn says_why(&self) -> bool {
        !matches!(self, Reason::Worth { .. } | Reason::OnlyMove | Reason::Worse { .. })
    }

    /// Whether it speaks against a move of this side.
    pub(super) fn harms(&self, side: Side) -> bool {
        match self {
            Reason::MissesWin { .. }
            | Reason::LeavesWin { .. }
            | Reason::GivesAway { .. }
            | Reason::GivesPoints { .. }
            | Reason::Refutation(_) => true,
            Reason::Zugzwang { side: whose, .. } | Reason::Plan(Plan { side: whose, .. }) => *whose != side,
            _ => false,
        }
    }

    /// What the score of a move of this side is at least and at most if this is true of it.
    pub(super) fn proves(&self, side: Side) -> [Option<Score>; 2] {
        match self {
            Reason::DoubleThreat { .. } | Reason::ForcedLine { .. } | Reason::BestLine(_) => [Some(1), None],
            Reason::LeavesWin { .. } | Reason::GivesAway { .. } | Reason::Refutation(_) => [None, Some(-1)],
            Reason::Plan(plan) if plan.side == side && plan.before.is_empty() => [Some(plan.promise.least()), None],
            _ => [None, None],
        }
    }

    /// The cells that show it on a board.
    #[must_use]
    pub fn cells(&self) -> Vec<Cell> {
        match self {
            Reason::WinsAtOnce { cells }
            | Reason::DoubleThreat { cells }
            | Reason::PreventsForce { cells }
            | Reason::PreventsThreat { cells }
            | Reason::ThreatensForce { cells }
            | Reason::MakesPoints { cells, .. } => cells.clone(),
            Reason::Blocks { cell }
            | Reason::LeavesWin { cell }
            | Reason::GivesAway { cell }
            | Reason::ForcesBlock { cell }
            | Reason::MakesThreat { cell, .. }
            | Reason::TakesPoints { cell, .. }
            | Reason::GivesPoints { cell, .. }
            | Reason::Zugzwang { cell, .. }
            | Reason::Yields { cell } => vec![*cell],
            Reason::BestLine(won) | Reason::Refutation(won) => won.cells(),
            Reason::Plan(plan) => plan.cells(),
            Reason::Comparison { because, .. } => because.cells(),
            Reason::MissesWin { .. }
            | Reason::PointsLine { .. }
            | Reason::ForcedLine { .. }
            | Reason::Worth { .. }
            | Reason::OnlyMove
            | Reason::Worse { .. } => Vec::new(),
        }
    }

    /// The moves that show it, from the position in which `column` is explained; nothing where there is no line to play.
    #[must_use]
    pub fn line(&self, column: Column) -> Vec<Column> {
        let line = match self {
            Reason::ForcedLine { line } | Reason::Zugzwang { line, .. } | Reason::PointsLine { line, .. } => line,
            Reason::BestLine(won) | Reason::Refutation(won) => &won.line,
            Reason::Plan(plan) => &plan.before,
            Reason::Comparison { column, because } => return because.line(*column),
            _ => return Vec::new(),
        };
        if line.is_empty() { Vec::new() } else { [&[column], line.as_slice()].concat() }
    }

    /// The reason in a sentence, the sides being called so.
    #[must_use]
    pub fn words(&self, names: SideNames) -> String {
        match self {
            Reason::WinsAtOnce { cells } => format!("It wins at once: the line is {}.", list(cells)),
            Reason::MissesWin { column } => format!("It misses a win at once: column {column} completes a line."),
            Reason::Blocks { cell } => format!("It blocks: the other side would have completed a line on {cell}."),
            Reason::LeavesWin { cell } => format!("It does not stop the other side, which wins at once on {cell}."),
            Reason::GivesAway { cell } => {
                format!("It gives away {cell}, the cell above: the other side completes a line there.")
            }
            Reason::DoubleThreat { cells } => {
                format!("It makes a double threat on {}: only one of them can be stopped.", list(cells))
            }
            Reason::ForcesBlock { cell } => format!("It threatens {cell}: the other side has to answer there."),
            Reason::MakesThreat { cell, parity, poisons } => {
                let poisons = if *poisons { "; the other side can no longer play below it" } else { "" };
                format!("It makes a new threat on {cell}, on an {} level{poisons}.", parity_word(*parity))
            }
            Reason::PreventsForce { cells } => {
                format!("It stops a win by force: here the other side would win with {}.", list(cells))
            }
            Reason::PreventsThreat { cells } => {
                let threats = if cells.len() == 1 { "a threat" } else { "threats" };
                format!("It keeps the other side from {threats} on {}.", list(cells))
            }
            Reason::ThreatensForce { cells } => {
                format!("It threatens to win by force with {}, if nothing is done about it.", list(cells))
            }
            Reason::MakesPoints { points: made, cells } => format!("It makes {}: {}.", points(*made), list(cells)),
            Reason::TakesPoints { cell, points: made } => {
                format!("It takes {cell}, where the other side would have made {}.", points(*made))
            }
            Reason::GivesPoints { cell, points: made } => {
                format!("It gives away {cell}, the cell above: the other side makes {} there.", points(*made))
            }
            Reason::PointsLine { line, gained, given } => format!(
                "Best play goes on with {}: this side makes {} from here on, the other side {}.",
                columns(line),
                points(*gained),
                if *given == 0 { "none".to_owned() } else { given.to_string() }
            ),
            Reason::ForcedLine { line } => {
                format!(
                    "It forces the win: every answer is the only one. The line goes on with columns {}.",
                    list(line)
                )
            }
            Reason::BestLine(won) => format!("This is how it wins: {}", won.words(names)),
            Reason::Refutation(won) => format!("This is how it loses: {}", won.words(names)),
            Reason::Zugzwang { side, cell, parity, standing, waits, .. } => {
                let parity = parity_word(*parity);
                let (capital, other) = (names.capital(*side), names.name(side.other()));
                let comes = if *standing { "decides" } else { "comes with best play and decides" };
                let count = match waits {
                    None => String::new(),
                    Some(0) => ", of which there are none now,".to_owned(),
                    Some(1) => ", of which there is 1 now,".to_owned(),
                    Some(waits) => format!(", of which there are {waits} now,"),
                };
                format!(
                    "{capital}'s threat on {cell}, on an {parity} level, {comes}: in the end {other} runs out of other moves{count} and must play below it."
                )
            }
            Reason::Plan(plan) => plan.words(names),
            Reason::Worth { value } if value.is_proven() => format!("With best play it {}.", value.verb()),
            Reason::Worth { value } if !value.is_estimated() => "It is not known yet what it is worth.".to_owned(),
            Reason::Worth { value } => format!("It is not proven, but it {}.", value.verb()),
            Reason::OnlyMove => "It is the only column that is worth as much.".to_owned(),
            Reason::Worse { better, value } if better.len() == 1 => {
                format!("Column {} is better: it {}.", list(better), value.verb())
            }
            Reason::Worse { better, value } => {
                format!("Columns {} are better: each {}.", list(better), value.verb())
            }
            Reason::Yields { cell } => {
                format!("It leaves {cell} to the other side, for which that is a best answer.")
            }
            Reason::Comparison { column, because } => {
                format!("Column {column} instead: {}", because.words(names))
            }
        }
    }
}

const fn parity_word(parity: Parity) -> &'static str {
    match parity {
        Parity::Odd => "odd",
        Parity::Even => "even",
    }
}
