//! Puzzles: positions in which exactly one column keeps the win or the tie.
//!
//! What a puzzle says of its position is proven by the solver when it is made, and again by whoever doubts it ([`Puzzle::check`]). A win is played to its
//! end: to the line in Connect. A tie, or a win by points, has no such end in sight: it is solved as soon as more than one column keeps it.

mod attempt;
mod band;
mod day;
mod embedded;
mod progress;
mod set;
mod theme;

pub use attempt::{PuzzleAnswer, PuzzleAttempt};
pub use band::PuzzleBand;
pub use day::{Day, DayError};
pub use progress::PuzzleProgress;
pub use set::{PuzzleSet, PuzzleSetError, PuzzleSetProblem, PuzzleWish};
pub use theme::{PuzzleTheme, PuzzleThemeError};

use crate::analysis::{Analysis, Analyst, Outlook, Value, threats};
use crate::{Oracle, OracleError, OracleOptions, Rating, Review, Think};
use dropline_core::words::column_list;
use dropline_core::{Column, Game, Position, Rules, Side, Variant, notation};

/// A position in which exactly one column keeps the win or the tie, and what is known about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    game: Game,
    /// The only right column.
    pub column: Column,
    /// What it keeps: the win or the tie.
    pub goal: Outlook,
    /// How many moves are to be found, with the most stubborn replies.
    pub moves: u32,
    /// What it is about.
    pub theme: PuzzleTheme,
    /// How hard it is, on the scale of the levels.
    pub rating: Rating,
}

/// Why a position is no puzzle, or not the one that it is said to be.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PuzzleError {
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// The side to move loses whatever it plays.
    #[error("every column loses")]
    Lost,
    /// More than one column is right.
    #[error("not one column alone keeps the {goal}: columns {} do", column_list(.columns.iter().copied()))]
    Several {
        /// What they keep.
        goal: Outlook,
        /// The columns.
        columns: Vec<Column>,
    },
    /// There is nothing to choose.
    #[error("only one column can be played")]
    NoChoice,
    /// The limits did not allow a proof.
    #[error("what its columns are worth is not proven within the limits")]
    Undecided,
    /// A puzzle claims what is not so.
    #[error("{id}: it says that {claimed}, but {found}")]
    Untrue {
        /// The position.
        id: String,
        /// What it says.
        claimed: String,
        /// What is true.
        found: String,
    },
    /// What was played is no move.
    #[error(transparent)]
    Play(#[from] dropline_core::PlayError),
    /// The solver cannot.
    #[error(transparent)]
    Oracle(#[from] OracleError),
}

/// Moves that a puzzle worth solving takes.
pub const DEPTHS: std::ops::RangeInclusive<u32> = 2..=12;

/// Bytes of tables that are enough for any puzzle of ours.
const MEMORY: usize = 8 << 20;

/// An analyst for puzzles of a variant: it proves and never estimates, without a book. Puzzles are chosen so that it answers soon.
pub fn puzzle_analyst(variant: Variant) -> Result<Analyst, OracleError> {
    let options = OracleOptions { book: crate::book::BookChoice::None, ..OracleOptions::default() };
    Ok(Analyst::exact(Oracle::with(variant, options.within(MEMORY))?))
}

impl Puzzle {
    /// The puzzle that a game's position is, with nothing known about how hard it is.
    ///
    /// ```
    /// use dropline_core::{Game, Variant};
    /// use dropline_engine::{Think, puzzle::{Puzzle, PuzzleTheme, puzzle_analyst}};
    /// let game = Game::from_moves(Variant::STANDARD, "3141")?; // red has two in the bottom row, open on both sides
    /// let puzzle = Puzzle::of(&game, &mut puzzle_analyst(game.variant())?, &Think::default());
    /// assert!(puzzle.unwrap_err().to_string().starts_with("not one column alone keeps the win"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(game: &Game, analyst: &mut Analyst, think: &Think<'_>) -> Result<Puzzle, PuzzleError> {
        let found = fact(game, analyst, think)?;
        Puzzle::with(game, found, analyst, think)
    }

    /// The same if it asks for more than a look; nothing if the position is no puzzle or too easy or too deep.
    pub fn worthwhile(game: &Game, analyst: &mut Analyst, think: &Think<'_>) -> Result<Option<Puzzle>, PuzzleError> {
        if !is_calm(game) || game.is_over() {
            return Ok(None);
        }
        // Most positions are lost or take long to solve: that shows before all columns are looked at.
        match analyst.value(game, think)?.outlook() {
            Some(Outlook::Win | Outlook::Tie) => {}
            Some(Outlook::Loss) | None => return Ok(None),
        }
        match fact(game, analyst, think) {
            Ok(found) if found.is_worthwhile(game) => Puzzle::with(game, found, analyst, think).map(Some),
            Err(PuzzleError::Oracle(error)) => Err(error.into()),
            _ => Ok(None),
        }
    }

    fn with(game: &Game, found: Fact, analyst: &mut Analyst, think: &Think<'_>) -> Result<Puzzle, PuzzleError> {
        let Fact { column, goal, moves } = found;
        let theme = theme::of(game, column, goal, analyst, think)?;
        let game = Game::from_board(game.board().clone(), game.turn());
        Ok(Puzzle { game, column, goal, moves, theme, rating: Rating::default() })
    }

    /// The mistakes of a reviewed game that are puzzles: the positions before them in which one column alone was right.
    pub fn from_review(
        game: &Game,
        review: &Review,
        analyst: &mut Analyst,
        think: &Think<'_>,
    ) -> Result<Vec<Puzzle>, PuzzleError> {
        let (board, turn) = game.start();
        let mut at = Game::from_board(board, turn);
        let mut puzzles = Vec::new();
        for graded in &review.moves {
            if graded.grade.is_mistake() {
                match Puzzle::of(&at, analyst, think) {
                    Ok(puzzle) => puzzles.push(puzzle),
                    Err(PuzzleError::Oracle(error)) => return Err(error.into()),
                    Err(_) => {}
                }
            }
            at.play(graded.column)?;
        }
        Ok(puzzles)
    }

    /// Its name: the key of its position.
    #[must_use]
    pub fn id(&self) -> String {
        notation::key::write(&self.game)
    }

    /// A game that starts at its position.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The variant it is of.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.game.variant()
    }

    /// Its position or the mirror image, whichever is smaller: two puzzles with the same one are alike.
    #[must_use]
    pub fn canonical(&self) -> Position {
        self.game.position().min(self.game.mirrored().position())
    }

    /// The band of its rating.
    #[must_use]
    pub fn band(&self) -> PuzzleBand {
        PuzzleBand::of(self.rating.rating)
    }

    /// What is asked for, as in `win in 3` or `keep the tie`.
    #[must_use]
    pub fn task(&self) -> String {
        task(self.variant(), self.goal, self.moves)
    }

    /// Whether it asks for more than a look: 2 to 12 moves deep, and not seen at once. In Connect nobody wins with the next drop, and at least two other columns
    /// do not let the other side win at once. In Max-Connect the column is not the one that brings the most points now.
    #[must_use]
    pub fn is_worthwhile(&self) -> bool {
        is_calm(&self.game) && self.fact().is_worthwhile(&self.game)
    }

    const fn fact(&self) -> Fact {
        Fact { column: self.column, goal: self.goal, moves: self.moves }
    }

    /// Proves anew what it says of its position; if that is not so, the error names the position and what is true.
    pub fn check(&self, analyst: &mut Analyst, think: &Think<'_>) -> Result<(), PuzzleError> {
        let claimed = self.fact();
        let tell = |fact: &Fact| {
            format!(
                "column {} alone keeps the {} ({})",
                fact.column,
                fact.goal,
                task(self.variant(), fact.goal, fact.moves)
            )
        };
        let found = match fact(&self.game, analyst, think) {
            Ok(found) if found == claimed => return Ok(()),
            Ok(found) => tell(&found),
            Err(error @ (PuzzleError::Oracle(_) | PuzzleError::Undecided)) => return Err(error),
            Err(error) => error.to_string(),
        };
        Err(PuzzleError::Untrue { id: self.id(), claimed: tell(&claimed), found })
    }
}

fn task(variant: Variant, goal: Outlook, moves: u32) -> String {
    match (variant.rules(), goal) {
        (Rules::Connect, Outlook::Win) => format!("win in {moves}"),
        _ => format!("keep the {goal}: {moves} only moves"),
    }
}

/// What the solver says of a position that is a puzzle.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Fact {
    column: Column,
    goal: Outlook,
    moves: u32,
}

fn fact(game: &Game, analyst: &mut Analyst, think: &Think<'_>) -> Result<Fact, PuzzleError> {
    if game.is_over() {
        return Err(PuzzleError::Over);
    }
    if game.legal_columns().count() < 2 {
        return Err(PuzzleError::NoChoice);
    }
    let (goal, analysis) = keeping(game, analyst, think)?;
    let columns: Vec<Column> = analysis.keeping().collect();
    let &[column] = columns.as_slice() else { return Err(PuzzleError::Several { goal, columns }) };
    let moves = match analysis.of(column) {
        Some(Value::Wins { moves, .. }) => moves,
        _ => attempt::only_moves(game, column, analyst, think)?,
    };
    Ok(Fact { column, goal, moves })
}

/// What the side to move can keep, and the worth of all columns; an error if it loses or nobody knows.
fn keeping(game: &Game, analyst: &mut Analyst, think: &Think<'_>) -> Result<(Outlook, Analysis), PuzzleError> {
    let analysis = analyst.analyze(game, think, &mut |_| {})?;
    match analysis.is_exact().then(|| analysis.best_value().outlook()).flatten() {
        None => Err(PuzzleError::Undecided),
        Some(Outlook::Loss) => Err(PuzzleError::Lost),
        Some(goal) => Ok((goal, analysis)),
    }
}

impl Fact {
    fn is_worthwhile(&self, game: &Game) -> bool {
        let after = |column| {
            let mut after = game.clone();
            after.play(column).ok().map(|_| after)
        };
        let others = || game.legal_columns().filter(|&other| other != self.column).filter_map(after);
        let points = |after: &Game| after.points().of(game.turn());
        let hidden = match game.variant().rules() {
            Rules::Connect => others().filter(|after| !wins_at_once(after, after.turn())).count() >= 2,
            Rules::Max => after(self.column).map(|after| points(&after)) <= others().map(|after| points(&after)).max(),
        };
        DEPTHS.contains(&self.moves) && hidden
    }
}

/// Whether nobody could complete a line of Connect with the next drop.
fn is_calm(game: &Game) -> bool {
    game.variant().rules() == Rules::Max || !Side::BOTH.iter().any(|&side| wins_at_once(game, side))
}

fn wins_at_once(game: &Game, side: Side) -> bool {
    threats(game.board()).iter().any(|threat| threat.playable && threat.side == side)
}

#[cfg(test)]
mod tests;
