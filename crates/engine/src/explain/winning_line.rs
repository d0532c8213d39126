//! How a game that is decided is won: the line, how much of it is forced, and where it ends.

use super::forcing::{is_forced, playable};
use super::reason::Reason;
use crate::analysis::{Parity, threats};
use dropline_core::{Cell, Column, Game, Side, SideNames};

/// Moves, at most, that are all named in words.
const TOLD_MOVES: usize = 10;

/// A line that ends with a win.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct WinningLine {
    /// Who wins.
    pub side: Side,
    /// The moves after the one explained, up to the win.
    pub line: Vec<Column>,
    /// How many moves of the line go by before the loser first has a choice.
    pub forced: usize,
    /// What the loser stands before in the end.
    pub end: LineEnd,
}

/// What the loser stands before with its last move; it loses whatever it does.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case", tag = "end"))]
pub enum LineEnd {
    /// The other side can complete a line on each of several cells.
    TwoWays {
        /// The cells.
        cells: Vec<Cell>,
    },
    /// To stop one line opens another right above.
    OnTop {
        /// The cell to stop, and the one above.
        cells: [Cell; 2],
    },
}

impl WinningLine {
    /// A line that begins at a position, if it ends with a win that the loser has to stop and cannot.
    pub(super) fn of(game: &Game, line: &[Column]) -> Option<WinningLine> {
        let End { side, ways, .. } = End::of(game, line)?;
        let end = match ways.as_slice() {
            [] => return None,
            &[one] => LineEnd::OnTop { cells: [one, Cell::at(one.column.index(), one.level.index() + 1)] },
            _ => LineEnd::TwoWays { cells: ways },
        };
        let (mut at, mut forced) = (game.clone(), 0);
        for &column in &line[..line.len() - 2] {
            if at.turn() != side && !is_forced(&at, column) {
                return Some(WinningLine { side, line: line.to_vec(), forced, end });
            }
            forced += 1;
            at.play(column).ok()?;
        }
        Some(WinningLine { side, line: line.to_vec(), forced: line.len(), end })
    }

    /// Whether the loser never has a choice.
    #[must_use]
    pub const fn is_forced(&self) -> bool {
        self.forced == self.line.len()
    }

    /// The cells that show its end.
    #[must_use]
    pub fn cells(&self) -> Vec<Cell> {
        match &self.end {
            LineEnd::TwoWays { cells } => cells.clone(),
            LineEnd::OnTop { cells } => cells.to_vec(),
        }
    }

    /// "after columns 3, 5 and 5: red has two ways to complete a line, 2/3 and 6/3."
    pub(super) fn words(&self, names: SideNames) -> String {
        let (winner, loser) = (names.name(self.side), names.name(self.side.other()));
        let moves = &self.line[..self.line.len() - 2];
        let after = match moves.len() {
            0 => "now".to_owned(),
            1..=TOLD_MOVES => format!("after {}:", super::columns(moves)),
            many => format!("after {many} moves that begin with {}:", super::columns(&moves[..TOLD_MOVES / 2])),
        };
        let choice = match self.forced {
            _ if moves.len() < 2 => String::new(),
            _ if self.is_forced() => format!("{loser} has no choice; "),
            0 | 1 => "with best play, ".to_owned(),
            forced => format!("with best play, the first {forced} moves being forced, "),
        };
        let end = match &self.end {
            LineEnd::TwoWays { cells } => {
                let ways = if cells.len() == 2 { "two ways".to_owned() } else { format!("{} ways", cells.len()) };
                format!("{winner} has {ways} to complete a line, {}", super::list(cells))
            }
            LineEnd::OnTop { cells: [cell, above] } => {
                format!("{loser} must stop a line on {cell}, and {winner} completes one above it, on {above}")
            }
        };
        format!("{choice}{after} {end}.")
    }
}

/// Where a line ends.
struct End {
    /// Who wins.
    side: Side,
    /// Where the last line is completed.
    cell: Cell,
    /// What the loser would have had to stop with its last move.
    ways: Vec<Cell>,
}

impl End {
    fn of(game: &Game, line: &[Column]) -> Option<End> {
        let (before, last) = line.split_at_checked(line.len().checked_sub(2)?)?;
        let mut at = game.clone();
        before.iter().try_for_each(|&column| at.play(column).map(|_| ())).ok()?;
        let all = threats(at.board());
        last.iter().try_for_each(|&column| at.play(column).map(|_| ())).ok()?;
        let side = at.outcome()?.winner()?;
        let ways = playable(&all, side).map(|threat| threat.cell).collect();
        Some(End { side, cell: at.board().last_cell()?, ways })
    }
}

/// The threat that decides a line in which the loser runs out of other moves.
pub(super) fn deciding(game: &Game, line: &[Column]) -> Option<Reason> {
    let End { side, cell, ways } = End::of(game, line)?;
    if !ways.is_empty() {
        return None;
    }
    let standing = threats(game.board()).iter().any(|threat| threat.cell == cell && threat.side == side);
    let parity = if cell.level.index() % 2 == 0 { Parity::Odd } else { Parity::Even };
    // All other moves come first: with an even number of them, the side that begins runs out.
    let below = game.variant().levels() - cell.level.index() + 1;
    let waits = game.board().vacant().saturating_sub(below);
    let waits = (waits.is_multiple_of(2) == (game.turn() != side)).then_some(waits);
    Some(Reason::Zugzwang { side, cell, parity, standing, waits, line: line.to_vec() })
}
