//! The computer's side of the course program.

use super::SearchDepth;
use anyhow::{Result, bail};
use dropline_core::{Column, Game};
use dropline_engine::{Limits, Player, Spec, Think, build};

/// A player that looks ahead as far as it was told.
pub(crate) struct Computer {
    player: Box<dyn Player>,
    limits: Limits,
}

impl Computer {
    /// The player of a spec, its depth set; nothing for one that has to ask a person.
    ///
    /// A player without a depth of its own is told the depth as an outside limit, which it may not need.
    pub(crate) fn new(spec: &Spec, depth: SearchDepth, game: &Game, seed: u64) -> Result<Computer> {
        if spec.is_interactive() {
            bail!("`{spec}` is a person and cannot play for the computer: choose a player such as max or random");
        }
        let plies = depth.plies(game);
        let player = build(&with_depth(spec, plies)?, game.variant(), seed)?;
        Ok(Computer { player, limits: Limits { depth: Some(plies), ..Limits::default() } })
    }

    /// The computer's column.
    pub(crate) fn choose(&mut self, game: &Game) -> Result<Column> {
        let think = Think { limits: self.limits, ..Think::default() };
        Ok(self.player.choose(game, &think)?.column)
    }
}

/// The spec with this depth instead of its own, if the player has one.
fn with_depth(spec: &Spec, plies: u32) -> Result<Spec> {
    const DEPTH: &str = "depth";
    let keys = || spec.info().options.iter().map(|option| option.key);
    if !keys().any(|key| key == DEPTH) {
        return Ok(spec.clone());
    }
    let kept = keys().filter(|&key| key != DEPTH).filter_map(|key| Some((key, spec.options().get(key)?)));
    let mut text = format!("{}:{DEPTH}={plies}", spec.name());
    for (key, value) in kept {
        text.push_str(&format!(",{key}={value}"));
    }
    Ok(text.parse()?)
}
