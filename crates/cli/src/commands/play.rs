//! `dropline play`: a game between people and computers.

use crate::session::{JsonScreen, Session, SidePlayer, TextScreen};
use anyhow::Result;
use dropline_core::Game;
use dropline_core::picture::{Look, Style};
use dropline_engine::Spec;
use dropline_engine::book::BookChoice;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::io::{self, IsTerminal};
use std::process::ExitCode;

/// What to play, and how to show it.
#[derive(Debug)]
pub(crate) struct PlayOptions {
    pub(crate) game: Game,
    pub(crate) red: Spec,
    pub(crate) black: Spec,
    pub(crate) seed: u64,
    pub(crate) book: BookChoice,
    pub(crate) step: bool,
    pub(crate) output: PlayOutput,
}

/// For people or for scripts.
#[derive(Debug)]
pub(crate) enum PlayOutput {
    Text { style: Style, look: Look },
    Json,
}

pub(crate) fn run(options: PlayOptions) -> Result<ExitCode> {
    let PlayOptions { game, red, black, seed, book, step, output } = options;
    let variant = game.variant();
    let mut seeds = SplitMix64::seed_from_u64(seed);
    let seats = [
        SidePlayer::new(red, variant, seeds.next_u64(), &book)?,
        SidePlayer::new(black, variant, seeds.next_u64(), &book)?,
    ];
    let (input, out) = (io::stdin().lock(), io::stdout().lock());
    match output {
        PlayOutput::Json => Session::new(game, seats, step, input, JsonScreen(out)).run(seed)?,
        PlayOutput::Text { style, look } => {
            let screen = TextScreen::new(out, Some((style, look)), !io::stdin().is_terminal());
            Session::new(game, seats, step, input, screen).run(seed)?
        }
    };
    Ok(ExitCode::SUCCESS)
}
