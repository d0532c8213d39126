//! `forecast` against the steps of its description.

use super::plain::Plain;
use super::table::{Items, forced_win};
use super::{any_position, ask, chance, compare, compare_columns, opinions};
use dropline_core::{Rules, Side};

/// From whose view a position is judged, whose forced win is looked for first, and where the search ends.
#[derive(Clone, Copy)]
struct Reading {
    me: Side,
    published: bool,
    limit: u32,
}

fn twin(published: bool) -> impl FnMut(&mut Plain, Side, u32) -> (usize, f64) {
    move |board, me, limit| choose(board, Reading { me, published, limit })
}

fn choose(board: &mut Plain, reading: Reading) -> (usize, f64) {
    let me = reading.me;
    let score = |board: &mut Plain, column| average(board, column, me, reading, 1);
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
fn average(board: &mut Plain, column: usize, last: Side, reading: Reading, depth: u32) -> i64 {
    board.drop(column, last);
    let value = position(board, last, reading, depth);
    board.undo(column);
    value
}

fn position(board: &mut Plain, last: Side, reading: Reading, depth: u32) -> i64 {
    let Reading { me, published, limit } = reading;
    let won = |side| if side == me { 125 } else { -125 };
    if board.has_won(last) {
        return won(last);
    }
    if board.is_full() {
        return 0;
    }
    let turn = last.other();
    let first = if published { me.other() } else { turn };
    if let Some(side) = forced_win(board, turn, first) {
        return won(side);
    }
    let own = Items::count(board, me).score();
    if depth == limit {
        return own;
    }
    let blocks = board.winning(last);
    let children = if blocks.is_empty() { without_suicide(board, turn) } else { blocks };
    let values: Vec<i64> = children.iter().map(|&column| average(board, column, turn, reading, depth + 1)).collect();
    let mean = values.iter().sum::<i64>() as f64 / values.len() as f64;
    ((own as f64 + mean) / 2.0).round() as i64
}

#[test]
fn plays_as_described() {
    compare(21, 3000, (7, 6), Rules::Connect, 400, |depth| format!("forecast:depth={depth}"), twin(true));
    compare(22, 200, (20, 12), Rules::Connect, 200, |depth| format!("forecast:depth={depth}"), twin(true));
}

#[test]
fn the_side_to_move_can_come_first() {
    compare(23, 3000, (7, 6), Rules::Connect, 400, |depth| format!("forecast:order=turn,depth={depth}"), twin(false));
}

/// Only where I am to move, can win at once, and the enemy has two attacks.
#[test]
fn the_two_orders_differ() {
    let (mut random, mut differing) = (chance(24), 0);
    for _ in 0..3000 {
        let game = any_position(&mut random, "6x5c4".parse().unwrap());
        let (published, turn) = (ask("forecast:depth=2", &game), ask("forecast:depth=2,order=turn", &game));
        assert!(published.score <= turn.score);
        differing += usize::from(published.score < turn.score);
    }
    assert!(differing > 0);
}

#[test]
fn every_column_has_the_score_of_the_averaging_search() {
    for published in [true, false] {
        let order = if published { "published" } else { "turn" };
        let spec = |depth| format!("forecast:order={order},depth={depth}");
        compare_columns(25, Rules::Connect, 200, spec, |board, column, me, limit| {
            average(board, column, me, Reading { me, published, limit }, 1) as f64
        });
    }
}

#[test]
fn what_it_sees_is_the_table() {
    let mut forced = 0;
    for (game, opinion) in opinions(26, Rules::Connect, "forecast").filter(|(game, _)| game.variant().connect() > 1) {
        let (mut board, me) = (Plain::new(&game), game.turn());
        let items = Items::count(&mut board, me);
        let wins = forced_win(&mut board, me, me.other());
        let count = |name: &str| i64::from(opinion.items.iter().find(|item| item.name == name).unwrap().count.unwrap());
        assert_eq!(count("forced hands"), items.forced_hands);
        assert_eq!(count("impossible moves"), items.impossible_moves);
        assert_eq!([count("blockades"), count("their blockades")], items.blockades);
        assert_eq!([count("threats"), count("their threats")], items.threats);
        assert_eq!([count("attacks"), count("their attacks")], items.attacks);
        assert_eq!(count("forced win"), i64::from(wins == Some(me)));
        assert_eq!(count("their forced win"), i64::from(wins == Some(me.other())));
        let score = match wins {
            Some(side) => {
                if side == me {
                    125
                } else {
                    -125
                }
            }
            None => items.score(),
        };
        assert_eq!((opinion.side, opinion.score), (me, score as f64));
        forced += usize::from(wins.is_some());
        let sum: f64 = opinion.items.iter().map(|item| item.sum).sum();
        assert!(wins.is_some() || sum == opinion.score);
    }
    assert!(forced > 20);
}
