//! `dropline show`: a position as a picture or in a notation.

use crate::args::{ColorArgs, PositionArgs, one_of, refuse_unused};
use crate::saved_game::SavedGame;
use crate::{files, output, prose};
use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use dropline_core::notation::maxconnect::{self, LineEnds};
use dropline_core::picture::{self, Look, Style, SvgTheme, View};
use dropline_core::{Game, SideNames, notation};
use std::io::{self, IsTerminal};
use std::path::PathBuf;

/// PNG pictures of large boards are made smaller, until no side is longer than this.
#[cfg(feature = "png")]
const MOST_PIXELS: u16 = 8192;
/// The same of moving pictures, which are drawn for every move.
#[cfg(feature = "png")]
const MOST_MOVING_PIXELS: u16 = 640;

/// The end of the help.
fn examples() -> String {
    let png = if cfg!(feature = "png") {
        "\n  dropline show --load game.json --to png --out game.png\n  dropline show 1122334 --to gif --out game.gif           every move, the last position held"
    } else {
        ""
    };
    format!(
        "\
Examples:
  dropline show 4453                              the position after four moves
  dropline show --to bricks                       the empty board, in bricks
  dropline show --variant 10x8m5 5,10,5 --to scaffold
  dropline show 4453 --to key                     a short name of the position
  dropline show 4453 --to svg --names red,black --out board.svg
  dropline show --file input.txt                  a course's board file
  dropline show 4453 --to course --line-ends crlf --out output.txt
  dropline show --grid board.txt --to svg --theme dark --out board.svg{png}
  dropline show 4453 --to grid | dropline show --grid - --to modern

A grid that comes without a variant is a Connect 4 board of its own size, a course's board file one of \
Max-Connect 4; --connect and --rules say otherwise.
In Max-Connect, text pictures are followed by the points of both sides; the modern one also by who moves or who won."
    )
}

/// Options of `dropline show`.
#[derive(Debug, Args)]
#[command(after_help = examples())]
pub(crate) struct ShowArgs {
    /// What to make of the position
    #[arg(long, alias = "format", value_enum, value_name = "FORM", default_value_t = PictureFormat::Modern)]
    to: PictureFormat,
    /// Write to this file, whole or not at all, instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The colours of svg, png and gif pictures: light, dark, high-contrast or colour-blind [default: light]
    #[arg(long, value_name = "THEME")]
    theme: Option<SvgTheme>,
    /// How the lines of a course's board file end [default: lf]
    #[arg(long, value_name = "ENDS", value_parser = one_of(LINE_ENDS))]
    line_ends: Option<LineEnds>,
    #[command(flatten)]
    color: ColorArgs,
    #[command(flatten)]
    position: PositionArgs,
}

const LINE_ENDS: &[(&str, &str, LineEnds)] = &[
    ("lf", "A line feed after every line", LineEnds::Lf),
    ("crlf", "Carriage return and line feed, as the course's starter programs write", LineEnds::CrLf),
    ("lf-between", "A line feed between lines, none after the last", LineEnds::Between),
];

/// What a position becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PictureFormat {
    /// A plain ASCII picture, the letters of the sides
    Scaffold,
    /// The same on a base of +_+_+ instead of +-+-+
    ScaffoldUnderscore,
    /// A picture of bricks in brackets between walls
    Bricks,
    /// A picture with round discs, last move and winning line highlighted
    Modern,
    /// A line of . R B for each level, top first, then who moves; --grid reads it back
    Grid,
    /// A board file of the course: rows of 0 1 2, top first, then the next player's digit; --file reads it back
    Course,
    /// The moves that led here, - if there are none
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
    /// A moving picture: every move, the last position held
    #[cfg_attr(not(feature = "png"), value(hide = true))]
    Gif,
}

impl ShowArgs {
    /// Refuses options that say nothing of the form asked for.
    fn refuse_unused(&self) -> Result<()> {
        use PictureFormat::{Course, Grid, Json, Key, Moves};
        let form =
            format!("--to {}", self.to.to_possible_value().map_or_else(String::new, |form| form.get_name().to_owned()));
        let (drawn, written) = (self.to.is_drawn(), matches!(self.to, Grid | Course | Moves | Key | Json));
        let (color, names) = (self.color.given(), self.position.names_given());
        refuse_unused(
            &[
                ("--theme", self.theme.is_some() && !drawn),
                ("--line-ends", self.line_ends.is_some() && self.to != Course),
                (color.0, color.1 && (drawn || written)),
                (names.0, names.1 && written && self.to != Json),
            ],
            &form,
        )
    }
}

impl PictureFormat {
    /// Whether it is a picture in the colours of a theme.
    const fn is_drawn(self) -> bool {
        matches!(self, PictureFormat::Svg | PictureFormat::Png | PictureFormat::Gif)
    }
}

pub(crate) fn run(args: &ShowArgs) -> Result<()> {
    args.refuse_unused()?;
    let (game, names) = args.position.game()?;
    if matches!(args.to, PictureFormat::Png | PictureFormat::Gif) && args.out.is_none() && io::stdout().is_terminal() {
        bail!("a terminal cannot show a picture in pixels: name a file with --out FILE");
    }
    let look = Look { names, ..args.color.look(args.out.is_some()) };
    let theme = args.theme.clone().unwrap_or_default();
    let theme = names.map_or_else(|| theme.clone(), |names| theme.clone().with_names(names));
    let bytes = bytes(&game, args.to, look, &theme, args.line_ends.unwrap_or_default())?;
    match &args.out {
        Some(file) => files::write_whole(file, &bytes),
        None => {
            output::write(bytes)?;
            // The other pictures are the published ones, to the letter.
            match args.to {
                PictureFormat::Modern => output::write(state(&game, look.names(Style::Modern)) + "\n"),
                _ => Ok(()),
            }
        }
    }
}

/// Who won, or who moves.
fn state(game: &Game, names: SideNames) -> String {
    match game.outcome() {
        Some(outcome) => prose::result(game, outcome, names),
        None => format!("{} to move.", names.capital(game.turn())),
    }
}

pub(crate) fn bytes(
    game: &Game,
    format: PictureFormat,
    look: Look,
    theme: &SvgTheme,
    ends: LineEnds,
) -> Result<Vec<u8>> {
    let view = View::of(game);
    let drawn = |style| {
        let points = prose::points(game).map(|points| prose::points_line(points, look.names(style)) + "\n");
        picture::draw(&view, style, look) + &points.unwrap_or_default()
    };
    let text = match format {
        PictureFormat::Scaffold => drawn(Style::Scaffold),
        PictureFormat::ScaffoldUnderscore => drawn(Style::ScaffoldUnderscore),
        PictureFormat::Bricks => drawn(Style::Bricks),
        PictureFormat::Modern => drawn(Style::Modern),
        PictureFormat::Grid => notation::grid::write(game.board(), game.turn()),
        PictureFormat::Course => maxconnect::write(game.board(), game.turn(), ends),
        PictureFormat::Moves if !game.starts_empty() => {
            bail!("this position was set up, so there are no moves that led to it: use --to grid, course, key or json")
        }
        // An empty line would be no text at all.
        PictureFormat::Moves if game.moves().is_empty() => "-\n".to_owned(),
        PictureFormat::Moves => notation::moves::write(game.variant(), game.moves()) + "\n",
        PictureFormat::Key => notation::key::write(game) + "\n",
        PictureFormat::Json => SavedGame { names: look.names, ..SavedGame::from(game.clone()) }.text()?,
        PictureFormat::Svg => picture::svg(&view, theme),
        PictureFormat::Png => return png(&picture::svg(&view, theme)),
        PictureFormat::Gif => return gif(game, theme),
    };
    Ok(text.into_bytes())
}

#[cfg(feature = "png")]
fn png(svg: &str) -> Result<Vec<u8>> {
    Ok(picture::png(svg, MOST_PIXELS)?)
}

#[cfg(feature = "png")]
fn gif(game: &Game, theme: &SvgTheme) -> Result<Vec<u8>> {
    Ok(picture::gif(game, theme, MOST_MOVING_PIXELS)?)
}

#[cfg(not(feature = "png"))]
fn gif(_game: &Game, _theme: &SvgTheme) -> Result<Vec<u8>> {
    bail!(crate::args::left_out::sentence("GIF pictures", "png"))
}

#[cfg(not(feature = "png"))]
fn png(_svg: &str) -> Result<Vec<u8>> {
    bail!(crate::args::left_out::sentence("PNG pictures", "png"))
}
