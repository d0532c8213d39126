//! Which position is meant: moves, a grid, a position key or a saved game.

use crate::args::VariantArgs;
use crate::files::{self, STANDARD_INPUT};
use anyhow::{Context, Result, bail};
use clap::Args;
use dropline_core::notation::{grid, key};
use dropline_core::{Game, Rules, Variant};
use std::path::Path;

/// Checkers in line on a grid that comes without a variant.
const USUAL_CONNECT: usize = 4;

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
        if let Some(file) = &self.grid {
            return read_grid(file, variant);
        }
        if let Some(file) = &self.load {
            return of_variant(files::load_game(file)?, variant, file);
        }
        if let Some(text) = &self.key {
            return of_variant(key::parse(text).context("the position key")?, variant, "the position key");
        }
        let variant = variant.or(Variant::STANDARD)?;
        let moves = moves.unwrap_or_default();
        let game = Game::from_moves(variant, moves);
        if game.is_err() && Path::new(moves).is_file() {
            bail!("{moves} is a file, not a list of moves: --load reads a saved game, --grid a board drawn in text");
        }
        game.context("the moves")
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

/// A grid's own size holds unless another is asked for.
fn read_grid(file: &str, variant: &VariantArgs) -> Result<Game> {
    let text = files::read_text(file)?;
    let place = || files::display_name(file).to_owned();
    let grid = grid::parse(&text).with_context(place)?;
    let own = Variant::new(grid.columns(), grid.levels(), USUAL_CONNECT, Rules::Connect);
    let variant = variant.or(own.with_context(place)?)?;
    grid.game(variant).with_context(place)
}

/// The game, if it is one of the variant asked for.
fn of_variant(game: Game, asked: &VariantArgs, what: &str) -> Result<Game> {
    let wanted = asked.or(game.variant())?;
    if wanted != game.variant() {
        bail!(
            "{} is a game of {}, not of {wanted}: leave out the options for the variant",
            files::display_name(what),
            game.variant()
        );
    }
    Ok(game)
}
