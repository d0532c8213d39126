//! `dropline explain`: why a move is good or bad.

use crate::args::{AnalystArgs, ColorArgs, refuse_unused, whole};
use crate::{output, prose};
use anyhow::{Result, anyhow};
use clap::Args;
use dropline_core::picture::{self, Look, Style, View};
use dropline_core::{Column, Game};
use dropline_engine::told::ToldExplanation;
use dropline_engine::{Explanation, Reason};

const EXAMPLES: &str = "\
Examples:
  dropline explain 4453 --column 4      why is column 4 good or bad here?
  dropline explain 4453                 the same for a best column

`3/2` is the cell in column 3 on level 2. Cells that matter are drawn as □.";

/// Options of `dropline explain`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ExplainArgs {
    /// The moves so far (- or nothing: the empty board)
    #[arg(value_name = "MOVES", conflicts_with_all = ["grid", "load", "key"])]
    moves: Option<String>,
    /// The column to explain [default: a best one]
    #[arg(long, value_name = "N", value_parser = whole(1_u32..))]
    column: Option<u32>,
    #[command(flatten)]
    color: ColorArgs,
    #[command(flatten)]
    asked: AnalystArgs,
}

pub(crate) fn run(args: &ExplainArgs) -> Result<()> {
    if args.asked.is_json() {
        refuse_unused(&[args.color.given()], "--format json")?;
    }
    let (game, names) = &args.asked.game(args.moves.as_deref())?;
    let (mut analyst, think) = (args.asked.analyst(game.variant())?, args.asked.think());
    let (column, names) = (args.column.map(Column::try_from).transpose()?, *names);
    prose::refuse_over(game, "there is no move to explain", names)?;
    if let Some(column) = column {
        game.clone().play(column).map_err(|error| anyhow!(prose::refusal(game, error)))?;
    }
    let Explanation { column, reasons, .. } = Explanation::of(&mut analyst, game, column, &think)?;
    let look = Look { names: Some(names), ..args.color.look(false) };
    let mut text = format!("Column {column} for {}.\n", names.name(game.turn()));
    let shown = shown(&reasons);
    for (index, reason) in reasons.iter().enumerate() {
        text.push_str(&format!("{}\n", reason.words(names)));
        if shown == Some(index) {
            text.push_str(&drawn(game, column, reason, look)?);
        }
    }
    output::tell(args.asked.is_json(), &ToldExplanation::new(game.variant(), column, reasons, names), |_| text)
}

/// The reason to draw: a plan, which speaks of cells it does not name, or else the first that has cells.
fn shown(reasons: &[Reason]) -> Option<usize> {
    let plan = reasons.iter().position(|reason| matches!(reason, Reason::Plan(_)));
    plan.or_else(|| {
        let drawable = |reason: &Reason| !matches!(reason, Reason::Comparison { .. }) && !reason.cells().is_empty();
        reasons.iter().position(drawable)
    })
}

/// The board after the move, or after those that come before a plan, with the cells of a reason marked.
fn drawn(game: &Game, column: Column, reason: &Reason, look: Look) -> Result<String> {
    let mut board = game.clone();
    let line = match reason {
        Reason::Plan(plan) => plan.before.as_slice(),
        _ => &[],
    };
    for &column in [column].iter().chain(line) {
        board.play(column)?;
    }
    let mut view = View::of(&board);
    view.marked = reason.cells();
    Ok(picture::draw(&view, Style::Modern, look))
}
