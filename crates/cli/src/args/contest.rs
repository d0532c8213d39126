//! `dropline match`: what is typed.

use crate::args::{FormatArgs, OpeningBookArgs, VariantArgs};
use crate::commands::contest::MatchOptions;
use crate::contest::Contest;
use anyhow::{Result, bail};
use clap::Args;
use dropline_arena::Contestant;
use dropline_core::Variant;
use std::num::NonZeroUsize;

const EXAMPLES: &str = "\
Examples:
  dropline match smart:depth=6 random --games 200 --seed 1
  dropline match smart:depth=4 smart:depth=6 --games 100 --random-plies 6
  dropline match max:depth=4 max:depth=6 --variant 7x6m4 --format json

The first player has red in the first, third, … game. Wins and losses are told from its view.

Players without chance play the same game whenever they start alike: of many games between two such players only \
two differ, one for each colour. --random-plies K starts each pair of games from another opening of K random moves, \
which is played once with each colour, so that no player gains from the opening itself. The result tells how many \
games were different.

The same seed gives the same games whatever --jobs is, as long as no player thinks against the clock; players that \
do are disturbed by games beside theirs, so leave --jobs at 1 for them. Ctrl-C ends a match with the result so far.";

/// Options of `dropline match`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct MatchArgs {
    /// The first player, as in random or smart:depth=6 (`dropline players` lists them), or a program as in exec:COMMAND
    #[arg(value_name = "SPEC")]
    first: Contestant,
    /// The second player
    #[arg(value_name = "SPEC")]
    second: Contestant,
    /// How many games to play
    #[arg(long, value_name = "N", default_value = "100")]
    games: NonZeroUsize,
    /// Start each pair of games from an opening of this many random moves
    #[arg(long, value_name = "K", default_value_t = 0)]
    random_plies: u32,
    /// What chance is drawn from: openings and players
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    seed: u64,
    /// How many games are played at a time
    #[arg(long, value_name = "N", default_value = "1")]
    jobs: NonZeroUsize,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    variant: VariantArgs,
    #[command(flatten)]
    book: OpeningBookArgs,
}

impl MatchArgs {
    pub(crate) fn options(self) -> Result<MatchOptions> {
        for spec in [&self.first, &self.second] {
            if spec.is_interactive() {
                bail!(
                    "{spec} asks a person: a match is between players that choose by themselves (see `dropline players`)"
                );
            }
        }
        let contest = Contest {
            players: [self.first, self.second],
            variant: self.variant.or(Variant::STANDARD)?,
            games: self.games.get(),
            random_plies: self.random_plies,
            seed: self.seed,
        };
        let book = self.book.choice(contest.variant)?;
        Ok(MatchOptions { contest, book, jobs: self.jobs.get(), json: self.format.is_json() })
    }
}
