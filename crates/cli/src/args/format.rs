//! For people or for scripts.

use clap::{Args, ValueEnum};

/// The option that chooses between text and JSON.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct FormatArgs {
    /// Sentences for people, or JSON for scripts (docs/json.md describes it) [default: text]
    #[arg(long, value_enum, value_name = "FORMAT")]
    format: Option<Format>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// For scripts
    Json,
}

impl FormatArgs {
    pub(crate) const fn is_json(self) -> bool {
        matches!(self.format, Some(Format::Json))
    }

    /// Whether text was asked for, not only left to be chosen.
    pub(crate) const fn is_text(self) -> bool {
        matches!(self.format, Some(Format::Text))
    }
}
