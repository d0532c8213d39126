//! `dropline boards`: the empty boards whose value is known.

use crate::args::{FormatArgs, VariantArgs};
use crate::output;
use anyhow::{Result, bail};
use clap::Args;
use dropline_core::{Column, Rules, Variant};
use dropline_engine::{KnownBoard, Oracle, Score};
use serde::Serialize;

const EXAMPLES: &str = "\
Examples:
  dropline boards                         all of them
  dropline boards --variant 9x7c4         one
  dropline boards --columns 9             all that are nine wide
  dropline solve --variant 9x7c4 -        solve answers from the same table; --no-book computes

published: others found it; confirmed: so did we, with this solver; ours: nobody else has published it. docs/solver.md and docs/engine.md tell how ours were found.";

/// Options of `dropline boards`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct BoardsArgs {
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    variant: VariantArgs,
}

/// A board as JSON; docs/json.md describes it.
#[derive(Serialize)]
struct ListedBoard {
    variant: Variant,
    winner: &'static str,
    score: Option<Score>,
    last_checker: Option<usize>,
    columns: Vec<Column>,
    source: &'static str,
}

impl ListedBoard {
    fn of(board: &KnownBoard) -> ListedBoard {
        let winner = ["second", "nobody", "first"][(board.winner + 1) as usize];
        let (score, last_checker, columns) = (board.score, board.last_checker, board.columns.clone());
        ListedBoard { variant: board.variant, winner, score, last_checker, columns, source: board.source.word() }
    }

    fn line(&self) -> String {
        let end = match (self.variant.rules(), self.winner, self.score, self.last_checker) {
            (_, "nobody", ..) => "a tie".to_owned(),
            (Rules::Max, winner, Some(score), _) => format!("{winner} by {}", score.abs()),
            (_, winner, _, Some(last)) => format!("{winner} with checker {last}"),
            (_, winner, ..) => winner.to_owned(),
        };
        let columns: Vec<String> = self.columns.iter().map(ToString::to_string).collect();
        let columns = if columns.is_empty() { "-".to_owned() } else { columns.join(",") };
        format!("{:<8} {end:<24} {columns:<8} {}\n", self.variant.to_string(), self.source)
    }
}

pub(crate) fn run(args: &BoardsArgs) -> Result<()> {
    let listed = |board: &KnownBoard| match args.variant.or(board.variant) {
        Ok(wanted) => (wanted == board.variant).then(|| Ok(ListedBoard::of(board))),
        Err(error) => Some(Err(error)),
    };
    let boards: Vec<ListedBoard> = KnownBoard::all().iter().filter_map(listed).collect::<Result<_>>()?;
    match args.variant.sized()? {
        Some(variant) if boards.is_empty() => {
            let missing = format!("the value of the empty {variant} board is not in the table");
            match Oracle::new(variant) {
                Ok(_) => bail!("{missing}: `dropline solve --variant {variant} -` computes it"),
                Err(error) => bail!("{missing}, and {error}"),
            }
        }
        None if boards.is_empty() => bail!("no board of the table is like that: without options all are listed"),
        _ => {}
    }
    output::tell(args.format.is_json(), &boards, |boards| {
        let lines: String = boards.iter().map(ListedBoard::line).collect();
        format!("{:<8} {:<24} {:<8} {}\n{lines}", "board", "won by", "first in", "found by")
    })
}
