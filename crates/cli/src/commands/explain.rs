//! `dropline explain`: why a move is good or bad.

use crate::args::AnalystArgs;
use crate::{output, prose};
use anyhow::{Result, anyhow, bail};
use clap::Args;
use dropline_core::Column;
use dropline_engine::explain;
use dropline_engine::told::ToldExplanation;

const EXAMPLES: &str = "\
Examples:
  dropline explain 4453 --column 4      why is column 4 good or bad here?
  dropline explain 4453                 the same for a best column";

/// Options of `dropline explain`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ExplainArgs {
    /// The moves so far (- or nothing: the empty board)
    #[arg(value_name = "MOVES", conflicts_with_all = ["grid", "load", "key"])]
    moves: Option<String>,
    /// The column to explain [default: a best one]
    #[arg(long, value_name = "N")]
    column: Option<u32>,
    #[command(flatten)]
    asked: AnalystArgs,
}

pub(crate) fn run(args: &ExplainArgs) -> Result<()> {
    let (game, names) = &args.asked.game(args.moves.as_deref())?;
    let (mut analyst, think) = (args.asked.analyst(game.variant())?, args.asked.think());
    let (column, names) = (args.column.map(Column::try_from).transpose()?, *names);
    prose::refuse_over(game, "there is no move to explain", names)?;
    let column = match column {
        Some(column) => {
            game.clone().play(column).map_err(|error| anyhow!(prose::refusal(game, error)))?;
            column
        }
        None => match analyst.analyze(game, &think, &mut |_| {})?.choice() {
            Some(column) => column,
            None => bail!("no column can be played"),
        },
    };
    let reasons = explain(&mut analyst, game, column, &think)?;
    let sentences: Vec<String> = reasons.iter().map(|reason| reason.words(names)).collect();
    output::tell(args.asked.is_json(), &ToldExplanation::new(game.variant(), column, reasons, names), |_| {
        format!("Column {column} for {}.\n{}\n", names.name(game.turn()), sentences.join("\n"))
    })
}
