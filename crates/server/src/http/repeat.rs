//! Requests sent again because their answer was lost: with the same `Idempotency-Key` they get the first answer and do nothing twice.

use super::client::Client;
use super::games::{NewGameRequest, NewlyMade};
use crate::error::ApiError;
use axum::http::{HeaderMap, StatusCode};
use moka::sync::Cache;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::OnceCell;

const HEADER: &str = "idempotency-key";

/// Keys remembered at most, and for how long.
const KEYS: u64 = 10_000;
const KEPT: Duration = Duration::from_secs(24 * 3600);

const LONGEST_KEY: usize = 255;

/// A request and its answer, once there is one.
struct Asked {
    request: NewGameRequest,
    answer: OnceCell<NewlyMade>,
}

/// Games that were asked for with a key, by client and key.
pub(crate) struct Repeats(Cache<(u64, String), Arc<Asked>>);

impl Default for Repeats {
    fn default() -> Repeats {
        Repeats(Cache::builder().max_capacity(KEYS).time_to_live(KEPT).build())
    }
}

impl std::fmt::Debug for Repeats {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // What is inside holds tokens.
        f.debug_struct("Repeats").finish_non_exhaustive()
    }
}

impl Repeats {
    /// The answer to a request: that of the first one with its key, or a new one.
    pub(crate) async fn answer(
        &self,
        client: Client,
        headers: &HeaderMap,
        request: NewGameRequest,
        make: impl AsyncFnOnce(NewGameRequest) -> Result<NewlyMade, ApiError>,
    ) -> Result<NewlyMade, ApiError> {
        let Some(key) = headers.get(HEADER) else { return make(request).await };
        let key = key.to_str().ok().filter(|key| (1..=LONGEST_KEY).contains(&key.len()));
        let key = key.ok_or_else(|| {
            ApiError::bad("bad_key", format!("an Idempotency-Key has 1 to {LONGEST_KEY} ordinary characters"))
        })?;
        let fresh = || Arc::new(Asked { request: request.clone(), answer: OnceCell::new() });
        let asked = self.0.get_with((client.queue(), key.to_owned()), fresh);
        if asked.request != request {
            let message = "this Idempotency-Key was used for another request: take a new one";
            return Err(ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "other_request", message));
        }
        asked.answer.get_or_try_init(async || make(request).await).await.cloned()
    }
}
