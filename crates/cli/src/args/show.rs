//! `dropline show`: what is typed.

use crate::args::{ColorArgs, PositionArgs};
use crate::commands::show::{PictureFormat, ShowOptions};
use anyhow::Result;
use clap::Args;
use dropline_core::picture::SvgTheme;
use std::path::PathBuf;

/// The end of the help.
fn examples() -> String {
    let png = if cfg!(feature = "png") { "\n  dropline show --load game.json --to png --out game.png" } else { "" };
    format!(
        "\
Examples:
  dropline show 4453                              the position after four moves
  dropline show --to bricks                       the empty board, in bricks
  dropline show --variant 10x8m5 5,10,5 --to scaffold
  dropline show 4453 --to key                     a short name of the position
  dropline show --grid board.txt --to svg --theme dark --out board.svg{png}
  dropline show 4453 --to grid | dropline show --grid - --to modern

A grid that comes without a variant is a Connect 4 board of its own size; --connect and --rules \
say otherwise.
In Max-Connect, text pictures are followed by the points of both sides."
    )
}

/// Options of `dropline show`.
#[derive(Debug, Args)]
#[command(after_help = examples())]
pub(crate) struct ShowArgs {
    /// What to make of the position
    #[arg(long, value_enum, value_name = "FORM", default_value_t = PictureFormat::Modern)]
    to: PictureFormat,
    /// Write to this file, whole or not at all, instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The colours of svg and png pictures: light, dark, high-contrast or colour-blind
    #[arg(long, value_name = "THEME", default_value = SvgTheme::NAMES[0])]
    theme: SvgTheme,
    #[command(flatten)]
    color: ColorArgs,
    #[command(flatten)]
    position: PositionArgs,
}

impl ShowArgs {
    pub(crate) fn options(self) -> Result<ShowOptions> {
        let look = self.color.look(self.out.is_some());
        Ok(ShowOptions { game: self.position.game()?, format: self.to, look, theme: self.theme, out: self.out })
    }
}
