//! `dropline analyze`, `dropline explain` and `dropline review`.

use crate::{dropline, dropline_with, file, printed, refused};
use serde_json::{Value, json};

fn as_json(args: &str) -> Value {
    serde_json::from_str(&printed(args)).expect("JSON")
}

#[test]
fn every_column_is_valued_in_words() {
    let text = printed("analyze --variant 4x3c3 -");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[..5],
        [
            "Red to move wins in 5.",
            "column  1:   +1  wins in 6",
            "column  2:   +2  wins in 5  best",
            "column  3:   +2  wins in 5  best",
            "column  4:   +1  wins in 6",
        ]
    );
    assert!(lines[5].starts_with("best line: ") && lines[6].contains(" nodes, "), "{text}");
    let text = printed("analyze --variant 4x3c3 121 ");
    assert!(text.starts_with("Black to move loses in 3.\n"), "{text}");
}

#[test]
fn full_columns_and_points_are_told() {
    assert!(printed("analyze --variant 3x2c3 11").contains("column  1: full\n"));
    let text = printed("analyze --variant 4x3m3 -");
    assert!(text.starts_with("Red to move ends 1 point behind.\ncolumn  1:   -1  -1 point  best\n"), "{text}");
    assert!(printed("analyze --variant 2x2m2 1").starts_with("Black to move ties with best play.\n"));
}

#[test]
fn the_best_line_can_be_played_and_is_worth_what_it_says() {
    for (variant, score) in [("4x3c3", 2), ("4x4c4", 0), ("4x3m3", -1)] {
        let analysis = as_json(&format!("analyze --variant {variant} - --format json"));
        assert_eq!(analysis["score"], score, "{variant}");
        let line: Vec<String> = analysis["line"].as_array().unwrap().iter().map(ToString::to_string).collect();
        let shown = dropline(&format!("show --variant {variant} {}", line.concat()));
        assert_eq!(shown.code, 0, "{}", shown.err);
        let best = analysis["best"].as_array().unwrap();
        assert!(best.contains(&analysis["line"][0]), "{analysis}");
    }
}

#[test]
fn a_limit_leaves_estimates() {
    for (variant, moves, turn) in [("8x8c4", "1", "Black"), ("20x20c4", "-", "Red"), ("20x20m4", "-", "Red")] {
        let analysis = as_json(&format!("analyze --variant {variant} --time 100ms {moves} --format json"));
        assert!(analysis.get("score").is_none() && analysis["kind"] == "estimate", "{analysis}");
        assert_eq!((&analysis["exact"], &analysis["proven"]), (&json!(false), &json!(false)));
        assert_eq!(analysis["line"].as_array().map(Vec::len), Some(1), "{analysis}");
        assert!(analysis["best"].as_array().unwrap().contains(&analysis["line"][0]), "{analysis}");
        let text = printed(&format!("analyze --variant {variant} --time 100ms {moves}"));
        let says = format!("{turn} to move {} ", if variant.contains('c') { "has a" } else { "looks" });
        assert!(text.starts_with(&says) && text.contains("  looks best\n"), "{text}");
    }
    let review = printed("review --variant 20x20c4 10,10 --time 50ms");
    assert!(review.contains("Red: 1 move, none decided\n"), "{review}");
    assert!(printed("review --variant 4x3c3 1").contains("Black: no move\n"));
    for args in ["explain", "explain --column 9"] {
        let told = printed(&format!("{args} --variant 20x20m4 10,10 --time 0"));
        assert!(told.ends_with("\nIt is not known yet what it is worth.\n"), "{told}");
    }
    let told = printed("explain --variant 20x20c4 10,10 --column 9 --time 50ms");
    assert!(told.contains("It is not proven, but it has a "), "{told}");
}

#[test]
fn positions_are_read_line_by_line_and_a_wrong_one_does_not_stop_the_rest() {
    let input = b"1\n9\n\n12121\n1x\n12\n";
    let run = dropline_with("analyze --variant 4x3c3", input);
    assert_eq!(run.code, 2);
    let moves: Vec<Value> =
        run.out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["moves"].clone()).collect();
    assert_eq!(moves, ["1", "12"]);
    assert_eq!(
        run.err,
        "dropline: standard input, position 2: character 1: column 9 is off the board (1 to 4)\n\
         dropline: standard input, position 4: the game is over\n\
         dropline: standard input, position 5: character 2: `x` is not a column: columns are numbers from 1\n"
    );
    let (_folder, path) = file("positions.txt", "1\n12\n");
    assert_eq!(printed(&format!("analyze --variant 4x3c3 --file {}", path.display())).lines().count(), 2);
}

#[test]
fn positions_come_from_keys_grids_and_games_too() {
    let (_folder, grid) = file("grid.txt", "....\n....\nR...\nblack\n");
    let (_other, game) = file("game.json", "{\"variant\":\"4x3c3\",\"moves\":[1]}");
    let expected = as_json("analyze --variant 4x3c3 1 --format json")["columns"].clone();
    for args in [format!("--grid {} --connect 3", grid.display()), format!("--load {}", game.display())] {
        assert_eq!(as_json(&format!("analyze {args} --format json"))["columns"], expected, "{args}");
    }
    let key = printed("show --variant 4x3c3 1 --to key");
    assert_eq!(as_json(&format!("analyze --key {} --format json", key.trim()))["columns"], expected);
}

#[test]
fn analyses_that_cannot_be_are_refused() {
    refused("analyze 4484", "the moves: line 1, character 3: column 8 is off the board (1 to 7)");
    refused(
        "analyze 1212121",
        "there is nothing to analyse, the game is over: Red wins with the line 1/1, 1/2, 1/3, 1/4",
    );
    refused("analyze --file /no/such/file", "cannot read /no/such/file");
    refused("analyze 4 --file x", "cannot be used with");
    refused("analyze --time x 4", "`x` is not a time such as 10s or 500ms");
    refused("analyze --threads 0 4", "write a whole number from 1 to 256");
    refused("analyze 4 --book /no/such/book", "cannot read /no/such/book");
    let (_folder, path) = file("positions.txt", "1\n");
    refused(&format!("analyze {}", path.display()), "is not a list of moves such as 4453: --file ");
}

#[test]
fn what_nobody_had_the_time_to_look_at_is_told_so() {
    let unknown = printed("analyze --variant 20x20c4 --time 0s -");
    assert!(unknown.starts_with("Red to move has not been looked at in the time given.\n"), "{unknown}");
    assert!(!unknown.contains("looks best"), "{unknown}");
}

#[test]
fn a_move_is_explained() {
    let text = printed("explain 434343 --column 4");
    assert!(text.starts_with("Column 4 for red.\nIt wins at once: the line is 4/1, 4/2, 4/3 and 4/4.\n"), "{text}");
    assert_eq!(text.matches('[').count() + text.matches('{').count(), 4, "{text}");
    let text = printed("explain --variant 4x3c3 -");
    assert!(text.starts_with("Column 2 for red.\n"), "{text}");
    let told = as_json("explain --variant 4x3c3 - --column 1 --format json");
    assert_eq!(told["column"], 1);
    for reason in told["reasons"].as_array().unwrap() {
        assert!(reason["reason"].is_string() && reason["words"].is_string(), "{reason}");
    }
}

#[test]
fn explanations_that_cannot_be_are_refused() {
    refused("explain 4453 --column 9", "column 9 is off the board: choose 1 to 7");
    refused("explain 4453 --column 0", "write a whole number, 1 or more");
    refused("explain 4453 --column x", "invalid value 'x'");
    refused("explain --variant 4x3c3 111 --column 1", "column 1 is full: choose 2 to 4");
    refused("explain 1212121", "there is no move to explain, the game is over");
}

#[test]
fn a_game_is_reviewed_move_by_move() {
    assert_eq!(
        printed("review --variant 4x3c3 12121"),
        "   1. red   column  1: slower win: in 6 instead of 5\n   \
         2. black column  2: faster loss: in 4 instead of 5\n   \
         3. red   column  1: best, wins in 4\n   \
         4. black column  2: faster loss: in 1 instead of 3\n   \
         5. red   column  1: best, wins at once\n\
         Red: 2 of 3 moves perfect (67 %)\n\
         Black: 0 of 2 moves perfect (0 %)\n\
         No move changed the result.\n\
         Red wins with the line 1/1, 1/2, 1/3 (column/level).\n"
    );
    let text = printed("review --variant 3x3m2 1122");
    assert!(text.contains("!  1. red   column  1: cost a point: column 2 kept it\n"), "{text}");
    assert!(text.contains("The turning points are moves 1, 3.\n"), "{text}");
    let told = as_json("review --variant 3x3m2 1122 --format json");
    assert_eq!(told["turning_points"], json!([1, 3]));
    assert_eq!(
        told["perfect"],
        json!([{"side":"red","best":0,"decided":2,"moves":2},{"side":"black","best":2,"decided":2,"moves":2}])
    );
}

#[test]
fn a_review_draws_its_graph() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.svg");
    printed(&format!("review --variant 3x3m2 1122 --graph {}", path.display()));
    let svg = std::fs::read_to_string(&path).unwrap();
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{svg}");
}

#[test]
fn reviews_that_cannot_be_are_refused() {
    refused("review", "required arguments were not provided");
    refused("review -", "there is no move to review: give the moves of a game, or --load a saved one");
    refused("review 12121212", "line 1, character 8: the game is already over before this move");
    refused("review --load /no/such/file", "cannot read /no/such/file");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("no/such/game.svg");
    refused(&format!("review --variant 3x3m2 1 --graph {}", path.display()), "game.svg: there is no folder");
}

#[test]
fn lines_are_those_of_solve_and_told_as_asked() {
    let lines = b"44444432 1\n\n4444443 -1\n44 x\n";
    let json = dropline_with("analyze", lines);
    assert_eq!(json.code, 2);
    assert!(json.err.contains("position 4: `x` is not a score"), "{}", json.err);
    assert_eq!(json.out.lines().filter(|line| line.starts_with('{')).count(), 2, "{}", json.out);
    let text = dropline_with("analyze --format text", b"44444432 1\n");
    assert!(text.out.starts_with("44444432 1\nRed to move wins in "), "{}", text.out);
}
