//! The values of empty boards, and of the first moves, as published.

use crate::{score, testdata};
use dropline_core::Variant;
use dropline_engine::solver::Solver;

/// Columns, levels, score for the first player.
fn published() -> Vec<(u32, u32, i32)> {
    let text = testdata("game-values-c4.csv");
    let mut boards = Vec::new();
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let (columns, levels): (u32, u32) = (fields[0].parse().unwrap(), fields[1].parse().unwrap());
        let Ok(last) = fields[3].parse::<i32>() else { continue };
        // the winning drop is move `last`, with last − 1 checkers before it
        let wins = ((columns * levels) as i32 + 2 - last) / 2;
        let score = match fields[2] {
            "win" => wins,
            "loss" => -wins,
            _ => 0,
        };
        boards.push((columns, levels, score));
    }
    assert!(boards.len() > 40);
    boards
}

fn check(cells: std::ops::RangeInclusive<u32>) {
    let mut solver = Solver::default();
    let mut count = 0;
    for (columns, levels, expected) in published() {
        if cells.contains(&(columns * levels)) {
            let variant: Variant = format!("{columns}x{levels}c4").parse().unwrap();
            assert_eq!(score(&mut solver, variant, ""), expected, "{variant}");
            count += 1;
        }
    }
    assert!(count > 0);
}

#[test]
fn boards_up_to_32_cells() {
    check(16..=32);
}

#[test]
#[ignore = "up to a minute; cargo xtask test --slow"]
fn boards_up_to_36_cells() {
    check(33..=36);
}

#[test]
#[ignore = "up to a minute; cargo xtask test --slow"]
fn first_moves_on_the_standard_board() {
    let mut solver = Solver::default();
    let scores: Vec<i32> = (1..=7).map(|column| -score(&mut solver, Variant::STANDARD, &column.to_string())).collect();
    assert_eq!(scores, [-2, -1, 0, 1, 0, -1, -2]);
}
