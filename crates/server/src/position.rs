//! Positions that clients name: by moves, by a key, or in any notation there is.

use crate::analysis::Question;
use crate::error::ApiError;
use crate::live::{EndShape, PointsView, SideName};
use crate::settings::ServerLimits;
use dropline_core::{Game, Side, SideNames};
use dropline_engine::asked::{self, AskedPosition};
use serde::Serialize;
use utoipa::ToSchema;

/// What the sides are called, if somebody says.
pub(crate) fn names(text: Option<&str>) -> Result<Option<SideNames>, ApiError> {
    Ok(asked::names(text)?)
}

/// The position a question is about.
pub(crate) fn of_question(question: &Question, limits: &ServerLimits) -> Result<Game, ApiError> {
    let Question { variant, moves, position } = question.clone();
    Ok(AskedPosition { variant, moves, position }.game(limits.cells)?)
}

/// A position in whatever notation a text is written: moves, a key, a saved game, a grid or a board file of the course.
pub(crate) fn import(text: &str, asked: Option<&str>, limits: &ServerLimits) -> Result<Game, ApiError> {
    Ok(asked::import(text, asked, limits.cells)?)
}

/// A position for a page to show, as [`ToldPosition`](dropline_engine::told::ToldPosition) tells it.
#[derive(Serialize, ToSchema)]
#[schema(as = Position)]
pub(crate) struct PositionShape {
    #[schema(example = "7x6c4")]
    variant: String,
    /// The moves that led to it; null if it was set up.
    moves: Option<String>,
    /// What was set up, and the moves since; not there if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<SetUpShape>,
    /// Its key, which names it in other questions.
    position: String,
    /// The levels from the top, each from the left: `red`, `black` or null.
    #[schema(value_type = Vec<Vec<Option<String>>>)]
    grid: Vec<Vec<Option<Side>>>,
    #[schema(value_type = SideName)]
    turn: Side,
    outcome: Option<EndShape>,
    /// Winning lines in Connect-N, all lines that count in Max-Connect-N.
    #[schema(value_type = Vec<Vec<Vec<u32>>>)]
    lines: Vec<Vec<[u32; 2]>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<PointsView>,
}

/// A set-up position and the moves from there.
#[derive(Serialize, ToSchema)]
#[schema(as = SetUp)]
pub(crate) struct SetUpShape {
    /// Its key.
    position: String,
    moves: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use dropline_core::Variant;
    use dropline_core::notation::{grid, key, maxconnect};

    fn read(text: &str) -> Game {
        import(text, None, &ServerLimits::default()).unwrap()
    }

    #[test]
    fn every_notation_is_read() {
        let game = Game::from_moves(Variant::STANDARD, "4453").unwrap();
        let grid = grid::write(game.board(), game.turn());
        let course = maxconnect::write(game.board(), game.turn(), maxconnect::LineEnds::Lf);
        for text in ["4453", " 4, 4 5 3\n", &key::write(&game), &serde_json::to_string(&game).unwrap(), &grid] {
            assert_eq!(read(text).position(), game.position(), "{text}");
        }
        let read = read(&course);
        assert_eq!((read.variant().to_string(), read.turn()), ("7x6m4".to_owned(), game.turn()));
    }

    /// A grid was refused where the form it is put into had another board in it.
    #[test]
    fn a_drawn_board_says_its_size_and_the_variant_the_rest() {
        let limits = ServerLimits::default();
        let variant =
            |text: &str, asked: &str| import(text, Some(asked), &limits).map(|game| game.variant().to_string());
        assert_eq!(variant("...\n...\nRB.\n", "7x6c4").unwrap(), "3x3c4");
        assert_eq!(variant("...\n...\nRB.\n", "7x6m3").unwrap(), "3x3m3");
        assert_eq!(variant("000\n210\n1\n", "7x6m4").unwrap(), "3x2m4");
        assert_eq!(variant("0000000\n0000000\n1\n", "7x2m4").unwrap(), "7x2m4");
        assert_eq!(variant("445", "9x7c4").unwrap(), "9x7c4");
        let too_large = import("..........\n..........\n", Some("3x3c3"), &ServerLimits { cells: 10, ..limits });
        assert_eq!(too_large.unwrap_err().object.code, "board_too_large");
        let other = import("{\"variant\": \"3x3c3\"}", Some("7x6c4"), &limits).unwrap_err();
        assert_eq!(other.object.code, "other_variant");
    }

    /// They were taken for the empty board, or imported as they stood.
    #[test]
    fn nothing_and_impossible_variations_are_refused() {
        let refused = |text: &str| import(text, None, &ServerLimits::default()).unwrap_err().object.message;
        for empty in ["", " \n"] {
            assert!(refused(empty).starts_with("there is nothing to read: give moves, "));
        }
        assert_eq!(
            refused("{\"variant\": \"3x3c3\", \"variations\": \"1(9)\"}"),
            "line 1, character 36: the variations: line 1, character 3: column 9 is off the board (1 to 3)"
        );
        assert!(read("-").moves().is_empty());
    }

    #[test]
    fn too_large_a_board_is_refused_in_every_notation() {
        let small = ServerLimits { cells: 20, ..ServerLimits::default() };
        let game = Game::from_moves(Variant::STANDARD, "4453").unwrap();
        let grid = grid::write(game.board(), game.turn());
        for text in ["4453", &key::write(&game), &serde_json::to_string(&game).unwrap(), &grid] {
            assert_eq!(import(text, None, &small).unwrap_err().object.code, "board_too_large", "{text}");
        }
    }
}
