//! The statements, which are the same for both databases.

use super::{Notice, OldGames, ServerNews, Write};
use crate::token::GameId;
use sha2::{Digest, Sha256};
use sqlx::pool::PoolConnection;
use sqlx::{Connection, Database};
use std::time::Duration;

/// A row of `games`.
#[derive(Debug)]
pub(super) struct GameRow {
    pub(super) setup: String,
    pub(super) red_hash: Option<Vec<u8>>,
    pub(super) black_hash: Option<Vec<u8>>,
    created: i64,
    /// Nothing in rows of earlier versions.
    pub(super) checksum: Option<i64>,
}

impl GameRow {
    /// The checksum the row should have.
    pub(super) fn sum(&self, id: &GameId) -> i64 {
        game_sum(id, &self.setup, [&self.red_hash, &self.black_hash], self.created)
    }
}

/// A row of `events`: its number, time, body and checksum, which rows of earlier versions have not.
pub(super) type EventRow = (i64, i64, String, Option<i64>);

/// The checksum of a row of `events`.
pub(super) fn event_sum(game: &GameId, seq: i64, at: i64, body: &str) -> i64 {
    sum(&[game.as_str().as_bytes(), &seq.to_le_bytes(), &at.to_le_bytes(), body.as_bytes()])
}

/// The checksum of the part of a row of `games` that never changes.
fn game_sum(id: &GameId, setup: &str, hashes: [&Option<Vec<u8>>; 2], created: i64) -> i64 {
    let [red, black] = hashes.map(|hash| hash.as_deref().unwrap_or_default());
    sum(&[id.as_str().as_bytes(), setup.as_bytes(), red, black, &created.to_le_bytes()])
}

/// The beginning of the SHA-256 of some parts.
fn sum(parts: &[&[u8]]) -> i64 {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    let digest: [u8; 32] = hash.finalize().into();
    let mut beginning = [0; 8];
    beginning.copy_from_slice(&digest[..8]);
    i64::from_le_bytes(beginning)
}

const GAME: &str = "SELECT setup, red_hash, black_hash, created, checksum FROM games WHERE id = $1";
const EVENTS: &str = "SELECT seq, at, body, checksum FROM events WHERE game = $1 AND seq > $2 ORDER BY seq";
const MAKE: &str = "INSERT INTO games (id, setup, red_hash, black_hash, created, touched, checksum) VALUES ($1, $2, $3, $4, $5, $5, $6)";
const ADD: &str = "INSERT INTO events (game, seq, at, body, checksum) \
                   SELECT $1, $2, $3, $4, $5 WHERE EXISTS (SELECT 1 FROM games WHERE id = $1) ON CONFLICT DO NOTHING";
const TOUCH: &str = "UPDATE games SET touched = $2, finished = $3 WHERE id = $1 AND finished <> $3";
const PRUNE: &str = "DELETE FROM games WHERE finished = $1 AND touched < $2 \
                     AND NOT EXISTS (SELECT 1 FROM events WHERE game = games.id AND (at >= $2 OR $3 = 1))";

const PROVE: &str = "INSERT INTO proof (id, count) VALUES (1, 1) \
                     ON CONFLICT (id) DO UPDATE SET count = proof.count + 1 RETURNING count";
const PROVEN: &str = "SELECT count FROM proof WHERE id = 1";

/// How long a connection that failed gets to say goodbye.
const GOODBYE: Duration = Duration::from_secs(1);

/// Closes a connection on which something failed: nobody knows what it would make of the next statement.
async fn keep_or_close<D: Database, T>(connection: PoolConnection<D>, outcome: sqlx::Result<T>) -> sqlx::Result<T> {
    if outcome.is_err() {
        let _ = tokio::time::timeout(GOODBYE, connection.close()).await;
    }
    outcome
}

macro_rules! statements {
    ($name:ident, $pool:ty, $connection:ty, $after:expr) => {
        pub(super) mod $name {
            use super::*;

            pub(in crate::store) async fn game(pool: &$pool, id: &GameId) -> sqlx::Result<Option<GameRow>> {
                let row = sqlx::query_as(GAME).bind(id.as_str()).fetch_optional(pool).await?;
                Ok(row.map(|(setup, red_hash, black_hash, created, checksum)| GameRow {
                    setup,
                    red_hash,
                    black_hash,
                    created,
                    checksum,
                }))
            }

            pub(in crate::store) async fn events(pool: &$pool, id: &GameId, after: i64) -> sqlx::Result<Vec<EventRow>> {
                sqlx::query_as(EVENTS).bind(id.as_str()).bind(after).fetch_all(pool).await
            }

            /// Stores all writes in one transaction; for each whether its events had their numbers free.
            pub(in crate::store) async fn write(
                pool: &$pool,
                writes: &[&Write],
                instance: u64,
            ) -> sqlx::Result<Vec<bool>> {
                let mut connection = pool.acquire().await?;
                let outcome = write_all(&mut connection, writes, instance).await;
                keep_or_close(connection, outcome).await
            }

            async fn write_all(
                connection: &mut $connection,
                writes: &[&Write],
                instance: u64,
            ) -> sqlx::Result<Vec<bool>> {
                if connection.is_in_transaction() {
                    return Err(sqlx::Error::InvalidSavePointStatement);
                }
                let mut transaction = connection.begin().await?;
                let mut stored = Vec::with_capacity(writes.len());
                for write in writes {
                    let mut free = true;
                    for numbered in &write.events {
                        let body = numbered.body().map_err(|e| sqlx::Error::Encode(e.into()))?;
                        let (seq, at) = (numbered.seq.cast_signed(), numbered.at.cast_signed());
                        let checksum = event_sum(&write.game, seq, at, &body);
                        let added = sqlx::query(ADD)
                            .bind(write.game.as_str())
                            .bind(seq)
                            .bind(at)
                            .bind(body)
                            .bind(checksum)
                            .execute(&mut *transaction)
                            .await?;
                        if added.rows_affected() == 0 {
                            free = false;
                            break;
                        }
                    }
                    if free && !write.events.is_empty() {
                        sqlx::query(TOUCH)
                            .bind(write.game.as_str())
                            .bind(write.at.cast_signed())
                            .bind(i64::from(write.finished))
                            .execute(&mut *transaction)
                            .await?;
                    }
                    if let Some(made) = write.create.as_deref().filter(|_| free) {
                        let setup = serde_json::to_string(&made.setup).map_err(|e| sqlx::Error::Encode(e.into()))?;
                        let [red, black] = made.hashes.map(|hash| hash.map(|hash| hash.bytes().to_vec()));
                        let created = write.at.cast_signed();
                        let checksum = game_sum(&made.id, &setup, [&red, &black], created);
                        sqlx::query(MAKE)
                            .bind(made.id.as_str())
                            .bind(setup)
                            .bind(red)
                            .bind(black)
                            .bind(created)
                            .bind(checksum)
                            .execute(&mut *transaction)
                            .await?;
                    }
                    if let Some(last) = write.events.last().filter(|_| free) {
                        let notify: Option<&'static str> = $after;
                        if let Some(statement) = notify {
                            let news = ServerNews::Events { game: write.game.clone(), seq: last.seq };
                            let text = Notice { from: instance, news }.text();
                            sqlx::query(statement).bind(text).execute(&mut *transaction).await?;
                        }
                    }
                    stored.push(free);
                }
                transaction.commit().await?;
                Ok(stored)
            }

            pub(in crate::store) async fn prune(pool: &$pool, old: OldGames, before: i64) -> sqlx::Result<u64> {
                let mut connection = pool.acquire().await?;
                let (finished, empty) = (old == OldGames::Finished, old == OldGames::Empty);
                let prune = sqlx::query(PRUNE).bind(i64::from(finished)).bind(before).bind(i64::from(empty));
                let outcome = prune.execute(&mut *connection).await;
                keep_or_close(connection, outcome).await.map(|done| done.rows_affected())
            }

            /// Writes something and reads it back on another connection.
            pub(in crate::store) async fn prove(pool: &$pool) -> sqlx::Result<()> {
                let mut writing = pool.acquire().await?;
                let outcome = sqlx::query_scalar(PROVE).fetch_one(&mut *writing).await;
                let outcome = match outcome {
                    Ok(count) => read_back(pool, count).await,
                    Err(error) => Err(error),
                };
                keep_or_close(writing, outcome).await
            }

            async fn read_back(pool: &$pool, written: i64) -> sqlx::Result<()> {
                let read: i64 = sqlx::query_scalar(PROVEN).fetch_one(pool).await?;
                if read < written { Err(sqlx::Error::RowNotFound) } else { Ok(()) }
            }
        }
    };
}

statements!(sqlite, sqlx::SqlitePool, sqlx::SqliteConnection, None);
statements!(postgres, sqlx::PgPool, sqlx::PgConnection, Some(crate::store::notice::NOTIFY));
