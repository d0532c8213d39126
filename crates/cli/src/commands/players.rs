//! `dropline players`: who can play.

use crate::args::FormatArgs;
use crate::output;
use anyhow::Result;
use clap::Args;
use dropline_core::Rules;
use dropline_engine::{PlayerInfo, players};
use std::fmt::Write;

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

pub(crate) fn run(args: &PlayersArgs) -> Result<()> {
    output::tell(args.format.is_json(), &players(), |players| table(players))
}

fn table(players: &[PlayerInfo]) -> String {
    let mut text = String::new();
    for info in players {
        let rules = info.rules.iter().map(Rules::to_string).collect::<Vec<_>>().join(" and ");
        let _ = writeln!(text, "{:<10} {}; plays {rules}", info.name, info.about);
        for option in info.options {
            let key = format!("{}=", option.key);
            let _ = writeln!(
                text,
                "{:<10}   {key:<6} {}: {} (default: {})",
                "", option.about, option.values, option.default
            );
        }
    }
    text
}
