//! What is typed (clap), and its way to validated options.

pub(crate) mod quantity;
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
    /// Find the exact score of positions
    Solve(crate::commands::solve::SolveArgs),
    /// Time the solver on a fixed suite
    Bench(crate::commands::bench::BenchArgs),
    /// Print a shell completion script
    Completions(crate::commands::completions::CompletionsArgs),
}
