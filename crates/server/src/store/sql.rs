//! The statements, which are the same for both databases.

use super::Write;
use crate::token::GameId;

/// A row of `games`.
#[derive(Debug)]
pub(super) struct GameRow {
    pub(super) setup: String,
    pub(super) red_hash: Option<Vec<u8>>,
    pub(super) black_hash: Option<Vec<u8>>,
}

const GAME: &str = "SELECT setup, red_hash, black_hash FROM games WHERE id = $1";
const EVENTS: &str = "SELECT seq, at, body FROM events WHERE game = $1 AND seq > $2 ORDER BY seq";
const MAKE: &str =
    "INSERT INTO games (id, setup, red_hash, black_hash, created, touched) VALUES ($1, $2, $3, $4, $5, $5)";
const ADD: &str = "INSERT INTO events (game, seq, at, body) \
                   SELECT $1, $2, $3, $4 WHERE EXISTS (SELECT 1 FROM games WHERE id = $1) ON CONFLICT DO NOTHING";
const TOUCH: &str = "UPDATE games SET touched = $2, finished = $3 WHERE id = $1 AND finished <> $3";
const PRUNE: &str = "DELETE FROM games WHERE finished = $1 AND touched < $2 \
                     AND NOT EXISTS (SELECT 1 FROM events WHERE game = games.id AND at >= $2)";

macro_rules! statements {
    ($name:ident, $pool:ty, $after:expr) => {
        pub(super) mod $name {
            use super::*;

            pub(in crate::store) async fn game(pool: &$pool, id: &GameId) -> sqlx::Result<Option<GameRow>> {
                let row = sqlx::query_as(GAME).bind(id.as_str()).fetch_optional(pool).await?;
                Ok(row.map(|(setup, red_hash, black_hash)| GameRow { setup, red_hash, black_hash }))
            }

            pub(in crate::store) async fn events(
                pool: &$pool,
                id: &GameId,
                after: i64,
            ) -> sqlx::Result<Vec<(i64, i64, String)>> {
                sqlx::query_as(EVENTS).bind(id.as_str()).bind(after).fetch_all(pool).await
            }

            /// Stores all writes in one transaction; for each whether its events had their numbers free.
            pub(in crate::store) async fn write(
                pool: &$pool,
                writes: &[&Write],
                instance: u64,
            ) -> sqlx::Result<Vec<bool>> {
                let mut transaction = pool.begin().await?;
                let mut stored = Vec::with_capacity(writes.len());
                for write in writes {
                    let mut free = true;
                    for numbered in &write.events {
                        let body = serde_json::to_string(&numbered.event).map_err(|e| sqlx::Error::Encode(e.into()))?;
                        let added = sqlx::query(ADD)
                            .bind(write.game.as_str())
                            .bind(numbered.seq.cast_signed())
                            .bind(numbered.at.cast_signed())
                            .bind(body)
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
                        let hash = |side: usize| made.hashes[side].map(|hash| hash.bytes().to_vec());
                        sqlx::query(MAKE)
                            .bind(made.id.as_str())
                            .bind(setup)
                            .bind(hash(0))
                            .bind(hash(1))
                            .bind(write.at.cast_signed())
                            .execute(&mut *transaction)
                            .await?;
                    }
                    if let Some(last) = write.events.last().filter(|_| free) {
                        let notify: Option<&'static str> = $after;
                        if let Some(statement) = notify {
                            let payload = crate::store::notice::events_payload(instance, &write.game, last.seq);
                            sqlx::query(statement).bind(payload).execute(&mut *transaction).await?;
                        }
                    }
                    stored.push(free);
                }
                transaction.commit().await?;
                Ok(stored)
            }

            pub(in crate::store) async fn prune(pool: &$pool, finished: i64, before: i64) -> sqlx::Result<u64> {
                Ok(sqlx::query(PRUNE).bind(finished).bind(before).execute(pool).await?.rows_affected())
            }

            pub(in crate::store) async fn ping(pool: &$pool) -> sqlx::Result<()> {
                sqlx::query("SELECT 1").execute(pool).await.map(|_| ())
            }
        }
    };
}

statements!(sqlite, sqlx::SqlitePool, None);
statements!(postgres, sqlx::PgPool, Some(crate::store::notice::NOTIFY));
