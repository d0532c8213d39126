//! `dropline players`: who can play.

use crate::args::FormatArgs;
use crate::output;
use anyhow::Result;
use clap::Args;
use dropline_engine::{PlayerInfo, ValueInfo, players};
use std::fmt::Write;

/// The end of the help.
fn examples() -> String {
    format!(
        "\
Examples:
  dropline players
  dropline players --format json

A player is named by its name alone, or with options: name:key=value,key=value. The list tells them, and what the levels for people are like.

{}",
        boards_of_players()
    )
}

/// Which boards each player plays, for the end of a help.
pub(crate) fn boards_of_players() -> String {
    let lines = players().iter().map(|info| format!("\n  {:<10} plays {}", info.name, info.boards()));
    format!("Which boards each player plays:{}", lines.collect::<String>())
}

/// Options of `dropline players`.
#[derive(Debug, Args)]
#[command(after_help = examples())]
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
        let _ = writeln!(text, "{:<10} {}; plays {}", info.name, info.about, info.boards());
        for option in info.options {
            let key = format!("{}=", option.key);
            let _ = writeln!(
                text,
                "{:<10}   {key:<6} {}: {} (default: {})",
                "", option.about, option.values, option.default
            );
            for ValueInfo { value, name, about } in option.named {
                let _ = writeln!(text, "{:<19} {value:>3} {name:<10} {about}", "");
            }
        }
    }
    text
}
