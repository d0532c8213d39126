//! Every given position of three board sizes has its published score.

use crate::{positions, score};
use dropline_engine::solver::Solver;

fn check(set: &str, count: usize) {
    let (variant, positions) = positions(set);
    let mut solver = Solver::default();
    for (moves, expected) in positions.iter().take(count) {
        assert_eq!(score(&mut solver, variant, moves), *expected, "{set}: {moves}");
    }
}

#[test]
fn standard_board() {
    for set in ["end-easy", "middle-easy", "begin-easy", "middle-medium"] {
        check(&format!("7x6c4-{set}"), usize::MAX);
    }
    check("7x6c4-begin-medium", 40);
    check("7x6c4-begin-hard", 2);
}

#[test]
fn nine_by_five() {
    for set in ["endgame-1", "midgame-1", "opening-1"] {
        check(&format!("9x5c4-{set}"), usize::MAX);
    }
    check("9x5c4-midgame-2", 60);
    check("9x5c4-opening-2", 20);
}

#[test]
fn ten_by_six() {
    for set in ["endgame-1", "midgame-1", "opening-1"] {
        check(&format!("10x6c4-{set}"), usize::MAX);
    }
    check("10x6c4-midgame-2", 5);
}

#[test]
#[ignore = "about ten minutes; cargo xtask test --slow"]
fn all_positions() {
    for set in [
        "7x6c4-begin-medium",
        "7x6c4-begin-hard",
        "9x5c4-midgame-2",
        "9x5c4-opening-2",
        "9x5c4-opening-3",
        "10x6c4-midgame-2",
        "10x6c4-opening-2",
    ] {
        check(set, usize::MAX);
    }
}
