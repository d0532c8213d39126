//! `dropline move`: one player, one move.

use crate::args::{FormatArgs, OpeningBookArgs, PositionArgs, player, whole};
use crate::{output, prose};
use anyhow::{Context, Result, bail};
use clap::Args;
use dropline_core::{Column, Game, Level, Side, Variant};
use dropline_engine::{Choice, Clock, ColumnScore, Spec, SystemClock, Think, Weighing, build_with};
use serde::Serialize;

const EXAMPLES: &str = "\
Examples:
  dropline move smart:depth=8                     red's first move on 7x6
  dropline move random 4453 --seed 3
  dropline move max:depth=8 --variant 7x6m4 44
  dropline move bad --grid board.txt              a set-up board; its last line says who moves
  dropline move smart:depth=6 4453 --format json  with score, depth, nodes and time
  dropline move damped 4453 --all                 what it thinks of every column

Without --all, the first word of the first line printed is the column.";

/// Options of `dropline move`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct MoveArgs {
    /// Who is asked, as in random or smart:depth=6; `dropline players` lists them
    #[arg(value_name = "PLAYER", value_parser = player::<Spec>(), hide_possible_values = true)]
    player: Spec,
    /// Show every column with the score this player gives it, the one it takes marked
    #[arg(long)]
    all: bool,
    /// What chance is drawn from
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = whole(0_u64..))]
    seed: u64,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    book: OpeningBookArgs,
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

pub(crate) fn run(args: &MoveArgs) -> Result<()> {
    args.format.refuse_for_scripts(&[args.position.names_given()])?;
    let (spec, all) = (&args.player, args.all);
    if spec.is_interactive() {
        bail!("{spec} asks a person: name a player that chooses by itself (see `dropline players`)");
    }
    let (game, names) = &args.position.game()?;
    let book = args.book.choice(game.variant())?;
    prose::refuse_over(game, "there is no move to choose", names.unwrap_or_default())?;
    let mut player = build_with(spec, game.variant(), args.seed, &book)?;
    if let Some(warning) = prose::takes_long([spec], game) {
        output::say(warning);
    }
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
    let answer = Answer {
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
    };
    output::tell(args.format.is_json(), &answer, |answer| match &answer.columns {
        Some(columns) => text(spec, answer.column, columns.as_deref()),
        None => format!("{}\n", answer.column),
    })
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
