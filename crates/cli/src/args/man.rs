//! `dropline man`: what is typed.

use crate::args::OwnProgram;
use clap::Args;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  dropline man | man -l -               read it
  dropline man --program maxconnect4    the course program's page
  dropline man --dir share/man/man1     a page for each command of both programs, for packagers";

/// Options of `dropline man`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ManArgs {
    /// The program whose page is printed
    #[arg(long, value_enum, value_name = "PROGRAM", default_value_t = OwnProgram::Dropline, conflicts_with = "dir")]
    pub(crate) program: OwnProgram,
    /// Write a page for each command of both programs into this folder instead of one page to standard output
    #[arg(long, value_name = "FOLDER")]
    pub(crate) dir: Option<PathBuf>,
}
