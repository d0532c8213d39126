//! The checks of the scaffold course that concern boards and games, one JSON object a line in testdata/course-cases.jsonl, and its picture of a wall.
#![cfg(feature = "pictures")]

use dropline_core::picture::{Look, Style, View, draw};
use dropline_core::{Board, Column, Game, Level, Outcome, Side, Variant};
use serde_json::Value;

fn cases(kind: &str) -> Vec<Value> {
    let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/course-cases.jsonl"));
    let all = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("one object a line"));
    all.filter(|case| case["kind"] == kind).collect()
}

fn number(value: &Value) -> i64 {
    value.as_i64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn variant(case: &Value, connect: i64) -> Variant {
    let [columns, levels] = ["columns", "levels"].map(|measure| number(&case[measure]));
    format!("{columns}x{levels}c{connect}").parse().expect("a legal size")
}

/// The course's numbers for colours: 0 red, 1 black, others nobody.
fn side(value: &Value) -> Option<Side> {
    Side::BOTH.get(usize::try_from(number(value)).ok()?).copied()
}

fn column(value: &Value) -> Option<Column> {
    Column::from_number(u32::try_from(number(value)).ok()?)
}

/// What an operation gives back, in the course's terms.
fn result(board: &mut Board, operation: &[Value]) -> Value {
    let arguments = &operation[1..operation.len() - 1];
    match operation[0].as_str().expect("a name") {
        "cols" => board.variant().columns().into(),
        "levels" => board.variant().levels().into(),
        "numberEmpty" => board.vacant().into(),
        "makeMove" => match (column(&arguments[0]), side(&arguments[1])) {
            (Some(column), Some(side)) => board.drop(column, side).is_ok().into(),
            _ => false.into(),
        },
        "checkerAt" => {
            let level = u32::try_from(number(&arguments[1])).ok().and_then(Level::from_number);
            let checker = column(&arguments[0]).zip(level).and_then(|(column, level)| board.checker_at(column, level));
            checker.map_or(-1, |side| side.index() as i64).into()
        }
        "undoMove" => board.undo().map_or(0, Column::number).into(),
        "display" => draw(&View::board(board), Style::Scaffold, Look::default()).into(),
        other => panic!("no such operation: {other}"),
    }
}

#[test]
fn scaffolds() {
    let cases = cases("scaffold");
    assert_eq!(cases.len(), 14);
    for case in cases {
        let mut board = Board::new(variant(&case, 4));
        for operation in case["ops"].as_array().expect("a list") {
            let operation = operation.as_array().expect("a list");
            let found = result(&mut board, operation);
            assert_eq!(Some(&found), operation.last(), "{}: {operation:?}", case["id"]);
        }
    }
}

#[test]
fn sizes_that_are_refused() {
    let cases = cases("scaffold_ctor_invalid");
    assert_eq!(cases.len(), 5);
    for case in cases {
        let (columns, levels) = (number(&case["columns"]), number(&case["levels"]));
        let error = format!("{columns}x{levels}c4").parse::<Variant>().expect_err("an illegal size").to_string();
        let wrong = if columns < 1 {
            format!("columns must be 1 or more, not {columns}")
        } else {
            format!("levels must be 1 or more, not {levels}")
        };
        assert_eq!(error, wrong, "{}", case["id"]);
    }
}

/// Plays the scripted turns and compares what each gave.
fn play(case: &Value, red: &[Column], black: &[Column]) {
    let id = &case["id"];
    let expected = &case["expect"];
    let mut game = Game::new(variant(case, number(&case["n"])));
    let mut scripts = [red.iter(), black.iter()];
    let turns = expected["takeTurn"].as_array().expect("a list");
    assert_eq!(turns.len() as i64, number(&case["turns"]), "{id}");
    for (index, turn) in turns.iter().enumerate() {
        let unfinished = expected["not_completed_after"].as_array();
        if unfinished.is_some_and(|after| after.contains(&Value::from(index))) {
            assert!(!game.is_over(), "{id}: over after {index} moves");
        }
        let column = scripts[game.turn().index()].next();
        let taken = !game.is_over() && column.is_some_and(|&column| game.play(column).is_ok());
        assert_eq!(Value::from(taken), *turn, "{id}: turn {}", index + 1);
    }
    assert_eq!(Value::from(game.is_over()), expected["completed"], "{id}");
    let winner: Value = match game.outcome() {
        Some(Outcome::Win { side, .. }) => side.index().into(),
        Some(Outcome::Tie) => "TIE_GAME".into(),
        None => Value::Null,
    };
    assert_eq!(winner, expected["winner"], "{id}");
}

#[test]
fn games() {
    let cases = cases("game");
    assert_eq!(cases.len(), 8);
    for case in cases {
        let script = |name: &str| -> Option<Vec<Column>> { case[name].as_array()?.iter().map(column).collect() };
        match (script("red_moves"), script("black_moves")) {
            (Some(red), Some(black)) => play(&case, &red, &black),
            // Both sides play anything at all: every way of doing so has to come out as expected.
            _ => every_line(&Game::new(variant(&case, number(&case["n"]))), &mut |moves| {
                let of = |first: usize| moves.iter().copied().skip(first).step_by(2).collect::<Vec<_>>();
                play(&case, &of(0), &of(1));
            }),
        }
    }
}

fn every_line(game: &Game, visit: &mut dyn FnMut(&[Column])) {
    if game.is_over() {
        visit(game.moves());
    }
    for column in game.legal_columns() {
        let mut next = game.clone();
        next.play(column).expect("a legal column");
        every_line(&next, visit);
    }
}

#[test]
fn bricks_equal_the_reference_byte_for_byte() {
    let expected = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/board-bricks-7x6.txt"));
    let empty = Game::new(Variant::STANDARD);
    for color in [false, true] {
        assert_eq!(draw(&View::of(&empty), Style::Bricks, Look { color, ..Look::default() }), expected);
    }
}
