//! Saved games: a [`GameRecord`] as JSON. A [`Game`] is written by any JSON serialiser; what reads it here says where it is wrong.
//!
//! ```
//! use dropline_core::{Game, notation::record};
//! let game = record::parse(r#"{"variant":"7x6c4","moves":[4,4,5]}"#)?;
//! assert_eq!(game.moves().len(), 3);
//!
//! let error = record::parse("{\"variant\":\"7x6c4\",\n\"moves\":[4,9]}").unwrap_err();
//! assert_eq!(error.to_string(), "line 2, character 12: move 2 (column 9): column 9 is off the board");
//! # Ok::<(), dropline_core::SavedGameError>(())
//! ```

use super::{JsonError, Place, TextError, from_json};
use crate::{Game, GameRecord, RecordError};
use serde::Deserialize;
use serde_json::value::RawValue;

/// What is wrong with a saved game, and where.
pub type SavedGameError = TextError<SavedGameProblem>;

/// What is wrong with a saved game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SavedGameProblem {
    /// The text is not JSON, or has other fields than a record.
    #[error("this is not a saved game: {0}")]
    Json(String),
    /// The record cannot be played.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// The parts of a saved game as they stand in the text, to say where something is wrong.
#[derive(Deserialize)]
struct Written<'a> {
    #[serde(borrow)]
    start: Option<&'a RawValue>,
    #[serde(borrow, default)]
    moves: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    ahead: Vec<&'a RawValue>,
    #[serde(borrow)]
    resigned: Option<&'a RawValue>,
    #[serde(borrow)]
    variations: Option<&'a RawValue>,
}

/// The game that was saved.
pub fn parse(text: &str) -> Result<Game, SavedGameError> {
    parse_whole(text).map(|(game, _)| game)
}

/// The game that was saved, and its record with all that was saved beside it: who plays, the names of the sides, the seed, the clocks.
pub fn parse_whole(text: &str) -> Result<(Game, GameRecord), SavedGameError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let record: GameRecord = from_json(text).map_err(not_json)?;
    let written: Written<'_> = from_json(text).map_err(not_json)?;
    let game = Game::try_from(record.clone()).map_err(|error| {
        let culprit = match &error {
            RecordError::Start(_) => written.start,
            RecordError::Move { number, .. } => written.moves.iter().chain(&written.ahead).nth(number - 1).copied(),
            RecordError::Resigned(_) => written.resigned,
            RecordError::Variations(_) => written.variations,
        };
        let offset = culprit.map_or(0, |raw| raw.get().as_ptr() as usize - text.as_ptr() as usize);
        SavedGameError { place: Place::in_text(text, offset), problem: error.into() }
    })?;
    Ok((game, record))
}

fn not_json(JsonError { place, problem }: JsonError) -> SavedGameError {
    SavedGameError { place, problem: SavedGameProblem::Json(problem) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_saved_game_is_pointed_at() {
        let said = |text: &str| parse(text).unwrap_err().to_string();
        assert_eq!(
            said("{\"variant\": \"7x6c4\",\n \"moves\": [4, 4, 9]}"),
            "line 2, character 18: move 3 (column 9): column 9 is off the board"
        );
        assert!(
            said("{\"variant\": \"7x6c4\", \"moves\": [4,")
                .starts_with("line 1, character 33: this is not a saved game")
        );
        assert!(said("{\"variant\": \"7x6c4\", \"moves\": [0]}").contains("0 is not a column"));
        assert!(said("{\"variant\": \"7x0c4\"}").contains("levels must be 1 or more, not 0"));
        assert!(
            said("{\"variant\": \"1x1c1\", \"moves\": [1],\n\"resigned\": \"red\"}")
                .starts_with("line 2, character 13: red resigns")
        );
        assert!(
            said("{\"variant\": \"1x1c1\", \"start\": \"?\\nred\"}")
                .starts_with("line 1, character 31: the start: line 1, character 1")
        );
        assert!(
            said("{\"variant\": \"2x1c2\", \"moves\": [1],\n\"ahead\": [1]}")
                .starts_with("line 2, character 11: move 2 (column 1)")
        );
        assert!(
            said("{\"variant\": \"2x1c2\", \"names\": \"red,pink\"}").contains("`pink` is not a colour of checkers")
        );
        assert_eq!(
            said("{\"variant\": \"3x3c3\", \"moves\": [1],\n\"variations\": \"1(9)\"}"),
            "line 2, character 15: the variations: line 1, character 3: column 9 is off the board (1 to 3)"
        );
        assert!(
            said("{\"variant\": \"1x1c1\", \"start\": \"R\\nblack\", \"variations\": \"1\"}")
                .contains("the game is already over")
        );
        assert!(said("[]").contains("not a saved game"));
        assert!(said("").contains("line 1, character 1"));
    }

    #[test]
    fn all_that_was_saved_with_a_game_comes_back() {
        let mut game = Game::from_moves("7x6c4".parse().unwrap(), "445321").unwrap();
        game.undo();
        game.undo();
        for resigns in [false, true] {
            if resigns {
                game.resign(crate::Side::Black).unwrap();
            }
            let mut record = GameRecord::from(game.clone());
            (record.red, record.seed, record.clocks) = (Some("human".to_owned()), Some(7), Some([1.5, 0.0]));
            record.names = Some(crate::SideNames::RED_YELLOW);
            assert_eq!(parse_whole(&serde_json::to_string(&record).unwrap()).unwrap(), (game.clone(), record));
        }
        assert_eq!(game.undo(), Some(crate::Undone::Resignation(crate::Side::Black)));
        assert_eq!(game.redo().map(crate::Column::number), Some(2));
    }

    #[test]
    fn a_saved_game_comes_back() {
        let game = Game::from_moves("7x6m4".parse().unwrap(), "4453").unwrap();
        assert_eq!(parse(&serde_json::to_string(&game).unwrap()).unwrap(), game);
    }
}
