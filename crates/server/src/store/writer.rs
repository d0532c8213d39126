//! The one task that writes. What gathers during a transaction goes into the next one.

use super::{Backend, Pending, Pool, StoreError, Write, on_backend, sql};
use metrics::{counter, histogram};
use std::time::Instant;
use tokio::sync::mpsc;
use tracing::error;

/// Writes in one transaction at most.
const MOST: usize = 512;

/// How often a transaction that another server's got in the way of is tried.
const TRIES: usize = 3;

pub(super) async fn run(backend: Backend, mut pending: mpsc::Receiver<Pending>, instance: u64) {
    let mut batch: Vec<Pending> = Vec::with_capacity(MOST);
    while pending.recv_many(&mut batch, MOST).await > 0 {
        // Servers that share a database lock games in the same order, so that they cannot wait for each other in a circle.
        batch.sort_by(|(a, _), (b, _)| a.game.cmp(&b.game));
        let began = Instant::now();
        let outcome = store(&backend, &batch, instance).await;
        histogram!("dropline_commit_seconds").record(began.elapsed());
        histogram!("dropline_commit_writes").record(batch.len() as f64);
        match outcome {
            Ok(stored) => {
                for ((_, done), free) in batch.drain(..).zip(stored) {
                    let _ = done.send(if free { Ok(()) } else { Err(StoreError::Behind) });
                }
            }
            Err(problem) => {
                let problem = backend.failure("store what happened in games")(problem);
                error!(error = %problem, writes = batch.len(), "nothing could be stored");
                counter!("dropline_commit_failures_total").increment(1);
                for (_, done) in batch.drain(..) {
                    let _ = done.send(Err(problem.clone()));
                }
            }
        }
    }
}

async fn store(backend: &Backend, batch: &[Pending], instance: u64) -> sqlx::Result<Vec<bool>> {
    let writes: Vec<&Write> = batch.iter().map(|(write, _)| write).collect();
    let mut tries = 1;
    loop {
        match on_backend!(backend, write(&writes, instance)) {
            Err(error) if tries < TRIES && is_passing(&error) => tries += 1,
            outcome => return outcome,
        }
    }
}

/// Whether the database gave up only because of what others did at the same time.
fn is_passing(error: &sqlx::Error) -> bool {
    const DEADLOCK: &str = "40P01";
    const SERIALIZATION: &str = "40001";
    const SQLITE_BUSY: &str = "5";
    let code = error.as_database_error().and_then(sqlx::error::DatabaseError::code);
    code.is_some_and(|code| [DEADLOCK, SERIALIZATION, SQLITE_BUSY].contains(&code.as_ref()))
}
