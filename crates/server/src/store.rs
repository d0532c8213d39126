//! Where games are kept: SQLite in a file, or Postgres for several servers.
//!
//! All writes pass through one task that stores whatever has gathered while the last transaction was under way in the next one ([`writer`]): one
//! transaction serves many moves, and each waits for at most two. SQLite runs in WAL mode: what was acknowledged is with the operating system and outlives
//! `kill -9`. The disk is flushed once a second ([`checkpoint`]), or for every transaction if that is asked for: only a power cut can tell the two apart.
//!
//! An event's number is part of its key. Who would store a number that is taken has an old view of the game and is told so ([`StoreError::Behind`]);
//! that is how two servers on one database agree on every move.

mod checkpoint;
mod file;
mod health;
mod notice;
mod sql;
mod writer;

pub(crate) use notice::{Notice, Notices, ServerNews};

use crate::live::{GameSetup, NewGame, NumberedEvent};
use crate::settings::{Database, Settings};
use crate::token::{GameId, TokenHash};
use file::{DatabaseFile, HoldError};
use health::Health;
use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};

/// How long writing may take before the server calls itself unready.
const PROOF: Duration = Duration::from_secs(2);

/// Why the server cannot start with its database.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The folder of the file cannot be made.
    #[error("cannot make the folder {path}: {error}")]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// Another server has the file.
    #[error(
        "the database {name} is used by another server{holder}: one server uses one file (choose another with --database, or Postgres for several servers)"
    )]
    Taken {
        /// The file.
        name: String,
        /// Which one, as far as it is known.
        holder: String,
    },
    /// The lock beside the file cannot be made.
    #[error("cannot lock the database by {path}: {error}")]
    Lock {
        /// The lock.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// Nothing can be written.
    #[error("cannot write to the database {name}: {error}")]
    Write {
        /// Which one.
        name: String,
        /// Why.
        error: sqlx::Error,
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
    #[error("what is stored of game {game} is damaged: {reason}")]
    Broken { game: GameId, reason: String },
    #[error("the server is shutting down")]
    Closed,
}

impl StoreError {
    /// A game that cannot be read, and why.
    pub(crate) fn broken(game: &GameId, reason: impl std::fmt::Display) -> StoreError {
        StoreError::Broken { game: game.clone(), reason: reason.to_string() }
    }
}

/// A database, with the name errors give it.
#[derive(Clone, Debug)]
struct Backend {
    name: Arc<str>,
    pool: Pool,
    /// Of SQLite.
    file: Option<Arc<DatabaseFile>>,
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

    fn is_closed(&self) -> bool {
        match &self.pool {
            Pool::Sqlite(pool) => pool.is_closed(),
            Pool::Postgres(pool) => pool.is_closed(),
        }
    }

    /// Whether the file is still the one that was opened.
    fn is_there(&self) -> sqlx::Result<()> {
        self.file.as_ref().map_or(Ok(()), |file| file.is_there()).map_err(sqlx::Error::Io)
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

/// A write, or nothing but the question whether writing works.
type Pending = (Option<Write>, oneshot::Sender<Result<(), StoreError>>);

/// Games that are deleted once they are old.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OldGames {
    Unfinished,
    /// Those among them in which nothing happened at all.
    Empty,
    Finished,
}

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
    health: Arc<Health>,
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
        let proven = writer::prove(&backend).await;
        proven.map_err(|error| OpenError::Write { name: backend.name.to_string(), error })?;
        let health = Arc::new(Health::new());
        let (writes, pending) = mpsc::channel(4096);
        tokio::spawn(writer::run(backend.clone(), Arc::clone(&health), pending, notices.instance()));
        Ok((Store { backend, health, writes }, notices))
    }

    /// Stores; when this comes back, it is on the disk.
    pub(crate) async fn write(&self, write: Write) -> Result<(), StoreError> {
        self.order(Some(write)).await
    }

    async fn order(&self, write: Option<Write>) -> Result<(), StoreError> {
        let (done, outcome) = oneshot::channel();
        self.writes.send((write, done)).await.map_err(|_| StoreError::Closed)?;
        outcome.await.map_err(|_| StoreError::Closed)?
    }

    /// A game with all its events; nothing if there is none of that name.
    pub(crate) async fn load(&self, id: &GameId) -> Result<Option<Stored>, StoreError> {
        let row = on_backend!(self.backend, game(id)).map_err(self.unreadable(id, "read a game"))?;
        let Some(row) = row else { return Ok(None) };
        if row.checksum.is_some_and(|known| known != row.sum(id)) {
            return Err(StoreError::broken(id, "the checksum of the game does not match"));
        }
        let setup: GameSetup = serde_json::from_str(&row.setup).map_err(|error| StoreError::broken(id, error))?;
        let hash = |bytes: Option<Vec<u8>>| match bytes {
            Some(bytes) => {
                TokenHash::from_bytes(&bytes).ok_or_else(|| StoreError::broken(id, "a seat has no token")).map(Some)
            }
            None => Ok(None),
        };
        let made = NewGame { id: id.clone(), setup, hashes: [hash(row.red_hash)?, hash(row.black_hash)?] };
        Ok(Some(Stored { made, events: self.events_after(id, 0).await? }))
    }

    /// The events of a game after a number.
    pub(crate) async fn events_after(&self, id: &GameId, seq: u64) -> Result<Vec<NumberedEvent>, StoreError> {
        let rows = on_backend!(self.backend, events(id, seq.cast_signed()));
        let rows = rows.map_err(self.unreadable(id, "read the events of a game"))?;
        rows.into_iter().map(|row| numbered(id, row)).collect()
    }

    /// What a failure to read a game is called: damaged pages concern that game alone.
    fn unreadable<'a>(&self, id: &'a GameId, task: &'static str) -> impl Fn(sqlx::Error) -> StoreError + use<'a> {
        const SQLITE_CORRUPT: &str = "11";
        let failure = self.backend.failure(task);
        move |error| {
            let code = error.as_database_error().and_then(sqlx::error::DatabaseError::code);
            let damaged = code.is_some_and(|code| code == SQLITE_CORRUPT);
            let unreadable = matches!(error, sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_));
            if damaged || unreadable { StoreError::broken(id, error) } else { failure(error) }
        }
    }

    /// Whether the server has gone.
    pub(crate) fn is_closed(&self) -> bool {
        self.backend.is_closed()
    }

    /// Deletes games in which nothing happened since a moment; how many there were.
    pub(crate) async fn prune(&self, old: OldGames, before: u64) -> Result<u64, StoreError> {
        let pruned = on_backend!(self.backend, prune(old, before.cast_signed()));
        pruned.map_err(self.backend.failure("delete old games"))
    }

    /// Whether what happens can be stored. Seen in the last second or tried now, once for all who ask.
    pub(crate) async fn ready(&self) -> Result<(), StoreError> {
        if self.backend.is_closed() {
            return Err(StoreError::Closed);
        }
        if let Some(known) = self.health.fresh() {
            return known;
        }
        let slow = || sqlx::Error::Io(std::io::ErrorKind::TimedOut.into());
        let proven = tokio::time::timeout(PROOF, self.order(None)).await;
        proven.unwrap_or_else(|_| Err(self.backend.failure("store anything in time")(slow())))
    }

    /// Tells other servers something that is not stored.
    pub(crate) async fn announce(&self, notice: &Notice) -> Result<(), StoreError> {
        match &self.backend.pool {
            Pool::Sqlite(_) => Ok(()),
            Pool::Postgres(pool) => {
                notice::send(pool, notice).await.map_err(self.backend.failure("tell other servers"))
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
        if let Some(file) = &self.backend.file {
            file.release();
        }
    }
}

fn numbered(game: &GameId, (seq, at, body, checksum): sql::EventRow) -> Result<NumberedEvent, StoreError> {
    if checksum.is_some_and(|known| known != sql::event_sum(game, seq, at, &body)) {
        return Err(StoreError::broken(game, format!("the checksum of event {seq} does not match")));
    }
    let read = NumberedEvent::read(seq.cast_unsigned(), at.cast_unsigned(), &body);
    read.map_err(|error| StoreError::broken(game, error))
}

/// The steps that bring a database up to date, from the first. A step is never changed, only followed by another: databases remember those they have taken.
fn migrator(steps: [(&'static str, &'static str); 2]) -> Migrator {
    let step = |(number, (name, text)): (i64, (&'static str, &'static str))| {
        Migration::new(number, name.into(), MigrationType::Simple, text.into_sql_str(), false)
    };
    Migrator::with_migrations((1..).zip(steps).map(step).collect())
}

async fn open_sqlite(path: &Path, flush_every_move: bool) -> Result<Backend, OpenError> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(|error| OpenError::Folder { path: folder.to_owned(), error })?;
    }
    let name = path.display().to_string();
    let file = DatabaseFile::hold(path).map_err(|error| match error {
        HoldError::Taken(process) if process.is_empty() => OpenError::Taken { name: name.clone(), holder: process },
        HoldError::Taken(process) => OpenError::Taken { name: name.clone(), holder: format!(" (process {process})") },
        HoldError::Io(path, error) => OpenError::Lock { path, error },
    })?;
    let file = Arc::new(file);
    let options = SqliteConnectOptions::new()
        .filename(file.path())
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(if flush_every_move { SqliteSynchronous::Full } else { SqliteSynchronous::Normal })
        // Who writes must not stop to tidy up: that is done beside.
        .pragma("wal_autocheckpoint", "0")
        .foreign_keys(true)
        .busy_timeout(Duration::from_secs(10));
    let checked = Arc::clone(&file);
    let pool = SqlitePoolOptions::new().max_connections(4).after_connect(move |_, _| {
        let there = checked.is_there().map_err(sqlx::Error::Io);
        Box::pin(async move { there })
    });
    let connect = |error| OpenError::Connect { name: name.clone(), error };
    let pool = pool.connect_with(options.clone()).await.map_err(connect)?;
    let steps = [
        ("games", include_str!("../migrations/sqlite/1_games.sql")),
        ("integrity", include_str!("../migrations/sqlite/2_integrity.sql")),
    ];
    let migrated = migrator(steps).run(&pool).await;
    migrated.map_err(|error| OpenError::Migrate { name: name.clone(), error })?;
    mark(&pool).await.map_err(|error| OpenError::Write { name: name.clone(), error })?;
    file.remember().map_err(|error| connect(sqlx::Error::Io(error)))?;
    // A file that is missing from now on was deleted: an empty one in its place would hide that.
    pool.set_connect_options(options.create_if_missing(false));
    tokio::spawn(checkpoint::run(pool.clone(), Arc::clone(&file)));
    Ok(Backend { name: name.into(), pool: Pool::Sqlite(pool), file: Some(file) })
}

/// Gives a new file a number of its own in its head, by which it is known from other databases.
async fn mark(pool: &SqlitePool) -> sqlx::Result<()> {
    let known: i64 = sqlx::query_scalar("PRAGMA user_version").fetch_one(pool).await?;
    if known == 0 {
        let random = crate::token::random_u64().map_err(|error| sqlx::Error::Configuration(error.into()))?;
        let statement = format!("PRAGMA user_version = {}", random >> 33 | 1);
        sqlx::query(sqlx::AssertSqlSafe(statement)).execute(pool).await?;
    }
    sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(pool).await.map(|_| ())
}

async fn open_postgres(address: &str) -> Result<Backend, OpenError> {
    let options: PgConnectOptions = match address.parse() {
        Ok(options) => options,
        Err(error) => return Err(OpenError::Connect { name: "postgres://…".to_owned(), error }),
    };
    let name = format!("postgres://{}:{}", options.get_host(), options.get_port());
    let pool = PgPoolOptions::new().max_connections(8).acquire_timeout(Duration::from_secs(10)).connect_with(options);
    let pool = pool.await.map_err(|error| OpenError::Connect { name: name.clone(), error })?;
    let steps = [
        ("games", include_str!("../migrations/postgres/1_games.sql")),
        ("integrity", include_str!("../migrations/postgres/2_integrity.sql")),
    ];
    let migrated = migrator(steps).run(&pool).await;
    migrated.map_err(|error| OpenError::Migrate { name: name.clone(), error })?;
    Ok(Backend { name: name.into(), pool: Pool::Postgres(pool), file: None })
}

#[cfg(test)]
mod tests;
