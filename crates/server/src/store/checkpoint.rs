//! Flushes SQLite's log to the disk once a second and moves it into the database file, beside the writer and without stopping it.

use super::file::DatabaseFile;
use sqlx::SqlitePool;
use std::sync::Arc;
use std::time::Duration;
use tracing::warn;

/// What a power cut can cost at most.
const EVERY: Duration = Duration::from_secs(1);

/// Pages of 4 KiB after which the log begins anew. Only that makes the writer wait, for one flush.
const LONGEST: i64 = 65_536;

const BESIDE: &str = "PRAGMA wal_checkpoint(PASSIVE)";
const ANEW: &str = "PRAGMA wal_checkpoint(RESTART)";

pub(super) async fn run(pool: SqlitePool, file: Arc<DatabaseFile>) {
    let mut interval = tokio::time::interval(EVERY);
    interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    while !pool.is_closed() {
        interval.tick().await;
        // A file that was overwritten would look sound again with our pages in it.
        if file.is_there().is_err() {
            continue;
        }
        match checkpoint(&pool, BESIDE).await {
            Ok(pages) if pages > LONGEST => {
                if let Err(error) = checkpoint(&pool, ANEW).await {
                    warn!(%error, "the database's log could not begin anew");
                }
            }
            Ok(_) => {}
            Err(sqlx::Error::PoolClosed) => break,
            Err(error) => warn!(%error, "the database's log could not be flushed"),
        }
    }
}

/// How many pages the log has.
async fn checkpoint(pool: &SqlitePool, statement: &'static str) -> sqlx::Result<i64> {
    let (_busy, pages, _done): (i64, i64, i64) = sqlx::query_as(statement).fetch_one(pool).await?;
    Ok(pages)
}
