//! A search for boards too large for a machine word: plain alpha-beta over points and the number of lines through each cell.

use super::Choose;
use crate::budget::Budget;
use crate::search::open_columns;
use crate::solver::max::{ahead, budget_for};
use crate::{Choice, Progress, Think};
use dropline_core::{Cell, Column, Game, Variant};

/// A point in units of the evaluation: more than all lines through all cells together, so that points come first.
#[derive(Clone, Debug)]
pub(crate) struct LargeBoardSearch {
    variant: Variant,
    point: i64,
}

/// Beyond every value.
const FAR: i64 = i64::MAX / 4;

impl LargeBoardSearch {
    pub(crate) fn new(variant: Variant) -> LargeBoardSearch {
        let cells = (0..variant.columns()).flat_map(|c| (0..variant.levels()).map(move |l| Cell::at(c, l)));
        let all: i64 = cells.map(|cell| lines_through(variant, cell)).sum();
        LargeBoardSearch { variant, point: 2 * all + 1 }
    }

    /// The value for the side to move after looking ahead, with `placed` units for the places of its checkers so far.
    fn search(
        &self,
        game: &mut Game,
        depth: u32,
        placed: i64,
        [mut alpha, beta]: [i64; 2],
        budget: &mut Budget<'_>,
    ) -> i64 {
        if budget.visit().is_err() {
            return 0;
        }
        if game.is_over() {
            return i64::from(ahead(game, game.turn())) * self.point;
        }
        if depth == 0 {
            return i64::from(ahead(game, game.turn())) * self.point + placed;
        }
        let mut best = -FAR;
        for column in open_columns(game) {
            let Ok(cell) = game.play(column) else { continue };
            let placed = placed + lines_through(self.variant, cell);
            let value = -self.search(game, depth - 1, -placed, [-beta, -alpha], budget);
            game.undo();
            if budget.stopped() {
                return 0;
            }
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// Searches all root moves to a depth, the best known first, and puts the best in front. False if the search had to stop.
    fn search_root(&self, game: &mut Game, moves: &mut [(Column, i64)], depth: u32, budget: &mut Budget<'_>) -> bool {
        let mut alpha = -FAR;
        for i in 0..moves.len() {
            let Ok(cell) = game.play(moves[i].0) else { continue };
            let placed = lines_through(self.variant, cell);
            let value = -self.search(game, depth - 1, -placed, [-FAR, -alpha], budget);
            game.undo();
            if budget.stopped() {
                return false;
            }
            if value > alpha {
                alpha = value;
                moves[i].1 = value;
                moves[..=i].rotate_right(1);
            }
        }
        true
    }
}

impl Choose for LargeBoardSearch {
    fn choose(&mut self, game: &Game, think: &Think<'_>) -> Option<Choice> {
        let mut budget = budget_for(think);
        let mut game = game.clone();
        let to_end = game.board().vacant() as u32;
        let mut moves: Vec<(Column, i64)> = open_columns(&game).into_iter().map(|column| (column, 0)).collect();
        let &(column, _) = moves.first()?;
        let made = f64::from(ahead(&game, game.turn()));
        let mut choice = Choice { column, score: Some(made), proven: false, depth: Some(0), nodes: 0 };
        let most = think.limits.depth.unwrap_or(u32::MAX).clamp(1, to_end);
        // Nobody can align: every column is as good, and every game ends 0:0.
        if !self.variant.has_lines() {
            return Some(Choice { depth: Some(to_end), proven: true, ..choice });
        }
        for depth in 1..=most {
            let complete = self.search_root(&mut game, &mut moves, depth, &mut budget);
            let (column, value) = moves[0];
            choice.column = column;
            choice.nodes = budget.nodes();
            if choice.depth > Some(0) || complete {
                choice.score = Some(value as f64 / self.point as f64);
            }
            if !complete {
                break;
            }
            choice.depth = Some(depth);
            choice.proven = depth == to_end;
            let line = vec![column];
            budget.tell(&Progress { depth, nodes: choice.nodes, score: choice.score, line, ..Progress::default() });
        }
        Some(choice)
    }
}

/// How many lines go through a cell of the empty board.
fn lines_through(variant: Variant, cell: Cell) -> i64 {
    let connect = variant.connect() as i64;
    if connect == 1 {
        return 1;
    }
    let (column, level) = (cell.column.index() as i64, cell.level.index() as i64);
    let (right, up) = (variant.columns() as i64 - 1 - column, variant.levels() as i64 - 1 - level);
    // In each direction: the cells before and behind it on the board, of which N − 1 are needed.
    let directions =
        [(column, right), (level, up), (column.min(level), right.min(up)), (column.min(up), right.min(level))];
    directions
        .iter()
        .map(|&(before, behind)| (before.min(connect - 1) + behind.min(connect - 1) + 2 - connect).max(0))
        .sum()
}
