//! Wins by force: every drop of the winner threatens to complete a line, so every answer is the only one.

use crate::analysis::{Threat, threats};
use crate::oracle::centre_first;
use dropline_core::{Column, Game, Rules, Side};

/// Positions that one search may visit: what takes longer is no reason that a person can see.
const POSITIONS: u32 = 4000;

/// A line by which the side to move wins with at most so many drops of its own, beginning with its first drop.
pub(super) fn win(game: &Game, drops: u32) -> Option<Vec<Column>> {
    let mut search = Search { left: POSITIONS, line: Vec::new() };
    search.attack(game, drops).then_some(search.line)
}

/// The same after a drop that is made already: the line begins with the answer to it.
pub(super) fn answers(after: &Game, drops: u32) -> Option<Vec<Column>> {
    let mut search = Search { left: POSITIONS, line: Vec::new() };
    search.answer(after, drops).then_some(search.line)
}

/// Whether a move is the only one, or the only one that does not lose at once.
pub(super) fn is_forced(game: &Game, column: Column) -> bool {
    if game.variant().rules() == Rules::Max {
        return game.legal_columns().count() == 1;
    }
    playable(&threats(game.board()), game.turn()).next().is_none()
        && game.legal_columns().filter(|&other| other != column).all(|other| {
            let mut elsewhere = game.clone();
            elsewhere.play(other).is_err() || playable(&threats(elsewhere.board()), elsewhere.turn()).next().is_some()
        })
}

/// The threats of a side that it can fill now.
pub(super) fn playable(all: &[Threat], side: Side) -> impl Iterator<Item = &Threat> {
    all.iter().filter(move |threat| threat.playable && threat.side == side)
}

struct Search {
    left: u32,
    line: Vec<Column>,
}

impl Search {
    /// Whether the side to move wins; nobody can before.
    fn attack(&mut self, game: &Game, drops: u32) -> bool {
        if let Some(threat) = playable(&threats(game.board()), game.turn()).next() {
            self.line.push(threat.cell.column);
            return true;
        }
        for column in centre_first(game) {
            let (mut next, length) = (game.clone(), self.line.len());
            if next.play(column).is_ok() && !next.is_over() {
                self.line.push(column);
                if self.answer(&next, drops.saturating_sub(1)) {
                    return true;
                }
                self.line.truncate(length);
            }
        }
        false
    }

    /// Whether the side to move has only forced answers until it loses, the other side needing at most so many drops.
    fn answer(&mut self, game: &Game, drops: u32) -> bool {
        self.left = self.left.saturating_sub(1);
        let (loser, all) = (game.turn(), threats(game.board()));
        if drops == 0 || self.left == 0 || playable(&all, loser).next().is_some() {
            return false;
        }
        let Some(threat) = playable(&all, loser.other()).next() else { return false };
        let (mut answered, length) = (game.clone(), self.line.len());
        if answered.play(threat.cell.column).is_err() {
            return false;
        }
        self.line.push(threat.cell.column);
        if self.attack(&answered, drops) {
            return true;
        }
        self.line.truncate(length);
        false
    }
}
