//! The terminal UI: what opens when somebody types `dropline`.
//!
//! Everything that is shown is a function of one state ([`app`]). Events change the state and bring back effects; [`mod@run`] performs
//! them, [`thinker`] thinks on threads of its own, and nothing else does any input or output.

mod app;
mod config;
mod digits;
mod event;
mod files;
mod form;
mod game_file;
mod game_screen;
mod insight;
mod keys;
mod layout;
mod plain;
mod replay;
mod run;
mod screens;
mod stopwatches;
mod terminal;
mod text_field;
mod theme;
mod thinker;
mod widgets;

use crate::args::look::speaks_unicode;
use crate::args::{OpeningBookArgs, whole};
use anyhow::{Result, bail};
use app::Abilities;
use clap::Args;
use files::Places;
use std::io::{self, IsTerminal};
use std::time::{SystemTime, UNIX_EPOCH};
use theme::Colours;

const EXAMPLES: &str = "\
Examples:
  dropline                 the same, on a terminal
  dropline tui --plain     told line by line, for screen readers

Press ? for all keys. The game is kept after every move: Continue brings it back.";

/// Options of `dropline tui`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct TuiArgs {
    /// Tell the game line by line in words, for screen readers
    #[arg(long)]
    plain: bool,
    /// What chance is drawn from [default: something new each time]
    #[arg(long, value_name = "NUMBER", value_parser = whole(0_u64..))]
    seed: Option<u64>,
    #[command(flatten)]
    book: OpeningBookArgs,
}

/// Whether there is a terminal to draw on.
pub(crate) fn possible() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Opens the terminal UI.
pub(crate) fn run(args: TuiArgs) -> Result<()> {
    let book = args.book.any_variant()?;
    let places = Places::usual();
    let remembered = places.read();
    let time = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64);
    let seed = args.seed.unwrap_or_else(time);
    let variable = |name: &str| std::env::var(name).ok();
    // A terminal that calls itself dumb cannot be drawn on, but it can be written on.
    let dumb = possible() && variable("TERM").is_some_and(|term| term == "dumb");
    if args.plain || remembered.config.plain || dumb {
        return plain::run(&places, &remembered, seed, &book);
    }
    if !possible() {
        bail!("the terminal UI needs a terminal: use `dropline play` for pipes and scripts");
    }
    let abilities = Abilities { unicode: speaks_unicode(variable), colours: Colours::of(variable) };
    run::run(abilities, &places, remembered, seed, &book)
}
