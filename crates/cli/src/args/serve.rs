//! `dropline serve`: what is typed.

use crate::args::{OpeningBookArgs, quantity};
use crate::commands::serve::{LogFormat, ServeOptions};
use anyhow::{Context, Result, bail};
use clap::Args;
use directories::ProjectDirs;
use dropline_server::{Database, ServerLimits, Settings};
use std::net::{SocketAddr, ToSocketAddrs};
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  dropline serve --open                                  play in the browser
  dropline serve --addr 0.0.0.0:8080                     let others on the network in
  dropline serve --database postgres://user@host/games   several servers, one database

The address is printed once the server listens; Ctrl-C ends it in good order. \
Games are kept in the platform's data folder unless --database says otherwise. docs/server.md tells more.";

/// Options of `dropline serve`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ServeArgs {
    /// Where to listen: HOST:PORT, or a port alone for this computer only; port 0 takes any that is free
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7788")]
    addr: String,
    /// Open the browser
    #[arg(long)]
    open: bool,
    /// Where games are kept: a file for SQLite, or postgres://… [default: games.sqlite3 in the data folder]
    #[arg(long, value_name = "DATABASE", env = "DROPLINE_DATABASE", hide_env_values = true)]
    database: Option<String>,
    /// SQLite: flush every move to the disk before it is acknowledged, so that not even a power cut loses one [default: once a second]
    #[arg(long)]
    flush_every_move: bool,
    /// The address people use when a proxy stands in front, as in https://play.example.org
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,
    /// Believe what a proxy in front says about the addresses of clients (X-Forwarded-For)
    #[arg(long)]
    trust_proxy: bool,
    /// How log lines look, on standard error
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = LogFormat::Text)]
    log: LogFormat,
    #[command(flatten)]
    book: OpeningBookArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

/// What clients may ask for.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
struct LimitArgs {
    /// Delete unfinished games in which nothing happened for so long, as in 30d; 0 keeps them
    #[arg(long, value_name = "TIME", default_value = "30d", value_parser = quantity::duration)]
    prune_unfinished: Duration,
    /// Delete games in which nothing happened at all after so long; 0 treats them as other unfinished ones
    #[arg(long, value_name = "TIME", default_value = "2d", value_parser = quantity::duration)]
    prune_empty: Duration,
    /// Delete finished games after so long; 0 keeps them
    #[arg(long, value_name = "TIME", default_value = "0", value_parser = quantity::duration)]
    prune_finished: Duration,
    /// The largest board, in cells
    #[arg(long, value_name = "N", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..=4096))]
    max_cells: u32,
    /// The longest a computer player thinks about a move
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = quantity::duration)]
    move_time: Duration,
    /// The longest an analysis takes
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = quantity::duration)]
    analysis_time: Duration,
    /// Threads that analyse [default: half of the cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    analysis_threads: Option<u16>,
    /// What the tables of all analyses take at most, as in 512M or 2G; 16M a thread at least
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = quantity::bytes)]
    analysis_memory: usize,
    /// Threads on which computer players think [default: the cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    player_threads: Option<u16>,
    /// Requests a second from one address; ten times as many in a burst
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    requests: u32,
    /// Live connections from one address; twice as many of any kind
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    connections: u32,
    /// Connections from all addresses; fewer if the limit on open files is lower
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    all_connections: u32,
    /// Games that one address makes in an hour
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
}

impl ServeArgs {
    pub(crate) fn options(self) -> Result<ServeOptions> {
        let mut settings = Settings::new(database(self.database)?);
        settings.addr = address(&self.addr)?;
        if let Some(url) = &self.public_url
            && !(url.starts_with("https://") || url.starts_with("http://"))
        {
            bail!("`{url}` is not an address such as https://play.example.org");
        }
        settings.public_url = self.public_url;
        settings.trust_proxy = self.trust_proxy;
        settings.flush_every_move = self.flush_every_move;
        let kept = |time: Duration| (!time.is_zero()).then_some(time);
        settings.prune_unfinished = kept(self.limits.prune_unfinished);
        settings.prune_empty = kept(self.limits.prune_empty);
        settings.prune_finished = kept(self.limits.prune_finished);
        settings.book = self.book.any_variant()?;
        settings.limits = self.limits.server_limits();
        Ok(ServeOptions { settings, open: self.open, log: self.log })
    }
}

impl LimitArgs {
    fn server_limits(&self) -> ServerLimits {
        let usual = ServerLimits::default();
        ServerLimits {
            cells: self.max_cells as usize,
            move_time: self.move_time,
            analysis_time: self.analysis_time,
            analysis_threads: self.analysis_threads.map_or(usual.analysis_threads, usize::from),
            analysis_memory: self.analysis_memory,
            player_threads: self.player_threads.map_or(usual.player_threads, usize::from),
            requests_a_second: self.requests,
            connections: self.connections as usize,
            all_connections: self.all_connections as usize,
            games_an_hour: self.games,
            ..usual
        }
    }
}

fn address(text: &str) -> Result<SocketAddr> {
    let text = if text.parse::<u16>().is_ok() { format!("127.0.0.1:{text}") } else { text.to_owned() };
    if let Ok(address) = text.parse() {
        return Ok(address);
    }
    let wrong = || format!("`{text}` is not an address to listen on: write HOST:PORT, as in 127.0.0.1:7788");
    text.to_socket_addrs().with_context(wrong)?.next().with_context(wrong)
}

fn database(given: Option<String>) -> Result<Database> {
    match given {
        Some(text) if text.starts_with("postgres://") || text.starts_with("postgresql://") => {
            Ok(Database::Postgres(text))
        }
        Some(text) if text.contains("://") => {
            bail!("this database is not known: name a file for SQLite, or postgres://USER@HOST/NAME")
        }
        Some(text) => Ok(Database::Sqlite(PathBuf::from(text.strip_prefix("sqlite:").unwrap_or(&text)))),
        None => match ProjectDirs::from("", "", "dropline") {
            Some(dirs) => Ok(Database::Sqlite(dirs.data_dir().join("games.sqlite3"))),
            None => bail!("there is no home folder to keep games in: name a file with --database FILE"),
        },
    }
}
