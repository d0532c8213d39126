//! `dropline count`: how many positions there are after each ply.

use crate::output;
use anyhow::Result;
use dropline_core::{Variant, count};
use indicatif::ProgressBar;
use serde::Serialize;
use std::process::ExitCode;
use std::time::Duration;

/// What to count, and how far.
#[derive(Debug)]
pub(crate) struct CountOptions {
    pub(crate) variant: Variant,
    pub(crate) plies: Option<usize>,
    pub(crate) json: bool,
}

/// The numbers as JSON; docs/json.md describes it.
#[derive(Serialize)]
struct Counted {
    variant: Variant,
    plies: Vec<u64>,
    total: u64,
}

pub(crate) fn run(options: &CountOptions) -> Result<ExitCode> {
    let most = options.plies.unwrap_or(usize::MAX).min(options.variant.cells());
    let bar = ProgressBar::new(most as u64 + 1);
    bar.enable_steady_tick(Duration::from_millis(200));
    let mut plies = Vec::new();
    for (ply, positions) in count::positions(options.variant).take(most + 1).enumerate() {
        plies.push(positions);
        if !options.json {
            bar.suspend(|| output::write(format!("{ply} {positions}\n")))?;
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let total: u64 = plies.iter().sum();
    if options.json {
        output::write_json(&Counted { variant: options.variant, plies, total })?;
    } else {
        output::write(format!("total {total}\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}
