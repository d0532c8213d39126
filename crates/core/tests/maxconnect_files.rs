//! The board files of the Max-Connect course, every one listed in its index.

use dropline_core::notation::maxconnect::{self, MaxFile, player_number};
use dropline_core::{Game, Rules, Side, Variant};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;

fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/maxconnect4"))
}

fn cases(kind: &str) -> Vec<Value> {
    let index = fs::read_to_string(folder().join("index.json")).expect("the index is there");
    let all: Vec<Value> = serde_json::from_str(&index).expect("the index is JSON");
    all.into_iter().filter(|case| case["kind"] == kind).collect()
}

fn name(case: &Value) -> &str {
    case["file"].as_str().expect("every case has a file")
}

fn read(case: &Value) -> MaxFile {
    let bytes = fs::read(folder().join(name(case))).expect("the file is there");
    maxconnect::parse(&bytes).unwrap_or_else(|error| panic!("{}: {error}", name(case)))
}

fn course() -> Variant {
    Variant::STANDARD.with_rules(Rules::Max)
}

#[test]
fn valid_files_hold_what_the_index_says() {
    let cases = cases("valid");
    assert!(cases.len() >= 20);
    for case in &cases {
        let file = read(case);
        let game = file.game(course()).unwrap();
        let board = game.board();
        let number = |key: &str| case[key].as_u64().unwrap();
        let name = name(case);
        assert_eq!(u64::from(game.points().red), number("score1"), "{name}");
        assert_eq!(u64::from(game.points().black), number("score2"), "{name}");
        assert_eq!(board.checkers() as u64, number("pieces"), "{name}");
        assert_eq!(board.count(Side::Red) as u64, number("ones"), "{name}");
        assert_eq!(board.count(Side::Black) as u64, number("twos"), "{name}");
        assert_eq!(u64::from(player_number(file.turn())), number("next"), "{name}");
        assert_eq!(game.is_over(), case["full"].as_bool().unwrap(), "{name}");
        assert_eq!(file.check_counts().is_ok(), case["consistent"].as_bool().unwrap(), "{name}");
        let legal: Vec<u64> = game.legal_columns().map(|column| column.number().into()).collect();
        let expected: Vec<u64> = serde_json::from_value(case["legal_columns_1based"].clone()).unwrap();
        assert_eq!(legal, expected, "{name}");
        if let Ok(moves) = serde_json::from_value::<Vec<u32>>(case["moves"].clone()) {
            let text: String = moves.iter().map(u32::to_string).collect();
            let played = Game::from_moves(course(), &text).unwrap();
            assert_eq!(played.position(), game.position(), "{name}");
        }
    }
}

#[test]
fn refused_files_are_refused() {
    let cases = cases("refuse");
    assert!(cases.len() >= 10);
    for case in cases.iter().filter(|case| name(case) != "m23_directory") {
        let bytes = fs::read(folder().join(name(case))).unwrap();
        assert!(maxconnect::parse(&bytes).is_err(), "{}", name(case));
    }
}

#[test]
fn odd_files_are_accepted() {
    let cases = cases("accept");
    assert!(!cases.is_empty());
    for case in &cases {
        let file = read(case);
        assert_eq!((file.columns(), file.levels(), file.turn()), (7, 6, Side::Red), "{}", name(case));
    }
}
