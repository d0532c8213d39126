//! Why a move is good or bad, in sentences a learner understands. Nothing is said that was not checked: by the rules for what is on the board, by
//! the solver for what is to come.

use crate::analysis::{Analyst, Parity, Threat, Value, threats};
use crate::{OracleError, Think};
use dropline_core::{Board, Cell, Column, Game, Rules, Side, SideNames};
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
    /// It makes a new threat that cannot be filled yet.
    MakesThreat {
        /// The cell.
        cell: Cell,
        /// Of an odd or an even level.
        parity: Parity,
    },
    /// From here every answer is forced, up to the win.
    ForcedLine {
        /// The moves after this one: answer, move, answer, …
        line: Vec<Column>,
    },
    /// With best play, the other side must in the end play below a threat that stands already.
    Zugzwang {
        /// Whose threat.
        side: Side,
        /// The cell.
        cell: Cell,
        /// Of an odd or an even level.
        parity: Parity,
    },
    /// By answering every drop in the same column, this side cannot lose.
    FollowUp,
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
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words(SideNames::RED_BLACK))
    }
}

impl Reason {
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
            Reason::MakesThreat { cell, parity } => {
                format!("It makes a new threat on {cell}, on an {} level.", parity_word(*parity))
            }
            Reason::ForcedLine { line } => {
                format!(
                    "It forces the win: every answer is the only one. The line goes on with columns {}.",
                    list(line)
                )
            }
            Reason::Zugzwang { side, cell, parity } => {
                let parity = parity_word(*parity);
                let (capital, other) = (names.capital(*side), names.name(side.other()));
                format!(
                    "{capital}'s threat on {cell}, on an {parity} level, decides: in the end {other} runs out of other moves and must play below it."
                )
            }
            Reason::FollowUp => {
                "It is safe: answering every drop in the same column from here on, this side cannot lose.".to_owned()
            }
            Reason::Worth { value } if value.is_proven() => format!("With best play it {}.", value.verb()),
            Reason::Worth { value } => format!("It is not proven, but it {}.", value.verb()),
            Reason::OnlyMove => "It is the only column that is worth as much.".to_owned(),
            Reason::Worse { better, value } if better.len() == 1 => {
                format!("Column {} is better: it {}.", list(better), value.verb())
            }
            Reason::Worse { better, value } => {
                format!("Columns {} are better: each {}.", list(better), value.verb())
            }
        }
    }
}

fn parity_word(parity: Parity) -> &'static str {
    match parity {
        Parity::Odd => "odd",
        Parity::Even => "even",
    }
}

fn list<T: fmt::Display>(items: &[T]) -> String {
    let words: Vec<String> = items.iter().map(T::to_string).collect();
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => words.concat(),
    }
}

/// What can be said about a move, the weightiest first. Nothing if the column cannot be played.
pub fn explain(
    analyst: &mut Analyst,
    game: &Game,
    column: Column,
    think: &Think<'_>,
) -> Result<Vec<Reason>, OracleError> {
    let mut after = game.clone();
    let Ok(cell) = after.play(column) else { return Ok(Vec::new()) };
    let mut reasons = Vec::new();
    if game.variant().rules() == Rules::Connect {
        on_the_board(game, &after, cell, &mut reasons);
    }
    if !matches!(reasons.first(), Some(Reason::WinsAtOnce { .. })) {
        to_come(analyst, game, &after, column, think, &mut reasons)?;
    }
    Ok(reasons)
}

/// What the rules alone show.
fn on_the_board(game: &Game, after: &Game, cell: Cell, reasons: &mut Vec<Reason>) {
    let me = game.turn();
    if after.outcome().is_some_and(|end| end.winner() == Some(me)) {
        reasons.push(Reason::WinsAtOnce { cells: after.board().line_cells_through(cell) });
        return;
    }
    let (before, now) = (threats(game.board()), threats(after.board()));
    let playable = |all: &[Threat], side| -> Vec<Cell> {
        all.iter().filter(|threat| threat.side == side && threat.playable).map(|threat| threat.cell).collect()
    };
    if let Some(missed) = playable(&before, me).first() {
        reasons.push(Reason::MissesWin { column: missed.column });
    }
    if playable(&before, me.other()).contains(&cell) {
        reasons.push(Reason::Blocks { cell });
    }
    let theirs = playable(&now, me.other());
    for &open in &theirs {
        let above = open.column == cell.column;
        reasons.push(if above { Reason::GivesAway { cell: open } } else { Reason::LeavesWin { cell: open } });
    }
    let mine = playable(&now, me);
    if mine.len() >= 2 && theirs.is_empty() {
        reasons.push(Reason::DoubleThreat { cells: mine });
    }
    let new = |threat: &&Threat| {
        threat.side == me && !threat.playable && !before.iter().any(|old| old.cell == threat.cell && old.side == me)
    };
    reasons
        .extend(now.iter().filter(new).map(|threat| Reason::MakesThreat { cell: threat.cell, parity: threat.parity }));
}

/// What the solver has to say.
fn to_come(
    analyst: &mut Analyst,
    game: &Game,
    after: &Game,
    column: Column,
    think: &Think<'_>,
    reasons: &mut Vec<Reason>,
) -> Result<(), OracleError> {
    let analysis = analyst.analyze(game, think, &mut |_| {})?;
    let Some(value) = analysis.of(column) else { return Ok(()) };
    if !value.is_exact() {
        reasons.push(Reason::Worth { value });
        return Ok(());
    }
    if let Some(line) = forced_line(after, value) {
        reasons.push(Reason::ForcedLine { line });
    } else if game.variant().rules() == Rules::Connect && !after.is_over() {
        let line = analyst.line(after, think)?;
        reasons.extend(zugzwang(after, &line));
        if value.score().is_some_and(|score| score >= 0) && follow_up_holds(after.board(), game.turn()) {
            reasons.push(Reason::FollowUp);
        }
    }
    reasons.push(Reason::Worth { value });
    if !analysis.is_exact() {
        return Ok(());
    }
    let best: Vec<Column> = analysis.best().collect();
    if !best.contains(&column) {
        reasons.push(Reason::Worse { better: best, value: analysis.value() });
    } else if best.len() == 1 && analysis.columns().len() > 1 {
        reasons.push(Reason::OnlyMove);
    }
    Ok(())
}

/// The moves after a drop that wins by force: the other side has one answer each time, and then loses.
fn forced_line(after: &Game, value: Value) -> Option<Vec<Column>> {
    let Value::Wins { moves, .. } = value else { return None };
    if moves < 2 {
        return None;
    }
    let mut line = Vec::new();
    forced(after, moves - 1, &mut line).then_some(line)
}

/// Whether the side to move, which is the one that loses, has only forced answers until it loses, the other side winning within `drops` drops.
fn forced(game: &Game, drops: u32, line: &mut Vec<Column>) -> bool {
    let winner = game.turn().other();
    let all = threats(game.board());
    let playable = |side| all.iter().filter(move |threat| threat.playable && threat.side == side);
    if drops == 0 || playable(winner.other()).next().is_some() {
        return false;
    }
    let Some(threat) = playable(winner).next() else { return false };
    let mut answered = game.clone();
    if answered.play(threat.cell.column).is_err() {
        return false;
    }
    line.push(threat.cell.column);
    let wins: Option<Column> = threats(answered.board())
        .iter()
        .find(|threat| threat.playable && threat.side == winner)
        .map(|threat| threat.cell.column);
    if let Some(column) = wins {
        line.push(column);
        return true;
    }
    for column in crate::oracle::centre_first(&answered) {
        let mut next = answered.clone();
        let length = line.len();
        if next.play(column).is_ok() && !next.is_over() {
            line.push(column);
            if forced(&next, drops - 1, line) {
                return true;
            }
            line.truncate(length);
        }
    }
    line.pop();
    false
}

/// The threat standing now on which the game is won in the end, if the loser has to play right below it with no other choice that holds longer.
fn zugzwang(after: &Game, line: &[Column]) -> Option<Reason> {
    let mut end = after.clone();
    for &column in line {
        end.play(column).ok()?;
    }
    let winner = end.outcome()?.winner()?;
    let cell = end.board().last_cell()?;
    let [.., below, last] = line else { return None };
    let standing = threats(after.board());
    let threat = standing.iter().find(|threat| threat.cell == cell && threat.side == winner && !threat.playable)?;
    (below == last).then_some(Reason::Zugzwang { side: winner, cell, parity: threat.parity })
}

/// Whether `me`, who has just moved, can answer every drop in the same column and so never lose.
///
/// Each column must have an even number of vacant cells, so that the answer is always possible; then the other side gets every second cell from
/// the lowest vacant one up, and no others. If these with its checkers hold no line, it cannot win.
fn follow_up_holds(board: &Board, me: Side) -> bool {
    let variant = board.variant();
    let mut filled = Board::new(variant);
    for column in board.columns() {
        let height = board.height(column);
        if !(variant.levels() - height).is_multiple_of(2) {
            return false;
        }
        for level in 0..variant.levels() {
            let there = board.checker_at(column, dropline_core::Level::from_index(level));
            let follows = if (level - height.min(level)).is_multiple_of(2) { me.other() } else { me };
            if filled.drop(column, there.unwrap_or(follows)).is_err() {
                return false;
            }
        }
    }
    filled.lines(me.other()) == 0
}
