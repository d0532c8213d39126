//! `dropline play`, by scripts on a pipe.

use crate::{command, dropline, dropline_with, file, printed, run};
use serde_json::Value;

fn events(out: &str) -> Vec<Value> {
    out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn without_arguments_a_person_plays_red() {
    let run = dropline_with("", b"quit\n");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.starts_with("Connect 4 on 7 columns by 6 levels"), "{}", run.out);
    assert!(run.out.contains("Red is human, black is "));
    assert!(run.out.contains("Goodbye: the game is unfinished after 0 moves."));
    let red = |out: &str| out.lines().nth(1).unwrap().to_owned();
    assert_eq!(red(&run.out), red(&dropline_with("play", b"quit\n").out));
}

#[test]
fn a_side_that_is_not_named_makes_it_a_person_against_a_computer() {
    let names = |args: &str| {
        let start = events(&dropline_with(&format!("play --format json {args}"), b"quit\n").out).swap_remove(0);
        [start["red"] == "human", start["black"] == "human"]
    };
    assert_eq!(names(""), [true, false]);
    assert_eq!(names("--black bad"), [true, false]);
    assert_eq!(names("--red bad"), [false, true]);
    assert_eq!(names("--red human"), [true, false]);
    assert_eq!(names("--black human --variant 2x2m2"), [false, true]);
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let game = |seed: u32| printed(&format!("play --red random --black random --seed {seed} --format json"));
    let moves = |out: &str| events(out).pop().unwrap()["moves"].clone();
    assert_eq!(game(1), game(1));
    assert_ne!(moves(&game(1)), moves(&game(2)));
}

#[test]
fn the_end_of_the_input_in_mid_game_is_no_error() {
    for (args, input) in
        [("play --black bad", "4\n"), ("play --black bad", "4"), ("play --red bad --black bad --step", "")]
    {
        let run = dropline_with(args, input.as_bytes());
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{args}");
        assert!(run.out.contains("End of input: the game is unfinished after"), "{}", run.out);
    }
}

#[test]
fn a_game_goes_on_from_moves_a_grid_a_key_or_a_file() {
    let (_folder, saved) = file("game.json", r#"{"variant":"4x4c3","moves":[1,2,1]}"#);
    let (_folder, grid) = file("board.txt", "....\n....\nR...\nRB..\n");
    let key = printed("show --variant 4x4c3 121 --to key");
    for start in [
        "--variant 4x4c3 --moves 121".to_owned(),
        format!("--load {}", saved.display()),
        format!("--connect 3 --grid {}", grid.display()),
        format!("--key {}", key.trim()),
    ] {
        let run = dropline_with(&format!("play --red human --black human --format json {start}"), b"4\n1\n");
        let end = events(&run.out).into_iter().find(|event| event["event"] == "end").expect("red wins");
        assert_eq!(end["outcome"]["side"], "red", "{start}");
    }
}

#[test]
fn a_saved_game_is_loaded_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("evening.json");
    let script = format!("4\n3\nsave {}\nquit\n", path.display());
    let run = dropline_with("play --black bad --variant 7x6m4", script.as_bytes());
    assert!(run.out.contains("Saved to "), "{}", run.out);
    assert_eq!(printed(&format!("show --load {} --to moves", path.display())), "4131\n");
    let replayed = dropline_with(&format!("play --black bad --load {} --format json", path.display()), b"undo\nquit\n");
    assert_eq!(events(&replayed.out).pop().unwrap()["moves"], serde_json::json!([4, 1]));
}

#[test]
fn a_position_on_standard_input_leaves_no_room_for_a_person() {
    let run = dropline_with("play --load -", b"{\"variant\":\"7x6c4\"}");
    assert_eq!(run.code, 2);
    assert!(run.err.contains("put the position into a file"), "{}", run.err);
    let run = dropline_with("play --load - --red bad --black bad", b"{\"variant\":\"7x6c4\"}");
    assert_eq!(run.code, 0);
}

#[test]
fn colour_only_where_it_is_wanted() {
    assert!(!dropline("show 44").out.contains('\x1b'));
    assert!(dropline("show 44 --color always").out.contains("\x1b["));
    let mut no_color = command();
    no_color.args(["show", "44", "--color", "never"]).env("CLICOLOR_FORCE", "1");
    assert!(!run(no_color, b"").out.contains('\x1b'));
    let mut forced = command();
    forced.args(["show", "44"]).env("CLICOLOR_FORCE", "1");
    assert!(run(forced, b"").out.contains("\x1b["));
    let play = dropline_with("play --board bricks --color always --red human --black human", b"4\n4\nquit\n");
    assert!(play.out.contains('█'));
}

#[test]
fn plain_ascii_where_the_locale_is_not_utf_8() {
    let mut plain = command();
    plain.args(["play", "--black", "bad"]).env("LC_ALL", "C");
    assert!(run(plain, b"4\nquit\n").out.is_ascii());
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    use std::process::Stdio;
    for args in [
        "play --red random --black random --variant 30x30c20",
        "count --variant 4x4c4",
        "show --variant 64x64c4 --to svg",
        "man",
    ] {
        let mut child = command().args(args.split(' ')).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{args}");
        assert!(output.stderr.is_empty(), "{args}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn odd_boards_can_be_played_and_shown() {
    for variant in ["1x1c1", "1x1m1", "1x1c9", "20x20c4", "64x64c5", "3x3c7", "4096x1c4", "1x4096m3"] {
        let run = dropline(&format!("play --red bad --black random --format json --variant {variant}"));
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{variant}");
        assert_eq!(events(&run.out).pop().unwrap()["event"], "end", "{variant}");
        for style in ["scaffold", "scaffold-underscore", "bricks", "modern", "grid", "key", "moves", "json", "svg"] {
            assert!(!printed(&format!("show --variant {variant} --to {style}")).is_empty());
        }
    }
    let tie = printed("play --red bad --black bad --variant 3x3c7 --format json");
    assert_eq!(events(&tie).pop().unwrap()["outcome"]["result"], "tie");
}
