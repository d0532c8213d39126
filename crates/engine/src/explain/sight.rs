//! What the rules alone show of a move of Connect-N.

use super::forcing::{self, playable};
use super::reason::Reason;
use crate::analysis::{Threat, threats};
use dropline_core::{Cell, Column, Game, Rules, Side};

/// Own drops that somebody who looks ahead by force sees.
pub(super) const DROPS: u32 = 5;

/// What a move does on the board, before anybody thinks.
pub(super) fn on_the_board(game: &Game, after: &Game, cell: Cell) -> Vec<Reason> {
    let me = game.turn();
    if after.outcome().is_some_and(|end| end.winner() == Some(me)) {
        return vec![Reason::WinsAtOnce { cells: after.board().line_cells_through(cell) }];
    }
    let (before, now) = (threats(game.board()), threats(after.board()));
    let cells = |all: &[Threat], side| -> Vec<Cell> { playable(all, side).map(|threat| threat.cell).collect() };
    let mut reasons = Vec::new();
    if let Some(missed) = cells(&before, me).first() {
        reasons.push(Reason::MissesWin { column: missed.column });
    }
    if cells(&before, me.other()).contains(&cell) {
        reasons.push(Reason::Blocks { cell });
    }
    let (mine, theirs) = (cells(&now, me), cells(&now, me.other()));
    for &open in &theirs {
        let above = open.column == cell.column;
        reasons.push(if above { Reason::GivesAway { cell: open } } else { Reason::LeavesWin { cell: open } });
    }
    match mine.as_slice() {
        &[cell] if theirs.is_empty() => reasons.push(Reason::ForcesBlock { cell }),
        [_, _, ..] if theirs.is_empty() => reasons.push(Reason::DoubleThreat { cells: mine }),
        _ => {}
    }
    reasons
}

/// The threats that a move makes, and those that it keeps the other side from; of either rules.
pub(super) fn quiet(game: &Game, after: &Game, cell: Cell) -> Vec<Reason> {
    let (me, before) = (game.turn(), threats(game.board()));
    let stood = |side: Side, cell: Cell| before.iter().any(|old| old.cell == cell && old.side == side);
    let now = threats(after.board());
    let made = now.iter().filter(|threat| threat.side == me && !threat.playable && !stood(me, threat.cell));
    let mut reasons: Vec<Reason> = made
        .map(|threat| {
            let right_above = threat.cell.level.index() == after.board().height(threat.cell.column) + 1;
            let their_win = playable(&now, me.other()).any(|theirs| theirs.cell.column == threat.cell.column);
            let poisons = right_above && !their_win && game.variant().rules() == Rules::Connect;
            Reason::MakesThreat { cell: threat.cell, parity: threat.parity, poisons }
        })
        .collect();
    let other = me.other();
    let mut instead = game.board().clone();
    if instead.drop(cell.column, other).is_ok() {
        let theirs = threats(&instead).into_iter().filter(|threat| threat.side == other && !stood(other, threat.cell));
        let cells: Vec<Cell> = theirs.map(|threat| threat.cell).collect();
        if !cells.is_empty() && !stood(other, cell) {
            reasons.push(Reason::PreventsThreat { cells });
        }
    }
    reasons
}

/// What would follow if the other side were to move here instead, and if this side were to move again.
pub(super) fn next(game: &Game, after: &Game, column: Column) -> Vec<Reason> {
    let mut reasons = Vec::new();
    let mut theirs = passed(game);
    let open = |game: &Game, side| playable(&threats(game.board()), side).next().is_some();
    if !open(game, game.turn().other())
        && theirs.play(column).is_ok()
        && let Some(line) = forcing::answers(&theirs, DROPS)
    {
        let cells = dropped(&theirs, &line, game.turn().other());
        reasons.push(Reason::PreventsForce { cells });
    }
    if !after.is_over() && !open(after, game.turn()) && !open(after, after.turn()) {
        let mine = passed(after);
        if let Some(line) = forcing::win(&mine, DROPS) {
            reasons.push(Reason::ThreatensForce { cells: dropped(&mine, &line, game.turn()) });
        }
    }
    reasons
}

/// The game as if the other side were to move.
fn passed(game: &Game) -> Game {
    Game::from_board(game.board().clone(), game.turn().other())
}

/// The cells on which a side drops in a line.
fn dropped(game: &Game, line: &[Column], side: Side) -> Vec<Cell> {
    let (mut game, mut cells) = (game.clone(), Vec::new());
    for &column in line {
        let mine = game.turn() == side;
        if let (Ok(cell), true) = (game.play(column), mine) {
            cells.push(cell);
        }
    }
    cells
}
