//! Lessons on the command line.

use crate::{command, run};
use std::fs;
use std::path::Path;

const LESSON: &str = "lesson: own\ntitle: Own\nwords: Words.\n\ntask: win\nposition: 415261\ncolumns: 3 7\nask: Win.\nhint: Look.\nright: Yes.\nwrong: No.\n";

fn lessons(arguments: &[&str], input: &str) -> crate::Run {
    lessons_of(tempfile::tempdir().expect("a folder").path(), arguments, input)
}

/// The same for somebody with this home.
fn lessons_of(home: &Path, arguments: &[&str], input: &str) -> crate::Run {
    let mut command = command();
    command.env("HOME", home).env("XDG_STATE_HOME", home.join("state")).env("XDG_DATA_HOME", home.join("data"));
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
fn progress_that_cannot_be_kept_is_told_of_once_and_the_lesson_goes_on() {
    let home = tempfile::tempdir().expect("a folder");
    fs::write(home.path().join("state"), "no folder").expect("a file");
    let file = home.path().join("own.txt");
    let task = LESSON.split_once("\n\n").expect("a task").1;
    fs::write(&file, format!("{LESSON}\n{task}")).expect("a file");
    let played = lessons_of(home.path(), &["play", &file.display().to_string()], "3\n3\n");
    assert_eq!(played.code, 0, "{}", played.err);
    assert!(played.out.ends_with("The lesson is done.\n"), "{}", played.out);
    assert_eq!(
        played.err.matches("dropline: progress is not kept: cannot make the folder ").count(),
        1,
        "{}",
        played.err
    );
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

#[test]
fn what_was_done_is_kept_and_damage_is_set_aside() {
    let home = tempfile::tempdir().expect("a folder");
    let (home, file) = (home.path(), home.path().join("state/dropline/lessons.json"));
    assert!(lessons_of(home, &["play", "1"], "3\nskip\nquit\n").out.contains("Right."));
    assert_eq!(fs::read_to_string(&file).expect("a file"), "{\"lines\":[1]}\n");
    let listed = lessons_of(home, &["list"], "").out;
    assert!(
        listed.starts_with(" 1  lines ") && listed.lines().next().unwrap_or_default().ends_with(" tasks, 1 done)"),
        "{listed}"
    );
    fs::write(&file, "{\"lines\":").expect("a file");
    let damaged = lessons_of(home, &["list", "--format", "json"], "");
    assert!(
        damaged.code == 0
            && damaged.err.contains("What was learned in ")
            && damaged.err.contains("lessons.json.broken")
    );
    assert_eq!(serde_json::from_str::<serde_json::Value>(&damaged.out).expect("JSON")[0]["done"], 0);
}

#[test]
fn lessons_in_the_folder_of_the_user_are_listed_and_played() {
    let home = tempfile::tempdir().expect("a folder");
    let (home, folder) = (home.path(), home.path().join("data/dropline/lessons"));
    fs::create_dir_all(&folder).expect("a folder");
    for (name, text) in [
        ("a.txt", LESSON.to_owned()),
        ("b.txt", LESSON.replace("3 7", "3")),
        ("c.txt", LESSON.replace("own", "lines")),
        ("notes.md", "no lesson".to_owned()),
    ] {
        fs::write(folder.join(name), text).expect("a file");
    }
    let listed = lessons_of(home, &["list"], "");
    assert!(listed.out.ends_with("11  own            Own (1 task)\n"), "{}", listed.out);
    assert_eq!(listed.err.matches("A lesson is left out").count(), 2, "{}", listed.err);
    assert!(
        listed.err.contains("b.txt: task 1, to win at 7x6c4:") && listed.err.contains("right are the columns 3, 7")
    );
    assert!(listed.err.contains("c.txt: there is a lesson `lines` already"), "{}", listed.err);
    assert!(lessons_of(home, &["play", "own"], "3\n").out.ends_with("Right. Yes.\n\nThe lesson is done.\n"));
}
