//! `dropline show`: a position as a picture or in a notation.

use crate::{files, output, prose};
use anyhow::{Context, Result, bail};
use dropline_core::picture::{self, Look, Style, SvgTheme, View};
use dropline_core::{Game, notation};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::ExitCode;

/// PNG pixels for a unit of the SVG picture, so that discs are round to the eye.
const PNG_SCALE: f32 = 2.0;

/// PNG pictures of large boards are made smaller, until no side is longer than this.
const MOST_PIXELS: f32 = 8192.0;

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

fn png(svg: &str) -> Result<Vec<u8>> {
    let tree = Tree::from_str(svg, &Options::default()).context("the picture cannot be drawn")?;
    let size = tree.size();
    let scale = (MOST_PIXELS / size.width().max(size.height())).min(PNG_SCALE);
    let pixels = |length: f32| (length * scale).ceil() as u32;
    let mut pixmap = Pixmap::new(pixels(size.width()), pixels(size.height())).context("the picture is too large")?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    pixmap.encode_png().context("the picture cannot be written as PNG")
}
