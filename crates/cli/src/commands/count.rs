//! `dropline count`: how many positions there are after each ply.

use crate::args::{FormatArgs, VariantArgs, whole};
use crate::output;
use anyhow::{Result, bail};
use clap::Args;
use dropline_core::{Variant, count};
use indicatif::ProgressBar;
use serde::Serialize;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  dropline count --variant 4x4c4          all 161029 positions, ply by ply
  dropline count --plies 8                the standard board, up to eight moves

Each line is a ply (a move of one side) and its number of distinct positions, a won position not played on; the last is their total.
Without --plies counting ends, with exit code 2, before a ply whose positions may take more than 512 MiB of memory.";

/// The most memory that positions may take, unless it was said how far to count.
const MEMORY: u128 = 512 << 20;

/// Options of `dropline count`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CountArgs {
    /// Stop after this many plies, whatever memory they take
    #[arg(long, value_name = "K", value_parser = whole(0_usize..))]
    plies: Option<usize>,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    variant: VariantArgs,
}

/// The numbers as JSON; docs/json.md describes it.
#[derive(Serialize)]
struct Counted {
    variant: Variant,
    plies: Vec<u64>,
    total: u64,
}

pub(crate) fn run(args: &CountArgs) -> Result<()> {
    let (variant, json) = (args.variant.or(Variant::STANDARD)?, args.format.is_json());
    let most = args.plies.unwrap_or(usize::MAX).min(variant.cells());
    let bar = ProgressBar::new(most as u64 + 1);
    bar.enable_steady_tick(Duration::from_millis(200));
    let mut plies = Vec::new();
    for (ply, positions) in count::positions(variant).take(most + 1).enumerate() {
        let before = plies.last().copied().unwrap_or(1);
        plies.push(positions);
        if !json {
            bar.suspend(|| output::write(format!("{ply} {positions}\n")))?;
        }
        bar.inc(1);
        if args.plies.is_none() && ply < most && memory_of_next(variant, before, positions) > MEMORY {
            bar.finish_and_clear();
            let next = ply + 1;
            bail!(
                "the positions of {variant} after {next} plies may take more than 512 MiB: say how far to count, as in --plies {next}"
            );
        }
    }
    bar.finish_and_clear();
    let total = plies.iter().sum();
    output::tell(json, &Counted { variant, plies, total }, |counted| format!("total {}\n", counted.total))
}

/// What the positions of the next ply take if they grow as they did; of two mirror images one is kept.
fn memory_of_next(variant: Variant, before: u64, now: u64) -> u128 {
    let bytes = variant.bits() as u128 / 8 + 12;
    u128::from(now) * u128::from(now) / u128::from(before.max(1)) * bytes / 2
}
