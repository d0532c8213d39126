//! `damped` against plain minimax over its score.

use super::plain::Plain;
use super::table::Items;
use super::{compare, compare_columns, opinions};
use dropline_core::{Rules, Side};

/// Scores in thousandths, from the first player's view.
fn twin(board: &mut Plain, mover: Side, limit: u32) -> (usize, f64) {
    let mut best = None;
    for column in board.centre_first() {
        let value = drop(board, column, mover, 1, limit) * if mover == Side::Red { 1.0 } else { -1.0 };
        if best.is_none_or(|(_, most)| value > most) {
            best = Some((column, value));
        }
    }
    let (column, value) = best.unwrap();
    (column, value / 1000.0)
}

fn drop(board: &mut Plain, column: usize, side: Side, depth: u32, limit: u32) -> f64 {
    board.drop(column, side);
    let value = position(board, side, depth, limit);
    board.undo(column);
    value
}

fn position(board: &mut Plain, last: Side, depth: u32, limit: u32) -> f64 {
    if board.has_won(last) {
        return if last == Side::Red { 10_000.0 } else { -10_000.0 };
    }
    if board.is_full() {
        return 0.0;
    }
    if depth == limit {
        return score(&Items::count(board, Side::Red));
    }
    let turn = last.other();
    let open = board.open();
    let values = open.into_iter().map(|column| drop(board, column, turn, depth + 1, limit));
    if turn == Side::Red { values.fold(f64::MIN, f64::max) } else { values.fold(f64::MAX, f64::min) }
}

fn score(items: &Items) -> f64 {
    let mut score: f64 = 0.0;
    let mut add = |times: i64, points: f64| {
        for _ in 0..times {
            // Points / 25 × (1 − |score| / 10), all in thousandths and divided last, so that halves are exact.
            score += points * 40.0 * (10_000.0 - score.abs()) / 10_000.0;
            if score.abs() >= 10_000.0 {
                score = 9_950.0 * score.signum();
            }
            score = score.round();
        }
    };
    add(items.forced_hands, 25.0);
    add(items.blockades[0], 10.0);
    add(items.threats[0], 30.0);
    add(items.attacks[0], 50.0);
    add(items.impossible_moves, -15.0);
    add(items.blockades[1], -10.0);
    add(items.threats[1], -30.0);
    add(items.attacks[1], -50.0);
    score
}

#[test]
fn plays_as_described() {
    compare(31, 3000, (7, 6), Rules::Connect, 400, |depth| format!("damped:depth={depth}"), twin);
    compare(32, 200, (20, 12), Rules::Connect, 200, |depth| format!("damped:depth={depth}"), twin);
}

#[test]
fn every_column_has_the_score_of_plain_minimax() {
    let spec = |depth| format!("damped:depth={depth}");
    compare_columns(33, Rules::Connect, 200, spec, |board, column, mover, limit| {
        drop(board, column, mover, 1, limit) * if mover == Side::Red { 1.0 } else { -1.0 } / 1000.0
    });
}

#[test]
fn what_it_sees_is_its_score_for_red() {
    for (game, opinion) in opinions(34, Rules::Connect, "damped").filter(|(game, _)| game.variant().connect() > 1) {
        let expected = score(&Items::count(&mut Plain::new(&game), Side::Red));
        assert_eq!((opinion.side, opinion.score), (Side::Red, expected / 1000.0));
        let sum: f64 = opinion.items.iter().map(|item| item.sum).sum();
        assert!((sum - opinion.score).abs() < 1e-9);
    }
}
