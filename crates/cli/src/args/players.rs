//! `dropline players`: what is typed.

use crate::args::FormatArgs;
use clap::Args;

const EXAMPLES: &str = "\
Examples:
  dropline players
  dropline players --format json

A player is named by its name alone, or with options: name:key=value,key=value.";

/// Options of `dropline players`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct PlayersArgs {
    #[command(flatten)]
    format: FormatArgs,
}

impl PlayersArgs {
    pub(crate) const fn is_json(&self) -> bool {
        self.format.is_json()
    }
}
