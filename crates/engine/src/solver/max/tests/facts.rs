//! The positions of the Max-Connect course, and the values that the study before this search found.

use super::*;
use crate::Think;
use crate::solver::{MaxSolver, MaxSolverOptions};
use dropline_core::notation::grid;
use serde_json::Value;
use std::path::Path;

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/maxconnect4"))
}

/// The board file's rows as a grid, its last digit as the side to move.
fn read(file: &str) -> Game {
    let text = std::fs::read_to_string(folder().join(file)).unwrap();
    let (rows, turn) = text.trim_end().rsplit_once('\n').unwrap();
    let turn = if turn == "1" { "red" } else { "black" };
    grid::parse(&format!("{rows}\n{turn}\n")).unwrap().game("7x6m4".parse().unwrap()).unwrap()
}

fn solver() -> MaxSolver {
    MaxSolver::new(MaxSolverOptions { memory: 1 << 30, ..MaxSolverOptions::default() })
}

#[test]
fn nearly_full_course_boards_have_the_published_margins() {
    let index: Vec<Value> =
        serde_json::from_str(&std::fs::read_to_string(folder().join("index.json")).unwrap()).unwrap();
    let mut checked = 0;
    for case in &index {
        let Some(by_column) = case["perfect_final_margin_p1_minus_p2_by_column"].as_object() else { continue };
        let game = read(case["file"].as_str().unwrap());
        let sign = if game.turn() == Side::Red { 1 } else { -1 };
        let values = solver().column_values(&game, &Think::default()).unwrap();
        let found: Vec<_> =
            values.iter().map(|value| (value.column.to_string(), i64::from(sign * value.margin().unwrap()))).collect();
        let expected: Vec<_> =
            by_column.iter().map(|(column, margin)| (column.clone(), margin.as_i64().unwrap())).collect();
        assert_eq!(found, expected, "{case}");
        let margin = solver().solve(&game, &Think::default()).unwrap().score().unwrap();
        assert_eq!(Some(i64::from(sign * margin)), case["perfect_margin_p1_minus_p2"].as_i64(), "{case}");
        checked += 1;
    }
    assert_eq!(checked, 5);
}

#[test]
fn empty_boards_have_the_values_of_the_study() {
    let values = [
        ("4x4m4 5x4m4 4x5m4 4x6m4 5x5m4 4x7m4", 0),
        ("6x4m4 7x4m4", -1),
        ("3x3m3 3x4m3 3x5m3 3x6m3 4x4m3 5x4m3 6x4m3 4x6m3 7x4m3", 0),
        ("4x3m3 6x3m3 4x5m3", -1),
        ("5x3m3 7x3m3 5x5m3", 2),
        ("4x3m2", 0),
        ("5x3m2", 1),
    ];
    for (names, margin) in values {
        for name in names.split(' ') {
            let solution = solver().solve(&Game::new(name.parse().unwrap()), &Think::default()).unwrap();
            assert_eq!(solution.score(), Some(margin), "{name}");
        }
    }
}

#[test]
#[ignore = "minutes"]
fn the_empty_standard_board_is_a_tie_and_so_is_the_middle_column() {
    let mut solver = MaxSolver::new(MaxSolverOptions { memory: 2 << 30, ..MaxSolverOptions::default() });
    let solution = solver.solve(&Game::new("7x6m4".parse().unwrap()), &Think::default()).unwrap();
    assert_eq!(solution.score(), Some(0));
}
