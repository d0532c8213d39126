//! For people or for scripts.

use anyhow::{Result, bail};
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

    /// Refuses JSON together with an option of what people read: each with its name, and whether it is given.
    pub(crate) fn refuse_for_scripts(self, options: &[(&str, bool)]) -> Result<()> {
        if self.is_json() { refuse_unused(options, "--format json") } else { Ok(()) }
    }

    /// Whether text was asked for, not only left to be chosen.
    pub(crate) const fn is_text(self) -> bool {
        matches!(self.format, Some(Format::Text))
    }
}

/// Refuses options that change nothing where something else is asked for: each with its name, and whether it is given.
pub(crate) fn refuse_unused(options: &[(&str, bool)], asked: &str) -> Result<()> {
    match options.iter().find(|(_, given)| *given) {
        Some((option, _)) => bail!("{option} changes nothing with {asked}: leave it out"),
        None => Ok(()),
    }
}
