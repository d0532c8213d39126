//! `dropline players`: who can play.

use crate::output;
use anyhow::Result;
use dropline_core::Rules;
use dropline_engine::{PlayerInfo, players};
use std::fmt::Write;
use std::process::ExitCode;

pub(crate) fn run(json: bool) -> Result<ExitCode> {
    if json {
        output::write_json(&players())?;
    } else {
        output::write(table(players()))?;
    }
    Ok(ExitCode::SUCCESS)
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
