//! `dropline engine`: a player for other programs, over standard input and output.

use anyhow::Result;
use dropline_arena::protocol::{Engine, ServeError, serve};
use std::io::{self, BufReader};
use std::process::ExitCode;

pub(crate) fn run(engine: &Engine) -> Result<ExitCode> {
    match serve(engine, BufReader::new(io::stdin()), io::stdout()) {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(ServeError::Write(error)) => Err(error.into()),
    }
}
