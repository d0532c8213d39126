//! `dropline arena`: what is typed.

use crate::args::{OpeningBookArgs, VariantArgs, one_of, player, quantity, whole};
use crate::commands::arena::{ArenaOptions, ArenaOutput};
use crate::files;
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use dropline_arena::ratings::sprt::Sprt;
use dropline_arena::{Contestant, Openings, TimeControl, Tournament, TournamentFormat};
use dropline_core::Variant;
use std::num::NonZeroUsize;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  dropline arena smart:depth=4 forecast damped random --games 20 --report report.html
  dropline arena smart:depth=6 'exec:python3 examples/bot.py' --time 200ms
  dropline arena --resume                    go on after Ctrl-C or a power cut, as the same command again does
  dropline arena smart:depth=5 smart:depth=4 --sprt 0,30,0.05,0.05
  dropline arena max:depth=4 'maxconnect:./maxconnect4' --variant 7x6m4 --depth 4

A player is a built-in one (see `dropline players`), or a program:
  exec:COMMAND         speaks the line protocol of docs/protocol.md
  maxconnect:COMMAND   a course program: COMMAND one-move INPUT OUTPUT DEPTH
  kaggle:FILE.py       a Kaggle ConnectX agent

Each opening is played with both colours. The same seed gives the same games whatever --jobs is, as long as no player
thinks against the clock. docs/arena.md tells the rest.";

/// The usual number of games of each two players.
const GAMES: usize = 20;
/// The most games of a sequential test.
const TEST_GAMES: usize = 20_000;

/// Options of `dropline arena`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ArenaArgs {
    /// The players, two or more, as in smart:depth=4 or exec:COMMAND (see below)
    #[arg(value_name = "PLAYER", value_parser = player::<Contestant>(), hide_possible_values = true)]
    players: Vec<Contestant>,
    /// Who meets whom [default: match for two players, else round-robin]
    #[arg(long, value_parser = one_of(MODES))]
    mode: Option<TournamentFormat>,
    /// Games of each two players who meet, an even number [default: 20; every opening once for all:K and files]
    #[arg(long, value_name = "N", value_parser = whole(0_usize..))]
    games: Option<usize>,
    /// What games begin with: none, all:K (every position after K plies, which are moves of one side), random:K (K random plies), or a file with moves on each line [default: random:4]
    #[arg(long, value_name = "WHAT")]
    openings: Option<String>,
    /// What chance is drawn from: openings and players [default: 0]
    #[arg(long, value_name = "NUMBER", value_parser = whole(0_u64..))]
    seed: Option<u64>,
    /// Stop a match once it is clear whether the first player is ELO0 or ELO1 rating points stronger; ALPHA and BETA are how often either answer may be wrong, as in 0,30,0.05,0.05
    #[arg(long, value_name = "ELO0,ELO1,ALPHA,BETA", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    #[command(flatten)]
    variant: VariantArgs,
    #[command(flatten)]
    book: OpeningBookArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    output: ArenaOutputArgs,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Limits for a move")]
struct LimitArgs {
    /// Time, as in 100ms or 2s; a player that takes longer loses the game
    #[arg(long, value_name = "TIME", value_parser = milliseconds)]
    time: Option<u64>,
    /// How much later than --time an answer still counts, for busy computers [default: 50ms]
    #[arg(long, value_name = "TIME", requires = "time", value_parser = milliseconds)]
    margin: Option<u64>,
    /// Without --time, how long a player may think before it is taken to hang [default: 60s]
    #[arg(long, value_name = "TIME", conflicts_with = "time", value_parser = milliseconds)]
    patience: Option<u64>,
    /// How many plies players look ahead
    #[arg(long, value_name = "PLIES", value_parser = whole(1_u32..))]
    depth: Option<u32>,
    /// How many positions players look at
    #[arg(long, value_name = "N", value_parser = whole(1_u64..))]
    nodes: Option<u64>,
}

/// How a tournament is played and told.
#[derive(Debug, Args)]
#[command(next_help_heading = "Running and reporting")]
pub(crate) struct ArenaOutputArgs {
    /// How many games are played at a time [default: one for each core]
    #[arg(long, value_name = "N", value_parser = whole(NonZeroUsize::MIN..))]
    jobs: Option<NonZeroUsize>,
    /// Where each game is saved as it ends [default: dropline-arena.jsonl, or the next free number if another tournament is saved there]
    #[arg(long, value_name = "FILE")]
    pub(crate) journal: Option<PathBuf>,
    /// Go on with the tournament in the journal
    #[arg(long, conflicts_with = "overwrite")]
    pub(crate) resume: bool,
    /// Begin anew even if the journal holds a tournament
    #[arg(long)]
    pub(crate) overwrite: bool,
    /// Write a report as .txt, .json, .csv or .html (may be given several times)
    #[arg(long, value_name = "FILE", value_parser = report_file)]
    pub(crate) report: Vec<(ArenaOutput, PathBuf)>,
    /// Judge every move by the exact solvers; those that take it too long are left out
    #[arg(long)]
    pub(crate) perfect: bool,
    /// Write all games as a table
    #[arg(long, value_name = "FILE")]
    pub(crate) games_csv: Option<PathBuf>,
    /// Count the tournament in a table of ratings kept in this file, which grows from tournament to tournament (Glicko-2)
    #[arg(long, value_name = "FILE")]
    pub(crate) ladder: Option<PathBuf>,
    /// What is printed at the end
    #[arg(long, value_enum, default_value_t = ArenaOutput::Text)]
    pub(crate) format: ArenaOutput,
}

const MODES: &[(&str, &str, TournamentFormat)] = &[
    ("round-robin", "Everybody meets everybody", TournamentFormat::RoundRobin),
    ("gauntlet", "The first player meets all others", TournamentFormat::Gauntlet),
    ("match", "Two players", TournamentFormat::Match),
];

fn milliseconds(text: &str) -> Result<u64, String> {
    let ms = quantity::duration(text).map_or(f64::NAN, |time| time.as_secs_f64() * 1000.0);
    if (1.0..=86_400_000.0).contains(&ms) {
        Ok(ms.round() as u64)
    } else {
        Err("a time such as 100ms or 2s, from a millisecond to a day".to_owned())
    }
}

fn report_file(text: &str) -> Result<(ArenaOutput, PathBuf), String> {
    let path = PathBuf::from(text);
    match ArenaOutput::of(&path) {
        Some(output) => Ok((output, path)),
        None => Err("a report's name ends with .txt, .json, .csv or .html".to_owned()),
    }
}

impl ArenaOutputArgs {
    /// How many games are played at a time.
    pub(crate) fn jobs(&self) -> usize {
        let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        self.jobs.unwrap_or_else(cores).get()
    }
}

impl ArenaArgs {
    pub(crate) fn options(self) -> Result<ArenaOptions> {
        let asked_for = self.is_defined();
        if self.players.is_empty() && self.output.resume && asked_for {
            bail!("--resume alone goes on with the saved tournament; with other options name the players too");
        }
        if self.players.is_empty() && !self.output.resume {
            bail!("name the players, as in `dropline arena smart:depth=4 random` (`dropline players` lists them)");
        }
        let tournament = if asked_for { Some(self.tournament()?) } else { None };
        let book = match &tournament {
            Some(tournament) => self.book.choice(tournament.variant)?,
            None => self.book.any_variant()?,
        };
        Ok(ArenaOptions { tournament, book, output: self.output })
    }

    /// Whether anything was said about what is played.
    fn is_defined(&self) -> bool {
        let LimitArgs { time, margin, patience, depth, nodes } = self.limits;
        let limits = [time, margin, patience, depth.map(u64::from), nodes];
        let numbers = [self.games.is_some(), self.seed.is_some(), limits.iter().any(Option::is_some)];
        let words = [self.mode.is_some(), self.openings.is_some(), self.sprt.is_some(), self.variant.is_given()];
        !self.players.is_empty() || numbers.contains(&true) || words.contains(&true)
    }

    fn tournament(&self) -> Result<Tournament> {
        let openings = openings(self.openings.as_deref().unwrap_or("random:4"))?;
        let usual_games = match openings {
            _ if self.sprt.is_some() => Some(TEST_GAMES),
            Openings::None | Openings::Random(_) => Some(GAMES),
            Openings::All(_) | Openings::List(_) => None,
        };
        let usual_format = if self.players.len() == 2 { TournamentFormat::Match } else { TournamentFormat::RoundRobin };
        let usual = TimeControl::default();
        Ok(Tournament {
            players: self.players.clone(),
            format: self.mode.unwrap_or(usual_format),
            variant: self.variant.or(Variant::STANDARD)?,
            openings,
            games: self.games.or(usual_games),
            control: TimeControl {
                time_ms: self.limits.time,
                depth: self.limits.depth,
                nodes: self.limits.nodes,
                margin_ms: self.limits.margin.unwrap_or(usual.margin_ms),
                patience_ms: self.limits.patience.unwrap_or(usual.patience_ms),
            },
            seed: self.seed.unwrap_or(0),
            sprt: self.sprt,
        })
    }
}

fn openings(text: &str) -> Result<Openings> {
    let plies = |number: &str| {
        let plies = number.parse::<u32>().ok().filter(|&plies| plies <= 4096);
        plies.ok_or_else(|| anyhow!("--openings {text}: `{number}` is not a number of plies (0 to 4096)"))
    };
    match text.split_once(':') {
        _ if text == "none" => Ok(Openings::None),
        Some(("all", number)) => Ok(Openings::All(plies(number)?)),
        Some(("random", number)) => Ok(Openings::Random(plies(number)?)),
        _ => {
            let what = || "--openings takes none, all:K, random:K or a file with moves on each line";
            Ok(Openings::from_lines(&files::read_text(text).with_context(what)?))
        }
    }
}
