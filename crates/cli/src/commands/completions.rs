//! `dropline completions SHELL`.

use crate::args::Args;
use crate::output;
use anyhow::Result;
use clap::CommandFactory;
use clap_complete::Shell;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  dropline completions bash > ~/.local/share/bash-completion/completions/dropline
  dropline completions fish > ~/.config/fish/completions/dropline.fish
  dropline completions zsh > \"${fpath[1]}/_dropline\"";

/// Options of `dropline completions`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CompletionsArgs {
    /// The shell to write for
    shell: Shell,
}

pub(crate) fn run(args: &CompletionsArgs) -> Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "dropline", &mut script);
    output::write(script)?;
    Ok(ExitCode::SUCCESS)
}
