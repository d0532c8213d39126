//! The commands, one file each: validated options in, output out.

pub(crate) mod bench;
pub(crate) mod completions;
pub(crate) mod solve;

use crate::args::{Args, Command};
use anyhow::Result;
use std::process::ExitCode;

/// Runs what was asked for.
pub(crate) fn run(args: Args) -> Result<ExitCode> {
    match args.command {
        None => Ok(ExitCode::SUCCESS),
        Some(Command::Solve(args)) => solve::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Completions(args)) => completions::run(&args),
    }
}
