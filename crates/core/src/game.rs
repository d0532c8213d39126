//! A game: turns, legality, the end, taking back and playing again.

use crate::{
    Board, Cell, Column, DropError, MovesError, Outcome, Position, Rules, Side, SideNames, Variant, WinBy, notation,
};

/// A game of any variant, from its start to wherever it stands.
///
/// ```
/// use dropline_core::{Column, Game, Outcome, Side, Variant, WinBy};
/// let mut game = Game::new(Variant::STANDARD);
/// for number in [4, 3, 4, 3, 4, 3, 4] {
///     game.play(Column::from_number(number).unwrap())?;
/// }
/// assert_eq!(game.outcome(), Some(Outcome::Win { side: Side::Red, by: WinBy::Line }));
/// assert_eq!(game.winning_cells().len(), 4);
/// assert_eq!(game.legal_columns().count(), 0);
/// # Ok::<(), dropline_core::PlayError>(())
/// ```
///
/// It serialises as a [`GameRecord`]; reading one back checks every move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "GameRecord", into = "GameRecord"))]
pub struct Game {
    board: Board,
    start: Start,
    turn: Side,
    points: Points,
    /// Points before each drop that can be undone.
    earlier_points: Vec<Points>,
    outcome: Option<Outcome>,
    redo: Vec<Column>,
}

/// What lay on the board before the first move.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Start {
    /// The set-up board; nothing for an empty one.
    board: Option<Box<Board>>,
    turn: Side,
}

/// Lines of N of both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Points {
    /// Red's.
    pub red: u32,
    /// Black's.
    pub black: u32,
}

impl Points {
    /// One side's points.
    #[must_use]
    pub const fn of(self, side: Side) -> u32 {
        match side {
            Side::Red => self.red,
            Side::Black => self.black,
        }
    }

    fn add(&mut self, side: Side, more: u32) {
        match side {
            Side::Red => self.red += more,
            Side::Black => self.black += more,
        }
    }
}

/// Why a move was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The column is off the board or full.
    #[error(transparent)]
    Drop(#[from] DropError),
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// It is the other side's turn.
    #[error("it is not {side}'s turn")]
    OutOfTurn {
        /// The side that tried to move.
        side: Side,
    },
}

/// What [`Game::undo`] took back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Undone {
    /// A drop into this column.
    Drop(Column),
    /// The resignation of this side.
    Resignation(Side),
}

impl Game {
    /// A new game on an empty board; red moves first.
    #[must_use]
    pub fn new(variant: Variant) -> Game {
        Game::from_start(Board::new(variant), Start { board: None, turn: Side::Red })
    }

    /// A game that starts from what lies on a board. The checkers already there cannot be undone.
    ///
    /// A set-up board may hold any number of checkers, and finished lines: if both sides have one, the side that is not to move, and so
    /// moved last, has won.
    #[must_use]
    pub fn from_board(mut board: Board, turn: Side) -> Game {
        board.settle();
        let kept = (board.checkers() > 0).then(|| Box::new(board.clone()));
        Game::from_start(board, Start { board: kept, turn })
    }

    /// A game with these moves played on an empty board, in the [moves notation](crate::notation::moves).
    pub fn from_moves(variant: Variant, moves: &str) -> Result<Game, MovesError> {
        notation::moves::play(Game::new(variant), moves)
    }

    fn from_start(board: Board, start: Start) -> Game {
        let turn = start.turn;
        let points = match board.variant().rules() {
            Rules::Max => Points { red: board.lines(Side::Red), black: board.lines(Side::Black) },
            Rules::Connect => Points::default(),
        };
        let mut game = Game { board, start, turn, points, earlier_points: Vec::new(), outcome: None, redo: Vec::new() };
        game.outcome = game.outcome_by_scan();
        game
    }

    /// The variant played.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.board.variant()
    }

    /// The board as it stands.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The board the game started from, and who moved first there.
    #[must_use]
    pub fn start(&self) -> (Board, Side) {
        let board = self.start.board.as_deref().cloned();
        (board.unwrap_or_else(|| Board::new(self.variant())), self.start.turn)
    }

    /// Whether the game started from an empty board with red to move, so that its moves alone tell all of it.
    #[must_use]
    pub fn starts_empty(&self) -> bool {
        self.start.board.is_none() && self.start.turn == Side::Red
    }

    /// Whose turn it is; after the end, whose it would be.
    #[must_use]
    pub const fn turn(&self) -> Side {
        self.turn
    }

    /// The moves since the start, first one first.
    #[must_use]
    pub fn moves(&self) -> &[Column] {
        self.board.drops()
    }

    /// How the game ended; nothing while it goes on.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Whether the game has ended.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.outcome.is_some()
    }

    /// The points so far in Max-Connect-N; none in Connect-N.
    #[must_use]
    pub const fn points(&self) -> Points {
        self.points
    }

    /// The columns that can be played now, from the left; none after the end.
    pub fn legal_columns(&self) -> impl Iterator<Item = Column> + '_ {
        self.board.open_columns().filter(|_| !self.is_over())
    }

    /// The cells of the winner's lines of N; none if the game was not won by a line.
    #[must_use]
    pub fn winning_cells(&self) -> Vec<Cell> {
        match self.outcome {
            Some(Outcome::Win { side, by: WinBy::Line }) => self.board.line_cells(side),
            _ => Vec::new(),
        }
    }

    /// The position now, small and hashable.
    #[must_use]
    pub fn position(&self) -> Position {
        self.board.position(self.turn)
    }

    /// Plays a move for the side whose turn it is and returns where the checker came to lie. What was undone can then no longer be
    /// redone.
    #[inline]
    pub fn play(&mut self, column: Column) -> Result<Cell, PlayError> {
        let cell = self.advance(column)?;
        self.redo.clear();
        Ok(cell)
    }

    /// Plays a move for a side, if it is that side's turn.
    pub fn play_as(&mut self, side: Side, column: Column) -> Result<Cell, PlayError> {
        if side != self.turn && !self.is_over() {
            return Err(PlayError::OutOfTurn { side });
        }
        self.play(column)
    }

    #[inline]
    fn advance(&mut self, column: Column) -> Result<Cell, PlayError> {
        if self.is_over() {
            return Err(PlayError::Over);
        }
        let cell = self.board.drop(column, self.turn)?;
        match self.variant().rules() {
            Rules::Connect => {
                if self.board.completes_line(cell, self.turn) {
                    self.outcome = Some(Outcome::Win { side: self.turn, by: WinBy::Line });
                } else if self.board.is_full() {
                    self.outcome = Some(Outcome::Tie);
                }
            }
            Rules::Max => {
                self.earlier_points.push(self.points);
                self.points.add(self.turn, self.board.lines_through(cell));
                if self.board.is_full() {
                    self.outcome = Some(by_points(self.points));
                }
            }
        }
        self.turn = self.turn.other();
        Ok(cell)
    }

    /// The end, found by a scan of the whole board instead of from the last move; a resignation is not on the board.
    #[must_use]
    pub fn outcome_by_scan(&self) -> Option<Outcome> {
        if self.variant().rules() == Rules::Max {
            let points = Points { red: self.board.lines(Side::Red), black: self.board.lines(Side::Black) };
            return self.board.is_full().then(|| by_points(points));
        }
        let last_mover_first = [self.turn.other(), self.turn];
        let winner = last_mover_first.into_iter().find(|&side| self.board.lines(side) > 0);
        match winner {
            Some(side) => Some(Outcome::Win { side, by: WinBy::Line }),
            None => self.board.is_full().then_some(Outcome::Tie),
        }
    }

    /// Takes back the last resignation or drop; nothing at the start.
    pub fn undo(&mut self) -> Option<Undone> {
        if let Some(Outcome::Win { side, by: WinBy::Resignation }) = self.outcome {
            self.outcome = None;
            return Some(Undone::Resignation(side.other()));
        }
        let column = self.board.undo()?;
        self.turn = self.turn.other();
        self.outcome = None;
        self.points = self.earlier_points.pop().unwrap_or_default();
        self.redo.push(column);
        Some(Undone::Drop(column))
    }

    /// Plays the last undone move again; nothing if there is none or somebody has resigned.
    pub fn redo(&mut self) -> Option<Column> {
        let &column = self.redo.last()?;
        self.advance(column).ok()?;
        self.redo.pop()
    }

    /// How many moves can be redone.
    #[must_use]
    pub fn redoable(&self) -> usize {
        self.redo.len()
    }

    /// Ends the game in favour of the other side.
    pub fn resign(&mut self, side: Side) -> Result<(), PlayError> {
        if self.is_over() {
            return Err(PlayError::Over);
        }
        self.outcome = Some(Outcome::Win { side: side.other(), by: WinBy::Resignation });
        Ok(())
    }

    /// The same game, left and right exchanged; what was undone is not kept.
    #[must_use]
    pub fn mirrored(&self) -> Game {
        let board = self.start.board.as_ref().map(|board| Box::new(board.mirrored()));
        Game {
            board: self.board.mirrored(),
            start: Start { board, ..self.start },
            redo: Vec::new(),
            earlier_points: self.earlier_points.clone(),
            ..*self
        }
    }
}

fn by_points(points: Points) -> Outcome {
    match points.red.cmp(&points.black) {
        std::cmp::Ordering::Greater => Outcome::Win { side: Side::Red, by: WinBy::Points },
        std::cmp::Ordering::Less => Outcome::Win { side: Side::Black, by: WinBy::Points },
        std::cmp::Ordering::Equal => Outcome::Tie,
    }
}

/// A game as it is saved: what it takes to play it again.
///
#[cfg_attr(feature = "serde", doc = "```")]
#[cfg_attr(not(feature = "serde"), doc = "```ignore")]
/// use dropline_core::{Game, Variant};
/// let game = Game::from_moves(Variant::STANDARD, "4453")?;
/// let saved = serde_json::to_string(&game)?;
/// assert_eq!(saved, r#"{"variant":"7x6c4","moves":[4,4,5,3]}"#);
/// assert_eq!(serde_json::from_str::<Game>(&saved)?, game);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct GameRecord {
    /// What is played.
    pub variant: Variant,
    /// The set-up it started from, in the grid notation with the side to move; nothing for a game from the empty board.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub start: Option<String>,
    /// The moves.
    #[cfg_attr(feature = "serde", serde(default))]
    pub moves: Vec<Column>,
    /// Who gave up, if somebody did.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub resigned: Option<Side>,
    /// Moves that were taken back and can be played again, the next one first.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub ahead: Vec<Column>,
    /// Who plays red, as players are written.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub red: Option<String>,
    /// Who plays black.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub black: Option<String>,
    /// What the sides are called.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub names: Option<SideNames>,
    /// What chance is drawn from.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub seed: Option<u64>,
    /// The seconds that red and black have used.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub clocks: Option<[f64; 2]>,
    /// Other moves that were looked at, as the web app writes them: `4453(26)6`. They are no part of the game and not read into it,
    /// but they must be possible.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub variations: Option<String>,
}

/// Why a saved game cannot be played again.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The set-up is not a grid of the variant.
    #[error("the start: {0}")]
    Start(#[from] crate::GridError),
    /// A move is not possible.
    #[error("move {number} (column {column}): {error}")]
    Move {
        /// Which move, counted from 1.
        number: usize,
        /// The column.
        column: Column,
        /// What is wrong with it.
        error: PlayError,
    },
    /// The variations cannot be played.
    #[error("the variations: {0}")]
    Variations(#[from] notation::variations::VariationsError),
    /// Somebody resigns after the end.
    #[error("{0} resigns, but the game is over")]
    Resigned(Side),
}

impl From<Game> for GameRecord {
    fn from(game: Game) -> GameRecord {
        let start = (!game.starts_empty()).then(|| {
            let (board, turn) = game.start();
            notation::grid::write(&board, turn)
        });
        let resigned = match game.outcome {
            Some(Outcome::Win { side, by: WinBy::Resignation }) => Some(side.other()),
            _ => None,
        };
        let ahead = game.redo.iter().rev().copied().collect();
        let (variant, moves) = (game.variant(), game.moves().to_vec());
        let (red, black, names, seed, clocks, variations) = (None, None, None, None, None, None);
        GameRecord { variant, start, moves, resigned, ahead, red, black, names, seed, clocks, variations }
    }
}

impl TryFrom<GameRecord> for Game {
    type Error = RecordError;

    fn try_from(record: GameRecord) -> Result<Game, RecordError> {
        let mut game = match record.start {
            None => Game::new(record.variant),
            Some(text) => notation::grid::parse(&text)?.game(record.variant)?,
        };
        if let Some(text) = &record.variations {
            notation::variations::check(game.clone(), text)?;
        }
        let taken_back = record.ahead.len();
        for (index, column) in record.moves.into_iter().chain(record.ahead).enumerate() {
            game.play(column).map_err(|error| RecordError::Move { number: index + 1, column, error })?;
        }
        for _ in 0..taken_back {
            game.undo();
        }
        if let Some(side) = record.resigned {
            game.resign(side).map_err(|_| RecordError::Resigned(side))?;
        }
        Ok(game)
    }
}
