//! The whole program: arguments and input in; output, errors and exit code out.

mod analyze;
#[cfg(unix)]
mod arena;
mod bad_input;
mod book;
mod course_files;
mod docs;
mod examples;
mod left_out;
mod lessons;
mod notations;
mod play;
mod players;
mod proof;
mod puzzles;
mod solve;
mod tools;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a run of the command left behind.
struct Run {
    code: i32,
    out: String,
    err: String,
}

fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dropline"));
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "LANG", "LC_CTYPE"] {
        command.env_remove(name);
    }
    command.env("LC_ALL", "C.UTF-8");
    command
}

/// Runs `dropline` with these arguments, separated by blanks, and this input.
fn dropline_with(args: &str, input: &[u8]) -> Run {
    let mut command = command();
    command.args(args.split(' ').filter(|arg| !arg.is_empty()));
    run(command, input)
}

/// Runs `dropline` with these arguments, separated by blanks.
fn dropline(args: &str) -> Run {
    dropline_with(args, b"")
}

fn run(mut command: Command, input: &[u8]) -> Run {
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("dropline starts");
    // A program that fails early does not read its input.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    let output = child.wait_with_output().expect("dropline ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    Run { code: output.status.code().expect("an exit code"), out: text(output.stdout), err: text(output.stderr) }
}

/// What a successful run prints.
fn printed(args: &str) -> String {
    let run = dropline(args);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "dropline {args}");
    run.out
}

/// Checks that a command is refused with a sentence.
#[track_caller]
fn refused(args: &str, sentence: &str) {
    let run = dropline(args);
    assert_eq!((run.code, run.out.as_str()), (2, ""), "dropline {args}\n{}", run.err);
    assert!(run.err.contains(sentence), "dropline {args}\nsaid     {}expected {sentence}", run.err);
}

/// A file in a folder of its own, which lives as long as the first part.
fn file(name: &str, content: impl AsRef<[u8]>) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    std::fs::write(&path, content).expect("a file");
    (folder, path)
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
