//! A command line, split into words as a shell would, without a shell.

use std::path::Path;

/// A program and its arguments, ready to be started from any folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CommandLine {
    pub(crate) program: String,
    pub(crate) arguments: Vec<String>,
}

/// Why a command line cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CommandError {
    /// There is no word in it.
    #[error("the command is empty")]
    Empty,
    /// A quote is not closed.
    #[error("the command `{0}` has a quote that is not closed")]
    Quote(String),
    /// The program does not exist.
    #[error("there is no program `{0}`")]
    Missing(String),
}

impl CommandLine {
    /// The words of a command. Programs run in a folder of their own, so words that name a file in the current folder become full
    /// paths; a program without a `/` is looked up in `PATH`.
    pub(crate) fn parse(text: &str) -> Result<CommandLine, CommandError> {
        let mut words = shlex::split(text).ok_or_else(|| CommandError::Quote(text.to_owned()))?.into_iter();
        let program = words.next().filter(|word| !word.is_empty()).ok_or(CommandError::Empty)?;
        let program = if program.contains('/') { full_path(program) } else { program };
        if !is_there(&program) {
            return Err(CommandError::Missing(program));
        }
        Ok(CommandLine { program, arguments: words.map(full_path).collect() })
    }
}

fn full_path(word: String) -> String {
    let path = Path::new(&word);
    if word.is_empty() || path.is_absolute() || !path.exists() {
        return word;
    }
    path.canonicalize().ok().and_then(|path| path.to_str().map(str::to_owned)).unwrap_or(word)
}

fn is_there(program: &str) -> bool {
    if program.contains('/') {
        return Path::new(program).is_file();
    }
    std::env::var_os("PATH").is_some_and(|path| std::env::split_paths(&path).any(|dir| dir.join(program).is_file()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_as_a_shell_would() {
        let command = CommandLine::parse("sh -c 'echo \"a b\"' c\\ d").unwrap();
        assert_eq!(command.program, "sh");
        assert_eq!(command.arguments, ["-c", "echo \"a b\"", "c d"]);
    }

    #[test]
    fn files_of_the_current_folder_become_full_paths() {
        let command = CommandLine::parse("sh Cargo.toml src/lib.rs missing.txt").unwrap();
        let folder = std::env::current_dir().unwrap().canonicalize().unwrap();
        let full = |name: &str| folder.join(name).to_str().unwrap().to_owned();
        assert_eq!(command.arguments, [full("Cargo.toml"), full("src/lib.rs"), "missing.txt".to_owned()]);
    }

    #[test]
    fn what_cannot_be_started_is_said() {
        assert_eq!(CommandLine::parse("  "), Err(CommandError::Empty));
        assert_eq!(CommandLine::parse("sh 'a"), Err(CommandError::Quote("sh 'a".into())));
        assert_eq!(CommandLine::parse("./no-such"), Err(CommandError::Missing("./no-such".into())));
        assert_eq!(CommandLine::parse("no-such-program"), Err(CommandError::Missing("no-such-program".into())));
    }
}
