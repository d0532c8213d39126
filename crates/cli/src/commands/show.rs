//! `dropline show`: a position as a picture or in a notation.

use crate::{files, output, prose};
use anyhow::{Result, bail};
use dropline_core::picture::{self, Look, Style, SvgTheme, View};
use dropline_core::{Game, notation};
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::ExitCode;

/// PNG pictures of large boards are made smaller, until no side is longer than this.
#[cfg(feature = "png")]
const MOST_PIXELS: u16 = 8192;

/// What to show, how and where.
#[derive(Debug)]
pub(crate) struct ShowOptions {
    pub(crate) game: Game,
    pub(crate) picture: PictureFormat,
    /// Standard output if nothing.
    pub(crate) out: Option<PathBuf>,
}

/// What a position becomes.
#[derive(Debug)]
pub(crate) enum PictureFormat {
    Text(Style, Look),
    Grid,
    Moves,
    Key,
    Json,
    Svg(SvgTheme),
    Png(SvgTheme),
}

pub(crate) fn run(options: &ShowOptions) -> Result<ExitCode> {
    if matches!(options.picture, PictureFormat::Png(_)) && options.out.is_none() && io::stdout().is_terminal() {
        bail!("a terminal cannot show a PNG picture: name a file with --out FILE");
    }
    let bytes = bytes(&options.game, &options.picture)?;
    match &options.out {
        Some(file) => files::write_whole(file, &bytes)?,
        None => output::write(bytes)?,
    }
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn bytes(game: &Game, picture: &PictureFormat) -> Result<Vec<u8>> {
    let view = View::of(game);
    let text = match picture {
        PictureFormat::Text(style, look) => {
            let points = prose::points(game).map(|points| prose::points_line(points) + "\n");
            picture::draw(&view, *style, *look) + &points.unwrap_or_default()
        }
        PictureFormat::Grid => notation::grid::write(game.board(), game.turn()),
        PictureFormat::Moves if !game.starts_empty() => {
            bail!("this position was set up, so there are no moves that led to it: use --to grid, key or json")
        }
        PictureFormat::Moves => notation::moves::write(game.variant(), game.moves()) + "\n",
        PictureFormat::Key => notation::key::write(game) + "\n",
        PictureFormat::Json => files::game_text(game)?,
        PictureFormat::Svg(theme) => picture::svg(&view, theme),
        PictureFormat::Png(theme) => return png(&picture::svg(&view, theme)),
    };
    Ok(text.into_bytes())
}

#[cfg(feature = "png")]
fn png(svg: &str) -> Result<Vec<u8>> {
    Ok(picture::png(svg, MOST_PIXELS)?)
}

#[cfg(not(feature = "png"))]
fn png(_svg: &str) -> Result<Vec<u8>> {
    bail!(crate::args::left_out::sentence("PNG pictures", "png"))
}
