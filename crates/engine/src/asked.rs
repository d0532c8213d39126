//! Questions as the front ends take them that speak JSON: which position is meant, which player, column, lesson or puzzle; and why a question is refused.

mod known;
mod lesson;
mod puzzle;

pub use known::KnownColumn;
pub use lesson::{AskedTask, lesson};
pub use puzzle::{AskedPuzzle, next_puzzle, puzzles_of_mistakes};

use crate::book::BookChoice;
use crate::{OracleError, Spec, SpecError, build_with};
use dropline_core::{
    Column, DropError, Game, MovesError, Notation, NotationError, PlayError, SideNames, SideNamesError, Variant,
    VariantError, notation::moves,
};
use serde::{Deserialize, Serialize};

/// The longest text of a player with its options.
const LONGEST_PLAYER: usize = 200;

/// The option of players that search with several threads.
pub(crate) const THREADS: &str = "threads";

/// Why a question is refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    /// A word for programs, which stays the same from release to release.
    pub code: &'static str,
    /// A sentence for people.
    pub message: String,
    /// The field of the question that is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<&'static str>,
    /// Whose fault it is.
    #[serde(skip)]
    pub kind: RefusalKind,
}

/// Kinds of refusals, as HTTP tells them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusalKind {
    /// Something in the question is wrong.
    Bad,
    /// What is asked about is not there.
    Missing,
    /// The question is understood but cannot be granted as things stand.
    Conflict,
    /// Nobody can answer now.
    Unavailable,
}

impl Refusal {
    /// Something in a field of the question is wrong.
    #[must_use]
    pub fn bad(code: &'static str, field: &'static str, message: impl Into<String>) -> Refusal {
        Refusal { code, message: message.into(), field: Some(field), kind: RefusalKind::Bad }
    }

    /// The question is understood but cannot be granted as things stand.
    #[must_use]
    pub fn conflict(code: &'static str, message: impl Into<String>) -> Refusal {
        Refusal { code, message: message.into(), field: None, kind: RefusalKind::Conflict }
    }

    /// What is asked about is not there.
    #[must_use]
    pub fn missing(code: &'static str, message: impl Into<String>) -> Refusal {
        Refusal { kind: RefusalKind::Missing, ..Refusal::conflict(code, message) }
    }

    /// The solver cannot answer.
    #[must_use]
    pub fn unavailable(error: &OracleError) -> Refusal {
        Refusal { kind: RefusalKind::Unavailable, ..Refusal::conflict("unavailable", error.to_string()) }
    }

    /// A move that the rules refuse.
    #[must_use]
    pub fn of_move(game: &Game, error: PlayError) -> Refusal {
        match error {
            PlayError::Drop(DropError::OffBoard { .. }) => {
                let columns = game.variant().columns();
                Refusal::bad("off_board", "column", format!("{error}: choose 1 to {columns}"))
            }
            PlayError::Drop(DropError::Full { .. }) => {
                let open: Vec<String> = game.legal_columns().map(|column| column.to_string()).collect();
                let message = format!("{error}: choose one of {}", open.join(", "));
                Refusal { field: Some("column"), ..Refusal::conflict("column_full", message) }
            }
            PlayError::Over => Refusal::conflict("game_over", "the game is over"),
            PlayError::OutOfTurn { .. } => Refusal::conflict("not_your_turn", error.to_string()),
            _ => Refusal::conflict("refused", error.to_string()),
        }
    }

    /// A number that is no column at all.
    #[must_use]
    pub fn off_board(game: &Game, number: u32) -> Refusal {
        let columns = game.variant().columns();
        Refusal::bad("off_board", "column", format!("column {number} is off the board: choose 1 to {columns}"))
    }
}

/// A position that is asked about: by moves from the empty board, or from a set-up position.
///
/// ```
/// use dropline_engine::asked::AskedPosition;
/// let place = AskedPosition { moves: Some("4453".into()), ..AskedPosition::default() };
/// assert_eq!(place.game(400)?.moves().len(), 4);
/// let nowhere = AskedPosition { moves: Some("48".into()), ..AskedPosition::default() };
/// assert_eq!(nowhere.game(400).unwrap_err().code, "bad_moves");
/// # Ok::<(), dropline_engine::asked::Refusal>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct AskedPosition {
    /// What is played; `7x6c4` if nothing.
    pub variant: Option<String>,
    /// The moves so far.
    pub moves: Option<String>,
    /// The key of the set-up position where they begin; the empty board if nothing.
    pub position: Option<String>,
}

impl AskedPosition {
    /// The game at this position, on a board of at most so many cells.
    pub fn game(&self, most_cells: usize) -> Result<Game, Refusal> {
        let asked = self.variant.as_deref();
        let start = match &self.position {
            Some(text) => read(Notation::Key, text, "position", asked, most_cells)?,
            None => Game::new(variant(asked, most_cells)?),
        };
        let refused = |error: MovesError| Refusal::bad("bad_moves", "moves", error.to_string());
        moves::play(start, self.moves.as_deref().unwrap_or_default()).map_err(refused)
    }
}

/// A variant of at most so many cells; `7x6c4` if none is named.
pub fn variant(text: Option<&str>, most_cells: usize) -> Result<Variant, Refusal> {
    let variant = match text {
        None => Variant::STANDARD,
        Some(text) => text.parse().map_err(|error: VariantError| {
            Refusal::bad("bad_variant", "variant", format!("{error}: a variant is written as in 7x6c4 or 7x6m4"))
        })?,
    };
    within(variant, most_cells)
}

fn within(variant: Variant, most_cells: usize) -> Result<Variant, Refusal> {
    if variant.cells() <= most_cells {
        return Ok(variant);
    }
    let message = format!("{variant} has {} cells: boards have up to {most_cells} here", variant.cells());
    Err(Refusal::bad("board_too_large", "variant", message))
}

/// What the sides are called, if somebody says.
pub fn names(text: Option<&str>) -> Result<Option<SideNames>, Refusal> {
    let refused = |error: SideNamesError| Refusal::bad("bad_names", "names", error.to_string());
    text.map(|text| text.parse().map_err(refused)).transpose()
}

/// A position in whatever notation a text is written: moves, a key, a saved game, a grid or a board file of the course. The variant counts where
/// the text does not say: a board that is drawn says its size.
pub fn import(text: &str, asked: Option<&str>, most_cells: usize) -> Result<Game, Refusal> {
    if text.trim().is_empty() {
        let message = "there is nothing to read: give moves, a grid, a position key, a saved game or a board file; - is the empty board";
        return Err(Refusal::bad("bad_position", "text", message));
    }
    read(Notation::of(text), text, "text", asked, most_cells)
}

fn read(
    notation: Notation,
    text: &str,
    field: &'static str,
    asked: Option<&str>,
    most_cells: usize,
) -> Result<Game, Refusal> {
    let refused = |error: NotationError| match error {
        NotationError::OtherVariant { .. } => Refusal::bad("other_variant", "variant", error.to_string()),
        _ => Refusal::bad("bad_position", field, error.to_string()),
    };
    let asked = asked.map(|asked| variant(Some(asked), most_cells)).transpose()?;
    // A board file of the size asked for may be one that the course does not have; one of another size says its own.
    let reading =
        notation.parse(text, asked).or_else(|error| notation.parse(text, None).map_err(|_| refused(error)))?;
    let variant = asked.map_or_else(|| reading.variant(), |asked| reading.variant_like(asked));
    let variant = within(variant.map_err(|error| refused(error.into()))?, most_cells)?;
    reading.game(variant).map_err(refused)
}

/// A column of a position, if it can be played.
pub fn playable(game: &Game, number: u32) -> Result<Column, Refusal> {
    let column = Column::from_number(number).ok_or_else(|| Refusal::off_board(game, number))?;
    game.clone().play(column).map_err(|error| Refusal::of_move(game, error))?;
    Ok(column)
}

/// Numbers of columns as columns; they need not have room.
pub fn columns(game: &Game, numbers: &[u32]) -> Result<Vec<Column>, Refusal> {
    let column = |&number: &u32| Column::from_number(number).ok_or_else(|| Refusal::off_board(game, number));
    numbers.iter().map(column).collect()
}

/// A computer player that plays a variant, on one thread.
pub fn computer(text: &str, variant: Variant, field: &'static str) -> Result<Spec, Refusal> {
    let bad = |message: String| Refusal::bad("bad_player", field, message);
    if text.len() > LONGEST_PLAYER {
        return Err(bad(format!("a player with its options has at most {LONGEST_PLAYER} characters")));
    }
    let player: Spec = text.parse().map_err(|error: SpecError| bad(error.to_string()))?;
    if player.is_interactive() {
        return Err(bad(format!("{player} is no computer: use {{\"kind\": \"person\"}}")));
    }
    if player.options().get(THREADS).is_some_and(|threads| threads != "1") {
        return Err(bad("every player thinks on one thread here".to_owned()));
    }
    // Only making one tells whether all of its options fit the variant.
    build_with(&player, variant, 0, &BookChoice::None).map_err(|error| bad(error.to_string()))?;
    Ok(player)
}
