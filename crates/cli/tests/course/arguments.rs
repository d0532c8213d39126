//! Wrong arguments: the usage of both modes, and what was wrong.

use crate::harness::{BOTH, DROPLINE, MAXCONNECT4, folder, names, say};

fn usage(program: &str) -> String {
    let name = program.rsplit('/').next().expect("a program has a name");
    format!(
        "Usage: {name} one-move [OPTIONS] INPUT OUTPUT DEPTH\n       {name} interactive [OPTIONS] INPUT computer-next|human-next DEPTH\n"
    )
}

#[test]
fn wrong_arguments_get_the_usage_of_both_modes() {
    let wrong = [
        ("one-move", "OUTPUT"),
        ("interactive", "INPUT"),
        ("one-move in.txt", "OUTPUT"),
        ("one-move in.txt out.txt", "DEPTH"),
        ("one-move in.txt out.txt 3 4", "'4'"),
        ("one-move in.txt out.txt 3 --fast", "--fast"),
        ("interactive in.txt human-next", "DEPTH"),
        ("interactive in.txt human 3", "computer-next, human-next"),
        ("interactive in.txt 3 human-next", "computer-next, human-next"),
        ("one-move in.txt out.txt 3 --player nobody", "nobody"),
        ("one-move in.txt out.txt 3 --player bad:depth=4", "bad has no option `depth`"),
        ("one-move in.txt out.txt 3 --connect 0", "connect must be 1 or more, not 0"),
        ("one-move in.txt out.txt 3 --connect -2", "connect must be 1 or more, not -2"),
        ("one-move in.txt out.txt 3 --connect four", "a whole number, 1 or more"),
        ("one-move in.txt out.txt 3 --size 7", "columns x levels, as in 7x6"),
        ("one-move in.txt out.txt 3 --size 0x6", "columns must be 1 or more, not 0"),
        ("one-move in.txt out.txt 3 --size 100x100", "more than the 4096"),
        ("one-move in.txt out.txt 3 --seed x", "'x'"),
    ];
    for (program, (words, part)) in BOTH.iter().flat_map(|program| wrong.map(|case| (program, case))) {
        let folder = folder();
        let said = say(program, folder.path(), words).refused();
        assert!(said.contains(&usage(program)), "{words}: {said}");
        assert!(said.contains(part), "{words}: {said}");
        assert_eq!(said.matches("Usage:").count(), 1, "{words}: {said}");
        assert!(names(folder.path()).is_empty());
    }
}

#[test]
fn a_missing_or_unknown_mode_gets_the_usage() {
    let folder = folder();
    for words in ["", "two-moves in.txt out.txt 3", "help"] {
        let said = match words {
            "" => crate::harness::run(MAXCONNECT4, folder.path(), &[], "").refused(),
            words => say(MAXCONNECT4, folder.path(), words).refused(),
        };
        assert!(said.contains(&usage(MAXCONNECT4)), "{said}");
    }
}

#[test]
fn the_depth_is_1_or_more() {
    let folder = folder();
    for (program, mode) in BOTH
        .iter()
        .flat_map(|program| ["one-move in.txt out.txt", "interactive in.txt human-next"].map(|mode| (program, mode)))
    {
        for depth in ["0", "-1", "-20", "1.5", "deep", "4x"] {
            let said = say(program, folder.path(), &format!("{mode} {depth} --player bad")).refused();
            assert!(said.contains("a whole number, 1 or more"), "{said}");
            assert!(said.contains(&format!("'{depth}'")), "{said}");
            assert!(said.contains(&usage(program)), "{said}");
        }
        for depth in ["1", "42", "43", "1000000", "99999999999999999999"] {
            say(program, folder.path(), &format!("{mode} {depth} --player bad")).ok();
        }
    }
}

#[test]
fn a_person_cannot_play_for_the_computer() {
    let folder = folder();
    let said = say(MAXCONNECT4, folder.path(), "one-move in.txt out.txt 3 --player human").refused();
    assert!(said.contains("`human` is a person and cannot play for the computer"), "{said}");
}

#[test]
fn help_is_no_error() {
    let folder = folder();
    for (program, words) in BOTH
        .iter()
        .flat_map(|program| ["one-move --help", "interactive -h", "--help", "--version"].map(|words| (program, words)))
    {
        let out = say(program, folder.path(), words).ok();
        assert!(!out.is_empty());
    }
    assert!(say(MAXCONNECT4, folder.path(), "--help").ok().contains(&usage(MAXCONNECT4)));
    assert!(say(DROPLINE, folder.path(), "one-move --help").ok().contains(&usage(DROPLINE)));
}
