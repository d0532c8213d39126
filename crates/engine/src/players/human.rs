//! A person. The registry knows it so that every front end offers it alike; asking is the front end's work.

use crate::registry::{BOTH_RULES, PlayerInfo};
use crate::{Choice, Player, PlayerError, Think};
use dropline_core::Game;

pub(crate) const INFO: PlayerInfo = PlayerInfo {
    name: "human",
    about: "asks a person for each move",
    rules: BOTH_RULES,
    most_bits: None,
    long_above: None,
    options: &[],
    interactive: true,
    strength: 0,
    check: |_| Ok(()),
    build: |_, _, _, _| Ok(Box::new(Human)),
};

struct Human;

impl Player for Human {
    fn name(&self) -> String {
        "Human".to_owned()
    }

    fn choose(&mut self, _: &Game, _: &Think<'_>) -> Result<Choice, PlayerError> {
        Err(PlayerError::Interactive)
    }
}
