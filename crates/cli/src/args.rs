//! What is typed (clap): what several commands take, and the way of the larger ones to checked options. The arguments of the others stand with them.

mod analyst;
mod arena;
pub(crate) mod course;
mod format;
pub(crate) mod left_out;
pub(crate) mod look;
mod opening_book;
pub(crate) mod position;
mod program;
pub(crate) mod quantity;
mod variant;
mod words;

pub(crate) use analyst::AnalystArgs;
pub(crate) use arena::ArenaOutputArgs;
pub(crate) use format::{FormatArgs, refuse_unused};
pub(crate) use look::{ColorArgs, NamesArgs};
pub(crate) use opening_book::OpeningBookArgs;
pub(crate) use position::{PositionArgs, SetupArgs, read_saved, refuse_empty};
pub(crate) use program::OwnProgram;
pub(crate) use quantity::whole;
pub(crate) use variant::VariantArgs;
pub(crate) use words::{one_of, player};

use crate::commands;
use clap::error::Result;
use clap::{Parser, Subcommand};

/// The end of the help.
fn examples() -> String {
    let (opens, starts) = match cfg!(feature = "tui") {
        true => ("open the full-screen game", "`dropline tui` on a terminal, and `dropline play` elsewhere"),
        false => ("play a game line by line", "`dropline play`"),
    };
    format!(
        "\
Examples:
  dropline                                  {opens}
  dropline play --variant 9x7c5             five in line on a larger board
  dropline show 4453 --to bricks            a picture of a position
  dropline match smart:depth=6 random       which of two players is better?
  dropline help play                        all about one command

Without a command, dropline starts {starts}.
The handbook, with a first evening and all the rest, is in the folder docs of the source: docs/README.md.

Exit codes: 0 all went well, 1 a check found differences, 2 the input or the arguments were wrong, \
130 Ctrl-C stopped a match."
    )
}

/// A Connect-N laboratory: play it, solve it, learn it, compete in it.
#[derive(Debug, Parser)]
#[command(name = "dropline", version, propagate_version = true, after_help = examples())]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Open the full-screen game, with analysis and hints
    #[cfg(feature = "tui")]
    Tui(crate::tui::TuiArgs),
    /// Play a game line by line: people, computers, any board
    Play(commands::play::PlayArgs),
    /// Turn a position into a picture or a notation
    Show(commands::show::ShowArgs),
    /// Ask one player for one move
    Move(commands::ask::MoveArgs),
    /// Show a position as a player sees it, without looking ahead
    Judge(commands::judge::JudgeArgs),
    /// Let two players play a match
    Match(commands::contest::MatchArgs),
    /// Hold a tournament: ratings, reports, anyone's program
    Arena(Box<arena::ArenaArgs>),
    /// Serve a player to other programs, line by line
    Engine(commands::engine::EngineArgs),
    /// List the players with their options
    Players(commands::players::PlayersArgs),
    /// Count the positions after each move
    Count(commands::count::CountArgs),
    /// Find the exact score of positions
    Solve(commands::solve::SolveArgs),
    /// List the empty boards whose value is known
    Boards(commands::boards::BoardsArgs),
    /// Tell what every column is worth
    Analyze(commands::analyze::AnalyzeArgs),
    /// Say why a move is good or bad
    Explain(commands::explain::ExplainArgs),
    /// Grade every move of a game
    Review(commands::review::ReviewArgs),
    /// Solve puzzles: the one column that wins, or saves the tie
    Puzzle(commands::puzzle::PuzzleArgs),
    /// Make, check and list puzzles
    Puzzles(commands::puzzles::PuzzlesArgs),
    /// Learn by playing: ten short lessons
    Lessons(commands::lessons::LessonsArgs),
    /// Open Dropline to browsers: the web app, live games, an HTTP API
    #[cfg(feature = "server")]
    Serve(Box<commands::serve::ServeArgs>),
    /// Make, check and list opening books
    Book(commands::book::BookArgs),
    /// Check the proof of a hard position
    Proof(commands::proof::ProofArgs),
    /// The course program: read a board file, make one move, write the board
    #[command(override_usage = course::DROPLINE_USAGE)]
    OneMove(course::OneMoveArgs),
    /// The course program: play against the computer from a board file
    #[command(override_usage = course::DROPLINE_USAGE)]
    Interactive(course::InteractiveArgs),
    /// Time the solver on positions that are always the same
    Bench(commands::bench::BenchArgs),
    /// Print a shell completion script
    Completions(commands::completions::CompletionsArgs),
    /// Print the manual page
    Man(commands::man::ManArgs),
}

/// What values with a unit are called in the help.
const WITH_UNITS: [&str; 3] = ["TIME", "SIZE", "NODES"];

/// The arguments of the process. A negative number, with a unit where there are units, is a value of its option, which then says what it takes.
pub(crate) fn typed<T: Parser>() -> Result<T> {
    fn negative(command: clap::Command) -> clap::Command {
        let takes_one = |arg: &clap::Arg| !arg.is_positional() && arg.get_action().takes_values();
        let has_units = |arg: &clap::Arg| {
            arg.get_value_names().is_some_and(|names| names.iter().any(|name| WITH_UNITS.contains(&name.as_str())))
        };
        let option = |arg: clap::Arg| match takes_one(&arg) {
            true if has_units(&arg) => arg.allow_hyphen_values(true),
            true => arg.allow_negative_numbers(true),
            false => arg,
        };
        command.mut_args(option).mut_subcommands(negative)
    }
    T::from_arg_matches(&negative(T::command()).try_get_matches()?)
}
