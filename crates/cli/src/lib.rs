//! The `dropline` command: what is typed (`args`) becomes output (`commands`).
//!
//! Nothing here holds a rule of a game or a piece of search, and nothing below the commands sees clap.

mod args;
mod commands;
mod contest;
mod course;
mod exit;
mod files;
mod interrupt;
mod lesson_folder;
mod lesson_progress;
mod output;
mod prose;
mod saved_game;
mod session;
#[cfg(feature = "tui")]
mod tui;

use std::process::ExitCode;

/// The examples of the handbook in Rust, which are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/bots.md")]
struct Bots;

/// Runs the command with the arguments of the process.
///
/// Exit codes: 0 all went well, 1 a check found differences, 2 the input or the arguments were wrong, 130 Ctrl-C stopped a match.
#[must_use]
pub fn main() -> ExitCode {
    match args::typed::<args::Args>() {
        Ok(args) => exit::report("dropline", commands::run(args)),
        Err(error) => match args::left_out::refusal(std::env::args_os().skip(1)) {
            Some(refusal) => exit::report("dropline", Err(anyhow::Error::msg(refusal))),
            None => args::course::refuse_dropline(&error, std::env::args_os().nth(1).as_ref()),
        },
    }
}

/// Runs the course program `maxconnect4` with the arguments of the process; the exit codes are the same.
#[must_use]
pub fn maxconnect4() -> ExitCode {
    match args::typed::<args::course::MaxConnect4Args>() {
        Ok(args) => exit::report("maxconnect4", commands::run_course(args.mode).map(|()| ExitCode::SUCCESS)),
        Err(error) => args::course::refuse(&error),
    }
}
