//! `forecast` against the steps of its description.

use super::compare;
use super::plain::Plain;
use super::table::{Items, forced_win};
use dropline_core::{Rules, Side};

fn twin(board: &mut Plain, me: Side, limit: u32) -> (usize, f64) {
    let score = |board: &mut Plain, column| average(board, column, me, me, 1, limit);
    let enemy = me.other();
    if let Some(&column) = board.winning(me).first() {
        return (column, score(board, column) as f64);
    }
    if let Some(&column) = board.winning(enemy).first() {
        return (column, score(board, column) as f64);
    }
    let left = without_suicide(board, me);
    for &column in &left {
        board.drop(column, me);
        let attacks = board.winning(me).len();
        board.undo(column);
        if attacks >= 2 {
            return (column, score(board, column) as f64);
        }
    }
    let mut best = None;
    for column in board.centre_first() {
        if left.contains(&column) {
            let value = score(board, column);
            if best.is_none_or(|(_, most)| value > most) {
                best = Some((column, value));
            }
        }
    }
    let (column, value) = best.unwrap();
    (column, value as f64)
}

/// The playable columns after which the other side cannot win with one drop; all if there are none.
fn without_suicide(board: &mut Plain, side: Side) -> Vec<usize> {
    let open = board.open();
    let mut left = open.clone();
    left.retain(|&column| {
        board.drop(column, side);
        let suicide = !board.winning(side.other()).is_empty();
        board.undo(column);
        !suicide
    });
    if left.is_empty() { open } else { left }
}

/// The averaging search of the position after a drop by `last`.
fn average(board: &mut Plain, column: usize, last: Side, me: Side, depth: u32, limit: u32) -> i64 {
    board.drop(column, last);
    let value = position(board, last, me, depth, limit);
    board.undo(column);
    value
}

fn position(board: &mut Plain, last: Side, me: Side, depth: u32, limit: u32) -> i64 {
    let won = |side| if side == me { 125 } else { -125 };
    if board.has_won(last) {
        return won(last);
    }
    if board.is_full() {
        return 0;
    }
    let turn = last.other();
    if let Some(side) = forced_win(board, turn) {
        return won(side);
    }
    let own = Items::count(board, me).score();
    if depth == limit {
        return own;
    }
    let blocks = board.winning(last);
    let children = if blocks.is_empty() { without_suicide(board, turn) } else { blocks };
    let values: Vec<i64> = children.iter().map(|&column| average(board, column, turn, me, depth + 1, limit)).collect();
    let mean = values.iter().sum::<i64>() as f64 / values.len() as f64;
    ((own as f64 + mean) / 2.0).round() as i64
}

#[test]
fn plays_as_described() {
    compare(21, 3000, (7, 6), Rules::Connect, 400, |depth| format!("forecast:depth={depth}"), twin);
    compare(22, 200, (20, 12), Rules::Connect, 200, |depth| format!("forecast:depth={depth}"), twin);
}
