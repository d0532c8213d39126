//! The commands, one file each: what was asked for in, output out.

pub(crate) mod analyze;
pub(crate) mod arena;
pub(crate) mod ask;
pub(crate) mod bench;
pub(crate) mod boards;
pub(crate) mod book;
pub(crate) mod completions;
pub(crate) mod contest;
pub(crate) mod count;
pub(crate) mod engine;
pub(crate) mod explain;
pub(crate) mod interactive;
pub(crate) mod judge;
pub(crate) mod lessons;
pub(crate) mod man;
pub(crate) mod one_move;
pub(crate) mod play;
pub(crate) mod players;
pub(crate) mod proof;
pub(crate) mod puzzle;
pub(crate) mod puzzles;
pub(crate) mod review;
#[cfg(feature = "server")]
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod solve;

use crate::args::course::CourseMode;
use crate::args::{Args, Command};
#[cfg(feature = "tui")]
use crate::tui;
use anyhow::Result;
use clap::Parser;
use std::io;
use std::process::ExitCode;

/// Runs what was asked for; without a command, a game: on the full screen if there is one.
pub(crate) fn run(args: Args) -> Result<ExitCode> {
    match args.command.or_else(|| Args::parse_from(["dropline", usual()]).command) {
        None => {}
        #[cfg(feature = "tui")]
        Some(Command::Tui(args)) => tui::run(args)?,
        Some(Command::Solve(args)) => return solve::run(args),
        Some(Command::Bench(args)) => bench::run(&args)?,
        Some(Command::Play(args)) => play::run(args)?,
        Some(Command::Show(args)) => show::run(&args)?,
        Some(Command::Move(args)) => ask::run(&args)?,
        Some(Command::Judge(args)) => judge::run(&args)?,
        Some(Command::Match(args)) => return contest::run(args),
        Some(Command::Arena(args)) => return arena::run(&args.options()?),
        Some(Command::Engine(args)) => engine::run(args)?,
        Some(Command::Players(args)) => players::run(&args)?,
        Some(Command::Count(args)) => count::run(&args)?,
        Some(Command::Boards(args)) => boards::run(&args)?,
        Some(Command::Analyze(args)) => return analyze::run(&args),
        Some(Command::Explain(args)) => explain::run(&args)?,
        Some(Command::Review(args)) => review::run(&args)?,
        Some(Command::Puzzle(args)) => puzzle::run(&args)?,
        Some(Command::Puzzles(args)) => return puzzles::run(&args),
        Some(Command::Lessons(args)) => lessons::run(&args)?,
        #[cfg(feature = "server")]
        Some(Command::Serve(args)) => serve::run(*args)?,
        Some(Command::Book(args)) => return book::run(&args),
        Some(Command::Proof(args)) => return proof::run(&args),
        Some(Command::OneMove(args)) => run_course(CourseMode::OneMove(args))?,
        Some(Command::Interactive(args)) => run_course(CourseMode::Interactive(args))?,
        Some(Command::Completions(args)) => completions::run(&args)?,
        Some(Command::Man(args)) => man::run(&args)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The command that starts without being named.
fn usual() -> &'static str {
    #[cfg(feature = "tui")]
    if tui::possible() {
        return "tui";
    }
    "play"
}

/// Runs a mode of the course program.
pub(crate) fn run_course(mode: CourseMode) -> Result<()> {
    let (mut input, mut out, mut warnings) = (io::stdin().lock(), io::stdout().lock(), io::stderr().lock());
    match mode {
        CourseMode::OneMove(args) => one_move::run(&args.options()?, &mut out, &mut warnings),
        CourseMode::Interactive(args) => interactive::run(&args.options()?, &mut input, &mut out, &mut warnings),
    }
}
