//! What a tournament is, and the list of games that follows from it.

use crate::opening::{self, OpeningError, Openings, mix};
use crate::ratings::sprt::Sprt;
use crate::{Contestant, ContestantError, ParticipantMaker, TimeControl};
use dropline_core::{Game, Variant};
use dropline_engine::book::BookChoice;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TournamentFormat {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// The first player meets all others.
    Gauntlet,
    /// Two players.
    Match,
}

dropline_core::display_words!(TournamentFormat { RoundRobin: "round robin", Gauntlet: "gauntlet", Match: "match" });

/// The definition of a tournament: with the same one, the same games are played, whoever plays them and in whatever order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tournament {
    /// Who takes part.
    pub players: Vec<Contestant>,
    /// Who meets whom.
    pub format: TournamentFormat,
    /// What is played.
    pub variant: Variant,
    /// Where games start.
    pub openings: Openings,
    /// Games of each two players who meet, an even number; if not given, each opening once with both colours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<usize>,
    /// Limits for each move.
    pub control: TimeControl,
    /// All chance comes from here.
    pub seed: u64,
    /// The test that ends a match early.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
}

/// Why a tournament cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TournamentError {
    /// There are too few players.
    #[error("a {format} needs at least two players, not {given}")]
    TooFew {
        /// The format.
        format: TournamentFormat,
        /// How many there are.
        given: usize,
    },
    /// A match of more than two.
    #[error("a match is between two players, not {given}")]
    NotTwo {
        /// How many there are.
        given: usize,
    },
    /// A test with more than two players.
    #[error("a sequential test is for a match of two players, not a {0}")]
    SprtFormat(TournamentFormat),
    /// An odd number of games, or none.
    #[error("each opening is played with both colours: the games must be an even number from 2, not {0}")]
    Odd(usize),
    /// More games than anybody could play.
    #[error("{0} games are more than the {MOST_GAMES} a tournament may have")]
    TooMany(usize),
    /// A time limit of nothing.
    #[error("a time limit must be at least 1 ms")]
    NoTime,
    /// Somebody cannot take part.
    #[error(transparent)]
    Contestant(#[from] ContestantError),
    /// There is nothing to start from.
    #[error(transparent)]
    Opening(#[from] OpeningError),
}

/// The most games of a tournament.
pub const MOST_GAMES: usize = 1_000_000;

/// All games of a tournament in their order, and where each starts.
#[derive(Clone, Debug)]
pub struct Schedule {
    tournament: Tournament,
    openings: Vec<Game>,
    pairings: Vec<(usize, usize)>,
    games: usize,
}

/// One game to be played.
#[derive(Clone, Debug, PartialEq)]
pub struct Fixture {
    /// Its number in the schedule, from 0.
    pub game: usize,
    /// The player with the red checkers.
    pub red: usize,
    /// The player with the black checkers.
    pub black: usize,
    /// Where it starts.
    pub start: Game,
    /// Chance for red and for black.
    pub seeds: [u64; 2],
}

impl Schedule {
    /// The games of a tournament, after a check that it can be played.
    ///
    /// A round is one opening played by every pairing with both colours, so that a tournament stopped early is still fair.
    ///
    /// ```
    /// use dropline_arena::{Schedule, Tournament};
    /// let players = vec!["bad".parse()?, "random".parse()?, "bad".parse()?];
    /// let schedule = Schedule::new(Tournament { players, games: Some(4), ..Tournament::default() })?;
    /// assert_eq!(schedule.len(), 12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(tournament: Tournament) -> Result<Schedule, TournamentError> {
        let Tournament { ref players, format, variant, ref openings, games, control, seed, sprt } = tournament;
        let given = players.len();
        if given < 2 {
            return Err(TournamentError::TooFew { format, given });
        }
        if format == TournamentFormat::Match && given != 2 {
            return Err(TournamentError::NotTwo { given });
        }
        if sprt.is_some() && given != 2 {
            return Err(TournamentError::SprtFormat(format));
        }
        if let Some(games) = games.filter(|&games| games == 0 || games % 2 == 1) {
            return Err(TournamentError::Odd(games));
        }
        if control.time_ms == Some(0) {
            return Err(TournamentError::NoTime);
        }
        for player in players {
            player.check(variant)?;
        }
        let pairings: Vec<(usize, usize)> = match format {
            TournamentFormat::Gauntlet => (1..given).map(|other| (0, other)).collect(),
            _ => (0..given).flat_map(|first| (first + 1..given).map(move |second| (first, second))).collect(),
        };
        let too_many = |games: usize| games.saturating_mul(pairings.len()) > MOST_GAMES;
        if let Some(games) = games.filter(|&games| too_many(games)) {
            return Err(TournamentError::TooMany(games.saturating_mul(pairings.len())));
        }
        let openings = openings.games(variant, mix(seed, u64::MAX), games.map_or(1, |games| games / 2))?;
        let rounds = games.map_or(openings.len(), |games| games / 2);
        if too_many(2 * rounds) {
            return Err(TournamentError::TooMany(2 * rounds * pairings.len()));
        }
        Ok(Schedule { games: 2 * rounds * pairings.len(), openings, pairings, tournament })
    }

    /// Only the first so many games; the last opening is then perhaps played with one colour only.
    #[must_use]
    pub fn first(self, games: usize) -> Schedule {
        Schedule { games: self.games.min(games), ..self }
    }

    /// What is played.
    #[must_use]
    pub const fn tournament(&self) -> &Tournament {
        &self.tournament
    }

    /// The players' names for tables: their specs, numbered where one takes part twice.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let specs: Vec<String> = self.tournament.players.iter().map(ToString::to_string).collect();
        let name = |(place, spec): (usize, &String)| {
            let earlier = specs[..place].iter().filter(|other| *other == spec).count();
            if earlier == 0 { spec.clone() } else { format!("{spec} #{}", earlier + 1) }
        };
        specs.iter().enumerate().map(name).collect()
    }

    /// How many games there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.games
    }

    /// Whether there is nothing to play; never so for a checked tournament.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The round of a game, from 0.
    #[must_use]
    pub const fn round(&self, game: usize) -> usize {
        game / (2 * self.pairings.len())
    }

    /// A game by its number; nothing beyond the last.
    #[must_use]
    pub fn fixture(&self, game: usize) -> Option<Fixture> {
        if game >= self.len() {
            return None;
        }
        let (first, second) = self.pairings[game / 2 % self.pairings.len()];
        let (red, black) = if game.is_multiple_of(2) { (first, second) } else { (second, first) };
        let start = self.openings[self.round(game) % self.openings.len()].clone();
        let seed = mix(self.tournament.seed, game as u64);
        Some(Fixture { game, red, black, start, seeds: [mix(seed, 0), mix(seed, 1)] })
    }

    /// The usual participants: each game gets fresh players.
    #[must_use]
    pub fn participants(&self) -> ParticipantMaker {
        self.participants_with(BookChoice::Embedded)
    }

    /// Fresh players for each game, with a choice of the opening book for those that use one.
    #[must_use]
    pub fn participants_with(&self, book: BookChoice) -> ParticipantMaker {
        let Tournament { players, variant, .. } = self.tournament.clone();
        Arc::new(move |player, seed| players[player].participant_with(variant, seed, &book))
    }
}

impl Fixture {
    /// The opening's moves as text.
    #[must_use]
    pub fn opening(&self) -> String {
        opening::text(&self.start)
    }
}

#[cfg(test)]
mod tests;
