//! `dropline engine`: a player for other programs, over standard input and output.

use crate::args::{OpeningBookArgs, player};
use anyhow::{Result, bail};
use clap::Args;
use dropline_arena::protocol::{ServedPlayer, serve};
use dropline_engine::Spec;
use std::io::{self, BufReader};

const EXAMPLES: &str = "\
Examples:
  dropline engine --player smart:depth=8
  printf 'game 7x6c4\\ngo\\nquit\\n' | dropline engine

docs/protocol.md describes the lines.";

/// Options of `dropline engine`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct EngineArgs {
    /// The player that answers; without it the strongest for the rules of each game
    #[arg(long, value_name = "PLAYER", value_parser = player::<Spec>(), hide_possible_values = true)]
    player: Option<Spec>,
    /// Tell the progress of a search in info lines
    #[arg(long)]
    info: bool,
    #[command(flatten)]
    book: OpeningBookArgs,
}

pub(crate) fn run(args: EngineArgs) -> Result<()> {
    if let Some(spec) = args.player.as_ref().filter(|spec| spec.is_interactive()) {
        bail!("{spec} asks a person: an engine chooses by itself (see `dropline players`)");
    }
    let player = ServedPlayer { player: args.player, info: args.info, book: args.book.any_variant()? };
    Ok(serve(&player, BufReader::new(io::stdin()), io::stdout())?)
}
