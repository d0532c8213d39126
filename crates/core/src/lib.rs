#![doc = include_str!("../README.md")]

#[doc(hidden)]
pub mod bits;
mod board;
mod cell;
pub mod count;
mod game;
mod macros;
pub mod notation;
mod outcome;
#[cfg(feature = "pictures")]
pub mod picture;
mod position;
mod side;
mod side_names;
mod variant;
pub mod words;

pub use board::{Board, DropError};
pub use cell::{Cell, Column, Level, NumberError};
pub use game::{Game, GameRecord, PlayError, Points, RecordError, Undone};
pub use notation::grid::{GridError, GridProblem};
pub use notation::key::{KeyError, KeyProblem};
pub use notation::maxconnect::{MaxFile, MaxFileError, MaxFileProblem};
pub use notation::moves::{MovesError, MovesProblem};
#[cfg(feature = "json")]
pub use notation::record::{SavedGameError, SavedGameProblem};
pub use notation::variations::{VariationsError, VariationsProblem};
pub use notation::{Notation, NotationError, Place, TextError};
pub use outcome::{Outcome, WinBy};
pub use position::{Position, PositionError};
pub use side::{Side, SideError};
pub use side_names::{SideColour, SideNames, SideNamesError};
pub use variant::{MAX_CELLS, Measure, Rules, Variant, VariantError};
