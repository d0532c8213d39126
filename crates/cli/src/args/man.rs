//! `dropline man`: what is typed.

use clap::Args;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  dropline man | man -l -               read it
  dropline man --dir share/man/man1     a page for each command, for packagers";

/// Options of `dropline man`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ManArgs {
    /// Write a page for each command into this folder instead of one page to standard output
    #[arg(long, value_name = "FOLDER")]
    pub(crate) dir: Option<PathBuf>,
}
