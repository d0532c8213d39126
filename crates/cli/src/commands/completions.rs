//! `dropline completions SHELL`.

use crate::args::Args;
use anyhow::Result;
use clap::CommandFactory;
use clap_complete::Shell;
use std::process::ExitCode;

/// Options of `dropline completions`.
#[derive(Debug, clap::Args)]
pub(crate) struct CompletionsArgs {
    /// The shell to write for
    shell: Shell,
}

pub(crate) fn run(args: &CompletionsArgs) -> Result<ExitCode> {
    clap_complete::generate(args.shell, &mut Args::command(), "dropline", &mut std::io::stdout());
    Ok(ExitCode::SUCCESS)
}
