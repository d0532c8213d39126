//! Questions about puzzles. Nothing is kept between them: one's own rating and what was solved come with a question and go back with its answer.

use super::{AskedPosition, Refusal, columns};
use crate::analysis::Analyst;
use crate::puzzle::{Day, Puzzle, PuzzleAnswer, PuzzleAttempt, PuzzleError, PuzzleProgress, PuzzleSet, PuzzleWish};
use crate::told::ToldPuzzle;
use crate::{Rating, Review, Think};
use dropline_core::{Column, Game, Variant, notation};

/// A puzzle by its name, or any position in which one column alone may keep the win or the tie.
///
/// ```
/// use dropline_core::Variant;
/// use dropline_engine::asked::AskedPuzzle;
/// use dropline_engine::puzzle::PuzzleSet;
/// let ours = &PuzzleSet::embedded(Variant::STANDARD).unwrap().puzzles()[0];
/// assert_eq!(AskedPuzzle::named(&ours.id(), 400)?.known(), Some(ours));
/// assert_eq!(AskedPuzzle::named("nothing", 400).unwrap_err().field, Some("id"));
/// # Ok::<(), dropline_engine::asked::Refusal>(())
/// ```
#[derive(Clone, Debug)]
pub struct AskedPuzzle {
    game: Game,
    known: Option<&'static Puzzle>,
}

impl AskedPuzzle {
    /// The one with this name, on a board of at most so many cells.
    pub fn named(id: &str, most_cells: usize) -> Result<AskedPuzzle, Refusal> {
        let place = AskedPosition { position: Some(id.to_owned()), ..AskedPosition::default() };
        let game = place.game(most_cells).map_err(|refusal| Refusal { field: Some("id"), ..refusal })?;
        let known = PuzzleSet::embedded(game.variant()).and_then(|set| set.get(&notation::key::write(&game)));
        Ok(AskedPuzzle { game, known })
    }

    /// What is played.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.game.variant()
    }

    /// The puzzle of the program that it is.
    #[must_use]
    pub const fn known(&self) -> Option<&'static Puzzle> {
        self.known
    }

    /// The puzzle, which is looked into if it is not known.
    pub fn puzzle(&self, analyst: &mut Analyst, think: &Think<'_>) -> Result<Puzzle, Refusal> {
        match self.known {
            Some(puzzle) => Ok(puzzle.clone()),
            None => Puzzle::of(&self.game, analyst, think).map_err(|error| refused(error, &self.game)),
        }
    }

    /// What comes of the last of one's drops, without the replies between them: right with the reply, solved, or wrong with its refutation.
    pub fn attempt(&self, drops: &[u32], analyst: &mut Analyst, think: &Think<'_>) -> Result<PuzzleAnswer, Refusal> {
        if drops.is_empty() {
            return Err(Refusal::bad("no_drops", "drops", "name the columns that were played"));
        }
        let drops = self.drops(drops)?;
        let mut attempt = PuzzleAttempt::new(&self.puzzle(analyst, think)?);
        let mut answer = Err(PuzzleError::Over);
        for column in drops {
            answer = attempt.play(column, analyst, think);
            if !matches!(answer, Ok(PuzzleAnswer::Right { .. })) {
                break;
            }
        }
        answer.map_err(|error| refused(error, attempt.game()))
    }

    /// Best play of both sides after one's drops.
    pub fn solution(&self, drops: &[u32], analyst: &mut Analyst, think: &Think<'_>) -> Result<Vec<Column>, Refusal> {
        let drops = self.drops(drops)?;
        let mut attempt = PuzzleAttempt::new(&self.puzzle(analyst, think)?);
        let played = drops.into_iter().try_for_each(|column| attempt.play(column, analyst, think).map(drop));
        played.and_then(|()| attempt.solution(analyst, think)).map_err(|error| refused(error, attempt.game()))
    }

    /// How far one has come after the first try at it. A puzzle of one's own games is not rated.
    pub fn record(
        &self,
        progress: Option<PuzzleProgress>,
        solved: bool,
        day: Option<Day>,
    ) -> Result<PuzzleProgress, Refusal> {
        let mut progress = checked(progress)?;
        let puzzle =
            self.known.ok_or_else(|| Refusal::missing("no_puzzle", "only puzzles of the program are rated"))?;
        progress.record(puzzle, solved, day);
        Ok(progress)
    }

    fn drops(&self, numbers: &[u32]) -> Result<Vec<Column>, Refusal> {
        if numbers.len() > self.game.board().vacant() {
            return Err(Refusal::bad("too_many_drops", "drops", "so many drops have no room on the board"));
        }
        columns(&self.game, numbers)
    }
}

/// The puzzle to be solved next, or that of a day; chance is taken from the seed.
pub fn next_puzzle(
    variant: Variant,
    wish: PuzzleWish,
    day: Option<Day>,
    progress: Option<PuzzleProgress>,
    seed: u64,
) -> Result<ToldPuzzle, Refusal> {
    let none = |message: String| Refusal::missing("no_puzzle", message);
    let set = PuzzleSet::embedded(variant).ok_or_else(|| {
        let known: Vec<String> = PuzzleSet::all_embedded().iter().map(|set| set.variant().to_string()).collect();
        none(format!("there are no puzzles of {variant}: choose one of {}", known.join(", ")))
    })?;
    let puzzle = match day {
        Some(day) => set.of_the_day(day),
        None => set.next(&checked(progress)?, wish, &[], seed),
    };
    let left = || none("there is no puzzle left of this kind: choose another theme".to_owned());
    Ok(ToldPuzzle::task(puzzle.ok_or_else(left)?))
}

/// The mistakes of a game as puzzles: the positions before them in which one column alone was right.
pub fn puzzles_of_mistakes(game: &Game, analyst: &mut Analyst, think: &Think<'_>) -> Result<Vec<ToldPuzzle>, Refusal> {
    let review = Review::of(game, analyst, think, &mut |_| {}).map_err(|error| Refusal::unavailable(&error))?;
    let puzzles = Puzzle::from_review(game, &review, analyst, think).map_err(|error| refused(error, game))?;
    Ok(puzzles.iter().map(ToldPuzzle::task).collect())
}

fn checked(progress: Option<PuzzleProgress>) -> Result<PuzzleProgress, Refusal> {
    let progress = progress.unwrap_or_default();
    let Rating { rating, deviation, volatility } = progress.rating();
    let sound =
        (0.0..=5000.0).contains(&rating) && (1.0..=500.0).contains(&deviation) && (0.0..=1.0).contains(&volatility);
    if sound { Ok(progress) } else { Err(Refusal::bad("bad_rating", "progress", "this rating cannot be")) }
}

fn refused(error: PuzzleError, game: &Game) -> Refusal {
    match error {
        PuzzleError::Play(error) => Refusal::of_move(game, error),
        PuzzleError::Oracle(error) => Refusal::unavailable(&error),
        other => Refusal::conflict("no_puzzle", other.to_string()),
    }
}
