//! `dropline tui`: what is typed.

use crate::args::OpeningBookArgs;
use crate::tui::TuiOptions;
use anyhow::Result;
use clap::Args;

const EXAMPLES: &str = "\
Examples:
  dropline                 the same, on a terminal
  dropline tui --plain     told line by line, for screen readers

Press ? for all keys. The game is kept after every move: Continue brings it back.";

/// Options of `dropline tui`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct TuiArgs {
    /// Tell the game line by line in words, for screen readers
    #[arg(long)]
    plain: bool,
    /// What chance is drawn from [default: something new each time]
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    #[command(flatten)]
    book: OpeningBookArgs,
}

impl TuiArgs {
    pub(crate) fn options(self) -> Result<TuiOptions> {
        Ok(TuiOptions { plain: self.plain, seed: self.seed, book: self.book.any_variant()? })
    }
}
