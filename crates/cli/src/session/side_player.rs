//! Who sits on one side of the board.

use anyhow::Result;
use dropline_core::{Game, Variant};
use dropline_engine::book::BookChoice;
use dropline_engine::{Choice, Player, PlayerError, Spec, SpecError, Think, build_with};

/// A person, or a player of the registry.
pub(crate) struct SidePlayer {
    spec: Spec,
    player: Box<dyn Player>,
}

impl SidePlayer {
    pub(crate) fn new(spec: Spec, variant: Variant, seed: u64, book: &BookChoice) -> Result<SidePlayer, SpecError> {
        let player = build_with(&spec, variant, seed, book)?;
        Ok(SidePlayer { spec, player })
    }

    pub(crate) const fn spec(&self) -> &Spec {
        &self.spec
    }

    pub(crate) fn is_person(&self) -> bool {
        self.spec.is_interactive()
    }

    pub(crate) fn choose(&mut self, game: &Game, think: &Think<'_>) -> Result<Choice, PlayerError> {
        self.player.choose(game, think)
    }
}
