//! `dropline review`: every move of a game graded.

use crate::args::AnalystArgs;
use crate::{files, output, prose};
use anyhow::{Result, bail};
use clap::Args;
use dropline_core::picture::{GraphPoint, graph};
use dropline_core::{Game, Side, SideNames};
use dropline_engine::Review;
use dropline_engine::told::ToldReview;
use std::fmt::Write;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  dropline review 44444326555             a game by its moves
  dropline review --load game.json        a saved game
  dropline review 4444 --graph game.svg   with a picture of how it went";

/// Options of `dropline review`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ReviewArgs {
    /// The moves of the game
    #[arg(value_name = "GAME", required_unless_present = "load", conflicts_with_all = ["grid", "load", "key"])]
    moves: Option<String>,
    /// Draw how the game went to this file, as SVG
    #[arg(long, value_name = "FILE")]
    graph: Option<PathBuf>,
    #[command(flatten)]
    asked: AnalystArgs,
}

pub(crate) fn run(args: &ReviewArgs) -> Result<()> {
    if args.graph.is_none() {
        args.asked.refuse_names_for_scripts()?;
    }
    let (game, names) = &args.asked.game(args.moves.as_deref())?;
    let (mut analyst, names) = (args.asked.analyst(game.variant())?, *names);
    if game.moves().is_empty() {
        let of_board = if game.starts_empty() { "" } else { " in a board alone" };
        bail!("there is no move to review{of_board}: give the moves of a game, or --load a saved one");
    }
    let moves = game.moves().len();
    let bar = output::bar(moves, "moves")?;
    let think = args.asked.think_about_game(moves);
    let review = Review::of(game, &mut analyst, &think, &mut |_| bar.inc(1))?;
    bar.finish_and_clear();
    if let Some(path) = &args.graph {
        let points: Vec<GraphPoint> = review
            .moves
            .iter()
            .map(|graded| GraphPoint { height: graded.height(), marked: graded.grade.is_mistake() })
            .collect();
        files::write_whole(path, graph(&points, names).as_bytes())?;
    }
    output::tell(args.asked.is_json(), &ToldReview::new(game.variant(), &review), |_| text(game, &review, names))
}

fn text(game: &Game, review: &Review, names: SideNames) -> String {
    let mut text = String::new();
    let width = Side::BOTH.map(|side| names.name(side).len()).into_iter().max().unwrap_or(0);
    for graded in &review.moves {
        let mark = if graded.grade.is_mistake() { '!' } else { ' ' };
        let (number, side, column) = (graded.number, names.name(graded.side), graded.column);
        let _ = writeln!(text, "{mark}{number:>3}. {side:<width$} column {column:>2}: {graded}");
    }
    for side in Side::BOTH {
        let (name, [best, decided, moves]) = (names.capital(side), review.perfect_moves(side));
        let share = 100.0 * best as f64 / decided.max(1) as f64;
        let open = prose::number_of(moves - decided, "move");
        let _ = match (decided, moves - decided) {
            (0, 0) => writeln!(text, "{name}: no move"),
            (_, 0) => {
                writeln!(text, "{name}: {best} of {} perfect ({share:.0} %)", prose::number_of(decided, "move"))
            }
            (0, _) => writeln!(text, "{name}: {open}, none decided"),
            _ => {
                let decided = prose::number_of(decided, "decided move");
                writeln!(text, "{name}: {best} of {decided} perfect ({share:.0} %), {open} not decided")
            }
        };
    }
    let turning: Vec<String> = review.turning_points().map(|graded| graded.number.to_string()).collect();
    let _ = match turning.as_slice() {
        [] => writeln!(text, "No move changed the result."),
        [one] => writeln!(text, "The turning point is move {one}."),
        many => writeln!(text, "The turning points are moves {}.", many.join(", ")),
    };
    if let Some(outcome) = game.outcome() {
        let _ = writeln!(text, "{}", prose::result(game, outcome, names));
    }
    text
}
