//! The `dropline` command: what is typed becomes validated options (`args`), options become output (`commands`).
//!
//! Nothing below `args` sees clap, and nothing here holds a rule of a game or a piece of search.

mod args;
mod commands;
mod contest;
mod exit;
mod files;
mod output;
mod prose;
mod session;
mod tui;

use clap::Parser;
use std::process::ExitCode;

/// Runs the command with the arguments of the process.
///
/// Exit codes: 0 all went well, 1 a check found differences, 2 the input or the arguments were wrong.
#[must_use]
pub fn main() -> ExitCode {
    let args = args::Args::parse();
    exit::report(commands::run(args))
}
