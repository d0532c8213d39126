//! Running the commands in a folder of their own.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

pub(crate) const DROPLINE: &str = env!("CARGO_BIN_EXE_dropline");
pub(crate) const MAXCONNECT4: &str = env!("CARGO_BIN_EXE_maxconnect4");
pub(crate) const BOTH: [&str; 2] = [DROPLINE, MAXCONNECT4];

/// The course's board files.
pub(crate) const FILES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/maxconnect4");

/// How a command ended and what it said.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    /// The output of a command that must have succeeded without a warning.
    #[track_caller]
    pub(crate) fn ok(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (Some(0), ""), "{}", self.out);
        self.out
    }

    /// The errors of a command that must have refused its input before it printed anything.
    #[track_caller]
    pub(crate) fn refused(self) -> String {
        assert_eq!((self.code, self.out.as_str()), (Some(2), ""), "{}", self.err);
        self.err
    }
}

/// A folder that goes away at the end of the test.
pub(crate) fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder can be made")
}

/// Runs a command in a folder with this standard input.
pub(crate) fn run(program: &str, folder: &Path, args: &[&str], input: &str) -> Ran {
    let mut child = Command::new(program)
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    // A command that refuses its arguments does not read its input.
    let _ = child.stdin.take().expect("standard input is piped").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the command ends");
    let text = |bytes| String::from_utf8(bytes).expect("output is text");
    Ran { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// Runs a command whose words are given in one text.
pub(crate) fn say(program: &str, folder: &Path, words: &str) -> Ran {
    let words: Vec<&str> = words.split(' ').collect();
    run(program, folder, &words, "")
}

pub(crate) fn read(folder: &Path, file: &str) -> String {
    std::fs::read_to_string(folder.join(file)).expect("the file can be read")
}

pub(crate) fn write(folder: &Path, file: &str, text: impl AsRef<[u8]>) {
    std::fs::write(folder.join(file), text).expect("the file can be written");
}

/// The names of all files in a folder, sorted.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("the folder can be read");
    let mut names: Vec<_> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// The course program's picture of the rows of a board file.
pub(crate) fn picture(file: &str) -> String {
    let rows: Vec<&str> = file.lines().filter(|line| !line.is_empty()).collect();
    let rows = &rows[..rows.len() - 1];
    let edge = format!(" {}\n", "-".repeat(2 * rows[0].len() + 3));
    let mut text = edge.clone();
    for row in rows {
        let cells: Vec<String> = row.chars().map(String::from).collect();
        text += &format!(" | {} | \n", cells.join(" "));
    }
    text + &edge
}
