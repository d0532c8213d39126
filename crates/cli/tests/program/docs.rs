//! The documents tell the truth: their commands print what stands below them.

use crate::{repository, run};
use std::path::Path;
use std::process::Command;

/// Whether a line is as expected; `[..]` stands for anything.
fn matches(expected: &str, line: &str) -> bool {
    let Some((start, rest)) = expected.split_once("[..]") else { return expected == line };
    let (middle, end) = rest.rsplit_once("[..]").unwrap_or(("", rest));
    let inside = line.strip_prefix(start).and_then(|line| line.strip_suffix(end));
    let found = inside.map(|inside| {
        middle.split("[..]").try_fold(inside, |inside, part| inside.find(part).map(|at| &inside[at + part.len()..]))
    });
    found.flatten().is_some()
}

/// Runs the commands of a page, checks what stands below each, and returns the lines printed by each.
fn transcripts(page: &str) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(repository().join("docs").join(page)).expect("a page");
    let bin = Path::new(env!("CARGO_BIN_EXE_dropline")).parent().expect("a folder");
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
    let blocks = text.split("```console\n").skip(1);
    let transcript = |block: &str| {
        let (block, _) = block.split_once("```").expect("an end of the block");
        let mut lines = block.lines();
        let line = lines.next().and_then(|line| line.strip_prefix("$ ")).expect("a command");
        let mut command = Command::new("sh");
        command.args(["-c", line]).env("PATH", &path);
        let run = run(command, b"");
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{line}");
        let expected: Vec<_> = lines.collect();
        let out: Vec<_> = run.out.lines().map(str::to_owned).collect();
        assert_eq!(out.len(), expected.len(), "{line}\n{}", run.out);
        for (expected, out) in expected.into_iter().zip(&out) {
            assert!(matches(expected, out), "{line}\nexpected {expected}\nprinted  {out}");
        }
        out
    };
    blocks.map(transcript).collect()
}

#[test]
fn the_json_of_the_docs_is_the_json_of_the_command() {
    let printed = transcripts("json.md");
    for line in printed.iter().flatten() {
        serde_json::from_str::<serde_json::Value>(line).unwrap();
    }
    assert_eq!(printed.len(), 22);
}

#[test]
fn what_players_see_in_the_docs_is_what_the_command_prints() {
    assert_eq!(transcripts("players.md").len(), 11);
}

#[test]
fn the_puzzles_of_the_docs_are_those_of_the_program() {
    assert_eq!(transcripts("puzzles.md").len(), 4);
}

#[test]
fn the_explanations_of_the_docs_are_those_of_the_command() {
    assert_eq!(transcripts("explain.md").len(), 10);
}
