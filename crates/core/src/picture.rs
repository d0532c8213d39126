//! Boards as pictures: three styles of text, [SVG](svg()), and PNG and animated GIF (feature `png`).
//!
//! A picture is a function of a [`View`] (what is shown), a [`Style`] (how) and a [`Look`] (what the terminal can do). Nothing here asks
//! the terminal anything: that is the front end's to find out.
//!
//! ```
//! use dropline_core::Game;
//! use dropline_core::picture::{Look, Style, View, draw};
//! let game = Game::from_moves("3x2c3".parse()?, "211")?;
//! assert_eq!(draw(&View::of(&game), Style::Scaffold, Look::default()), "|R| | |\n|B|R| |\n+-+-+-+\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "gif")]
mod animation;
mod bricks;
mod digits;
#[cfg(feature = "png")]
mod gif;
mod graph;
mod modern;
#[cfg(feature = "gif")]
mod pixels;
#[cfg(feature = "png")]
mod png;
mod scaffold;
mod svg;
mod theme;

#[cfg(feature = "gif")]
pub use animation::Animation;
#[cfg(feature = "png")]
pub use gif::gif;
pub use graph::{GraphPoint, graph};
#[cfg(feature = "gif")]
pub use pixels::{Pixel, PngError};
#[cfg(feature = "png")]
pub use png::png;
pub use svg::svg;
pub use theme::{Rgb, SvgTheme, ThemeError};

use crate::{Board, Cell, Game, Level, Rules, Side, SideColour, SideNames};
use anstyle::{Ansi256Color, Color};
use std::fmt;
use std::str::FromStr;

/// How a board is drawn as text.
///
/// ```
/// use dropline_core::picture::Style;
/// assert_eq!("bricks".parse(), Ok(Style::Bricks));
/// assert!("stones".parse::<Style>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Style {
    /// Plain ASCII with the sides' letters, `R` and `B` as a rule, always without colour.
    Scaffold,
    /// The same on a base of `+_+_+` instead of `+-+-+`: published both ways.
    ScaffoldUnderscore,
    /// A wall of `[ ]` between backslashes; the second player is yellow as a rule.
    Bricks,
    /// Round discs in a frame, with the last move and the winning cells highlighted.
    Modern,
}

impl Style {
    /// All styles.
    pub const ALL: [Style; 4] = [Style::Scaffold, Style::ScaffoldUnderscore, Style::Bricks, Style::Modern];

    /// The sides as they were published: red and yellow in bricks, red and black elsewhere.
    #[must_use]
    pub const fn usual_names(self) -> SideNames {
        match self {
            Style::Bricks => SideNames::RED_YELLOW,
            Style::Scaffold | Style::ScaffoldUnderscore | Style::Modern => SideNames::RED_BLACK,
        }
    }
}

crate::display_words!(Style {
    Scaffold: "scaffold",
    ScaffoldUnderscore: "scaffold-underscore",
    Bricks: "bricks",
    Modern: "modern",
});

/// A word that names no style.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a board style: scaffold, scaffold-underscore, bricks or modern")]
pub struct StyleError(String);

impl FromStr for Style {
    type Err = StyleError;

    fn from_str(text: &str) -> Result<Style, StyleError> {
        let named = |style: &Style| style.to_string().eq_ignore_ascii_case(text);
        Style::ALL.into_iter().find(named).ok_or_else(|| StyleError(text.to_owned()))
    }
}

/// What the terminal can show, and whose checkers. The default is text without colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Look {
    /// Whether ANSI colours may be used.
    pub color: bool,
    /// Whether characters beyond ASCII may be used.
    pub unicode: bool,
    /// The sides; nothing for the [usual ones](Style::usual_names) of the style.
    pub names: Option<SideNames>,
}

impl Default for Look {
    fn default() -> Look {
        Look { color: false, unicode: true, names: None }
    }
}

impl Look {
    /// The sides in a picture of this style, and in the words around it.
    #[must_use]
    pub fn names(self, style: Style) -> SideNames {
        self.names.unwrap_or(style.usual_names())
    }

    /// The text in a style if there is colour, as it is if not.
    fn paint(self, style: anstyle::Style, text: impl fmt::Display) -> String {
        if self.color { format!("{style}{text}{style:#}") } else { text.to_string() }
    }
}

/// What a picture shows: a board, and which of its cells stand out.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct View<'a> {
    /// The board.
    pub board: &'a Board,
    /// The cell of the last move, if it is to stand out.
    pub last: Option<Cell>,
    /// The cells to be highlighted, such as a winning line.
    pub marked: Vec<Cell>,
}

impl<'a> View<'a> {
    /// The board of a game with its last move; at the end of Connect-N with the winner's lines, at the end of Max-Connect-N with all
    /// lines that counted.
    #[must_use]
    pub fn of(game: &'a Game) -> View<'a> {
        let board = game.board();
        let marked = match game.variant().rules() {
            Rules::Max if game.is_over() => Side::BOTH.into_iter().flat_map(|side| board.line_cells(side)).collect(),
            Rules::Max => Vec::new(),
            Rules::Connect => game.winning_cells(),
        };
        View { board, last: board.last_cell(), marked }
    }

    /// A board on which nothing stands out.
    #[must_use]
    pub const fn board(board: &'a Board) -> View<'a> {
        View { board, last: None, marked: Vec::new() }
    }

    /// The levels from the top.
    fn levels(&self) -> impl Iterator<Item = Level> + use<> {
        (0..self.board.variant().levels()).rev().map(Level::from_index)
    }

    /// The checkers of a level, from the left.
    fn cells(&self, level: Level) -> impl Iterator<Item = (Cell, Option<Side>)> + '_ {
        self.board.columns().map(move |column| (Cell { column, level }, self.board.checker_at(column, level)))
    }
}

/// The picture of a view as lines of text, each ended by a newline.
#[must_use]
pub fn draw(view: &View<'_>, style: Style, look: Look) -> String {
    let names = look.names(style);
    match style {
        Style::Scaffold => scaffold::draw(view, '-', names),
        Style::ScaffoldUnderscore => scaffold::draw(view, '_', names),
        Style::Bricks => bricks::draw(view, look, names),
        Style::Modern => modern::draw(view, look, names),
    }
}

/// Tones whose contrast is at least 3 to 1 on black as well as on white, from the 256 fixed colours: what a terminal calls its own red and
/// yellow can be anything. Black is the terminal's own ink.
const fn ink(colour: SideColour) -> anstyle::Style {
    let number = match colour {
        SideColour::Red => 160,
        SideColour::Yellow => 136,
        SideColour::Black => return anstyle::Style::new(),
        SideColour::White => 244,
        SideColour::Green => 28,
        SideColour::Orange => 166,
        SideColour::Violet => 134,
    };
    anstyle::Style::new().fg_color(Some(Color::Ansi256(Ansi256Color(number))))
}

#[cfg(test)]
mod tests;
