//! Which position is meant: moves, a grid, a position key or a saved game.

use crate::args::VariantArgs;
use crate::files::{self, STANDARD_INPUT};
use anyhow::{Context, Result, anyhow};
use clap::Args;
use dropline_core::{Game, Notation, NotationError};
use std::path::Path;

/// The options that set up a position other than by its moves.
#[derive(Debug, Args)]
#[command(next_help_heading = "Where to start")]
pub(crate) struct SetupArgs {
    /// Start from a board drawn in text: a line for each level, top first, of . R B; then red or black to move (- reads standard input)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["load", "key"])]
    grid: Option<String>,
    /// Start from a saved game (- reads standard input)
    #[arg(long, value_name = "FILE", conflicts_with = "key")]
    load: Option<String>,
    /// Start from a position key, as `dropline show --to key` prints it
    #[arg(long, value_name = "KEY")]
    key: Option<String>,
}

impl SetupArgs {
    /// Whether a position is set up.
    pub(crate) const fn is_given(&self) -> bool {
        self.grid.is_some() || self.load.is_some() || self.key.is_some()
    }

    /// Whether standard input holds the position, and so nothing else.
    pub(crate) fn reads_standard_input(&self) -> bool {
        [&self.grid, &self.load].into_iter().flatten().any(|file| file == STANDARD_INPUT)
    }

    /// The game meant: what was set up, or else `moves` from the empty board.
    pub(crate) fn game(&self, variant: &VariantArgs, moves: Option<&str>) -> Result<Game> {
        let (notation, text, name) = match self {
            SetupArgs { grid: Some(file), .. } => (Notation::Grid, files::read_text(file)?, files::display_name(file)),
            SetupArgs { load: Some(file), .. } => {
                (Notation::Record, files::read_text(file)?, files::display_name(file))
            }
            SetupArgs { key: Some(key), .. } => (Notation::Key, key.clone(), "the position key"),
            _ => (Notation::Moves, moves.unwrap_or_default().to_owned(), "the moves"),
        };
        let name = || name.to_owned();
        let reading = notation.parse(&text).with_context(name)?;
        let variant = variant.or(reading.variant().with_context(name)?)?;
        reading.game(variant).map_err(|error| match error {
            NotationError::OtherVariant { own, asked } => {
                anyhow!("{} is a game of {own}, not of {asked}: leave out the options for the variant", name())
            }
            NotationError::Moves(_) if Path::new(&text).is_file() => {
                anyhow!(
                    "{text} is a file, not a list of moves: --load reads a saved game, --grid a board drawn in text"
                )
            }
            error => anyhow!(error).context(name()),
        })
    }
}

/// A position for commands that look at one: moves as an argument, or a set-up.
#[derive(Debug, Args)]
pub(crate) struct PositionArgs {
    /// The moves so far: columns from 1, as in 4453; with commas on boards wider than 9 (- or nothing: the empty board)
    #[arg(value_name = "MOVES", conflicts_with_all = ["grid", "load", "key"])]
    moves: Option<String>,
    #[command(flatten)]
    setup: SetupArgs,
    #[command(flatten)]
    variant: VariantArgs,
}

impl PositionArgs {
    pub(crate) fn game(&self) -> Result<Game> {
        self.setup.game(&self.variant, self.moves.as_deref())
    }
}
