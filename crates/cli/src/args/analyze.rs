//! `dropline analyze`, `dropline explain` and `dropline review`: what is typed.

use crate::args::analyst::AnalystArgs;
use crate::args::{FormatArgs, SetupArgs, VariantArgs};
use crate::commands::analyze::{AnalyzeOptions, What};
use crate::commands::explain::ExplainOptions;
use crate::commands::review::ReviewOptions;
use anyhow::Result;
use clap::Args;
use dropline_core::{Column, Variant};
use std::path::PathBuf;

const ANALYZE_EXAMPLES: &str = "\
Examples:
  dropline analyze 4453                       every column in words
  dropline analyze - --variant 6x5c4          the empty board
  dropline analyze 44 --format json
  dropline analyze --file positions.txt       one position a line in, one JSON object a line out
  echo 4453 | dropline analyze                the same from standard input";

/// Options of `dropline analyze`.
#[derive(Debug, Args)]
#[command(after_help = ANALYZE_EXAMPLES)]
pub(crate) struct AnalyzeArgs {
    /// The moves so far (- is the empty board); without them, positions are read, one a line, from standard input
    #[arg(value_name = "MOVES", conflicts_with_all = ["grid", "load", "key", "file"])]
    moves: Option<String>,
    /// Read positions, one a line, from this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["grid", "load", "key"])]
    file: Option<String>,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    analyst: AnalystArgs,
    #[command(flatten)]
    setup: SetupArgs,
    #[command(flatten)]
    variant: VariantArgs,
}

impl AnalyzeArgs {
    pub(crate) fn options(self) -> Result<AnalyzeOptions> {
        let what = if self.moves.is_some() || self.setup.is_given() {
            What::One(Box::new(self.setup.game(&self.variant, self.moves.as_deref())?))
        } else {
            What::Lines {
                variant: self.variant.or(Variant::STANDARD)?,
                file: self.file.unwrap_or_else(|| "-".to_owned()),
            }
        };
        let variant = match &what {
            What::One(game) => game.variant(),
            What::Lines { variant, .. } => *variant,
        };
        let (analyst, limits) = (self.analyst.analyst(variant)?, self.analyst.limits());
        Ok(AnalyzeOptions { what, analyst, limits, json: self.format.is_json() })
    }
}

const EXPLAIN_EXAMPLES: &str = "\
Examples:
  dropline explain 4453 --column 4      why is column 4 good or bad here?
  dropline explain 4453                 the same for a best column";

/// Options of `dropline explain`.
#[derive(Debug, Args)]
#[command(after_help = EXPLAIN_EXAMPLES)]
pub(crate) struct ExplainArgs {
    /// The moves so far (- or nothing: the empty board)
    #[arg(value_name = "MOVES", conflicts_with_all = ["grid", "load", "key"])]
    moves: Option<String>,
    /// The column to explain [default: a best one]
    #[arg(long, value_name = "N")]
    column: Option<u32>,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    analyst: AnalystArgs,
    #[command(flatten)]
    setup: SetupArgs,
    #[command(flatten)]
    variant: VariantArgs,
}

impl ExplainArgs {
    pub(crate) fn options(self) -> Result<ExplainOptions> {
        let game = self.setup.game(&self.variant, self.moves.as_deref())?;
        let (analyst, limits) = (self.analyst.analyst(game.variant())?, self.analyst.limits());
        let column = self.column.map(Column::try_from).transpose()?;
        Ok(ExplainOptions { game, column, analyst, limits, json: self.format.is_json() })
    }
}

const REVIEW_EXAMPLES: &str = "\
Examples:
  dropline review 44444326555             a game by its moves
  dropline review --load game.json        a saved game
  dropline review 4444 --graph game.svg   with a picture of how it went";

/// Options of `dropline review`.
#[derive(Debug, Args)]
#[command(after_help = REVIEW_EXAMPLES)]
pub(crate) struct ReviewArgs {
    /// The moves of the game
    #[arg(value_name = "GAME", required_unless_present = "load", conflicts_with_all = ["grid", "load", "key"])]
    moves: Option<String>,
    /// Draw how the game went to this file, as SVG
    #[arg(long, value_name = "FILE")]
    graph: Option<PathBuf>,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    analyst: AnalystArgs,
    #[command(flatten)]
    setup: SetupArgs,
    #[command(flatten)]
    variant: VariantArgs,
}

impl ReviewArgs {
    pub(crate) fn options(self) -> Result<ReviewOptions> {
        let game = self.setup.game(&self.variant, self.moves.as_deref())?;
        let (analyst, limits) = (self.analyst.analyst(game.variant())?, self.analyst.limits());
        Ok(ReviewOptions { game, analyst, limits, graph: self.graph, json: self.format.is_json() })
    }
}
