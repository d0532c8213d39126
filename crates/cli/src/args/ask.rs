//! `dropline move`: what is typed.

use crate::args::{FormatArgs, OpeningBookArgs, PositionArgs};
use crate::commands::ask::AskOptions;
use anyhow::{Result, bail};
use clap::Args;
use dropline_engine::Spec;

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
    #[arg(value_name = "SPEC")]
    player: Spec,
    /// Show every column with the score this player gives it, the one it takes marked
    #[arg(long)]
    all: bool,
    /// What chance is drawn from
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    book: OpeningBookArgs,
    #[command(flatten)]
    position: PositionArgs,
}

impl MoveArgs {
    pub(crate) fn options(self) -> Result<AskOptions> {
        if self.player.is_interactive() {
            bail!("{} asks a person: name a player that chooses by itself (see `dropline players`)", self.player);
        }
        let game = self.position.game()?;
        let book = self.book.choice(game.variant())?;
        Ok(AskOptions { player: self.player, game, seed: self.seed, book, all: self.all, json: self.format.is_json() })
    }
}
