//! The worked examples of docs/players.md: what stands there is what the players do.
//!
//! An example is a block of code whose first line is the spec, followed by a grid with the side to move, and the answer:
//! `column 3, score 50`.

use super::ask;
use dropline_core::{Rules, Variant, notation::grid};

#[test]
fn the_documented_examples_hold() {
    let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/players.md"));
    let mut checked = [0; 2];
    for block in text.split("```example\n").skip(1) {
        let block = block.split("```").next().unwrap();
        let (head, rest) = block.split_once('\n').unwrap();
        let (spec, connect) = head.split_once(", N = ").unwrap();
        let (board, answer) = rest.trim_end().rsplit_once('\n').unwrap();
        let grid = grid::parse(board).unwrap();
        let (columns, levels) = (grid.columns(), grid.levels());
        let variant = Variant::new(columns, levels, connect.parse().unwrap(), Rules::Connect).unwrap();
        let choice = ask(spec, &grid.game(variant).unwrap());
        assert_eq!(format!("column {}, score {}", choice.column, choice.score.unwrap()), answer, "{block}");
        checked[usize::from(spec.starts_with("damped"))] += 1;
    }
    assert!(checked.iter().all(|&examples| examples >= 10), "{checked:?} examples of forecast and damped");
}
