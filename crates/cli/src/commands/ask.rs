//! `dropline move`: one player, one move.

use crate::{output, prose};
use anyhow::{Context, Result, bail};
use dropline_core::{Column, Game, Level, Side, Variant};
use dropline_engine::{Clock, Spec, SystemClock, Think, book::BookChoice, build_with};
use serde::Serialize;
use std::process::ExitCode;

/// Who is asked about what.
#[derive(Debug)]
pub(crate) struct AskOptions {
    pub(crate) player: Spec,
    pub(crate) game: Game,
    pub(crate) seed: u64,
    pub(crate) book: BookChoice,
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
}

pub(crate) fn run(options: &AskOptions) -> Result<ExitCode> {
    let AskOptions { player: spec, game, seed, book, json } = options;
    if let Some(outcome) = game.outcome() {
        bail!("there is no move to choose, the game is over: {}", prose::result(game, outcome));
    }
    let mut player = build_with(spec, game.variant(), *seed, book)?;
    let clock = SystemClock::start();
    let choice = player.choose(game, &Think::default()).with_context(|| spec.to_string())?;
    let time = clock.now().as_secs_f64();
    let cell = game.clone().play(choice.column).with_context(|| format!("{spec} chose a wrong column"))?;
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
        })?;
    } else {
        output::write(format!("{}\n", choice.column))?;
    }
    Ok(ExitCode::SUCCESS)
}
