//! Which position is valued, and how: time, threads, and the book.

use crate::args::{FormatArgs, NamesArgs, OpeningBookArgs, SetupArgs, VariantArgs, position, quantity, whole};
use anyhow::{Result, bail};
use clap::Args;
use dropline_core::{Game, Notation, Rules, SideNames, Variant};
use dropline_engine::analysis::Analyst;
use dropline_engine::{Limits, OracleOptions, Review, Think};
use std::time::Duration;

/// The options of commands that value positions.
#[derive(Debug, Args)]
pub(crate) struct AnalystArgs {
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    names: NamesArgs,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    setup: SetupArgs,
    #[command(flatten)]
    variant: VariantArgs,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "How to find out")]
struct SearchArgs {
    /// The most time for each position, as in 5s or 100ms; what is not proven by then is estimated [default: 10s, or 2s for each move of a review]
    #[arg(long, value_name = "TIME", value_parser = quantity::duration)]
    time: Option<Duration>,
    /// How many threads search one position together
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1_u16..=256))]
    threads: u16,
    #[command(flatten)]
    book: OpeningBookArgs,
}

impl AnalystArgs {
    /// Refuses names of the sides where nobody is told them.
    pub(crate) fn refuse_names_for_scripts(&self) -> Result<()> {
        self.format.refuse_for_scripts(&[self.names.given()])
    }

    pub(crate) const fn is_json(&self) -> bool {
        self.format.is_json()
    }

    /// What the sides are called.
    pub(crate) fn names(&self) -> SideNames {
        self.names.names.unwrap_or_default()
    }

    /// Whether text was asked for.
    pub(crate) const fn is_text(&self) -> bool {
        self.format.is_text()
    }

    /// Whether a position is set up, other than by moves.
    pub(crate) const fn is_set_up(&self) -> bool {
        self.setup.is_given()
    }

    /// The game meant, what was set up or else these moves from the empty board, and what its sides are called.
    pub(crate) fn game(&self, moves: Option<&str>) -> Result<(Game, SideNames)> {
        let saved = self.setup.saved(&self.variant, moves)?;
        Ok((saved.game, self.names.names.or(saved.names).unwrap_or_default()))
    }

    /// The file that may hold a line of moves for each position.
    pub(crate) fn lines(&self) -> Option<&str> {
        self.setup.lines()
    }

    /// Whether the text of that file holds one position after all.
    pub(crate) fn holds_one(&self, text: &str) -> Result<bool> {
        let first = text.lines().find(|line| !line.trim().is_empty());
        Ok(self.setup.holds_one(first.unwrap_or_default(), self.variant()?))
    }

    /// The game that a text stands for, and what its sides are called; `name` is what errors call it.
    pub(crate) fn read(&self, text: &str, name: &str) -> Result<(Game, SideNames)> {
        let saved = position::read_saved(Notation::of(text), text, name, &self.variant)?;
        Ok((saved.game, self.names.names.or(saved.names).unwrap_or_default()))
    }

    /// What is played where no game says it.
    pub(crate) fn variant(&self) -> Result<Variant> {
        self.variant.or(Variant::STANDARD)
    }

    /// Somebody who values the positions of a variant.
    pub(crate) fn analyst(&self, variant: Variant) -> Result<Analyst> {
        let mut options = OracleOptions { book: self.search.book.choice(variant)?, ..OracleOptions::default() };
        if variant.rules() == Rules::Max && self.search.threads > 1 {
            bail!("Max-Connect is searched by one thread: leave --threads out");
        }
        options.solver.threads = self.search.threads.into();
        Ok(Analyst::with(variant, options))
    }

    /// The limits for a position.
    pub(crate) fn think(&self) -> Think<'static> {
        within(self.search.time.unwrap_or(Analyst::USUAL_TIME))
    }

    /// The limits for a game of so many moves.
    pub(crate) fn think_about_game(&self, moves: usize) -> Think<'static> {
        within(
            self.search.time.unwrap_or(Review::TIME_FOR_MOVE).saturating_mul(u32::try_from(moves).unwrap_or(u32::MAX)),
        )
    }
}

fn within(time: Duration) -> Think<'static> {
    Think { limits: Limits { time: Some(time), ..Limits::default() }, ..Think::default() }
}
