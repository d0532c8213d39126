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
            say(format_args!("{program}: {error:#}"));
            ExitCode::from(BAD_INPUT)
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| cause.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe))
}
