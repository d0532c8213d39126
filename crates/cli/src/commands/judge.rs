//! `dropline judge`: a position as a player sees it, without looking ahead.

use crate::args::{FormatArgs, PositionArgs, player};
use crate::{output, prose};
use anyhow::Result;
use clap::Args;
use dropline_core::{Game, SideNames};
use dropline_engine::told::ToldOpinion;
use dropline_engine::{Opinion, Spec};
use std::fmt::Write;

const EXAMPLES: &str = "\
Examples:
  dropline judge forecast 44453                   the published table: how often, points, sum
  dropline judge smart 44453                      its rating of lines
  dropline judge max --variant 7x6m4 44           points and the centre table
  dropline judge engine 44453 --format json
  dropline judge damped --grid board.txt          a set-up board; its last line says who moves

What a player thinks of every column, looking ahead, is shown by `dropline move PLAYER --all`.";

/// Options of `dropline judge`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct JudgeArgs {
    /// Whose view is shown, as in forecast or max:eval=classic; `dropline players` lists them
    #[arg(value_name = "PLAYER", value_parser = player::<Spec>(), hide_possible_values = true)]
    player: Spec,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    position: PositionArgs,
}

pub(crate) fn run(args: &JudgeArgs) -> Result<()> {
    args.format.refuse_for_scripts(&[args.position.names_given()])?;
    let (player, (game, names)) = (&args.player, &args.position.game()?);
    let names = names.unwrap_or_default();
    prose::refuse_over(game, "there is nothing to judge", names)?;
    let told = ToldOpinion::new(player.clone(), game)?;
    output::tell(args.format.is_json(), &told, |told| words(told, game, names))
}

/// The view in words.
pub(crate) fn words(told: &ToldOpinion, game: &Game, names: SideNames) -> String {
    match (&told.opinion, &told.words) {
        (Some(opinion), _) => text(&told.player, game, opinion, names),
        (None, words) => words.clone().unwrap_or_default() + "\n",
    }
}

/// The view as a table: what stands on the board, how often, what one is worth, and the sum.
fn text(player: &Spec, game: &Game, opinion: &Opinion, names: SideNames) -> String {
    let score = "score";
    let width = opinion.items.iter().map(|item| item.name.len()).max().unwrap_or(0).max(score.len());
    let mut text =
        format!("As {player} sees it for {}, {} to move:\n", names.name(opinion.side), names.name(game.turn()));
    let mut line = |name: &str, count: &str, points: &str, sum: &str| {
        let _ = writeln!(text, "{name:width$}  {count:>5}  {points:>6}  {sum:>8}");
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
