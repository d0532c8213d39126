//! `dropline count`: how many positions there are after each ply.

use crate::output;
use anyhow::Result;
use dropline_core::{Variant, count};
use indicatif::ProgressBar;
use serde_json::json;
use std::process::ExitCode;
use std::time::Duration;

/// What to count, and how far.
#[derive(Debug)]
pub(crate) struct CountOptions {
    pub(crate) variant: Variant,
    pub(crate) plies: Option<usize>,
    pub(crate) json: bool,
}

pub(crate) fn run(options: &CountOptions) -> Result<ExitCode> {
    let plies = options.plies.unwrap_or(usize::MAX).min(options.variant.cells());
    let bar = ProgressBar::new(plies as u64 + 1);
    bar.enable_steady_tick(Duration::from_millis(200));
    let mut counted = Vec::new();
    for (ply, positions) in count::positions(options.variant).take(plies + 1).enumerate() {
        counted.push(positions);
        if !options.json {
            bar.suspend(|| output::write(format!("{ply} {positions}\n")))?;
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let total: u64 = counted.iter().sum();
    if options.json {
        output::write_json(&json!({ "variant": options.variant, "plies": counted, "total": total }))?;
    } else {
        output::write(format!("total {total}\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}
