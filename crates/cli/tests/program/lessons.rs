//! Lessons on the command line.

use crate::{command, run};

const LESSON: &str = "lesson: own\ntitle: Own\nwords: Words.\n\ntask: win\nposition: 415261\ncolumns: 3 7\nask: Win.\nhint: Look.\nright: Yes.\nwrong: No.\n";

fn lessons(arguments: &[&str], input: &str) -> crate::Run {
    let mut command = command();
    command.arg("lessons").args(arguments);
    run(command, input.as_bytes())
}

#[test]
fn lessons_are_listed() {
    let listed = lessons(&["list"], "").out;
    assert!(listed.contains(" 6  zugzwang       Zugzwang (4 tasks)\n"), "{listed}");
    let told: serde_json::Value = serde_json::from_str(&lessons(&["list", "--format", "json"], "").out).expect("JSON");
    assert_eq!((told.as_array().map(Vec::len), &told[5]["title"]["de"]), (Some(10), &"Zugzwang".into()));
}

#[test]
fn a_lesson_is_played_line_by_line() {
    let played = lessons(&["play", "6"], "7\nnine\nhint\n5\n1\n1\n3\nskip\nskip\nquit\n");
    assert_eq!((played.code, played.err.as_str()), (0, ""));
    for said in [
        "Nobody may pass.",
        "Task 1 of 4.",
        "column 7 is full",
        "Type a column of 1 to 7, or hint, skip, quit.",
        "Your threat is 3/4.",
        "Count the harmless cells again. That move",
        "It goes on with",
        "Right so far; the other side answers in column",
        "Right. The other side had nothing left",
        "Task 4 of 4.",
    ] {
        assert!(played.out.contains(said), "{said}: {}", played.out);
    }
}

#[test]
fn files_are_solved_and_refused_with_what_is_true() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("own.txt").display().to_string();
    let check = |text: &str| {
        std::fs::write(&file, text).expect("a file");
        lessons(&["check", &file], "")
    };
    assert_eq!(check(LESSON).out, "own: 1 task, as claimed\n");
    assert_eq!(lessons(&["check", "-"], LESSON).code, 0);
    assert!(lessons(&["play", &file], "3\n").out.ends_with("Right. Yes.\n\nThe lesson is done.\n"));
    for (wrong, said) in [
        (LESSON.replace("3 7", "3"), "right are the columns 3, 7, the file says 3"),
        (LESSON.replace("win", "keep-tie"), "with best play it is a win for the side to move"),
        (LESSON.replace("hint", "clue"), "own.txt: line 9: there is no field `clue` here"),
        ("\u{0}".to_owned(), "line 1: a field is written as in"),
    ] {
        let refused = check(&wrong);
        assert_eq!(refused.code, 2, "{wrong}");
        assert!(refused.err.contains(said), "{said}: {}", refused.err);
    }
    assert!(
        lessons(&["play", "alchemy"], "")
            .err
            .contains("`alchemy` is no lesson of the program (1 to 10, or lines, block,")
    );
}
