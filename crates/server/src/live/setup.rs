//! What is fixed when a game is made.

use crate::token::{GameId, TokenHash};
use dropline_core::notation::{key, moves};
use dropline_core::{Game, KeyError, MovesError, Side, Variant};
use dropline_engine::Spec;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The part of a game that never changes and is no secret.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct GameSetup {
    pub(crate) variant: Variant,
    /// Moves that were on the board from the start.
    #[serde(default)]
    pub(crate) moves: String,
    pub(crate) seats: [Seat; 2],
    pub(crate) clock: Option<ClockRule>,
    pub(crate) seed: u64,
    /// The key of the set-up position it starts from; the empty board if nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) start: Option<String>,
    /// What people were called in the game before.
    #[serde(default, skip_serializing_if = "PersonNames::is_empty")]
    pub(crate) names: PersonNames,
    /// How the games before it ended.
    #[serde(default, skip_serializing_if = "Series::is_empty")]
    pub(crate) series: Series,
}

/// What people call themselves, by side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PersonNames(pub(crate) [Option<String>; 2]);

impl PersonNames {
    fn is_empty(&self) -> bool {
        *self == PersonNames::default()
    }
}

/// Games between the same two, rematch after rematch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct Series {
    /// Games won by who is red now.
    pub(crate) red: u32,
    pub(crate) black: u32,
    pub(crate) ties: u32,
}

impl Series {
    fn is_empty(&self) -> bool {
        *self == Series::default()
    }

    /// With one more game in it.
    pub(crate) const fn with(self, winner: Option<Side>) -> Series {
        match winner {
            Some(Side::Red) => Series { red: self.red + 1, ..self },
            Some(Side::Black) => Series { black: self.black + 1, ..self },
            None => Series { ties: self.ties + 1, ..self },
        }
    }
}

/// Why a setup makes no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SetupError {
    #[error(transparent)]
    Start(#[from] KeyError),
    #[error(transparent)]
    Moves(#[from] MovesError),
}

/// Who plays a side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Seat {
    Person,
    Computer { player: Spec },
}

impl Seat {
    pub(crate) const fn is_person(&self) -> bool {
        matches!(self, Seat::Person)
    }
}

/// How much time each side has.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClockRule {
    /// Minutes for the whole game; with 0, a side starts with one increment.
    #[schema(minimum = 0, maximum = 180, example = 5)]
    pub(crate) minutes: f64,
    /// Seconds added after each move.
    #[schema(minimum = 0, maximum = 180, example = 3)]
    pub(crate) increment: f64,
}

impl ClockRule {
    /// What each side has at the start, in milliseconds: without minutes, one increment.
    pub(crate) fn start_ms(self) -> u64 {
        match (self.minutes * 60_000.0).round() as u64 {
            0 => self.increment_ms(),
            minutes => minutes,
        }
    }

    pub(crate) fn increment_ms(self) -> u64 {
        (self.increment * 1000.0).round() as u64
    }
}

impl GameSetup {
    /// The game at its start.
    pub(crate) fn game(&self) -> Result<Game, SetupError> {
        let start = self.start.as_deref().map_or_else(|| Ok(Game::new(self.variant)), key::parse)?;
        Ok(moves::play(start, &self.moves)?)
    }

    pub(crate) fn seat(&self, side: Side) -> &Seat {
        &self.seats[side.index()]
    }
}

/// A game as it is made.
#[derive(Clone, Debug)]
pub(crate) struct NewGame {
    pub(crate) id: GameId,
    pub(crate) setup: GameSetup,
    /// Who holds the seats; nobody for a computer's.
    pub(crate) hashes: [Option<TokenHash>; 2],
}

impl NewGame {
    /// The same players again with sides exchanged, after a game that had this winner and in which people had these names.
    pub(crate) fn rematch(&self, id: GameId, winner: Option<Side>, names: &PersonNames) -> NewGame {
        let [red, black] = self.setup.seats.clone();
        let [red_hash, black_hash] = self.hashes;
        let seed = self.setup.seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let [red_name, black_name] = names.0.clone();
        let Series { red: red_won, black: black_won, ties } = self.setup.series.with(winner);
        let (names, series) = (PersonNames([black_name, red_name]), Series { red: black_won, black: red_won, ties });
        NewGame {
            id,
            setup: GameSetup { seats: [black, red], seed, names, series, ..self.setup.clone() },
            hashes: [black_hash, red_hash],
        }
    }

    /// Which seats the holder of these tokens has.
    pub(crate) fn held_by(&self, tokens: &[TokenHash]) -> Held {
        Held(self.hashes.map(|hash| hash.is_some_and(|hash| hash.matches_any(tokens))))
    }
}

/// The seats somebody holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Held([bool; 2]);

impl Held {
    pub(crate) const fn only(side: Side) -> Held {
        Held([matches!(side, Side::Red), matches!(side, Side::Black)])
    }

    pub(crate) const fn holds(self, side: Side) -> bool {
        self.0[side.index()]
    }

    pub(crate) const fn both(self) -> bool {
        self.0[0] && self.0[1]
    }

    pub(crate) fn sides(self) -> impl Iterator<Item = Side> {
        Side::BOTH.into_iter().filter(move |&side| self.holds(side))
    }
}
