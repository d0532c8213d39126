//! The usual player, `max` with its published evaluation, and the depth it is given.

use crate::board_files::{cases, path, plain};
use crate::harness::{BOTH, DROPLINE, FILES, MAXCONNECT4, folder, read, run, say, write};
use dropline_core::{Rules, Variant, notation::maxconnect};
use dropline_engine::{Spec, Think, build};
use std::path::Path;

/// The column of the first move that a command printed.
fn column(out: &str) -> u32 {
    let line = out.lines().find(|line| line.starts_with("move ")).unwrap_or_else(|| panic!("no move in {out}"));
    line.rsplit(' ').next().and_then(|number| number.parse().ok()).expect("a column ends the line")
}

/// What a player of the library chooses in a board file.
fn choice(spec: &str, file: &str) -> u32 {
    let variant = Variant::STANDARD.with_rules(Rules::Max);
    let file = maxconnect::parse(plain(file).as_bytes()).expect("a board file");
    let game = file.game(variant).expect("a board of seven columns and six levels");
    let spec: Spec = spec.parse().expect("a spec");
    let mut player = build(&spec, variant, 0).expect("a player of Max-Connect");
    player.choose(&game, &Think::default()).expect("a move is possible").column.number()
}

#[test]
fn the_usual_player_is_the_published_max_at_exactly_the_depth_given() {
    let folder = folder();
    let mut differing = 0;
    for case in cases("valid").iter().filter(|case| case["full"] == false) {
        let file = path(case);
        let expected: Vec<u32> =
            (1..=5).map(|depth| choice(&format!("max:eval=classic,depth={depth}"), &file)).collect();
        differing += usize::from(expected.iter().any(|&column| column != expected[0]));
        for (depth, &expected) in (1..=5).zip(&expected) {
            let ran = run(DROPLINE, folder.path(), &["one-move", &file, "out.txt", &depth.to_string()], "");
            assert_eq!(column(&ran.out), expected, "{file} at depth {depth}");
        }
        let words = ["one-move", &file, "out.txt", "3", "--player", "max:eval=margin,depth=5"];
        let ran = run(MAXCONNECT4, folder.path(), &words, "");
        assert_eq!(column(&ran.out), choice("max:depth=3", &file), "DEPTH wins over the spec's depth: {file}");
    }
    assert!(differing >= 5, "the depth must matter in some files for this test to mean anything");
}

#[test]
fn margin_to_the_end_plays_the_best_final_margin() {
    let cases: Vec<_> = cases("valid").into_iter().filter(|case| case["best_columns_margin"].is_array()).collect();
    assert!(cases.len() >= 5);
    for case in &cases {
        let vacant = 42 - case["pieces"].as_u64().unwrap();
        let best: Vec<u32> = serde_json::from_value(case["best_columns_margin"].clone()).unwrap();
        for depth in [vacant.to_string(), "42".to_owned(), "99999999999".to_owned()] {
            let folder = folder();
            let out =
                run(MAXCONNECT4, folder.path(), &["one-move", &path(case), "board.txt", &depth, "--player", "max"], "")
                    .ok();
            assert!(best.contains(&column(&out)), "{}: {out}", case["file"]);
            let margin = play_out(folder.path(), &depth);
            assert_eq!(margin, case["perfect_margin_p1_minus_p2"].as_i64().unwrap(), "{} at {depth}", case["file"]);
        }
    }
}

/// Plays `board.txt` to its end and returns how many points player 1 is ahead.
fn play_out(folder: &Path, depth: &str) -> i64 {
    loop {
        let out = say(MAXCONNECT4, folder, &format!("one-move board.txt board.txt {depth} --player max")).ok();
        let score = out.lines().rfind(|line| line.starts_with("Score: ")).expect("a score").replace(',', "");
        let points: Vec<i64> = score.split(' ').filter_map(|word| word.parse().ok()).collect();
        if out.ends_with("Game over.\n") {
            // Score: Player 1 = a, Player 2 = b
            return points[1] - points[3];
        }
    }
}

#[test]
fn max_takes_the_middle_first_and_plays_a_whole_interactive_game() {
    for program in BOTH {
        let folder = folder();
        assert_eq!(column(&say(program, folder.path(), "one-move none out.txt 2 --player max").ok()), 4);
        // Every column is tried in turn often enough to fill the board whatever the computer does.
        let answers = "1\n2\n3\n4\n5\n6\n7\n".repeat(6);
        let out = run(program, folder.path(), &["interactive", "none", "human-next", "3"], &answers).ok();
        assert!(out.contains("\nmove 42: Player 2, column "), "{out}");
        assert!(out.ends_with("\nGame over.\n"), "{out}");
        let last = read(folder.path(), "computer.txt");
        assert!(!last.contains('0') && last.ends_with("\n1\n"), "{last}");
    }
}

#[test]
fn max_plays_every_size() {
    let folder = folder();
    for size in ["1x1", "1x9", "9x1", "3x5", "10x6", "12x9", "64x64", "4096x1"] {
        let ran = say(DROPLINE, folder.path(), &format!("one-move none out.txt 2 --size {size} --connect 3"));
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{size}");
        let ran = say(DROPLINE, folder.path(), &format!("one-move out.txt out.txt 1 --size {size} --connect 3"));
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{size}");
    }
}

#[test]
fn players_that_do_not_play_max_connect_are_refused() {
    let folder = folder();
    write(folder.path(), "out.txt", "as it was");
    let words = format!("one-move {FILES}/v02_official_input2.txt out.txt 2 --player forecast");
    let said = say(MAXCONNECT4, folder.path(), &words).refused();
    assert!(said.contains("forecast does not play 7x6m4"), "{said}");
    assert_eq!(read(folder.path(), "out.txt"), "as it was");
}
