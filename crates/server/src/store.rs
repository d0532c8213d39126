//! Where games are kept: SQLite in a file, or Postgres for several servers.
//!
//! All writes pass through one task that stores whatever has gathered while the last transaction was under way in the next one ([`writer`]): one
//! transaction serves many moves, and each waits for at most two. SQLite runs in WAL mode: what was acknowledged is with the operating system and outlives
//! `kill -9`. The disk is flushed once a second ([`checkpoint`]), or for every transaction if that is asked for: only a power cut can tell the two apart.
//!
//! An event's number is part of its key. Who would store a number that is taken has an old view of the game and is told so ([`StoreError::Behind`]);
//! that is how two servers on one database agree on every move.

mod checkpoint;
mod notice;
mod sql;
mod writer;

pub(crate) use notice::{Notice, Notices, alive_payload, presence_payload, who_payload};

use crate::live::{GameEvent, GameSetup, NewGame, NumberedEvent};
use crate::settings::{Database, Settings};
use crate::token::{GameId, TokenHash};
use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};

/// Why the server cannot start with its database.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The folder of the file cannot be made.
    #[error("cannot make the folder {path}: {error}")]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The database cannot be reached or opened.
    #[error("cannot open the database {name}: {error}")]
    Connect {
        /// Which one, without its password.
        name: String,
        /// Why.
        error: sqlx::Error,
    },
    /// Its tables cannot be brought up to date.
    #[error("cannot bring the tables of {name} up to date: {error}")]
    Migrate {
        /// Which one.
        name: String,
        /// Why.
        error: sqlx::migrate::MigrateError,
    },
}

/// Why something was not read or written.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum StoreError {
    /// Other events are stored already, or the game is gone.
    #[error("the game has gone on meanwhile")]
    Behind,
    #[error("the database {name} cannot {task}: {error}")]
    Database { name: Arc<str>, task: &'static str, error: Arc<sqlx::Error> },
    #[error("what is stored of a game cannot be read: {0}")]
    Broken(String),
    #[error("the server is shutting down")]
    Closed,
}

/// A database, with the name errors give it.
#[derive(Clone, Debug)]
struct Backend {
    name: Arc<str>,
    pool: Pool,
}

/// The pools of the two kinds of database.
#[derive(Clone, Debug)]
enum Pool {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

impl Backend {
    /// What a failure is called; one of a pool that is closed is the end of the server.
    fn failure(&self, task: &'static str) -> impl Fn(sqlx::Error) -> StoreError + use<> {
        let name = Arc::clone(&self.name);
        move |error| match error {
            sqlx::Error::PoolClosed => StoreError::Closed,
            error => StoreError::Database { name: Arc::clone(&name), task, error: Arc::new(error) },
        }
    }
}

/// Runs the same function of the module of whichever database there is.
macro_rules! on_backend {
    ($backend:expr, $function:ident($($argument:expr),*)) => {
        match &$backend.pool {
            Pool::Sqlite(pool) => sql::sqlite::$function(pool, $($argument),*).await,
            Pool::Postgres(pool) => sql::postgres::$function(pool, $($argument),*).await,
        }
    };
}
use on_backend;

/// What is to be stored together or not at all.
#[derive(Debug)]
pub(crate) struct Write {
    pub(crate) game: GameId,
    pub(crate) events: Vec<NumberedEvent>,
    /// Whether the game is over after them.
    pub(crate) finished: bool,
    /// A game to be made with them.
    pub(crate) create: Option<Box<NewGame>>,
    /// Milliseconds since 1970.
    pub(crate) at: u64,
}

type Pending = (Write, oneshot::Sender<Result<(), StoreError>>);

/// A game as it was stored.
#[derive(Debug)]
pub(crate) struct Stored {
    pub(crate) made: NewGame,
    pub(crate) events: Vec<NumberedEvent>,
}

/// The database of a server.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    backend: Backend,
    writes: mpsc::Sender<Pending>,
}

impl Store {
    /// Opens the database and brings its tables up to date.
    pub(crate) async fn open(settings: &Settings) -> Result<(Store, Notices), OpenError> {
        let backend = match &settings.database {
            Database::Sqlite(path) => open_sqlite(path, settings.flush_every_move).await?,
            Database::Postgres(address) => open_postgres(address).await?,
        };
        let notices = match &backend.pool {
            Pool::Sqlite(_) => Notices::none(),
            Pool::Postgres(pool) => {
                let listening = Notices::listen(pool).await;
                listening.map_err(|error| OpenError::Connect { name: backend.name.to_string(), error })?
            }
        };
        let (writes, pending) = mpsc::channel(4096);
        tokio::spawn(writer::run(backend.clone(), pending, notices.instance()));
        Ok((Store { backend, writes }, notices))
    }

    /// Stores; when this comes back, it is on the disk.
    pub(crate) async fn write(&self, write: Write) -> Result<(), StoreError> {
        let (done, outcome) = oneshot::channel();
        self.writes.send((write, done)).await.map_err(|_| StoreError::Closed)?;
        outcome.await.map_err(|_| StoreError::Closed)?
    }

    /// A game with all its events; nothing if there is none of that name.
    pub(crate) async fn load(&self, id: &GameId) -> Result<Option<Stored>, StoreError> {
        let row = on_backend!(self.backend, game(id)).map_err(self.backend.failure("read a game"))?;
        let Some(row) = row else { return Ok(None) };
        let setup: GameSetup = serde_json::from_str(&row.setup).map_err(broken)?;
        let hash = |bytes: Option<Vec<u8>>| bytes.as_deref().and_then(TokenHash::from_bytes);
        let made = NewGame { id: id.clone(), setup, hashes: [hash(row.red_hash), hash(row.black_hash)] };
        Ok(Some(Stored { made, events: self.events_after(id, 0).await? }))
    }

    /// The events of a game after a number.
    pub(crate) async fn events_after(&self, id: &GameId, seq: u64) -> Result<Vec<NumberedEvent>, StoreError> {
        let rows = on_backend!(self.backend, events(id, seq.cast_signed()));
        let rows = rows.map_err(self.backend.failure("read the events of a game"))?;
        rows.into_iter().map(numbered).collect()
    }

    /// Deletes games in which nothing happened since a moment; how many there were.
    pub(crate) async fn prune(&self, finished: bool, before: u64) -> Result<u64, StoreError> {
        let pruned = on_backend!(self.backend, prune(i64::from(finished), before.cast_signed()));
        pruned.map_err(self.backend.failure("delete old games"))
    }

    /// Whether the database answers.
    pub(crate) async fn ping(&self) -> Result<(), StoreError> {
        on_backend!(self.backend, ping()).map_err(self.backend.failure("answer"))
    }

    /// Tells other servers something that is not stored.
    pub(crate) async fn announce(&self, payload: String) -> Result<(), StoreError> {
        match &self.backend.pool {
            Pool::Sqlite(_) => Ok(()),
            Pool::Postgres(pool) => {
                notice::send(pool, payload).await.map_err(self.backend.failure("tell other servers"))
            }
        }
    }

    /// Whether other servers may use the same database.
    pub(crate) const fn is_shared(&self) -> bool {
        matches!(self.backend.pool, Pool::Postgres(_))
    }

    /// Waits for open connections to finish and closes them.
    pub(crate) async fn close(&self) {
        match &self.backend.pool {
            Pool::Sqlite(pool) => pool.close().await,
            Pool::Postgres(pool) => pool.close().await,
        }
    }
}

fn numbered((seq, at, body): (i64, i64, String)) -> Result<NumberedEvent, StoreError> {
    let event: GameEvent = serde_json::from_str(&body).map_err(broken)?;
    Ok(NumberedEvent { seq: seq.cast_unsigned(), at: at.cast_unsigned(), event })
}

fn broken(error: serde_json::Error) -> StoreError {
    StoreError::Broken(error.to_string())
}

/// The steps that bring a database up to date. A step is never changed, only followed by another: databases remember those they have taken.
fn migrator(games: &'static str) -> Migrator {
    let games = Migration::new(1, "games".into(), MigrationType::Simple, games.into_sql_str(), false);
    Migrator::with_migrations(vec![games])
}

async fn open_sqlite(path: &std::path::Path, flush_every_move: bool) -> Result<Backend, OpenError> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(|error| OpenError::Folder { path: folder.to_owned(), error })?;
    }
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(if flush_every_move { SqliteSynchronous::Full } else { SqliteSynchronous::Normal })
        // Who writes must not stop to tidy up: that is done beside.
        .pragma("wal_autocheckpoint", "0")
        .foreign_keys(true)
        .busy_timeout(Duration::from_secs(10));
    let name = path.display().to_string();
    let pool = SqlitePoolOptions::new().max_connections(4).connect_with(options).await;
    let pool = pool.map_err(|error| OpenError::Connect { name: name.clone(), error })?;
    let migrated = migrator(include_str!("../migrations/sqlite/1_games.sql")).run(&pool).await;
    migrated.map_err(|error| OpenError::Migrate { name: name.clone(), error })?;
    tokio::spawn(checkpoint::run(pool.clone()));
    Ok(Backend { name: name.into(), pool: Pool::Sqlite(pool) })
}

async fn open_postgres(address: &str) -> Result<Backend, OpenError> {
    let options: PgConnectOptions = match address.parse() {
        Ok(options) => options,
        Err(error) => return Err(OpenError::Connect { name: "postgres://…".to_owned(), error }),
    };
    let name = format!("postgres://{}:{}", options.get_host(), options.get_port());
    let pool = PgPoolOptions::new().max_connections(8).acquire_timeout(Duration::from_secs(10)).connect_with(options);
    let pool = pool.await.map_err(|error| OpenError::Connect { name: name.clone(), error })?;
    let migrated = migrator(include_str!("../migrations/postgres/1_games.sql")).run(&pool).await;
    migrated.map_err(|error| OpenError::Migrate { name: name.clone(), error })?;
    Ok(Backend { name: name.into(), pool: Pool::Postgres(pool) })
}

#[cfg(test)]
mod tests;
