//! A match: two players, many games, the sides exchanged after each.
//!
//! Everything that chance decides is drawn beforehand, game by game, from one seed; a game then depends on nothing but its [`Fixture`], so that
//! games can be played in any order and at the same time with the same result.

mod tally;

pub(crate) use tally::{Record, Tally};

use anyhow::{Context, Result, bail};
use dropline_core::{Column, Game, Outcome, Points, Side, Variant};
use dropline_engine::{Clock, Spec, Think, build};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The player whose moves make the openings.
const OPENER: &str = "random";

/// How many random openings are tried before giving up on one that does not end the game.
const OPENING_TRIES: usize = 1000;

/// Who plays whom, and how often.
#[derive(Clone, Debug)]
pub(crate) struct Contest {
    pub(crate) players: [Spec; 2],
    pub(crate) variant: Variant,
    pub(crate) games: usize,
    /// How many random moves each pair of games starts with.
    pub(crate) random_plies: usize,
    pub(crate) seed: u64,
}

/// One game of a match before it is played.
#[derive(Clone, Debug)]
pub(crate) struct Fixture {
    opening: Game,
    /// Which player has red.
    red: usize,
    /// The players' seeds.
    seeds: [u64; 2],
}

/// One game of a match after it was played.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    /// Which player had red.
    red: usize,
    outcome: Outcome,
    points: Points,
    moves: Vec<Column>,
    /// The players' thinking.
    pace: [Pace; 2],
}

/// How long a player thought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pace {
    pub(crate) moves: u64,
    pub(crate) total: Duration,
    pub(crate) most: Duration,
}

impl Contest {
    /// The games to play: two for each opening, one with each colour. It is an error if a player does not play the variant, or if
    /// there is no such opening.
    pub(crate) fn fixtures(&self) -> Result<Vec<Fixture>> {
        for spec in &self.players {
            build(spec, self.variant, self.seed)?;
        }
        let mut chance = SplitMix64::seed_from_u64(self.seed);
        let mut fixtures = Vec::new();
        while fixtures.len() < self.games {
            let opening = self.opening(&mut chance)?;
            for red in [0, 1] {
                fixtures.push(Fixture { opening: opening.clone(), red, seeds: [chance.next_u64(), chance.next_u64()] });
            }
        }
        fixtures.truncate(self.games);
        Ok(fixtures)
    }

    /// A game after the random plies, not yet over.
    fn opening(&self, chance: &mut SplitMix64) -> Result<Game> {
        let none =
            || format!("{} random plies leave nothing to play on {}: use fewer", self.random_plies, self.variant);
        if self.random_plies >= self.variant.cells() {
            bail!(none());
        }
        for _ in 0..OPENING_TRIES {
            let mut opener = build(&OPENER.parse()?, self.variant, chance.next_u64())?;
            let mut game = Game::new(self.variant);
            while !game.is_over() && game.moves().len() < self.random_plies {
                game.play(opener.choose(&game, &Think::default())?.column)?;
            }
            if !game.is_over() {
                return Ok(game);
            }
        }
        bail!(none())
    }

    /// Plays one game; nothing comes back if it was stopped.
    pub(crate) fn play(&self, fixture: &Fixture, clock: &dyn Clock, stop: &AtomicBool) -> Result<Option<Played>> {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let mut game = fixture.opening.clone();
        let mut pace = [Pace::default(); 2];
        let [first, second] = &self.players;
        let [seed, other_seed] = fixture.seeds;
        let mut players = [build(first, self.variant, seed)?, build(second, self.variant, other_seed)?];
        let think = Think { stop, clock: Some(clock), ..Think::default() };
        loop {
            if let Some(outcome) = game.outcome() {
                let (points, moves) = (game.points(), game.moves().to_vec());
                return Ok(Some(Played { red: fixture.red, outcome, points, moves, pace }));
            }
            let who = match game.turn() {
                Side::Red => fixture.red,
                Side::Black => 1 - fixture.red,
            };
            let before = clock.now();
            let chosen = players[who].choose(&game, &think);
            if think.stopped() {
                return Ok(None);
            }
            pace[who].add(clock.now().saturating_sub(before));
            let column = chosen.with_context(|| self.players[who].to_string())?.column;
            game.play(column).with_context(|| format!("{} chose a wrong column", self.players[who]))?;
        }
    }
}

impl Pace {
    fn add(&mut self, time: Duration) {
        self.moves += 1;
        self.total += time;
        self.most = self.most.max(time);
    }

    /// Seconds for a move on average.
    pub(crate) fn mean(self) -> f64 {
        self.total.as_secs_f64() / self.moves.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dropline_engine::SystemClock;

    fn contest(games: usize) -> Contest {
        let players = ["random", "bad"].map(|spec| spec.parse().unwrap());
        Contest { players, variant: Variant::STANDARD, games, random_plies: 4, seed: 3 }
    }

    #[test]
    fn each_opening_is_played_with_both_colours() {
        let fixtures = contest(5).fixtures().unwrap();
        assert_eq!(fixtures.len(), 5);
        for pair in fixtures.chunks_exact(2) {
            assert_eq!(pair[0].opening, pair[1].opening);
            assert_eq!([pair[0].red, pair[1].red], [0, 1]);
            assert_eq!(pair[0].opening.moves().len(), 4);
        }
        assert_ne!(fixtures[0].opening, fixtures[2].opening);
    }

    #[test]
    fn a_stopped_game_is_not_counted() {
        let contest = contest(1);
        let fixture = &contest.fixtures().unwrap()[0];
        let clock = SystemClock::start();
        assert!(contest.play(fixture, &clock, &AtomicBool::new(true)).unwrap().is_none());
        assert!(contest.play(fixture, &clock, &AtomicBool::new(false)).unwrap().is_some());
    }
}
