//! The commands, one file each: validated options in, output out.

pub(crate) mod completions;
pub(crate) mod interactive;
pub(crate) mod one_move;

use crate::args::course::{InteractiveArgs, Mode, OneMoveArgs};
use crate::args::{Args, Command};
use anyhow::Result;
use std::io;
use std::process::ExitCode;

/// Runs what was asked for.
pub(crate) fn run(args: Args) -> Result<ExitCode> {
    match args.command {
        None => Ok(ExitCode::SUCCESS),
        Some(Command::OneMove(args)) => one_move(args),
        Some(Command::Interactive(args)) => interactive(args),
        Some(Command::Completions(args)) => completions::run(&args),
    }
}

/// Runs a mode of the course program.
pub(crate) fn run_course(mode: Mode) -> Result<ExitCode> {
    match mode {
        Mode::OneMove(args) => one_move(args),
        Mode::Interactive(args) => interactive(args),
    }
}

fn one_move(args: OneMoveArgs) -> Result<ExitCode> {
    one_move::run(&args.options(), &mut io::stdout().lock(), &mut io::stderr().lock())
}

fn interactive(args: InteractiveArgs) -> Result<ExitCode> {
    let (mut input, mut out) = (io::stdin().lock(), io::stdout().lock());
    interactive::run(&args.options(), &mut input, &mut out, &mut io::stderr().lock())
}
