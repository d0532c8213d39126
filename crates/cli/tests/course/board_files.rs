//! Every board file of the course's index, through the command.

use crate::harness::{BOTH, DROPLINE, FILES, MAXCONNECT4, folder, names, picture, read, run, write};
use serde_json::Value;
use std::fs;
use std::path::Path;

pub(crate) fn cases(kind: &str) -> Vec<Value> {
    let index = fs::read_to_string(Path::new(FILES).join("index.json")).expect("the index is there");
    let all: Vec<Value> = serde_json::from_str(&index).expect("the index is JSON");
    all.into_iter().filter(|case| case["kind"] == kind).collect()
}

pub(crate) fn path(case: &Value) -> String {
    format!("{FILES}/{}", case["file"].as_str().expect("every case has a file"))
}

/// The file as the course writes it: plain line ends, nothing else.
pub(crate) fn plain(path: &str) -> String {
    let text = fs::read_to_string(path).expect("the file can be read");
    let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim_end).filter(|line| !line.is_empty());
    lines.map(|line| format!("{line}\n")).collect()
}

/// The file after a drop into a column, counted from 1.
fn dropped(file: &str, column: usize) -> String {
    let mut lines: Vec<Vec<char>> = file.lines().map(|line| line.chars().collect()).collect();
    let turn = lines.pop().expect("the turn digit")[0];
    let row = lines.iter().rposition(|row| row[column - 1] == '0').expect("the column has room");
    lines[row][column - 1] = turn;
    lines.push(vec![if turn == '1' { '2' } else { '1' }]);
    lines.iter().map(|line| line.iter().collect::<String>() + "\n").collect()
}

#[test]
fn one_move_writes_the_next_file() {
    let cases: Vec<Value> = cases("valid").into_iter().filter(|case| case["full"] == false).collect();
    assert!(cases.len() >= 20);
    for (case, program) in cases.iter().flat_map(|case| BOTH.map(|program| (case, program))) {
        let (folder, input) = (folder(), path(case));
        let ran = run(program, folder.path(), &["one-move", &input, "out.txt", "2", "--player", "bad"], "");
        assert_eq!(ran.code, Some(0), "{input}: {}", ran.err);
        let consistent = case["consistent"] == true;
        assert_eq!(ran.err.is_empty(), consistent, "{input}: {}", ran.err);
        if !consistent {
            assert!(ran.err.starts_with(&format!("warning: {input}:7:1: ")), "{}", ran.err);
        }
        // The bad player takes the leftmost column with room.
        let column = case["legal_columns_1based"][0].as_u64().unwrap() as usize;
        let (before, after) = (plain(&input), dropped(&plain(&input), column));
        assert_eq!(read(folder.path(), "out.txt"), after, "{input}");
        let expected_start = format!(
            "MaxConnect-4 game\nGame state before move:\n{}Score: Player 1 = {}, Player 2 = {}\n\nmove {}: Player {}, column {column}\nGame state after move:\n{}Score: Player 1 = ",
            picture(&before),
            case["score1"],
            case["score2"],
            case["pieces"].as_u64().unwrap() + 1,
            case["next"],
            picture(&after),
        );
        assert!(ran.out.starts_with(&expected_start), "{input}: {}", ran.out);
        assert_eq!(ran.out.lines().count(), 23, "{input}: {}", ran.out);
    }
}

#[test]
fn full_boards_are_announced_and_nothing_is_written() {
    let cases: Vec<Value> = cases("valid").into_iter().filter(|case| case["full"] == true).collect();
    assert!(cases.len() >= 3);
    for (case, mode) in
        cases.iter().flat_map(|case| [("one-move", "out.txt"), ("interactive", "human-next")].map(|mode| (case, mode)))
    {
        let (folder, input) = (folder(), path(case));
        let out = run(MAXCONNECT4, folder.path(), &[mode.0, &input, mode.1, "4", "--player", "bad"], "").ok();
        let (one, two) = (case["score1"].as_u64().unwrap(), case["score2"].as_u64().unwrap());
        let result = match one.cmp(&two) {
            std::cmp::Ordering::Greater => format!("Player 1 wins {one} to {two}."),
            std::cmp::Ordering::Less => format!("Player 2 wins {two} to {one}."),
            std::cmp::Ordering::Equal => format!("It is a tie, {one} to {two}."),
        };
        let expected = format!(
            "MaxConnect-4 game\nGame state before move:\n{}Score: Player 1 = {one}, Player 2 = {two}\n\nThe board is full.\n{result}\nGame over.\n",
            picture(&plain(&input))
        );
        assert_eq!(out, expected);
        assert!(names(folder.path()).is_empty());
    }
}

#[test]
fn strict_refuses_what_is_otherwise_warned_about() {
    for case in cases("valid").iter().filter(|case| case["full"] == false) {
        let (folder, input) = (folder(), path(case));
        write(folder.path(), "out.txt", "as it was");
        let ran =
            run(DROPLINE, folder.path(), &["one-move", &input, "out.txt", "1", "--player", "bad", "--strict"], "");
        if case["consistent"] == true {
            ran.ok();
        } else {
            let said = ran.refused();
            assert!(said.starts_with(&format!("dropline: {input}:7:1: ")), "{said}");
            assert!(
                said.contains(&format!("player 1 has {} on the board and player 2 has {}", case["ones"], case["twos"]))
            );
            assert_eq!(read(folder.path(), "out.txt"), "as it was");
        }
    }
}

#[test]
fn refused_files_leave_the_output_alone() {
    let cases = cases("refuse");
    assert!(cases.len() >= 10);
    for (case, program) in cases.iter().flat_map(|case| BOTH.map(|program| (case, program))) {
        let (folder, mut input) = (folder(), path(case));
        let is_directory = input.ends_with("_directory");
        if is_directory {
            input = folder.path().join("input").display().to_string();
            fs::create_dir(&input).unwrap();
        }
        write(folder.path(), "out.txt", "as it was");
        let said = run(program, folder.path(), &["one-move", &input, "out.txt", "2", "--player", "bad"], "").refused();
        let name = program.rsplit('/').next().unwrap();
        let place = said.strip_prefix(&format!("{name}: {input}:")).unwrap_or_else(|| panic!("{said}"));
        let mut parts = place.split(':');
        if is_directory {
            assert!(place.contains("directory"), "{said}");
        } else {
            let mut number = || parts.next().and_then(|part| part.parse::<usize>().ok());
            assert!(number().is_some() && number().is_some(), "{said}");
        }
        assert_eq!(read(folder.path(), "out.txt"), "as it was");
        run(program, folder.path(), &["one-move", &input, "new.txt", "2", "--player", "bad"], "").refused();
        run(program, folder.path(), &["interactive", &input, "computer-next", "2", "--player", "bad"], "1\n").refused();
        assert_eq!(names(folder.path()).iter().filter(|name| *name != "input").collect::<Vec<_>>(), ["out.txt"]);
    }
}

#[test]
fn odd_files_are_accepted_without_a_word() {
    let cases = cases("accept");
    assert!(cases.len() >= 2);
    for case in &cases {
        let (folder, input) = (folder(), path(case));
        run(MAXCONNECT4, folder.path(), &["one-move", &input, "out.txt", "2", "--player", "bad"], "").ok();
        assert_eq!(read(folder.path(), "out.txt"), dropped(&plain(&input), 1));
    }
}
