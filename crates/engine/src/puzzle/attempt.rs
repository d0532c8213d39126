//! Somebody at a puzzle.

use super::{Puzzle, PuzzleError, keeping};
use crate::Think;
use crate::analysis::{Analyst, Outlook, Value};
use crate::oracle::{centre_first, ended};
use dropline_core::{Column, Game, Rules};

/// A puzzle being solved: what has been played, and whether anything went wrong.
///
/// ```
/// use dropline_core::Variant;
/// use dropline_engine::Think;
/// use dropline_engine::puzzle::{PuzzleAnswer, PuzzleAttempt, PuzzleSet, puzzle_analyst};
///
/// let puzzle = PuzzleSet::embedded(Variant::STANDARD).and_then(|set| set.puzzles().first()).unwrap();
/// let mut attempt = PuzzleAttempt::new(puzzle);
/// let mut analyst = puzzle_analyst(puzzle.variant())?;
/// let wrong = puzzle.game().legal_columns().find(|&column| column != puzzle.column).unwrap();
/// assert!(matches!(attempt.play(wrong, &mut analyst, &Think::default())?, PuzzleAnswer::Wrong { .. }));
/// assert!(!matches!(attempt.play(puzzle.column, &mut analyst, &Think::default())?, PuzzleAnswer::Wrong { .. }));
/// assert!(!attempt.is_clean());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PuzzleAttempt {
    game: Game,
    goal: Outlook,
    solved: bool,
    clean: bool,
}

/// What comes of a move in a puzzle.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case", tag = "answer"))]
pub enum PuzzleAnswer {
    /// It is right; the other side replied, and it goes on.
    Right {
        /// The most stubborn reply.
        reply: Column,
    },
    /// It is right, and nothing is left to be found.
    Solved {
        /// The last reply, unless the game is over.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        reply: Option<Column>,
    },
    /// It throws away the win or the tie. It was taken back.
    Wrong {
        /// What it is worth.
        value: Value,
        /// How it is refuted: best play of both sides, from the reply on.
        line: Vec<Column>,
    },
}

impl PuzzleAttempt {
    /// A first try.
    #[must_use]
    pub fn new(puzzle: &Puzzle) -> PuzzleAttempt {
        PuzzleAttempt { game: puzzle.game().clone(), goal: puzzle.goal, solved: false, clean: true }
    }

    /// The game so far, from the puzzle's position on.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Whether nothing is left to be found.
    #[must_use]
    pub const fn is_solved(&self) -> bool {
        self.solved
    }

    /// Whether nothing wrong was played and no help was asked for.
    #[must_use]
    pub const fn is_clean(&self) -> bool {
        self.clean
    }

    /// Plays a column; if it is right the other side replies.
    pub fn play(
        &mut self,
        column: Column,
        analyst: &mut Analyst,
        think: &Think<'_>,
    ) -> Result<PuzzleAnswer, PuzzleError> {
        if self.solved {
            return Err(PuzzleError::Over);
        }
        let mut after = self.game.clone();
        after.play(column)?;
        let value = match ended(&self.game, &after) {
            Some(value) => value,
            None => analyst.value(&after, think)?.before_drop(),
        };
        match value.outlook() {
            None => return Err(PuzzleError::Undecided),
            Some(outlook) if outlook < self.goal => {
                let line = analyst.line(&after, think)?;
                self.clean = false;
                return Ok(PuzzleAnswer::Wrong { value, line });
            }
            Some(_) => {}
        }
        let reply = if after.is_over() { None } else { Some(stubborn(&mut after, analyst, think)?) };
        self.solved = after.is_over() || !self.is_win_by_line() && !one_keeps(&after, analyst, think)?;
        self.game = after;
        Ok(match reply {
            Some(reply) if !self.solved => PuzzleAnswer::Right { reply },
            reply => PuzzleAnswer::Solved { reply },
        })
    }

    /// The right column nearest to the middle. Whoever asks has not found it alone.
    pub fn hint(&mut self, analyst: &mut Analyst, think: &Think<'_>) -> Result<Column, PuzzleError> {
        let line = self.solution(analyst, think)?;
        line.first().copied().ok_or(PuzzleError::Over)
    }

    /// Best play of both sides from here on. Whoever asks has not found it alone.
    pub fn solution(&mut self, analyst: &mut Analyst, think: &Think<'_>) -> Result<Vec<Column>, PuzzleError> {
        self.clean = false;
        Ok(analyst.line(&self.game, think)?)
    }

    fn is_win_by_line(&self) -> bool {
        self.goal == Outlook::Win && self.game.variant().rules() == Rules::Connect
    }
}

/// How many times in a row one column alone keeps what is to be kept, from a position in which it is this one.
pub(super) fn only_moves(
    game: &Game,
    column: Column,
    analyst: &mut Analyst,
    think: &Think<'_>,
) -> Result<u32, PuzzleError> {
    let (mut game, mut right, mut moves) = (game.clone(), Some(column), 0);
    while let Some(column) = right {
        game.play(column)?;
        moves += 1;
        if !game.is_over() {
            stubborn(&mut game, analyst, think)?;
        }
        right = if game.is_over() { None } else { only(&game, analyst, think)? };
    }
    Ok(moves)
}

/// The column that alone keeps what can be kept, where there is a choice.
fn only(game: &Game, analyst: &mut Analyst, think: &Think<'_>) -> Result<Option<Column>, PuzzleError> {
    let (_, analysis) = keeping(game, analyst, think)?;
    let mut keeping = analysis.keeping();
    let first = keeping.next().filter(|_| analysis.columns().len() > 1);
    Ok(if keeping.next().is_some() { None } else { first })
}

fn one_keeps(game: &Game, analyst: &mut Analyst, think: &Think<'_>) -> Result<bool, PuzzleError> {
    Ok(!game.is_over() && only(game, analyst, think)?.is_some())
}

/// Plays the reply that makes it hardest: of the best ones that which leaves the fewest right columns, the middle first.
fn stubborn(game: &mut Game, analyst: &mut Analyst, think: &Think<'_>) -> Result<Column, PuzzleError> {
    let analysis = analyst.analyze(game, think, &mut |_| {})?;
    if !analysis.is_exact() {
        return Err(PuzzleError::Undecided);
    }
    let mut best: Vec<Column> = centre_first(game);
    best.retain(|&column| analysis.of(column) == Some(analysis.best_value()));
    let mut hardest: Option<(usize, Column)> = None;
    for &column in &best {
        let mut after = game.clone();
        after.play(column)?;
        let right = match (after.is_over(), best.len()) {
            (true, _) => usize::MAX,
            (false, 1) => 0,
            (false, _) => keeping(&after, analyst, think)?.1.keeping().count(),
        };
        if hardest.is_none_or(|(fewest, _)| right < fewest) {
            hardest = Some((right, column));
        }
    }
    let (_, column) = hardest.ok_or(PuzzleError::Over)?;
    game.play(column)?;
    Ok(column)
}
