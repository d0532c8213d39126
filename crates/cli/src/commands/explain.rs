//! `dropline explain`: why a move is good or bad.

use crate::{output, prose};
use anyhow::{Result, bail};
use dropline_core::{Column, Game};
use dropline_engine::analysis::Analyst;
use dropline_engine::told::ToldExplanation;
use dropline_engine::{Limits, Reason, Think, explain};
use std::process::ExitCode;

/// Which move to explain, and how.
#[derive(Debug)]
pub(crate) struct ExplainOptions {
    pub(crate) game: Game,
    pub(crate) column: Option<Column>,
    pub(crate) analyst: Analyst,
    pub(crate) limits: Limits,
    pub(crate) json: bool,
}

pub(crate) fn run(options: ExplainOptions) -> Result<ExitCode> {
    let ExplainOptions { game, mut analyst, .. } = options;
    let game = &game;
    if let Some(outcome) = game.outcome() {
        bail!("there is no move to explain, the game is over: {}", prose::result(game, outcome));
    }
    let think = Think { limits: options.limits, ..Think::default() };
    let column = match options.column {
        Some(column) => {
            game.clone().play(column).map_err(|error| anyhow::anyhow!(prose::refusal(game, error)))?;
            column
        }
        None => match analyst.analyze(game, &think, &mut |_| {})?.best().next() {
            Some(column) => column,
            None => bail!("no column can be played"),
        },
    };
    let reasons = explain(&mut analyst, game, column, &think)?;
    if options.json {
        output::write_json(&ToldExplanation::new(game.variant(), column, reasons))?;
    } else {
        let sentences: Vec<String> = reasons.iter().map(Reason::to_string).collect();
        output::write(format!("Column {column} for {}.\n{}\n", game.turn(), sentences.join("\n")))?;
    }
    Ok(ExitCode::SUCCESS)
}
