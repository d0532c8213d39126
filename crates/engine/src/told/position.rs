//! A position and how it ended, as JSON tells it.

use dropline_core::notation::{key, moves};
use dropline_core::{Cell, Game, Level, Outcome, Points, Rules, Side, Variant, WinBy};
use serde::{Deserialize, Serialize};

/// A position for a page to show.
///
/// ```
/// use dropline_core::{Game, Variant};
/// use dropline_engine::told::ToldPosition;
/// let told = ToldPosition::new(&Game::from_moves(Variant::STANDARD, "4151617")?);
/// assert_eq!(told.lines, [[[4, 1], [5, 1], [6, 1], [7, 1]]]);
/// # Ok::<(), dropline_core::MovesError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ToldPosition {
    /// What is played.
    pub variant: Variant,
    /// The moves that led to it; null if it was set up.
    pub moves: Option<String>,
    /// What was set up, and the moves since; not there if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<ToldSetUp>,
    /// Its key, which names it in other questions.
    pub position: String,
    /// The levels from the top, each from the left.
    pub grid: Vec<Vec<Option<Side>>>,
    /// Who moves; after the end, who would.
    pub turn: Side,
    /// How the game ended, if it did.
    pub outcome: Option<GameEnd>,
    /// Winning lines in Connect-N, all lines that count in Max-Connect-N.
    pub lines: Vec<Vec<[u32; 2]>>,
    /// In Max-Connect.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<Points>,
}

impl ToldPosition {
    /// The position of a game.
    #[must_use]
    pub fn new(game: &Game) -> ToldPosition {
        let (board, variant) = (game.board(), game.variant());
        let level = |level| board.columns().map(|column| board.checker_at(column, level)).collect();
        ToldPosition {
            variant,
            start: set_up_key(game)
                .filter(|_| !game.moves().is_empty())
                .map(|position| ToldSetUp { position, moves: moves::write(variant, game.moves()) }),
            moves: game.starts_empty().then(|| moves::write(variant, game.moves())),
            position: key::write(game),
            grid: (0..variant.levels()).rev().map(Level::from_index).map(level).collect(),
            turn: game.turn(),
            outcome: GameEnd::on_board(game),
            lines: lines(game),
            points: (variant.rules() == Rules::Max).then(|| game.points()),
        }
    }
}

/// A set-up position and the moves from there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ToldSetUp {
    /// Its key.
    pub position: String,
    /// The moves.
    pub moves: String,
}

/// The key of the position a game was set up from; nothing if it began on the empty board.
#[must_use]
pub fn set_up_key(game: &Game) -> Option<String> {
    let (board, turn) = game.start();
    (!game.starts_empty()).then(|| key::write(&Game::from_board(board, turn)))
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameEnd {
    /// Nobody for a tie.
    pub winner: Option<Side>,
    /// What ended it.
    pub by: By,
    /// The lines that won or counted, each a list of cells (column and level).
    pub lines: Vec<Vec<[u32; 2]>>,
}

/// What ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// A line of N.
    Line,
    /// A full board without one.
    Full,
    /// Max-Connect: the points.
    Points,
    /// A side gave up.
    Resignation,
    /// A side had no time left.
    Time,
}

impl GameEnd {
    /// How a game ended on the board; nothing if it goes on there.
    #[must_use]
    pub fn on_board(game: &Game) -> Option<GameEnd> {
        let (winner, by) = match game.outcome()? {
            Outcome::Win { side, by: WinBy::Line } => (Some(side), By::Line),
            Outcome::Win { side, by: WinBy::Points } => (Some(side), By::Points),
            Outcome::Win { side, by: WinBy::Resignation } => (Some(side), By::Resignation),
            Outcome::Tie => (None, if game.variant().rules() == Rules::Max { By::Points } else { By::Full }),
        };
        Some(GameEnd { winner, by, lines: lines(game) })
    }
}

/// The lines worth showing: the winner's in Connect-N, all that count in Max-Connect-N.
fn lines(game: &Game) -> Vec<Vec<[u32; 2]>> {
    let place = |cell: &Cell| [cell.column.number(), cell.level.number()];
    let sides: Vec<Side> = match game.variant().rules() {
        Rules::Max => Side::BOTH.to_vec(),
        Rules::Connect => game.outcome().and_then(Outcome::winner).into_iter().collect(),
    };
    let lines = sides.into_iter().flat_map(|side| game.board().each_line(side));
    lines.map(|line| line.iter().map(place).collect()).collect()
}
