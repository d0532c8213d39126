//! `dropline completions SHELL`.

use crate::args::OwnProgram;
use crate::output;
use anyhow::Result;
use clap_complete::Shell;

const EXAMPLES: &str = "\
Examples:
  dropline completions bash > ~/.local/share/bash-completion/completions/dropline
  dropline completions fish > ~/.config/fish/completions/dropline.fish
  dropline completions zsh > \"${fpath[1]}/_dropline\"
  dropline completions zsh --program maxconnect4 > \"${fpath[1]}/_maxconnect4\"";

/// Options of `dropline completions`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CompletionsArgs {
    /// The shell to write for
    shell: Shell,
    /// The program whose words are completed
    #[arg(long, value_enum, value_name = "PROGRAM", default_value_t = OwnProgram::Dropline)]
    program: OwnProgram,
}

pub(crate) fn run(args: &CompletionsArgs) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut args.program.command(), args.program.name(), &mut script);
    output::write(script)
}
