//! Positions that clients name: by moves, by a key, or in any notation there is.

use crate::analysis::Question;
use crate::error::ApiError;
use crate::live::{GameEnd, PointsView, SideName, lines};
use crate::settings::ServerLimits;
use dropline_core::notation::{key, moves};
use dropline_core::{
    Game, Level, MovesError, Notation, NotationError, Rules, Side, SideNames, SideNamesError, Variant,
};
use serde::Serialize;
use utoipa::ToSchema;

/// A variant that is not too large.
pub(crate) fn variant(text: Option<&str>, limits: &ServerLimits) -> Result<Variant, ApiError> {
    let variant = match text {
        None => Variant::STANDARD,
        Some(text) => text.parse().map_err(|error: dropline_core::VariantError| {
            ApiError::bad("bad_variant", format!("{error}: a variant is written as in 7x6c4 or 7x6m4")).field("variant")
        })?,
    };
    within(variant, limits)?;
    Ok(variant)
}

fn within(variant: Variant, limits: &ServerLimits) -> Result<(), ApiError> {
    if variant.cells() <= limits.cells {
        return Ok(());
    }
    let message =
        format!("{variant} has {} cells: this server plays boards of up to {}", variant.cells(), limits.cells);
    Err(ApiError::bad("board_too_large", message).field("variant"))
}

/// What the sides are called, if somebody says.
pub(crate) fn names(text: Option<&str>) -> Result<Option<SideNames>, ApiError> {
    let refused = |error: SideNamesError| ApiError::bad("bad_names", error.to_string()).field("names");
    text.map(|text| text.parse().map_err(refused)).transpose()
}

/// The position a question is about.
pub(crate) fn of_question(question: &Question, limits: &ServerLimits) -> Result<Game, ApiError> {
    let asked = question.variant.as_deref();
    let start = match &question.position {
        Some(text) => read(Notation::Key, text, "position", asked, limits)?,
        None => Game::new(variant(asked, limits)?),
    };
    let refused = |error: MovesError| ApiError::bad("bad_moves", error.to_string()).field("moves");
    moves::play(start, question.moves.as_deref().unwrap_or_default()).map_err(refused)
}

/// A position in whatever notation a text is written: moves, a key, a saved game, a grid or a board file of the course.
pub(crate) fn import(text: &str, asked: Option<&str>, limits: &ServerLimits) -> Result<Game, ApiError> {
    read(Notation::of(text), text, "text", asked, limits)
}

fn read(
    notation: Notation,
    text: &str,
    field: &'static str,
    asked: Option<&str>,
    limits: &ServerLimits,
) -> Result<Game, ApiError> {
    let refused = |error: NotationError| match error {
        NotationError::OtherVariant { .. } => ApiError::bad("other_variant", error.to_string()).field("variant"),
        _ => ApiError::bad("bad_position", error.to_string()).field(field),
    };
    let asked = asked.map(|asked| variant(Some(asked), limits)).transpose()?;
    let reading = notation.parse(text, asked).map_err(refused)?;
    let own = reading.variant().map_err(|error| refused(error.into()))?;
    let variant = match asked {
        Some(asked) => asked,
        None => within(own, limits).map(|()| own)?,
    };
    reading.game(variant).map_err(refused)
}

/// A position for a page to show.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Position)]
pub(crate) struct PositionView {
    #[schema(example = "7x6c4")]
    variant: String,
    /// The moves that led to it; null if it was set up.
    moves: Option<String>,
    /// What was set up, and the moves since; not there if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<SetUpView>,
    /// Its key, which names it in other questions.
    position: String,
    /// The levels from the top, each from the left: `red`, `black` or null.
    #[schema(value_type = Vec<Vec<Option<String>>>)]
    grid: Vec<Vec<Option<Side>>>,
    #[schema(value_type = SideName)]
    turn: Side,
    outcome: Option<GameEnd>,
    /// Winning lines in Connect-N, all lines that count in Max-Connect-N.
    #[schema(value_type = Vec<Vec<Vec<u32>>>)]
    lines: Vec<Vec<[u32; 2]>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<PointsView>,
}

/// A set-up position and the moves from there.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SetUp)]
pub(crate) struct SetUpView {
    /// Its key.
    position: String,
    moves: String,
}

/// The key of the position a game was set up from; nothing if it began on the empty board.
pub(crate) fn set_up_key(game: &Game) -> Option<String> {
    let (board, turn) = game.start();
    (!game.starts_empty()).then(|| key::write(&Game::from_board(board, turn)))
}

impl PositionView {
    /// Its key.
    pub(crate) fn key(&self) -> &str {
        &self.position
    }

    pub(crate) fn new(game: &Game) -> PositionView {
        let (board, variant) = (game.board(), game.variant());
        let level = |level| board.columns().map(|column| board.checker_at(column, level)).collect();
        PositionView {
            variant: variant.to_string(),
            start: set_up_key(game)
                .filter(|_| !game.moves().is_empty())
                .map(|position| SetUpView { position, moves: moves::write(variant, game.moves()) }),
            moves: game.starts_empty().then(|| moves::write(variant, game.moves())),
            position: key::write(game),
            grid: (0..variant.levels()).rev().map(Level::from_index).map(level).collect(),
            turn: game.turn(),
            outcome: GameEnd::on_board(game),
            lines: lines(game),
            points: (variant.rules() == Rules::Max).then(|| game.points().into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dropline_core::notation::{grid, maxconnect};

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
