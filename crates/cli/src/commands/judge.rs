//! `dropline judge`: a position as a player sees it, without looking ahead.

use crate::{output, prose};
use anyhow::{Result, bail};
use dropline_core::{Game, Variant};
use dropline_engine::{Opinion, Spec, book::BookChoice, build_with};
use serde::Serialize;
use std::fmt::Write;
use std::process::ExitCode;

/// Whose view of what.
#[derive(Debug)]
pub(crate) struct JudgeOptions {
    pub(crate) player: Spec,
    pub(crate) game: Game,
    pub(crate) json: bool,
}

/// The view as JSON; docs/json.md describes it.
#[derive(Serialize)]
struct Judged<'a> {
    variant: Variant,
    player: &'a Spec,
    #[serde(flatten)]
    opinion: Option<Opinion>,
    /// Why there is no opinion.
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<String>,
}

pub(crate) fn run(options: &JudgeOptions) -> Result<ExitCode> {
    let JudgeOptions { player, game, json } = options;
    if let Some(outcome) = game.outcome() {
        bail!("there is nothing to judge, the game is over: {}", prose::result(game, outcome));
    }
    let variant = game.variant();
    let opinion = build_with(player, variant, 0, &BookChoice::None)?.opinion(game);
    let words = opinion.is_none().then(|| format!("{player} judges no position by itself: {}", player.info().about));
    if *json {
        output::write_json(&Judged { variant, player, opinion, words })?;
    } else {
        let text = opinion.map(|opinion| text(player, game, &opinion));
        output::write(text.or(words.map(|words| words + "\n")).unwrap_or_default())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The view as a table: what stands on the board, how often, what one is worth, and the sum.
fn text(player: &Spec, game: &Game, opinion: &Opinion) -> String {
    let score = "score";
    let names = opinion.items.iter().map(|item| item.name.len()).max().unwrap_or(0).max(score.len());
    let mut text = format!("As {player} sees it for {}, {} to move:\n", opinion.side, game.turn());
    let mut line = |name: &str, count: &str, points: &str, sum: &str| {
        let _ = writeln!(text, "{name:names$}  {count:>5}  {points:>6}  {sum:>8}");
    };
    line("", "times", "points", "sum");
    for item in &opinion.items {
        let count = item.count.map(|count| count.to_string()).unwrap_or_default();
        let points = item.points.map(prose::number).unwrap_or_default();
        line(&item.name, &count, &points, &prose::number(item.sum));
    }
    line(score, "", "", &prose::number(opinion.score));
    if let Some(note) = &opinion.note {
        let _ = writeln!(text, "({note})");
    }
    if let Some(places) = &opinion.places {
        text.push_str("The places, by the lines through each cell:\n");
        let width = places.iter().flatten().max().map_or(1, |most| most.to_string().len());
        for row in places {
            let row: Vec<String> = row.iter().map(|place| format!("{place:>width$}")).collect();
            let _ = writeln!(text, "{}", row.join(" "));
        }
    }
    text
}
