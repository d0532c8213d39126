//! What is fixed when a game is made.

use crate::token::{GameId, TokenHash};
use dropline_core::{Game, MovesError, Side, Variant};
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
    pub(crate) fn game(&self) -> Result<Game, MovesError> {
        Game::from_moves(self.variant, &self.moves)
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
    /// The same players again with sides exchanged.
    pub(crate) fn rematch(&self, id: GameId) -> NewGame {
        let [red, black] = self.setup.seats.clone();
        let [red_hash, black_hash] = self.hashes;
        let seed = self.setup.seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
        NewGame {
            id,
            setup: GameSetup { seats: [black, red], seed, ..self.setup.clone() },
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
