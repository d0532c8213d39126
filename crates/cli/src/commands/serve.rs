//! `dropline serve`: the web app.

use crate::args::{OpeningBookArgs, quantity, refuse_unused, whole};
use crate::{lesson_folder, output};
use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use directories::ProjectDirs;
use dropline_server::{Database, LogQueue, ServerLimits, Settings};
use std::io::{self, IsTerminal, Write};
use std::net::{SocketAddr, ToSocketAddrs};
use std::path::PathBuf;
use std::time::Duration;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::prelude::*;

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
    #[arg(long, value_name = "N", default_value_t = 1024, value_parser = whole(1_u32..=4096))]
    max_cells: u32,
    /// The longest a computer player thinks about a move
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = quantity::duration)]
    move_time: Duration,
    /// The longest an analysis takes
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = quantity::duration)]
    analysis_time: Duration,
    /// Threads that analyse [default: half of the cores]
    #[arg(long, value_name = "N", value_parser = whole(1_u16..=256))]
    analysis_threads: Option<u16>,
    /// What the tables of all analyses take at most, as in 512M or 2G; 16M a thread at least
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = quantity::bytes)]
    analysis_memory: usize,
    /// Threads on which computer players think [default: the cores]
    #[arg(long, value_name = "N", value_parser = whole(1_u16..=256))]
    player_threads: Option<u16>,
    /// Requests a second from one address; ten times as many in a burst
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole(1_u32..))]
    requests: u32,
    /// Live connections from one address; twice as many of any kind
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole(1_u32..))]
    connections: u32,
    /// Connections from all addresses; fewer if the limit on open files is lower
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = whole(1_u32..))]
    all_connections: u32,
    /// Games that one address makes in an hour
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = whole(1_u32..))]
    games: u32,
}

/// How log lines look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LogFormat {
    /// For people
    Text,
    /// One JSON object a line
    Json,
    /// No log
    None,
}

/// How long the command waits at its end for whoever reads the log.
const LAST_LINES: Duration = Duration::from_secs(1);

impl ServeArgs {
    fn settings(self) -> Result<Settings> {
        if let Some(url) = &self.public_url
            && !(url.starts_with("https://") || url.starts_with("http://"))
        {
            bail!("`{url}` is not an address such as https://play.example.org");
        }
        let database = database(self.database)?;
        if matches!(database, Database::Postgres(_)) {
            refuse_unused(
                &[("--flush-every-move", self.flush_every_move)],
                "Postgres, which flushes as it is set up to",
            )?;
        }
        let kept = |time: Duration| (!time.is_zero()).then_some(time);
        Ok(Settings {
            addr: address(&self.addr)?,
            public_url: self.public_url,
            trust_proxy: self.trust_proxy,
            flush_every_move: self.flush_every_move,
            prune_unfinished: kept(self.limits.prune_unfinished),
            prune_empty: kept(self.limits.prune_empty),
            prune_finished: kept(self.limits.prune_finished),
            book: self.book.any_variant()?,
            limits: self.limits.server_limits(),
            ..Settings::new(database)
        })
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

pub(crate) fn run(args: ServeArgs) -> Result<()> {
    let (open, format) = (args.open, args.log);
    let settings = args.settings()?;
    let problems = lesson_folder::add_own(lesson_folder::usual().as_deref());
    problems.iter().for_each(|problem| output::say(format_args!("dropline: {problem}")));
    let log = start_log(format).context("cannot start a thread for the log")?;
    let stop = stop_signal()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().context("cannot start threads")?;
    let served = runtime.block_on(dropline_server::serve(settings, move |addr| tell(addr, open), stop));
    log.finish(LAST_LINES);
    Ok(served?)
}

/// Ready at the first Ctrl-C or `kill`; a second one ends the command at once.
fn stop_signal() -> Result<impl Future<Output = ()> + Send + 'static> {
    let (stop, stopped) = tokio::sync::oneshot::channel();
    let mut stop = Some(stop);
    ctrlc::set_handler(move || match stop.take() {
        Some(stop) => drop(stop.send(())),
        None => std::process::exit(i32::from(crate::interrupt::INTERRUPTED)),
    })?;
    Ok(async move { drop(stopped.await) })
}

fn tell(addr: SocketAddr, open: bool) {
    // Who listens everywhere is reached on this computer by its own address.
    let host = if addr.ip().is_unspecified() { format!("localhost:{}", addr.port()) } else { addr.to_string() };
    let url = format!("http://{host}");
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "Dropline is at {url} (Ctrl-C ends it)").and_then(|()| out.flush());
    if open && open::that_detached(&url).is_err() {
        output::say(format_args!("dropline: no browser could be opened: open {url} yourself"));
    }
}

/// Lines on standard error. `DROPLINE_LOG` sets the level of our own lines only: those of the libraries below could show what passes through them,
/// and with it the tokens of seats. Lines that nobody reads are dropped: the server does not wait for its log.
fn start_log(format: LogFormat) -> io::Result<LogQueue> {
    let queue = LogQueue::new(io::stderr())?;
    let writer = {
        let queue = queue.clone();
        move || queue.clone()
    };
    let level = std::env::var("DROPLINE_LOG").ok().and_then(|level| level.parse::<LevelFilter>().ok());
    let level = level.unwrap_or(LevelFilter::INFO);
    let targets = Targets::new().with_default(LevelFilter::WARN).with_target("dropline_server", level);
    let lines = tracing_subscriber::fmt::layer().with_writer(writer).with_ansi(io::stderr().is_terminal());
    match format {
        LogFormat::Text => tracing_subscriber::registry().with(lines.with_filter(targets)).init(),
        LogFormat::Json => tracing_subscriber::registry().with(lines.json().with_filter(targets)).init(),
        LogFormat::None => {}
    }
    Ok(queue)
}
