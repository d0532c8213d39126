//! Puzzles from games of the levels against each other, rated by how the levels do with them.
//!
//! Game number n of a seed gives a few puzzles, and the same ones whenever and wherever it is played: chance comes from the seed, and searches count
//! positions, not time.

use crate::opening::mix;
use dropline_core::{Game, Variant};
use dropline_engine::analysis::Analyst;
use dropline_engine::puzzle::{Puzzle, PuzzleAnswer, PuzzleAttempt, PuzzleError, puzzle_analyst};
use dropline_engine::{Clock, Limits, OracleError, Player, PlayerError, Rating, Spec, SpecError, Think, build};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::ops::RangeInclusive;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The levels whose games are looked at. The others play too well, and too slowly, for that.
const LEVELS: RangeInclusive<usize> = 1..=7;

/// The last level, which leaves nothing to chance: all its tries at a puzzle are alike.
const STRONGEST: usize = 10;

/// The most plies by chance at the beginning of a game.
const CHANCE: usize = 4;

/// The positions of a game that are looked at, at most, and the puzzles that are taken from it.
const LOOKS: usize = 10;
const TAKEN: usize = 3;

/// Plies between two puzzles of a game: nearer ones are often about the same.
const APART: usize = 5;

/// How often each level tries a puzzle.
const TRIES: u64 = 4;

/// Nodes in which the columns of a position must be proven; so whoever solves the puzzle does not wait.
const NODES: u64 = 40_000;

/// Makes the puzzles of a variant from a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzleMaker {
    variant: Variant,
    seed: u64,
}

/// Why a game gives no puzzle.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PuzzleMakerError {
    /// A position cannot be solved.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// A level does not play.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A level has no move.
    #[error(transparent)]
    Player(#[from] PlayerError),
}

/// A clock that stands still: whoever reads it never runs out of time.
struct StillClock;

impl Clock for StillClock {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

impl PuzzleMaker {
    /// A maker; refused for boards that are too large to be solved.
    pub fn new(variant: Variant, seed: u64) -> Result<PuzzleMaker, OracleError> {
        puzzle_analyst(variant).map(|_| PuzzleMaker { variant, seed })
    }

    /// The rated puzzles in a game, by its number; not to be relied on if somebody says stop meanwhile.
    ///
    /// ```
    /// use dropline_arena::PuzzleMaker;
    /// use std::sync::atomic::AtomicBool;
    /// let (maker, go_on) = (PuzzleMaker::new("5x4c4".parse()?, 1)?, AtomicBool::new(false));
    /// let puzzles = (0..).map(|game| maker.puzzles(game, &go_on)).find(|found| found.as_ref().is_ok_and(|all| !all.is_empty()));
    /// let puzzle = &puzzles.unwrap()?[0];
    /// assert!(puzzle.is_worthwhile() && puzzle.rating.deviation < 200.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn puzzles(&self, number: u64, stop: &AtomicBool) -> Result<Vec<Puzzle>, PuzzleMakerError> {
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(mix(self.seed, number));
        let think = Think { stop, clock: Some(&StillClock), ..Think::default() };
        let proving = Think { limits: Limits { nodes: Some(NODES), ..Limits::default() }, ..think };
        let mut positions = self.positions(&mut chance, &think)?;
        positions.shuffle(&mut chance);
        let mut analyst = puzzle_analyst(self.variant).map_err(PuzzleError::from)?;
        let mut puzzles: Vec<Puzzle> = Vec::new();
        for game in positions.iter().take(LOOKS) {
            let ply = |game: &Game| game.board().checkers();
            let apart = puzzles.iter().all(|puzzle| ply(puzzle.game()).abs_diff(ply(game)) >= APART);
            if puzzles.len() == TAKEN || think.stopped() {
                break;
            }
            if let Some(mut puzzle) =
                apart.then(|| Puzzle::worthwhile(game, &mut analyst, &proving)).transpose()?.flatten()
            {
                puzzle.rating = self.rating(&puzzle, chance.random(), &mut analyst, &think)?;
                puzzles.push(puzzle);
            }
        }
        Ok(puzzles)
    }

    /// The positions of a game of two levels.
    fn positions(&self, chance: &mut Xoshiro256PlusPlus, think: &Think<'_>) -> Result<Vec<Game>, PuzzleMakerError> {
        let mut players = [
            self.level(chance.random_range(LEVELS), chance.random())?,
            self.level(chance.random_range(LEVELS), chance.random())?,
        ];
        let mut random = build(&spec("random")?, self.variant, chance.random())?;
        let opening = chance.random_range(0..=CHANCE);
        let mut game = Game::new(self.variant);
        let mut positions = Vec::new();
        while !game.is_over() && !think.stopped() {
            let turn = game.turn().index();
            let player = if game.moves().len() < opening { &mut random } else { &mut players[turn] };
            let column = player.choose(&game, think)?.column;
            positions.push(game.clone());
            game.play(column).map_err(PuzzleError::from)?;
        }
        Ok(positions)
    }

    fn level(&self, number: usize, seed: u64) -> Result<Box<dyn Player>, PuzzleMakerError> {
        Ok(build(&spec(&format!("level:n={number}"))?, self.variant, seed)?)
    }

    /// The rating of a puzzle that each level tries, in periods of one try of each.
    fn rating(
        &self,
        puzzle: &Puzzle,
        seed: u64,
        analyst: &mut Analyst,
        think: &Think<'_>,
    ) -> Result<Rating, PuzzleMakerError> {
        let level = |number: usize| self.level(number, mix(seed, number as u64));
        let strongest = solves(&mut *level(STRONGEST)?, puzzle, analyst, think)?;
        let mut others = (1..STRONGEST).map(level).collect::<Result<Vec<_>, _>>()?;
        let mut rating = Rating::default();
        for _ in 0..TRIES {
            let mut solved = Vec::with_capacity(STRONGEST);
            for player in &mut others {
                solved.push(solves(&mut **player, puzzle, analyst, think)?);
            }
            solved.push(strongest);
            let levels = (1..=STRONGEST).filter_map(Rating::of_level);
            let results: Vec<_> =
                levels.zip(solved).map(|(level, solved)| (level, f64::from(u8::from(!solved)))).collect();
            rating = rating.after(&results);
        }
        Ok(rating)
    }
}

/// Whether a player solves a puzzle.
fn solves(
    player: &mut dyn Player,
    puzzle: &Puzzle,
    analyst: &mut Analyst,
    think: &Think<'_>,
) -> Result<bool, PuzzleMakerError> {
    let mut attempt = PuzzleAttempt::new(puzzle);
    while !think.stopped() {
        let column = player.choose(attempt.game(), think)?.column;
        match attempt.play(column, analyst, think) {
            Ok(PuzzleAnswer::Right { .. }) => {}
            Ok(PuzzleAnswer::Solved { .. }) => return Ok(true),
            Ok(PuzzleAnswer::Wrong { .. }) => return Ok(false),
            Err(PuzzleError::Undecided) => break,
            Err(error) => return Err(error.into()),
        }
    }
    Ok(false)
}

fn spec(text: &str) -> Result<Spec, SpecError> {
    text.parse()
}
