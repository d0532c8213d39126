//! `dropline players`: who can play.

use crate::output;
use anyhow::Result;
use dropline_core::Rules;
use dropline_engine::{PlayerInfo, players};
use serde::Serialize;
use std::fmt::Write;
use std::process::ExitCode;

/// A player as JSON; docs/json.md describes it.
#[derive(Serialize)]
struct Listed {
    name: &'static str,
    about: &'static str,
    interactive: bool,
    rules: &'static [Rules],
    options: Vec<ListedOption>,
}

#[derive(Serialize)]
struct ListedOption {
    key: &'static str,
    values: &'static str,
    default: &'static str,
    about: &'static str,
}

impl From<&PlayerInfo> for Listed {
    fn from(info: &PlayerInfo) -> Listed {
        let options = info.options.iter().map(|option| ListedOption {
            key: option.key,
            values: option.values,
            default: option.default,
            about: option.about,
        });
        Listed {
            name: info.name,
            about: info.about,
            interactive: info.interactive,
            rules: info.rules,
            options: options.collect(),
        }
    }
}

pub(crate) fn run(json: bool) -> Result<ExitCode> {
    if json {
        output::write_json(&players().iter().map(Listed::from).collect::<Vec<_>>())?;
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
