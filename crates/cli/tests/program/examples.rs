//! Every command's help has examples, and they work.

use crate::{command, repository, run};
use std::path::Path;
use std::process::Command;

/// Seconds after which an example that is still at work counts as one that works: what is wrong is told at once.
pub(crate) const PATIENCE: &str = "3";

/// Examples that need what a test has not: a port, a browser, a database, a pager.
fn needs_more(example: &str) -> bool {
    example.starts_with("dropline serve") || example.contains("| man ")
}

pub(crate) fn help(name: &str) -> String {
    let mut command = command();
    // As wide as it takes: nothing is wrapped.
    command.args(name.split(' ').filter(|word| !word.is_empty())).arg("--help").env("COLUMNS", "400");
    run(command, b"").out
}

/// The names below a heading of the help that lists commands.
fn commands_of(help: &str) -> Vec<String> {
    let Some((_, list)) = help.split_once("\nCommands:\n") else { return Vec::new() };
    let names =
        list.lines().take_while(|line| line.starts_with("  ")).filter_map(|line| line.split_whitespace().next());
    names.filter(|&name| name != "help").map(str::to_owned).collect()
}

/// The example commands, without what is said about them.
fn examples(help: &str) -> Vec<String> {
    let Some((_, list)) = help.split_once("Examples:\n") else { return Vec::new() };
    let lines = list.lines().map_while(|line| line.strip_prefix("  "));
    lines.map(|line| line.split_once("  ").map_or(line, |(command, _)| command).to_owned()).collect()
}

pub(crate) fn all_commands() -> Vec<String> {
    let mut names = vec![String::new()];
    for name in commands_of(&help("")) {
        let below: Vec<String> = commands_of(&help(&name)).iter().map(|sub| format!("{name} {sub}")).collect();
        names.push(name);
        names.extend(below);
    }
    names
}

/// The files that the examples speak of.
pub(crate) fn fill(folder: &Path, bin: &Path) {
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("a file");
    write("positions.txt", "4444443 -1\n44444432 1\n");
    write("games", "44444431111\n4444443222\n");
    std::fs::copy(repository().join("crates/engine/lessons/01-lines.txt"), folder.join("lesson.txt"))
        .expect("a lesson");
    std::fs::copy(repository().join("testdata/proof-6x4c4.json"), folder.join("9x5.json")).expect("a certificate");
    write("board.txt", ".......\n.......\n.......\n.......\n...B...\n...R...\nred\n");
    write("input.txt", "0000000\n0000000\n0000000\n0000000\n0002000\n0001000\n1\n");
    for name in ["examples", "testdata"] {
        std::os::unix::fs::symlink(repository().join(name), folder.join(name)).expect("a link");
    }
    std::fs::copy(bin.join("maxconnect4"), folder.join("maxconnect4")).expect("the course program");
    for home in [".local/share/bash-completion/completions", ".config/fish/completions"] {
        std::fs::create_dir_all(folder.join(home)).expect("a folder");
    }
    let mut game = command();
    game.args(["show", "4453", "--to", "json"]);
    write("game.json", &run(game, b"").out);
    // The example that makes it may not be done in time.
    write("5x4.puzzles", "dropline puzzles 1: 5x4c4\n-7VY1 4 tie 2 only-defence 1891 79\n");
    let mut book = command();
    book.args("book build --variant 4x4c4 --nodes 100 --out 6x5.book".split(' ')).current_dir(folder);
    assert_eq!(run(book, b"").code, 0);
}

/// What stands below some headings of the help.
const HEADINGS: [(&str, &[&str]); 3] = [
    ("What is played:", &["--variant", "--columns", "--levels", "--connect", "--rules"]),
    ("Where to start:", &["--moves", "--load", "--from", "--grid", "--key"]),
    ("Opening book:", &["--book", "--no-book"]),
];

#[test]
fn every_option_stands_under_its_own_heading() {
    for name in all_commands() {
        let help = help(&name);
        for (heading, known) in HEADINGS {
            let lines = help.lines().skip_while(|line| *line != heading).skip(1);
            for line in lines.take_while(|line| line.is_empty() || line.starts_with("  ")) {
                // What is said about an option stands further to the right.
                let is_said = line.starts_with("          ") || line.trim().is_empty();
                let is_known = line.split([' ', ',']).any(|word| known.contains(&word));
                assert!(is_said || is_known, "`dropline {name} --help` has {line} under {heading}");
            }
        }
    }
}

#[test]
#[cfg(unix)]
fn every_command_has_examples_that_work() {
    let bin = Path::new(env!("CARGO_BIN_EXE_dropline")).parent().expect("a folder");
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
    let folder = tempfile::tempdir().expect("a folder");
    fill(folder.path(), bin);
    let mut wrong = Vec::new();
    for name in all_commands() {
        let examples = examples(&help(&name));
        if examples.is_empty() {
            wrong.push(format!("`dropline {name} --help` has no examples"));
        }
        for example in examples.iter().filter(|example| !needs_more(example)) {
            let mut command = Command::new("timeout");
            let line = example.replace("${fpath[1]}", ".");
            command
                .args([PATIENCE, "sh", "-c", &line])
                .current_dir(&folder)
                .env("PATH", &path)
                .env("HOME", folder.path());
            let run = run(command, b"");
            if !matches!(run.code, 0 | 124) {
                wrong.push(format!("{example}: exit code {}: {}", run.code, run.err));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
