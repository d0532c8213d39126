//! Whether writing works. Every commit shows it, and every failure the opposite; after a failure only a write made for that purpose does.

use super::StoreError;
use parking_lot::Mutex;
use std::time::{Duration, Instant};

/// How long a commit proves that writing works.
const FRESH: Duration = Duration::from_secs(1);

/// What is known of a database.
#[derive(Debug)]
pub(super) struct Health(Mutex<Result<Instant, StoreError>>);

impl Health {
    /// Writing works at this moment.
    pub(super) fn new() -> Health {
        Health(Mutex::new(Ok(Instant::now())))
    }

    pub(super) fn works(&self) {
        *self.0.lock() = Ok(Instant::now());
    }

    pub(super) fn fails(&self, why: StoreError) {
        *self.0.lock() = Err(why);
    }

    /// Why writing does not work, if it does not.
    pub(super) fn failure(&self) -> Option<StoreError> {
        self.0.lock().clone().err()
    }

    /// Whether writing worked a moment ago; nothing if that was longer ago.
    pub(super) fn fresh(&self) -> Option<Result<(), StoreError>> {
        match &*self.0.lock() {
            Ok(seen) => (seen.elapsed() < FRESH).then_some(Ok(())),
            Err(why) => Some(Err(why.clone())),
        }
    }
}
