//! The deliberately bad player: the leftmost column with room.

use crate::registry::{BOTH_RULES, PlayerInfo};
use crate::{Choice, Player, PlayerError, Think};
use dropline_core::Game;

pub(crate) const INFO: PlayerInfo = PlayerInfo {
    name: "bad",
    about: "always plays the leftmost column with room",
    rules: BOTH_RULES,
    most_bits: None,
    long_above: None,
    options: &[],
    interactive: false,
    strength: 1,
    check: |_| Ok(()),
    build: |_, _, _, _| Ok(Box::new(Bad)),
};

struct Bad;

impl Player for Bad {
    fn name(&self) -> String {
        "Bad".to_owned()
    }

    fn choose(&mut self, game: &Game, _: &Think<'_>) -> Result<Choice, PlayerError> {
        game.legal_columns().next().map(Choice::plain).ok_or(PlayerError::NoMove)
    }
}
