//! The checks of the scaffold course that concern computer players.

use super::player;
use dropline_core::{Board, Column, Game, Rules, Side, Variant};
use dropline_engine::{PlayerError, Think};
use serde_json::Value;

fn position(case: &Value) -> Game {
    let measure = |key: &str| case[key].as_u64().unwrap() as usize;
    let variant = Variant::new(measure("columns"), measure("levels"), measure("n"), Rules::Connect).unwrap();
    let side = |value: &Value| Side::BOTH[value.as_u64().unwrap() as usize];
    let mut board = Board::new(variant);
    for drop in case["moves"].as_array().unwrap() {
        let column = Column::from_number(drop[0].as_u64().unwrap() as u32).unwrap();
        board.drop(column, side(&drop[1])).unwrap();
    }
    Game::from_board(board, side(&case["to_move"]))
}

#[test]
fn every_case_holds() {
    let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/course-cases.jsonl"));
    let (mut bad, mut smart) = (0, 0);
    for line in text.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let (kind, id) = (case["kind"].as_str().unwrap(), &case["id"]);
        let (name, accepted) = match kind {
            "bad" => ("bad", &case["expect_in"]),
            "smart_full" => ("smart", &case["expect_in"]),
            "smart" => ("smart", &case["accept_fastest"]),
            _ => continue,
        };
        let game = position(&case);
        let choice = player(name, game.variant()).choose(&game, &Think::default());
        let accepted: Vec<u32> = serde_json::from_value(accepted.clone()).unwrap();
        if accepted == [0] {
            assert_eq!(choice, Err(PlayerError::NoMove), "{id}");
        } else {
            let choice = choice.unwrap();
            assert!(accepted.contains(&choice.column.number()), "{id}: {choice:?}");
            if kind == "smart" {
                assert_eq!(Some(&choice.column.number()), accepted.first(), "{id}: the leftmost of the best");
                let end = case["plies_to_end"].as_f64();
                let score = match case["value"].as_str().unwrap() {
                    "win" => 1000.0 - end.unwrap(),
                    "loss" => -1000.0 + end.unwrap(),
                    _ => 0.0,
                };
                assert_eq!(choice.score, Some(score), "{id}");
            }
        }
        if name == "bad" { bad += 1 } else { smart += 1 }
    }
    assert_eq!((bad, smart), (3, 49));
}
