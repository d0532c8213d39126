//! `dropline move`: one player, one move.

use crate::{output, prose};
use anyhow::{Context, Result, bail};
use dropline_core::{Column, Game, Level, Side, Variant};
use dropline_engine::{Choice, Clock, ColumnScore, Spec, SystemClock, Think, Weighing, book::BookChoice, build_with};
use serde::Serialize;
use std::process::ExitCode;

/// Who is asked about what.
#[derive(Debug)]
pub(crate) struct AskOptions {
    pub(crate) player: Spec,
    pub(crate) game: Game,
    pub(crate) seed: u64,
    pub(crate) book: BookChoice,
    /// Whether every column is shown with its score.
    pub(crate) all: bool,
    pub(crate) json: bool,
}

/// The answer as JSON; docs/json.md describes it.
#[derive(Serialize)]
struct Answer<'a> {
    variant: Variant,
    player: &'a Spec,
    side: Side,
    column: Column,
    level: Level,
    score: Option<f64>,
    depth: Option<u32>,
    nodes: u64,
    /// Seconds.
    time: f64,
    /// Every column if that was asked for; nothing if the player scores none.
    #[serde(skip_serializing_if = "Option::is_none")]
    columns: Option<Option<Vec<AnswerColumn>>>,
}

/// One column of the answer; a full one has no score.
#[derive(Serialize)]
struct AnswerColumn {
    column: Column,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    taken: bool,
    left_out: bool,
}

pub(crate) fn run(options: &AskOptions) -> Result<ExitCode> {
    let AskOptions { player: spec, game, seed, book, all, json } = options;
    if let Some(outcome) = game.outcome() {
        bail!("there is no move to choose, the game is over: {}", prose::result(game, outcome));
    }
    let mut player = build_with(spec, game.variant(), *seed, book)?;
    let clock = SystemClock::start();
    let weighing = match all {
        true => player.weigh(game, &Think::default()).with_context(|| spec.to_string())?,
        false => None,
    };
    let (choice, scores) = match weighing {
        Some(Weighing { choice, columns }) => (choice, Some(columns)),
        None => (player.choose(game, &Think::default()).with_context(|| spec.to_string())?, None),
    };
    let time = clock.now().as_secs_f64();
    let cell = game.clone().play(choice.column).with_context(|| format!("{spec} chose a wrong column"))?;
    let columns = scores.map(|scores| columns(game, &choice, &scores));
    if *json {
        output::write_json(&Answer {
            variant: game.variant(),
            player: spec,
            side: game.turn(),
            column: cell.column,
            level: cell.level,
            score: choice.score,
            depth: choice.depth,
            nodes: choice.nodes,
            time,
            columns: all.then_some(columns),
        })?;
    } else if *all {
        output::write(text(spec, choice.column, columns.as_deref()))?;
    } else {
        output::write(format!("{}\n", choice.column))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// All columns of the board, from the left.
fn columns(game: &Game, choice: &Choice, scores: &[ColumnScore]) -> Vec<AnswerColumn> {
    let told = |column| {
        let known = scores.iter().find(|known| known.column == column);
        AnswerColumn {
            column,
            score: known.map(|known| known.score),
            taken: column == choice.column,
            left_out: known.is_some_and(|known| known.left_out),
        }
    };
    game.board().columns().map(told).collect()
}

/// A line for each column, or a sentence about a player that scores none.
fn text(spec: &Spec, taken: Column, columns: Option<&[AnswerColumn]>) -> String {
    let Some(columns) = columns else {
        return format!("column {taken}: taken\n{spec} scores no columns: {}\n", spec.info().about);
    };
    let line = |told: &AnswerColumn| {
        let score = told.score.map_or_else(|| "full".to_owned(), prose::number);
        let remark = match told {
            AnswerColumn { taken: true, .. } => " (taken)",
            AnswerColumn { left_out: true, .. } => " (left out)",
            _ => "",
        };
        format!("column {}: {score}{remark}\n", told.column)
    };
    columns.iter().map(line).collect()
}
