//! `max` against plain minimax, and the exact ends of nearly full boards.

use super::plain::Plain;
use super::{ask, compare, compare_columns, opinions, player};
use dropline_core::{Column, Game, Rules, Side, Variant, notation::grid};
use dropline_engine::{Think, build};
use serde_json::Value;
use std::collections::BTreeSet;

/// Plain minimax as described; counts the positions it visits.
struct Twin {
    classic: bool,
    limit: u32,
    root: Side,
    visited: u64,
}

impl Twin {
    fn best(&mut self, board: &mut Plain) -> (usize, f64) {
        let mut best = None;
        for column in if self.classic { board.open() } else { board.centre_first() } {
            let value = self.drop(board, column, self.root, 1);
            if best.is_none_or(|(_, most)| value > most) {
                best = Some((column, value));
            }
        }
        let (column, value) = best.unwrap();
        (column, value as f64)
    }

    fn drop(&mut self, board: &mut Plain, column: usize, side: Side, depth: u32) -> i64 {
        self.visited += 1;
        board.drop(column, side);
        let over = board.is_full() || board.rules == Rules::Connect && board.has_won(side);
        let value = if over || depth == self.limit { self.leaf(board) } else { self.node(board, side.other(), depth) };
        board.undo(column);
        value
    }

    fn node(&mut self, board: &mut Plain, turn: Side, depth: u32) -> i64 {
        let (open, mine) = (board.open(), turn == self.root);
        let values = open.into_iter().map(|column| self.drop(board, column, turn, depth + 1));
        if mine { values.max().unwrap() } else { values.min().unwrap() }
    }

    fn leaf(&self, board: &Plain) -> i64 {
        let (me, them) = (self.root, self.root.other());
        let points = |side| board.points(side) as i64;
        let centre = |side| -> i64 { board.lines.iter().map(|line| board.held(line, side).0 as i64).sum() };
        match self.classic {
            true => points(me) + centre(me) - centre(them),
            false if board.is_full() => (points(me) - points(them)) * 1000,
            false => (points(me) - points(them)) * 1000 + centre(me) - centre(them),
        }
    }
}

fn twin(classic: bool) -> impl FnMut(&mut Plain, Side, u32) -> (usize, f64) {
    move |board, root, limit| Twin { classic, limit, root, visited: 0 }.best(board)
}

#[test]
fn margin_plays_as_plain_minimax() {
    compare(11, 3000, (7, 6), Rules::Max, 1500, |depth| format!("max:depth={depth}"), twin(false));
    compare(12, 200, (20, 12), Rules::Max, 500, |depth| format!("max:depth={depth}"), twin(false));
}

#[test]
fn classic_plays_as_plain_minimax() {
    compare(13, 2000, (7, 6), Rules::Max, 1500, |depth| format!("max:depth={depth},eval=classic"), twin(true));
}

#[test]
fn connect_for_sport_plays_as_plain_minimax() {
    compare(14, 1500, (7, 6), Rules::Connect, 1500, |depth| format!("max:depth={depth}"), twin(false));
    compare(15, 1500, (7, 6), Rules::Connect, 1500, |depth| format!("max:eval=classic,depth={depth}"), twin(true));
}

#[test]
fn visits_fifty_times_fewer_positions_than_plain_minimax() {
    let game = Game::new("7x6m4".parse().unwrap());
    for (spec, classic) in [("max:depth=6", false), ("max:depth=6,eval=classic", true)] {
        let mut plain = Twin { classic, limit: 6, root: Side::Red, visited: 0 };
        let expected = plain.best(&mut Plain::new(&game));
        let choice = ask(spec, &game);
        assert_eq!((choice.column.index(), choice.score.unwrap()), expected);
        assert!(choice.nodes * 50 <= plain.visited, "{spec}: {} of {} positions", choice.nodes, plain.visited);
    }
    // Plain minimax to depth 8 takes too long for a test; these are the drops it makes.
    let drops = plain_drops(&mut vec![0; 7], 8);
    assert_eq!(drops, 6_725_250);
    for spec in ["max:depth=8", "max:depth=8,eval=classic"] {
        assert!(ask(spec, &game).nodes * 50 <= drops);
    }
}

fn plain_drops(heights: &mut Vec<u32>, depth: u32) -> u64 {
    let mut drops = 0;
    for column in 0..heights.len() {
        if depth > 0 && heights[column] < 6 {
            heights[column] += 1;
            drops += 1 + plain_drops(heights, depth - 1);
            heights[column] -= 1;
        }
    }
    drops
}

/// As the published program does when its search yields no column.
#[test]
fn depth_0_is_any_column_with_room_drawn_from_the_seed() {
    let game = Game::from_moves("5x2m3".parse().unwrap(), "1133").unwrap();
    for spec in ["max:depth=0", "max:eval=classic,depth=0"] {
        let spec = spec.parse().unwrap();
        let column = |seed| {
            let choice = build(&spec, game.variant(), seed).unwrap().choose(&game, &Think::default()).unwrap();
            assert_eq!((choice.score, choice.depth, choice.nodes), (None, None, 0));
            choice.column
        };
        let drawn: BTreeSet<Column> = (0..60).map(column).collect();
        assert_eq!(drawn, game.legal_columns().collect());
        assert!((0..60).all(|seed| column(seed) == column(seed)));
    }
}

/// The final margins with best play that the course gives for nearly full boards.
#[test]
fn plays_the_exact_end_of_the_courses_boards() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/maxconnect4/");
    let index = std::fs::read_to_string(format!("{folder}index.json")).unwrap();
    let cases: Vec<Value> = serde_json::from_str(&index).unwrap();
    let mut solved = 0;
    for case in cases.iter().filter(|case| case.get("best_columns_margin").is_some()) {
        let name = case["file"].as_str().unwrap();
        let text = std::fs::read_to_string(format!("{folder}{name}")).unwrap();
        let (board, next) = text.trim_end().rsplit_once('\n').unwrap();
        let turn = if next.trim() == "1" { "red" } else { "black" };
        let variant: Variant = "7x6m4".parse().unwrap();
        let game = grid::parse(&format!("{board}\n{turn}\n")).unwrap().game(variant).unwrap();
        let choice = ask("max:depth=42", &game);
        let margin = case["perfect_margin_p1_minus_p2"].as_f64().unwrap() * if turn == "red" { 1.0 } else { -1.0 };
        assert_eq!(choice.score, Some(margin * 1000.0), "{name}");
        assert!(case["best_columns_margin"].as_array().unwrap().contains(&choice.column.number().into()), "{name}");
        // And every column by itself: the margin after it is that of the best answer.
        for (column, margin) in case["perfect_final_margin_p1_minus_p2_by_column"].as_object().unwrap() {
            let mut after = game.clone();
            after.play(dropline_core::Column::from_number(column.parse().unwrap()).unwrap()).unwrap();
            let margin = margin.as_f64().unwrap();
            let found = match after.is_over() {
                true => f64::from(after.points().red) - f64::from(after.points().black),
                false => {
                    let sign = if after.turn() == Side::Red { 1.0 } else { -1.0 };
                    ask("max:depth=42", &after).score.unwrap() / 1000.0 * sign
                }
            };
            assert_eq!(found, margin, "{name}, column {column}");
        }
        solved += 1;
    }
    assert_eq!(solved, 5);
}

#[test]
fn every_column_has_the_score_of_plain_minimax() {
    for (classic, eval) in [(false, "margin"), (true, "classic")] {
        for rules in [Rules::Max, Rules::Connect] {
            let spec = |depth| format!("max:eval={eval},depth={depth}");
            compare_columns(16, rules, 300, spec, |board, column, root, limit| {
                Twin { classic, limit, root, visited: 0 }.drop(board, column, root, 1) as f64
            });
        }
    }
}

#[test]
fn what_it_sees_is_the_worth_of_a_leaf() {
    for (classic, spec) in [(false, "max"), (true, "max:eval=classic")] {
        for (game, opinion) in opinions(17, Rules::Max, spec) {
            let root = game.turn();
            let leaf = Twin { classic, limit: 0, root, visited: 0 }.leaf(&Plain::new(&game));
            assert_eq!((opinion.side, opinion.score), (root, leaf as f64));
            assert_eq!(opinion.items.iter().map(|item| item.sum).sum::<f64>(), opinion.score);
        }
    }
    let places = player("max", "7x6m4".parse().unwrap()).opinion(&Game::new("7x6m4".parse().unwrap())).unwrap().places;
    let half = [vec![3, 4, 5, 7, 5, 4, 3], vec![4, 6, 8, 10, 8, 6, 4], vec![5, 8, 11, 13, 11, 8, 5]];
    let published: Vec<Vec<u32>> = half.iter().chain(half.iter().rev()).cloned().collect();
    assert_eq!(places, Some(published));
}
