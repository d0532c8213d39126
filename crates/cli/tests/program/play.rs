//! `dropline play`, by scripts on a pipe.

use crate::{command, dropline, dropline_with, file, printed, refused, run};
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
fn a_name_that_begins_with_the_home_is_understood_at_the_prompt() {
    let home = tempfile::tempdir().unwrap();
    let mut play = command();
    play.args(["play", "--black", "bad"]).env("HOME", home.path());
    let played = run(play, b"4\nsave ~/evening.json\nquit\n");
    assert!(
        played.out.contains(&format!("Saved to {}.\n", home.path().join("evening.json").display())),
        "{}",
        played.out
    );
    assert!(home.path().join("evening.json").exists());
}

#[test]
fn hints_at_the_prompt_ask_the_book_that_was_chosen() {
    let nodes = |args: &str| {
        let run = dropline_with(&format!("play --moves 44 --format json {args}"), b"analyze\nquit\n");
        let told = events(&run.out).into_iter().find(|event| event["event"] == "analysis").expect("an analysis");
        told["nodes"].as_u64().expect("a number")
    };
    assert_eq!(nodes(""), 0);
    assert!(nodes("--no-book") > 0);
}

#[test]
fn how_to_go_on_is_told_with_all_that_was_chosen() {
    let told = |args: &str| dropline_with(&format!("play --red human --black bad --moves 44 {args}"), b"").out;
    assert!(told("--coach --no-book").ends_with(" --red human --black bad --seed 0 --coach --no-book\n"));
    let (folder, path) = (tempfile::tempdir().unwrap(), "small.book");
    let book = folder.path().join(path).display().to_string();
    printed(&format!("book build --variant 4x4c4 --nodes 100 --out {book}"));
    let told = dropline_with(&format!("play --variant 4x4c4 --moves 1 --black bad --book {book}"), b"").out;
    assert!(told.ends_with(&format!(" --seed 0 --book {book}\n")), "{told}");
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

#[test]
fn a_saved_game_keeps_who_plays_it() {
    let (folder, _) = file("unused", "");
    let path = folder.path().join("game.json").display().to_string();
    let options = "--variant 9x7c4 --red human --black smart:depth=1 --seed 9 --names white,green";
    let run = dropline_with(&format!("play {options}"), format!("5\nundo\nsave {path}\nquit\n").as_bytes());
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("White is human, green is smart:depth=1.\n"), "{}", run.out);
    assert!(run.out.contains("It is white's turn.\n") && !run.out.to_lowercase().contains("black is"), "{}", run.out);
    let saved = std::fs::read_to_string(&path).unwrap();
    let record: serde_json::Value = serde_json::from_str(&saved).unwrap();
    assert_eq!(record["moves"], serde_json::json!([]));
    assert_eq!(record["ahead"][0], 5, "{saved}");
    for (field, value) in [("red", "human"), ("black", "smart:depth=1"), ("names", "white,green")] {
        assert_eq!(record[field], value, "{saved}");
    }
    assert_eq!(record["seed"], 9);
    let again = dropline_with(&format!("play --load {path}"), b"redo\nquit\n");
    assert!(again.out.contains("White is human, green is smart:depth=1.\n"), "{}", again.out);
    assert!(again.out.contains("Played again: columns 5, "), "{}", again.out);
    let go_on = again.out.split("To go on: dropline ").nth(1).expect("how to go on").trim();
    assert!(go_on.ends_with(" --red human --black smart:depth=1 --seed 9 --names white,green"), "{go_on}");
    let gone_on = dropline_with(go_on, b"quit\n");
    assert!(gone_on.out.contains("White is human, green is smart:depth=1.\n"), "{}", gone_on.out);
    let other = dropline_with(&format!("play --load {path} --black random --names red,yellow"), b"quit\n");
    assert!(other.out.contains("Red is human, yellow is random.\n"), "{}", other.out);
    assert_eq!(printed(&format!("show --load {path} --to moves")), "-\n");
}

#[test]
fn a_set_up_game_can_be_gone_on_with() {
    let (_folder, path) = file("input.txt", "000\n000\n210\n1\n");
    let left = dropline_with(&format!("play --file {} --connect 3 --black bad", path.display()), b"3\nquit\n").out;
    let go_on = left.split("To go on: dropline ").nth(1).expect("how to go on").trim();
    let again = dropline_with(go_on, b"board\nquit\n");
    assert!(again.code == 0 && again.out.contains("Red is human, black is bad."), "{go_on}\n{}", again.out);
}

#[test]
fn a_damaged_saved_game_is_refused_with_the_place() {
    for (text, sentence) in [
        (
            "{\"variant\":\"7x6c4\",\n\"moves\":[4,9]}",
            "line 2, character 12: move 2 (column 9): column 9 is off the board",
        ),
        ("{\"variant\":\"7x6c4\",\n\"red\":\"nobody\",\"black\":\"bad\"}", "line 2, character 1: the player of red: "),
        (
            "{\"variant\":\"7x6c4\",\n\"colour\":1}",
            "line 2, character 8: this is not a saved game: there is no field `colour` here",
        ),
    ] {
        let (_folder, path) = file("game.json", text);
        refused(&format!("play --load {}", path.display()), sentence);
    }
}

#[test]
fn bricks_are_red_and_yellow_in_pictures_and_words() {
    let run = dropline_with("play --board bricks --black bad", b"4\nquit\n");
    assert!(run.out.contains("[R]") && run.out.contains("[Y]"), "{}", run.out);
    assert!(run.out.contains("Yellow (bad) plays column 1, level 1.\n"), "{}", run.out);
    let words = run.out.split("To go on").next().unwrap().to_lowercase();
    assert!(!words.contains("black"), "{words}");
    let black = dropline_with("play --board bricks --names red,black --black bad", b"4\nquit\n").out;
    assert!(black.contains("[B]") && black.contains("Black (bad)") && !black.contains("[Y]"), "{black}");
    for (args, said) in [
        ("analyze --names red,yellow --variant 4x3c3 1", "Yellow to move "),
        ("explain --names red,yellow --variant 4x3c3 1", " for yellow.\n"),
        ("review --names red,yellow --variant 4x3c3 12", "\nYellow: 0 of 1 move perfect"),
        ("judge max --names red,yellow --variant 7x6m4 4", " sees it for yellow, yellow to move:\n"),
        (
            "show --names red,yellow --variant 4x1m2 1423 --to scaffold",
            "|R|R|Y|Y|\n+-+-+-+-+\nPoints: red 1, yellow 1\n",
        ),
        ("show 44 --to svg", " and yellow has 1 checker on it."),
        ("show 44 --to svg --names red,black", " and black has 1 checker on it."),
    ] {
        let text = printed(args);
        assert!(text.contains(said), "dropline {args}\n{text}");
    }
    refused("show --names red", "`red` does not name two sides: write two colours, as in red,yellow");
    refused(
        "play --names red,blue",
        "`blue` is not a colour of checkers: red, yellow, black, white, green, orange or violet",
    );
}

#[test]
fn the_names_of_a_saved_game_are_kept_by_every_command_that_loads_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = folder.path().join("game.json").display().to_string();
    let script = format!("4\nsave {game}\nquit\n");
    let played = dropline_with("play --black bad --names white,green", script.as_bytes());
    assert_eq!(played.code, 0, "{}", played.err);
    for command in ["review --time 100ms", "analyze --time 100ms", "show", "judge smart"] {
        let said = dropline(&format!("{command} --load {game}")).out.to_lowercase();
        assert!(said.contains("white") && !said.contains("red"), "{command}: {said}");
        let said = dropline(&format!("{command} --load {game} --names red,yellow")).out.to_lowercase();
        assert!(said.contains("red") && !said.contains("white"), "{command}: {said}");
    }
    assert!(dropline("match bad random --games 2 --names red,yellow").out.contains("as yellow"));
}

/// It was shown thinking without a word of how long that may take.
#[test]
fn perfect_says_where_it_may_take_hours() {
    let sentence = "perfect may take hours a move on 9x7c4; level:n=10 takes a second.\n";
    let said = |variant: &str| dropline_with(&format!("play --black perfect --variant {variant}"), b"quit\n").out;
    assert!(said("9x7c4").contains(sentence), "{}", said("9x7c4"));
    for quick in ["7x6c4", "8x6c4", "9x5c4", "7x6m4"] {
        assert!(!said(quick).contains("may take hours"), "{quick}");
    }
    let late = dropline_with("play --black perfect --variant 9x7c4 --moves 1111111222222233333334", b"quit\n").out;
    assert!(!late.contains("may take hours"), "{late}");
}
