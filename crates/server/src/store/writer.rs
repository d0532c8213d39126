//! The one task that writes. What gathers during a transaction goes into the next one.
//!
//! After a failure nothing is known of the connection but that it cannot be trusted: SQLite ends a transaction by itself when the disk is full, and who has
//! not noticed goes on inside one that never ends. So it is closed, everything is refused, and a write that changes nothing is tried on a new
//! connection until it can be read back on another one.

use super::health::Health;
use super::{Backend, Pending, Pool, StoreError, Write, on_backend, sql};
use metrics::{counter, gauge, histogram};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use tokio::time::timeout;
use tracing::{error, info};

/// Writes in one transaction at most.
const MOST: usize = 512;

/// How often a transaction that another server's got in the way of is tried.
const TRIES: usize = 3;

/// How long after a failure writing is tried again.
const AGAIN: Duration = Duration::from_millis(250);

pub(super) async fn run(backend: Backend, health: Arc<Health>, mut pending: mpsc::Receiver<Pending>, instance: u64) {
    let mut batch: Vec<Pending> = Vec::with_capacity(MOST);
    loop {
        if let Some(why) = health.failure() {
            refuse_for(AGAIN, &mut pending, &why).await;
            if pending.is_closed() && pending.is_empty() {
                return;
            }
            judge(&backend, &health, prove(&backend).await);
            continue;
        }
        if pending.recv_many(&mut batch, MOST).await == 0 {
            return;
        }
        // Servers that share a database lock games in the same order, so that they cannot wait for each other in a circle.
        batch.sort_by(|(a, _), (b, _)| game(a).cmp(&game(b)));
        let began = Instant::now();
        let outcome = store(&backend, &batch, instance).await;
        histogram!("dropline_commit_seconds").record(began.elapsed());
        histogram!("dropline_commit_writes").record(batch.len() as f64);
        let stored = match outcome {
            Ok(stored) => {
                judge(&backend, &health, Ok(()));
                stored.into_iter().map(|free| if free { Ok(()) } else { Err(StoreError::Behind) }).collect()
            }
            Err(problem) => {
                let why = judge(&backend, &health, Err(problem));
                vec![Err(why.unwrap_or(StoreError::Closed)); batch.len()]
            }
        };
        for ((_, done), outcome) in batch.drain(..).zip(stored) {
            let _ = done.send(outcome);
        }
    }
}

fn game(write: &Option<Write>) -> Option<&crate::token::GameId> {
    write.as_ref().map(|write| &write.game)
}

/// Refuses everything that comes within a time.
async fn refuse_for(time: Duration, pending: &mut mpsc::Receiver<Pending>, why: &StoreError) {
    let refuse = async {
        while let Some((_, done)) = pending.recv().await {
            let _ = done.send(Err(why.clone()));
        }
    };
    let _ = timeout(time, refuse).await;
}

/// Takes note of how a write went; why it failed, if it did.
fn judge(backend: &Backend, health: &Health, outcome: sqlx::Result<()>) -> Option<StoreError> {
    let failed_before = health.failure().is_some();
    let why = outcome.err().map(backend.failure("store what happened in games"));
    match &why {
        None => health.works(),
        Some(why) => health.fails(why.clone()),
    }
    match (failed_before, &why) {
        (true, None) => info!("the database can be written to again"),
        (false, Some(why)) => error!(error = %why, "nothing can be stored"),
        _ => {}
    }
    if why.is_some() {
        counter!("dropline_commit_failures_total").increment(1);
    }
    gauge!("dropline_storage_works").set(if why.is_none() { 1.0 } else { 0.0 });
    why
}

async fn store(backend: &Backend, batch: &[Pending], instance: u64) -> sqlx::Result<Vec<bool>> {
    let writes: Vec<&Write> = batch.iter().filter_map(|(write, _)| write.as_ref()).collect();
    if writes.is_empty() {
        return prove(backend).await.map(|()| vec![true; batch.len()]);
    }
    let mut tries = 1;
    let stored = loop {
        match on_backend!(backend, write(&writes, instance)) {
            Err(error) if tries < TRIES && is_passing(&error) => tries += 1,
            outcome => break outcome?,
        }
    };
    backend.is_there()?;
    // Those who asked for nothing but a proof come first in a batch, and have it.
    Ok([vec![true; batch.len() - writes.len()], stored].concat())
}

/// Writes on one connection and reads it back on another.
pub(super) async fn prove(backend: &Backend) -> sqlx::Result<()> {
    backend.is_there()?;
    on_backend!(backend, prove())?;
    backend.is_there()
}

/// Whether the database gave up only because of what others did at the same time.
fn is_passing(error: &sqlx::Error) -> bool {
    const DEADLOCK: &str = "40P01";
    const SERIALIZATION: &str = "40001";
    const SQLITE_BUSY: &str = "5";
    let code = error.as_database_error().and_then(sqlx::error::DatabaseError::code);
    code.is_some_and(|code| [DEADLOCK, SERIALIZATION, SQLITE_BUSY].contains(&code.as_ref()))
}
