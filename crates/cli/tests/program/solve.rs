//! `dropline solve` and `dropline bench`.

use crate::{dropline, dropline_with, printed};

#[test]
fn one_position() {
    assert_eq!(printed("solve 112233"), "112233 18\n");
    assert_eq!(printed("solve --weak 112233"), "112233 1\n");
    assert_eq!(printed("solve --variant 4x4c4 -"), "- 0\n");
    assert_eq!(printed("solve --variant 10x6c4 1,10,2,10,3,10"), "1,10,2,10,3,10 27\n");
}

#[test]
fn the_empty_board_has_two_names() {
    let mut command = crate::command();
    command.args(["solve", "--variant", "4x4c4", ""]);
    let run = crate::run(command, b"");
    assert_eq!((run.code, run.out.as_str()), (0, "- 0\n"));
}

#[test]
fn an_argument_is_moves_and_nothing_else() {
    let said = |moves: &str| {
        let mut command = crate::command();
        command.args(["solve", moves]);
        let run = crate::run(command, b"");
        (run.code, run.out, run.err)
    };
    assert_eq!(said("1 1 2 2 3 3"), (0, "1 1 2 2 3 3 18\n".to_owned(), String::new()));
    assert_eq!(said("1 1 2\n2 3 3"), (0, "1 1 2 2 3 3 18\n".to_owned(), String::new()));
    let (code, out, error) = said("112233 18");
    assert_eq!((code, out.as_str()), (2, ""));
    assert_eq!(error, "dropline: the moves: line 1, character 1: column 112233 is off the board (1 to 7)\n");
    assert_eq!(dropline("solve --check 112233").code, 2);
    let run = dropline_with("solve", b"1 1 2 2 3 3 18\n");
    assert_eq!((run.code, run.out.as_str()), (0, "1 1 2 2 3 3 18\n"));
}

#[test]
fn lines_keep_their_order() {
    let input: String = include_str!("../../../../testdata/positions/7x6c4-middle-easy.txt")
        .lines()
        .take(60)
        .fold(String::new(), |text, line| text + line + "\n");
    for jobs in [1, 4] {
        let run = dropline_with(&format!("solve --check --jobs {jobs}"), input.as_bytes());
        assert_eq!((run.code, run.err.as_str()), (0, ""));
        assert_eq!(run.out, input);
    }
}

#[test]
fn a_score_is_told_though_the_time_is_over_before_the_columns_that_keep_it_are_known() {
    let row = printed("solve --keeps --variant 9x7c4 --time 50ms -");
    assert!(row.starts_with("- 5 keeps="), "{row}");
    let row = printed("solve --keeps --variant 9x7c4 --no-book --time 50ms -");
    assert!(row.contains("..") && !row.contains("keeps"), "{row}");
    let csv = printed("solve --keeps --variant 9x7c4 --no-book --time 50ms --format csv -");
    assert!(csv.lines().nth(1).is_some_and(|row| row.starts_with("-,,") && row.ends_with(',')), "{csv}");
}

#[test]
fn a_check_without_a_score_to_compare_with_is_refused() {
    crate::refused("solve --check --key 7x6c4:-10-WF731", "the argument '--check' cannot be used with");
    let (_folder, game) = crate::file("game.json", r#"{"variant":"4x4c4","moves":[1]}"#);
    crate::refused(
        &format!("solve --check --load {}", game.display()),
        "--check compares the scores on lines `MOVES EXPECTED`, and this is one position without a score",
    );
    for lines in ["", "112233\n", "\n112233\n332211\n"] {
        let run = dropline_with("solve --check", lines.as_bytes());
        let said = "dropline: there is nothing to check: --check compares the scores on lines `MOVES EXPECTED`, and no line has one\n";
        assert_eq!((run.code, run.err.as_str()), (2, said), "{lines:?}");
    }
}

#[test]
fn a_check_reports_every_difference() {
    let run = dropline_with("solve --check", b"112233 17\n112233 18\n112233 -1\n");
    assert_eq!(run.code, 1);
    assert_eq!(run.out, "112233 18\n112233 18\n112233 18\n");
    assert_eq!(
        run.err,
        "dropline: line 1: 112233: 18 found, 17 expected\ndropline: line 3: 112233: 18 found, -1 expected\n"
    );
}

#[test]
fn a_bad_line_does_not_stop_the_rest() {
    let run = dropline_with("solve", b"8\n1212121\n112233\n44x\n\n112233 many\n");
    assert_eq!(run.code, 2);
    assert_eq!(run.out, "112233 18\n");
    let lines: Vec<&str> = run.err.lines().collect();
    assert_eq!(lines.len(), 4);
    assert!(lines[0].starts_with("dropline: line 1: "), "{}", lines[0]);
    assert_eq!(lines[1], "dropline: line 2: the game is over");
    assert!(lines[3].contains("`many` is not a score"), "{}", lines[3]);
}

#[test]
fn what_is_wrong_is_said_once_and_where() {
    let said = |args: &str| {
        let run = dropline(args);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{args}");
        run.err
    };
    assert_eq!(
        said("solve 44x"),
        "dropline: the moves: line 1, character 3: `x` is not a column: columns are numbers from 1\n"
    );
    assert_eq!(said("solve 1212121"), "dropline: the game is over\n");
    assert_eq!(
        said("solve /some/path"),
        "dropline: `/some/path` is not a list of moves such as 4453: --file /some/path reads a file\n"
    );
    let (_folder, path) = crate::file("positions.txt", "112233 18\n44x\n");
    assert!(said(&format!("solve {}", path.display())).contains(" reads a file"));
    let run = dropline(&format!("solve --file {}", path.display()));
    assert_eq!(run.out, "112233 18\n");
    let expected =
        format!("dropline: {}: line 2: character 3: `x` is not a column: columns are numbers from 1\n", path.display());
    assert_eq!(run.err, expected);
}

#[test]
fn boards_that_are_too_large_are_refused() {
    let run = dropline("solve --variant 20x20c4 -");
    assert_eq!(run.code, 2);
    assert!(run.err.contains("20x20c4 is too large to solve"), "{}", run.err);
    assert!(run.err.ends_with("; `dropline analyze` estimates on boards of any size\n"), "{}", run.err);
}

#[test]
fn a_time_limit_gives_bounds() {
    let run = dropline("solve --variant 8x8c4 --no-book --time 100ms -");
    assert_eq!(run.code, 0);
    assert!(run.out.starts_with("- ") && run.out.contains(".."), "{}", run.out);
}

#[test]
fn formats() {
    assert_eq!(printed("solve --format csv 112233"), "moves,score,lower,upper\n112233,18,18,18\n");
    assert_eq!(
        printed("solve --format json 112233"),
        "{\"moves\":\"112233\",\"score\":18,\"lower\":18,\"upper\":18}\n"
    );
    let stats = printed("solve --stats 112233");
    assert_eq!(stats.split(' ').count(), 4, "{stats}");
}

#[test]
fn every_instruction_set_and_technique_agrees() {
    for options in ["--simd portable", "--techniques all", "--techniques none", "--memory 1K", "--threads 2"] {
        assert_eq!(printed(&format!("solve {options} 274552224131661")), "274552224131661 0\n", "{options}");
    }
    assert_eq!(dropline("solve --memory lots 1").code, 2);
}
