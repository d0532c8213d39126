//! What is typed (clap), and its way to validated options.

pub(crate) mod course;
mod look;
mod variant;

pub(crate) use variant::VariantArgs;

use clap::{Parser, Subcommand};

/// A Connect-N laboratory: play it, solve it, learn it, compete in it.
#[derive(Debug, Parser)]
#[command(name = "dropline", version, propagate_version = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// The course program: read a board file, make one move, write the board
    #[command(override_usage = course::DROPLINE_USAGE)]
    OneMove(course::OneMoveArgs),
    /// The course program: play against the computer from a board file
    #[command(override_usage = course::DROPLINE_USAGE)]
    Interactive(course::InteractiveArgs),
    /// Print a shell completion script
    Completions(crate::commands::completions::CompletionsArgs),
}
