//! How the command ends: one sentence on standard error and an exit code.

use crate::output::say;
use std::io;
use std::process::ExitCode;

/// Wrong input or wrong arguments.
const BAD_INPUT: u8 = 2;

/// The exit code for a result; what went wrong is said on standard error under the name of the program. A reader that closed the
/// pipe is not an error.
pub(crate) fn report(program: &str, result: anyhow::Result<ExitCode>) -> ExitCode {
    match result {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            say(format_args!("{program}: {}", in_words(format!("{error:#}"))));
            ExitCode::from(BAD_INPUT)
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| cause.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe))
}

/// What operating systems say, and what it means.
const OS_WORDS: &[(&str, &str)] = &[
    ("No such file or directory", "there is no such file or folder"),
    ("Permission denied", "you have no right to do that"),
    ("File exists", "there is a file of this name already"),
    ("Is a directory", "this is a folder, not a file"),
    ("Not a directory", "a part of the path is a file, not a folder"),
    ("Cannot allocate memory", "the system does not give that much"),
    ("No space left on device", "the disk is full"),
    ("Disk quota exceeded", "your share of the disk is full"),
    ("Read-only file system", "this disk can only be read"),
    ("File name too long", "the name is too long"),
    ("Too many open files", "too many files are open at a time"),
    ("Invalid argument", "the system cannot do that here"),
    ("Input/output error", "the disk fails"),
    ("File too large", "the file is larger than the disk allows"),
    ("Operation not permitted", "you have no right to do that"),
    ("Address already in use", "another program listens there already (choose another port)"),
    ("Cannot assign requested address", "this computer does not have that address"),
];

/// Errors of the operating system as sentences.
pub(crate) fn in_words(mut text: String) -> String {
    for (raw, sentence) in OS_WORDS {
        text = text.replace(&format!("{raw} (os error "), &format!("{sentence} (os error "));
    }
    text = text.replace("stream did not contain valid UTF-8", "this is not text in UTF-8");
    // The numbers help nobody.
    while let Some(start) = text.find("error returned from database: (code: ") {
        let Some(end) = text[start..].find(") ") else { break };
        text.replace_range(start..start + end + 2, "");
    }
    while let Some(start) = text.find(" (os error ") {
        let Some(end) = text[start..].find(')') else { break };
        text.replace_range(start..=start + end, "");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_the_system_become_sentences() {
        let missing = io::Error::from_raw_os_error(2);
        assert_eq!(
            in_words(format!("a: {missing}; b: {missing}")),
            "a: there is no such file or folder; b: there is no such file or folder"
        );
        assert_eq!(in_words("nothing (os error".to_owned()), "nothing (os error");
        let database = "cannot open the database a: error returned from database: (code: 26) file is not a database";
        assert_eq!(in_words(database.to_owned()), "cannot open the database a: file is not a database");
    }
}
