//! How exact values are found: time, threads, and the book.

use crate::args::{OpeningBookArgs, quantity};
use anyhow::Result;
use clap::Args;
use dropline_core::Variant;
use dropline_engine::{Limits, Oracle, OracleOptions};
use std::time::Duration;

/// The options of commands that need exact values.
#[derive(Debug, Args)]
#[command(next_help_heading = "How to find out")]
pub(crate) struct OracleArgs {
    /// The most time for each position, as in 5s or 100ms; what is not proven by then is told as bounds
    #[arg(long, value_name = "TIME", value_parser = quantity::duration)]
    time: Option<Duration>,
    /// How many threads search one position together
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    #[command(flatten)]
    book: OpeningBookArgs,
}

impl OracleArgs {
    /// Somebody who knows the values of a variant.
    pub(crate) fn oracle(&self, variant: Variant) -> Result<Oracle> {
        let options = OracleOptions { threads: self.threads.into(), book: self.book.choice(variant)? };
        Ok(Oracle::with(variant, options)?)
    }

    /// The limits for each position.
    pub(crate) fn limits(&self) -> Limits {
        Limits { time: self.time, ..Limits::default() }
    }
}
