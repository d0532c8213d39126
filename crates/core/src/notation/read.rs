//! Any text that stands for a game, whichever [notation](super) it is in.

use super::Place;
use super::grid::{self, Grid, GridError};
use super::key::{self, KeyError};
use super::maxconnect::{self, MaxFile, MaxFileError};
use super::moves::MovesError;
use crate::{Game, Rules, Side, Variant, VariantError};

/// The ways to write a game down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Notation {
    /// The columns played: [`moves`](super::moves).
    Moves,
    /// A position key: [`key`].
    Key,
    /// A picture of characters: [`grid`].
    Grid,
    /// A board file of the Max-Connect course: [`maxconnect`].
    BoardFile,
    /// A saved game: [`record`](super::record).
    #[cfg(feature = "json")]
    Record,
}

/// A text that was read. It becomes a game once the variant is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading<'a> {
    /// Where the first thing that was read stands.
    start: Place,
    content: Content<'a>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Content<'a> {
    Moves(&'a str),
    Grid(Grid),
    BoardFile(MaxFile),
    Game(Box<Game>),
}

/// Why a text stands for no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotationError {
    /// A move is wrong.
    #[error(transparent)]
    Moves(#[from] MovesError),
    /// The key is wrong.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// The grid is wrong, or has another size than the variant asked for.
    #[error(transparent)]
    Grid(#[from] GridError),
    /// The board file is wrong.
    #[error(transparent)]
    BoardFile(#[from] MaxFileError),
    /// The saved game is wrong.
    #[cfg(feature = "json")]
    #[error(transparent)]
    Record(#[from] super::record::SavedGameError),
    /// A board of this size is not played.
    #[error(transparent)]
    Variant(#[from] VariantError),
    /// The text says its variant, and it is not the one asked for.
    #[error("this is a position of {own}, not of {asked}")]
    OtherVariant {
        /// The text's own.
        own: Variant,
        /// What was asked for.
        asked: Variant,
    },
}

/// The game that a text stands for, in whatever notation it is written; if nobody says a variant, that of [`Reading::variant`].
///
/// ```
/// use dropline_core::notation;
/// let game = notation::read("4453", None)?;
/// assert_eq!(notation::read(&notation::key::write(&game), None)?.position(), game.position());
/// assert_eq!(notation::read("...\nBRR\n", None)?.variant().to_string(), "3x2c4");
/// assert_eq!(notation::read("000\n210\n1\n", None)?.variant().to_string(), "3x2m4");
///
/// let error = notation::read("\n7x6c4:?", None).unwrap_err();
/// assert_eq!(error.to_string(), "line 2, character 8: a key of 7x6c4 has 9 characters after the colon, not 1");
/// # Ok::<(), dropline_core::NotationError>(())
/// ```
pub fn read(text: &str, variant: Option<Variant>) -> Result<Game, NotationError> {
    let reading = Notation::of(text).parse(text, variant)?;
    let variant = variant.map_or_else(|| reading.variant(), Ok)?;
    reading.game(variant)
}

impl Notation {
    /// The notation a text seems to be in. Braces are a saved game, a colon is a key; several lines, or one of the dots and letters of a grid,
    /// are a board; all else is moves.
    #[must_use]
    pub fn of(text: &str) -> Notation {
        let text = without_mark(text).trim();
        #[cfg(feature = "json")]
        if text.starts_with('{') {
            return Notation::Record;
        }
        let drawn = || text.chars().all(grid::is_cell) && text.contains(|c: char| !c.is_ascii_digit() && c != ' ');
        if text.contains(':') {
            Notation::Key
        } else if is_board_file(text) {
            Notation::BoardFile
        } else if text.contains('\n') || drawn() {
            Notation::Grid
        } else {
            Notation::Moves
        }
    }

    /// Reads a text in this notation. Line ends before a board, and blanks around a key, are passed over; a board file that must have
    /// the size of a variant may be one the course does not have.
    pub fn parse(self, text: &str, size: Option<Variant>) -> Result<Reading<'_>, NotationError> {
        let text = without_mark(text);
        let body = match self {
            Notation::Key => text.trim_start(),
            Notation::Grid | Notation::BoardFile => text.trim_start_matches(['\n', '\r']),
            _ => text,
        };
        let start = Place::in_text(text, text.len() - body.len());
        let content = match self {
            Notation::Moves => Ok(Content::Moves(body)),
            Notation::Key => key::parse(body.trim_end()).map(Content::game).map_err(NotationError::from),
            Notation::Grid => grid::parse(body).map(Content::Grid).map_err(NotationError::from),
            Notation::BoardFile => match size {
                None => maxconnect::parse(body.as_bytes()),
                Some(size) => maxconnect::parse_sized(body.as_bytes(), size),
            }
            .map(Content::BoardFile)
            .map_err(NotationError::from),
            #[cfg(feature = "json")]
            Notation::Record => super::record::parse(body).map(Content::game).map_err(NotationError::from),
        };
        match content {
            Ok(content) => Ok(Reading { start, content }),
            Err(error) => Err(error.after(start)),
        }
    }
}

impl Reading<'_> {
    /// The variant that the text says or, where it says none, the usual one: the standard board for moves, four in line for boards.
    pub fn variant(&self) -> Result<Variant, VariantError> {
        let usual = |columns, levels, rules| Variant::new(columns, levels, Variant::STANDARD.connect(), rules);
        match &self.content {
            Content::Moves(_) => Ok(Variant::STANDARD),
            Content::Grid(grid) => usual(grid.columns(), grid.levels(), Rules::Connect),
            Content::BoardFile(file) => usual(file.columns(), file.levels(), Rules::Max),
            Content::Game(game) => Ok(game.variant()),
        }
    }

    /// A variant that was asked for where the text does not say: on a board as large as the text draws one.
    pub fn variant_like(&self, asked: Variant) -> Result<Variant, VariantError> {
        let sized = |columns, levels| Variant::new(columns, levels, asked.connect(), asked.rules());
        match &self.content {
            Content::Grid(grid) => sized(grid.columns(), grid.levels()),
            Content::BoardFile(file) => sized(file.columns(), file.levels()),
            Content::Moves(_) | Content::Game(_) => Ok(asked),
        }
    }

    /// What contradicts the next player's digit in a board file, if something does; the digit decides.
    #[must_use]
    pub fn warning(&self) -> Option<MaxFileError> {
        match &self.content {
            Content::BoardFile(file) => file.check_counts().err(),
            _ => None,
        }
    }

    /// The game, if the text can stand for one of this variant.
    pub fn game(self, variant: Variant) -> Result<Game, NotationError> {
        let game = match self.content {
            Content::Moves(text) => Ok(Game::from_moves(variant, text)?),
            Content::Grid(grid) => grid.game(variant),
            Content::BoardFile(file) => file.game(variant),
            Content::Game(game) if game.variant() == variant => Ok(*game),
            Content::Game(game) => return Err(NotationError::OtherVariant { own: game.variant(), asked: variant }),
        };
        game.map_err(|error| NotationError::Grid(error).after(self.start))
    }
}

impl Content<'_> {
    fn game(game: Game) -> Self {
        Content::Game(Box::new(game))
    }
}

impl NotationError {
    /// The error in a text of which a part that begins at `start` was read.
    fn after(mut self, start: Place) -> NotationError {
        let place = match &mut self {
            NotationError::Key(error) => &mut error.place,
            NotationError::Grid(error) => &mut error.place,
            NotationError::BoardFile(error) => &mut error.place,
            _ => return self,
        };
        if place.line == 1 {
            place.character += start.character - 1;
        }
        place.line += start.line - 1;
        self
    }
}

fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Rows of digits, and below them something that is neither one of them nor a grid's side to move: the digit of the next player, or what was
/// put in its place. One column wide, it must read as a file.
fn is_board_file(text: &str) -> bool {
    let Some((rows, last)) = text.rsplit_once('\n') else { return false };
    let (first, last) = (rows.lines().next().unwrap_or_default().trim_end(), last.trim());
    let wide = first.len() > 1 && first.bytes().all(|byte| matches!(byte, b'0'..=b'2'));
    let is_row = last.chars().count() == first.len();
    (wide && !is_row && last.parse::<Side>().is_err()) || maxconnect::parse(text.as_bytes()).is_ok()
}
