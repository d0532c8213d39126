//! `dropline players`, `move`, `judge` and `match`.

use crate::{dropline, dropline_with, printed};
use serde_json::Value;

fn json(args: &str) -> Value {
    serde_json::from_str(&printed(&format!("{args} --format json"))).expect("JSON")
}

#[test]
fn the_list_of_players_is_the_registry() {
    let text = printed("players");
    let listed = json("players");
    let listed = listed.as_array().unwrap();
    assert_eq!(listed.len(), dropline_engine::players().len());
    for player in listed {
        let name = player["name"].as_str().unwrap();
        assert!(text.lines().any(|line| line.split_whitespace().next() == Some(name)), "{name}");
        for option in player["options"].as_array().unwrap() {
            assert!(text.contains(&format!("{}=", option["key"].as_str().unwrap())));
        }
    }
}

#[test]
fn the_first_word_is_the_column() {
    assert_eq!(printed("move bad").split_whitespace().next(), Some("1"));
    assert_eq!(printed("move bad 111111").split_whitespace().next(), Some("2"));
    let set_up = dropline_with("move bad --grid -", b".\nR\nR\nblack\n");
    assert_eq!(set_up.out.split_whitespace().next(), Some("1"));
    assert_eq!(printed("move random --seed 5"), printed("move random --seed 5"));
}

#[test]
fn a_move_as_json_says_whose_it_is() {
    let run = dropline_with("move bad --format json --grid - --rules max", b"B..\nRBB\nred\n");
    let answer: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(
        [&answer["variant"], &answer["side"], &answer["column"], &answer["level"]],
        ["3x2m4", "red", "2", "2"]
            .map(|text| serde_json::from_str::<Value>(text).unwrap_or_else(|_| text.into()))
            .each_ref()
    );
    assert!(answer["time"].as_f64().unwrap() < 60.0);
}

/// What does not depend on how fast the computer is.
fn without_time(mut result: Value) -> Value {
    result["time"].take();
    result
}

#[test]
fn a_match_is_the_same_for_the_same_seed_whatever_the_jobs() {
    let play = |more: &str| without_time(json(&format!("match random random --games 51 --random-plies 3 {more}")));
    assert_eq!(play("--seed 7 --jobs 1"), play("--seed 7 --jobs 4"));
    assert_ne!(play("--seed 7"), play("--seed 8"));
}

#[test]
fn sides_alternate_and_results_are_the_first_players() {
    // With one in line, whoever has red wins.
    let result = json("match bad bad --games 3 --variant 3x1c1");
    assert_eq!(result["as_red"], serde_json::json!({"wins": 2, "ties": 0, "losses": 0}));
    assert_eq!(result["as_black"], serde_json::json!({"wins": 0, "ties": 0, "losses": 1}));
    assert_eq!([&result["wins"], &result["losses"], &result["games"]], [2, 1, 3].map(Value::from).each_ref());
    assert_eq!(result["score"], 2.0 / 3.0);
}

#[test]
fn max_connect_points_are_added_up_for_each_player() {
    let result = json("match bad bad --games 2 --variant 3x1m1");
    assert_eq!(result["points"], serde_json::json!([3, 3]));
    assert_eq!(json("match bad bad --games 2")["points"], Value::Null);
    let text = printed("match bad bad --games 2 --variant 3x1m1");
    assert!(text.contains("points: bad 3, bad 3"), "{text}");
}

#[test]
fn random_openings_are_played_with_both_colours() {
    let alike = json("match bad bad --games 2");
    assert_eq!([&alike["different"], &alike["wins"], &alike["losses"]], [2, 1, 1].map(Value::from).each_ref());
    let result = json("match bad bad --games 40 --random-plies 4");
    assert!(result["different"].as_u64().unwrap() > 30, "{result}");
    assert_eq!(result["wins"], result["losses"], "equal players share every opening");
    let run = dropline("match bad bad --games 40");
    assert_eq!(run.code, 0);
    assert!(run.err.contains("only 2 games were different: --random-plies K"), "{}", run.err);
}

#[test]
fn the_text_of_a_match_has_wins_ties_and_losses() {
    let text = printed("match bad random --games 20 --random-plies 2 --seed 3");
    assert!(text.starts_with("bad against random on 7x6c4: 20 games, "), "{text}");
    let all: Vec<&str> = text.lines().find(|line| line.starts_with("all ")).unwrap().split_whitespace().collect();
    let games: usize = all[1..4].iter().map(|number| number.parse::<usize>().unwrap()).sum();
    assert_eq!(games, 20);
    assert_eq!(text.matches("time for a move: ").count(), 2);
}

/// The columns of `move … --all --format json`.
fn columns(args: &str) -> Vec<Value> {
    let answer = json(&format!("{args} --all"));
    let columns = answer["columns"].as_array().expect("columns").clone();
    let taken: Vec<_> = columns.iter().filter(|column| column["taken"] == true).collect();
    assert_eq!((taken.len(), &taken[0]["column"]), (1, &answer["column"]), "{args}");
    columns
}

#[test]
fn every_column_is_shown_with_its_score() {
    let exact: Vec<_> = columns("move perfect --variant 4x3c3 121").iter().map(|it| it["score"].clone()).collect();
    assert_eq!(exact, [-2.0, -4.0, -4.0, -4.0]);
    for spec in ["engine:depth=4", "engine:nodes=2000"] {
        for position in ["4453", "--variant 7x6m4 4453", "--variant 12x12m4 4,4,5,3"] {
            assert!(columns(&format!("move {spec} {position}")).iter().all(|column| column["score"].is_number()));
        }
    }
    // Red wins with the fourth checker in column 1.
    let scores = columns("move engine:depth=3 121212 --variant 3x4c4");
    assert_eq!(scores[0]["score"], 3.0);
    assert!(columns("move smart:depth=2 222222").iter().any(|column| column.get("score").is_none()));
    let text = printed("move max:depth=0 --variant 7x6m4 --all");
    assert!(text.starts_with("column ") && text.contains(": taken\nmax:depth=0 scores no columns: "), "{text}");
}

#[test]
fn what_cannot_be_judged_is_refused_or_said() {
    let refused = |args: &str, why: &str| {
        let run = dropline(args);
        assert!(run.code == 2 && run.err.contains(why), "{args}: {}", run.err);
    };
    refused("judge forecast 1212121", "there is nothing to judge, the game is over: Red wins");
    refused("judge forecast --variant 7x6m4", "forecast does not play 7x6m4: it plays Connect only");
    refused("judge nobody", "there is no player `nobody`: choose one of");
    refused("judge max 8", "column 8 is off the board");
    for player in ["human", "bad", "random", "level", "perfect"] {
        let text = printed(&format!("judge {player}"));
        assert!(text.starts_with(&format!("{player} judges no position by itself: ")), "{text}");
        let judged = json(&format!("judge {player}"));
        assert!(judged["words"].is_string() && judged.get("items").is_none(), "{judged}");
    }
    for variant in ["1x1c1", "3x3c1", "2x2c2", "4x3c9", "64x64c4", "12x12c5"] {
        for player in ["forecast", "damped", "smart", "max", "engine"] {
            printed(&format!("judge {player} --variant {variant}"));
            json(&format!("judge {player} --variant {variant}"));
        }
    }
    for variant in ["1x1m1", "3x3m1", "7x6m4", "64x64m4"] {
        printed(&format!("judge max --variant {variant}"));
        printed(&format!("judge engine --variant {variant}"));
    }
}

#[test]
fn the_help_says_which_boards_each_player_plays() {
    for args in ["players --help", "play --help"] {
        let help = printed(args);
        assert!(help.contains("\n  smart      plays Connect only, as in 7x6c4\n"), "{help}");
        assert!(help.contains("\n  level      plays Connect and Max-Connect\n"), "{help}");
        assert!(help.contains("\n  perfect    plays Connect and Max-Connect, on boards with "), "{help}");
    }
}

#[test]
fn no_games_have_no_score() {
    let text = printed("match bad bad --games 1");
    assert!(text.contains("\nas black       0      0      0        -\n"), "{text}");
}
