//! `dropline review`: every move of a game graded.

use crate::{files, output, prose};
use anyhow::{Result, bail};
use dropline_core::picture::{GraphPoint, graph};
use dropline_core::{Game, Side};
use dropline_engine::analysis::Analyst;
use dropline_engine::told::ToldReview;
use dropline_engine::{Limits, Review, Think};
use indicatif::{ProgressBar, ProgressStyle};
use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Which game to review, and how.
#[derive(Debug)]
pub(crate) struct ReviewOptions {
    pub(crate) game: Game,
    pub(crate) analyst: Analyst,
    pub(crate) limits: Limits,
    pub(crate) graph: Option<PathBuf>,
    pub(crate) json: bool,
}

pub(crate) fn run(mut options: ReviewOptions) -> Result<ExitCode> {
    let game = &options.game;
    if game.moves().is_empty() {
        bail!("there is no move to review: give the moves of a game, or --load a saved one");
    }
    let think = Think { limits: options.limits, ..Think::default() };
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} moves, {eta} left")?;
    let bar = ProgressBar::new(game.moves().len() as u64).with_style(style);
    let review = Review::of(game, &mut options.analyst, &think, &mut |_| bar.inc(1))?;
    bar.finish_and_clear();
    if let Some(path) = &options.graph {
        let points: Vec<GraphPoint> = review
            .moves
            .iter()
            .map(|graded| GraphPoint { height: graded.height(), marked: graded.grade.is_mistake() })
            .collect();
        files::write_whole(path, graph(&points).as_bytes())?;
    }
    if options.json {
        output::write_json(&ToldReview::new(game.variant(), &review))?;
    } else {
        output::write(text(game, &review))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn text(game: &Game, review: &Review) -> String {
    let mut text = String::new();
    for graded in &review.moves {
        let mark = if graded.grade.is_mistake() { '!' } else { ' ' };
        let _ = writeln!(text, "{mark}{:>3}. {:<5} column {:>2}: {graded}", graded.number, graded.side, graded.column);
    }
    for side in Side::BOTH {
        let (best, moves) = review.perfect_moves(side);
        let share = 100.0 * best as f64 / moves.max(1) as f64;
        let _ = writeln!(
            text,
            "{}: {best} of {} perfect ({share:.0} %)",
            prose::capital(side),
            prose::number_of(moves, "move")
        );
    }
    let turning: Vec<String> = review.turning_points().map(|graded| graded.number.to_string()).collect();
    let _ = match turning.as_slice() {
        [] => writeln!(text, "No move changed the result."),
        [one] => writeln!(text, "The turning point is move {one}."),
        many => writeln!(text, "The turning points are moves {}.", many.join(", ")),
    };
    if let Some(outcome) = game.outcome() {
        let _ = writeln!(text, "{}", prose::result(game, outcome));
    }
    text
}
