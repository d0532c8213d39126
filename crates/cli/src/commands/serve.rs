//! `dropline serve`: the web app.

use crate::output;
use anyhow::{Context, Result};
use clap::ValueEnum;
use dropline_server::{LogQueue, Settings};
use std::io::{self, IsTerminal, Write};
use std::net::SocketAddr;
use std::time::Duration;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::prelude::*;

/// What to serve, and how.
#[derive(Debug)]
pub(crate) struct ServeOptions {
    pub(crate) settings: Settings,
    pub(crate) open: bool,
    pub(crate) log: LogFormat,
}

/// How log lines look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogFormat {
    Text,
    /// one object a line
    Json,
    None,
}

/// How long the command waits at its end for whoever reads the log.
const LAST_LINES: Duration = Duration::from_secs(1);

pub(crate) fn run(options: ServeOptions) -> Result<()> {
    let log = start_log(options.log).context("cannot start a thread for the log")?;
    let stop = stop_signal()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().context("cannot start threads")?;
    let open = options.open;
    let served = runtime.block_on(dropline_server::serve(options.settings, move |addr| tell(addr, open), stop));
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
