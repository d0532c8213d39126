//! Chance: every playable column is equally likely. The same seed plays the same moves.

use crate::registry::{BOTH_RULES, PlayerInfo};
use crate::{Choice, Player, PlayerError, Think};
use dropline_core::Game;
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

pub(crate) const INFO: PlayerInfo = PlayerInfo {
    name: "random",
    about: "plays any column with room, all equally likely",
    rules: BOTH_RULES,
    most_bits: None,
    long_above: None,
    options: &[],
    interactive: false,
    strength: 2,
    check: |_| Ok(()),
    build: |_, _, seed, _| Ok(Box::new(Random::new(seed))),
};

/// Chance, drawn from a seed.
pub(crate) struct Random(Xoshiro256PlusPlus);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(Xoshiro256PlusPlus::seed_from_u64(seed))
    }
}

impl Player for Random {
    fn name(&self) -> String {
        "Random".to_owned()
    }

    fn choose(&mut self, game: &Game, _: &Think<'_>) -> Result<Choice, PlayerError> {
        game.legal_columns().choose(&mut self.0).map(Choice::plain).ok_or(PlayerError::NoMove)
    }
}
