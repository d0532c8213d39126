//! What puzzles are about.

use super::PuzzleError;
use crate::analysis::{Analyst, Outlook, threats};
use crate::{Explanation, Reason, Think};
use dropline_core::{Cell, Column, Game, Rules, Side};
use std::fmt;
use std::str::FromStr;

/// What a puzzle is about, found by the explanation of its right column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum PuzzleTheme {
    /// Two ways to complete a line at once.
    DoubleThreat,
    /// Every answer is forced, up to the win.
    ForcedWin,
    /// The other side runs out of moves and must play below a threat.
    Zugzwang,
    /// The one column that saves the tie.
    OnlyDefence,
    /// The right column gives up a threat of one's own: the other side may fill it.
    Sacrifice,
    /// A plan that needs no more looking ahead, such as to answer in the same column.
    Plan,
    /// Max-Connect: more points in the end.
    Points,
}

impl PuzzleTheme {
    /// All of them.
    pub const ALL: [PuzzleTheme; 7] = [
        PuzzleTheme::DoubleThreat,
        PuzzleTheme::ForcedWin,
        PuzzleTheme::Zugzwang,
        PuzzleTheme::OnlyDefence,
        PuzzleTheme::Sacrifice,
        PuzzleTheme::Plan,
        PuzzleTheme::Points,
    ];

    /// Its name in files, options and JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            PuzzleTheme::DoubleThreat => "double-threat",
            PuzzleTheme::ForcedWin => "forced-win",
            PuzzleTheme::Zugzwang => "zugzwang",
            PuzzleTheme::OnlyDefence => "only-defence",
            PuzzleTheme::Sacrifice => "sacrifice",
            PuzzleTheme::Plan => "plan",
            PuzzleTheme::Points => "points",
        }
    }

    /// What people call it.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            PuzzleTheme::DoubleThreat => "double threat",
            PuzzleTheme::ForcedWin => "forced win",
            PuzzleTheme::Zugzwang => "zugzwang",
            PuzzleTheme::OnlyDefence => "only defence",
            PuzzleTheme::Sacrifice => "sacrifice of a threat",
            PuzzleTheme::Plan => "plan",
            PuzzleTheme::Points => "points",
        }
    }
}

impl fmt::Display for PuzzleTheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A word that is no theme.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no theme `{}`: choose one of {}", .0.escape_debug(), PuzzleTheme::ALL.map(PuzzleTheme::name).join(", "))]
pub struct PuzzleThemeError(String);

impl FromStr for PuzzleTheme {
    type Err = PuzzleThemeError;

    fn from_str(text: &str) -> Result<PuzzleTheme, PuzzleThemeError> {
        let named = PuzzleTheme::ALL.into_iter().find(|theme| theme.name() == text);
        named.ok_or_else(|| PuzzleThemeError(text.to_owned()))
    }
}

/// The theme of a position whose only right column is this one.
pub(super) fn of(
    game: &Game,
    column: Column,
    goal: Outlook,
    analyst: &mut Analyst,
    think: &Think<'_>,
) -> Result<PuzzleTheme, PuzzleError> {
    if goal == Outlook::Tie {
        return Ok(PuzzleTheme::OnlyDefence);
    }
    if game.variant().rules() == Rules::Max {
        return Ok(PuzzleTheme::Points);
    }
    if gives_up_a_threat(game, column) {
        return Ok(PuzzleTheme::Sacrifice);
    }
    let me = game.turn();
    let mut after = game.clone();
    after.play(column)?;
    let Explanation { reasons, .. } = Explanation::of(analyst, game, Some(column), think)?;
    for reason in &reasons {
        match reason {
            Reason::DoubleThreat { .. } => return Ok(PuzzleTheme::DoubleThreat),
            Reason::ForcedLine { line } if ends_in_two_ways(&after, me, line) => return Ok(PuzzleTheme::DoubleThreat),
            Reason::ForcedLine { .. } => return Ok(PuzzleTheme::ForcedWin),
            Reason::Zugzwang { side, .. } if *side == me => return Ok(PuzzleTheme::Zugzwang),
            Reason::Plan(plan) if plan.side == me => return Ok(PuzzleTheme::Plan),
            _ => {}
        }
    }
    // Nothing decides it yet: then what decides it in the end, with best play.
    let line = analyst.line(&after, think)?;
    let two_ways = ends_in_two_ways(&after, me, &line);
    Ok(if two_ways { PuzzleTheme::DoubleThreat } else { PuzzleTheme::Zugzwang })
}

/// Whether a drop lies right below a threat of the side that makes it, which the other side can then fill.
fn gives_up_a_threat(game: &Game, column: Column) -> bool {
    let above = Cell::at(column.index(), game.board().height(column) + 1);
    threats(game.board()).iter().any(|threat| threat.cell == above && threat.side == game.turn())
}

/// Whether before the last answer of a line the winner has two cells to win on.
fn ends_in_two_ways(after: &Game, winner: Side, line: &[Column]) -> bool {
    let Some((_, line)) = line.split_last() else { return false };
    let Some((_, line)) = line.split_last() else { return false };
    let mut game = after.clone();
    for &column in line {
        if game.play(column).is_err() {
            return false;
        }
    }
    threats(game.board()).iter().filter(|threat| threat.playable && threat.side == winner).count() >= 2
}
