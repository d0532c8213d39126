//! `dropline show`: what is typed.

use crate::args::{ColorArgs, PositionArgs};
use crate::commands::show::{PictureFormat, ShowOptions};
use anyhow::Result;
use clap::{Args, ValueEnum};
use dropline_core::picture::{Style, SvgTheme};
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
    #[arg(long, value_enum, value_name = "FORM", default_value_t = Form::Modern)]
    to: Form,
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

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Form {
    /// A plain ASCII picture, R and B
    Scaffold,
    /// A picture of bricks in brackets between walls
    Bricks,
    /// A picture with round discs, last move and winning line highlighted
    Modern,
    /// A line of . R B for each level, top first, then who moves; --grid reads it back
    Grid,
    /// The moves that led here
    Moves,
    /// The position key; --key reads it back
    Key,
    /// The game as `save` writes it; --load reads it back
    Json,
    /// A scalable picture
    Svg,
    /// A picture in pixels
    #[cfg_attr(not(feature = "png"), value(hide = true))]
    Png,
}

impl ShowArgs {
    pub(crate) fn options(self) -> Result<ShowOptions> {
        let text = |style| PictureFormat::Text(style, self.color.look(self.out.is_some()));
        let picture = match self.to {
            Form::Scaffold => text(Style::Scaffold),
            Form::Bricks => text(Style::Bricks),
            Form::Modern => text(Style::Modern),
            Form::Grid => PictureFormat::Grid,
            Form::Moves => PictureFormat::Moves,
            Form::Key => PictureFormat::Key,
            Form::Json => PictureFormat::Json,
            Form::Svg => PictureFormat::Svg(self.theme),
            Form::Png => PictureFormat::Png(self.theme),
        };
        Ok(ShowOptions { game: self.position.game()?, picture, out: self.out })
    }
}
