//! `dropline count`: what is typed.

use crate::args::{FormatArgs, VariantArgs};
use crate::commands::count::CountOptions;
use anyhow::Result;
use clap::Args;
use dropline_core::Variant;

const EXAMPLES: &str = "\
Examples:
  dropline count --variant 4x4c4          all 161029 positions, ply by ply
  dropline count --plies 8                the standard board, up to eight moves

Each line is a ply and its number of distinct positions, a won position not played on; the last is their total.";

/// Options of `dropline count`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CountArgs {
    /// Stop after this many plies
    #[arg(long, value_name = "K")]
    plies: Option<usize>,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    variant: VariantArgs,
}

impl CountArgs {
    pub(crate) fn options(self) -> Result<CountOptions> {
        let variant = self.variant.or(Variant::STANDARD)?;
        Ok(CountOptions { variant, plies: self.plies, json: self.format.is_json() })
    }
}
