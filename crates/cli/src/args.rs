//! What is typed (clap), and its way to validated options.

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
    /// Print a shell completion script
    Completions(crate::commands::completions::CompletionsArgs),
}
