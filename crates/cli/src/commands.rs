//! The commands, one file each: validated options in, output out.

pub(crate) mod completions;

use crate::args::{Args, Command};
use anyhow::Result;
use std::process::ExitCode;

/// Runs what was asked for.
pub(crate) fn run(args: Args) -> Result<ExitCode> {
    match args.command {
        None => Ok(ExitCode::SUCCESS),
        Some(Command::Completions(args)) => completions::run(&args),
    }
}
