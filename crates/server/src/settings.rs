//! What can be set from outside.

use crate::time::TimeSource;
use dropline_engine::book::BookChoice;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// Where games are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Database {
    /// An SQLite file; it is made if it is not there.
    Sqlite(PathBuf),
    /// A Postgres database, by its address `postgres://…`; several servers may share it.
    Postgres(String),
}

/// Everything that can be set.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where to listen.
    pub addr: SocketAddr,
    /// Where games are kept.
    pub database: Database,
    /// Whether SQLite flushes every move to the disk before it is acknowledged, so that not even a power cut loses one; otherwise it flushes
    /// once a second. What is acknowledged outlives the end of the process either way.
    pub flush_every_move: bool,
    /// The address people use, if a proxy stands before the server: `https://play.example.org`. Cookies are then kept to `https`, and only
    /// pages of that address may open live connections.
    pub public_url: Option<String>,
    /// Whether a proxy in front tells the real address of clients in `X-Forwarded-For`.
    pub trust_proxy: bool,
    /// Unfinished games in which nothing happened for so long are deleted; never if nothing.
    pub prune_unfinished: Option<Duration>,
    /// Games in which nothing happened at all are deleted after so long; as other unfinished ones if nothing.
    pub prune_empty: Option<Duration>,
    /// Finished games are deleted after so long; never if nothing.
    pub prune_finished: Option<Duration>,
    /// The opening book that players and analysis ask first.
    pub book: BookChoice,
    /// Where the time comes from.
    pub time: TimeSource,
    /// What is allowed.
    pub limits: ServerLimits,
}

/// What one client may ask for.
#[derive(Clone, Copy, Debug)]
pub struct ServerLimits {
    /// Cells of a board.
    pub cells: usize,
    /// Bytes of a request's body.
    pub body_bytes: usize,
    /// Bytes of a message over a live connection.
    pub message_bytes: usize,
    /// Messages a second over one live connection; twice as many in a burst.
    pub messages_a_second: u32,
    /// Requests a second from one address; ten times as many in a burst.
    pub requests_a_second: u32,
    /// Live connections from one address; twice as many connections of any kind, unless a proxy stands in front.
    pub connections: usize,
    /// Connections of any kind from all addresses; fewer where the operating system gives fewer descriptors.
    pub all_connections: usize,
    /// How long a connection may take to send the head of a request, and how long it may be idle between two.
    pub header_time: Duration,
    /// How long a connection may take to send the body of a request.
    pub body_time: Duration,
    /// How often a silent live connection is asked whether it is there; it is closed if it has not answered by the next time.
    pub ping: Duration,
    /// Games that one address makes in an hour, rematches included.
    pub games_an_hour: u32,
    /// Events of a game; beyond them it can only be played to its end.
    pub events: u64,
    /// Events that a connection can ask for again; who missed more gets the game as it stands.
    pub missed_events: u64,
    /// The longest a computer player thinks about a move.
    pub move_time: Duration,
    /// The longest an analysis, a review or an explanation takes once it has begun.
    pub analysis_time: Duration,
    /// Analyses, reviews and explanations that wait at most.
    pub waiting: usize,
    /// Those of one address among them.
    pub waiting_each: usize,
    /// Threads that analyse.
    pub analysis_threads: usize,
    /// Bytes that the tables of all analyses take at most, but 16 MiB a thread at least.
    pub analysis_memory: usize,
    /// Threads on which computer players think.
    pub player_threads: usize,
}

impl Default for ServerLimits {
    fn default() -> ServerLimits {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        ServerLimits {
            cells: 1024,
            body_bytes: 64 << 10,
            message_bytes: 16 << 10,
            messages_a_second: 20,
            requests_a_second: 20,
            connections: 100,
            all_connections: 10_000,
            header_time: Duration::from_secs(15),
            body_time: Duration::from_secs(15),
            ping: Duration::from_secs(30),
            games_an_hour: 300,
            events: 10_000,
            missed_events: 2000,
            move_time: Duration::from_secs(10),
            analysis_time: Duration::from_secs(30),
            waiting: 200,
            waiting_each: 50,
            analysis_threads: cores.div_ceil(2),
            analysis_memory: 1 << 30,
            player_threads: cores,
        }
    }
}

impl Settings {
    /// The usual settings with this database.
    #[must_use]
    pub fn new(database: Database) -> Settings {
        const DAY: Duration = Duration::from_secs(24 * 3600);
        Settings {
            addr: SocketAddr::from(([127, 0, 0, 1], 7788)),
            database,
            flush_every_move: false,
            public_url: None,
            trust_proxy: false,
            prune_unfinished: Some(30 * DAY),
            prune_empty: Some(2 * DAY),
            prune_finished: None,
            book: BookChoice::Embedded,
            time: TimeSource::start(),
            limits: ServerLimits::default(),
        }
    }
}
