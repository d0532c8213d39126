//! How values are found: time, threads, and the book.

use crate::args::{OpeningBookArgs, quantity};
use anyhow::Result;
use clap::Args;
use dropline_core::Variant;
use dropline_engine::analysis::Analyst;
use dropline_engine::{Limits, OracleOptions};
use std::time::Duration;

/// The options of commands that value positions.
#[derive(Debug, Args)]
#[command(next_help_heading = "How to find out")]
pub(crate) struct AnalystArgs {
    /// The most time for each position, as in 5s or 100ms; what is not proven by then is estimated [default: as long as it takes; 10s for boards that
    /// are too large to be solved]
    #[arg(long, value_name = "TIME", value_parser = quantity::duration)]
    time: Option<Duration>,
    /// How many threads search one position together
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    #[command(flatten)]
    book: OpeningBookArgs,
}

impl AnalystArgs {
    /// Somebody who values the positions of a variant.
    pub(crate) fn analyst(&self, variant: Variant) -> Result<Analyst> {
        let mut options = OracleOptions { book: self.book.choice(variant)?, ..OracleOptions::default() };
        options.solver.threads = self.threads.into();
        Ok(Analyst::with(variant, options))
    }

    /// The limits for each position.
    pub(crate) fn limits(&self) -> Limits {
        Limits { time: self.time, ..Limits::default() }
    }
}
