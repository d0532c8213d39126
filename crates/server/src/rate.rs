//! How many requests each address may make.

use crate::error::ApiError;
use crate::http::client;
use crate::settings::ServerLimits;
use crate::state::AppState;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, NotUntil, Quota, RateLimiter};
use metrics::counter;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};

/// A burst is this many times what is allowed in a second.
const BURST: u32 = 10;

/// After so many requests, addresses that have been quiet are forgotten.
const SWEEP: u32 = 10_000;

/// The requests each address has made lately, and the games.
#[derive(Debug)]
pub(crate) struct Rates {
    by_address: DefaultKeyedRateLimiter<IpAddr>,
    games: DefaultKeyedRateLimiter<u64>,
    since_sweep: AtomicU32,
}

impl Rates {
    pub(crate) fn new(limits: &ServerLimits) -> Rates {
        let rate = NonZeroU32::new(limits.requests_a_second).unwrap_or(NonZeroU32::MIN);
        let burst = NonZeroU32::new(rate.get().saturating_mul(BURST)).unwrap_or(rate);
        let by_address = RateLimiter::keyed(Quota::per_second(rate).allow_burst(burst));
        let games = NonZeroU32::new(limits.games_an_hour).unwrap_or(NonZeroU32::MIN);
        Rates { by_address, games: RateLimiter::keyed(Quota::per_hour(games)), since_sweep: AtomicU32::new(0) }
    }

    /// Counts a request; the seconds to wait if it is one too many.
    fn check(&self, address: IpAddr) -> Result<(), u64> {
        if self.since_sweep.fetch_add(1, Ordering::Relaxed) >= SWEEP {
            self.since_sweep.store(0, Ordering::Relaxed);
            self.by_address.retain_recent();
            self.games.retain_recent();
        }
        let wait = |full: NotUntil<_>| full.wait_time_from(DefaultClock::default().now()).as_secs() + 1;
        self.by_address.check_key(&address).map_err(wait)
    }

    /// Counts a game that a client makes.
    pub(crate) fn count_game(&self, client: u64) -> Result<(), ApiError> {
        self.games.check_key(&client).map_err(|full| {
            counter!("dropline_games_refused_total").increment(1);
            let minutes = full.wait_time_from(DefaultClock::default().now()).as_secs() / 60 + 1;
            let message = format!("too many games were made from your address: wait {minutes} min");
            ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too_many_games", message)
        })
    }
}

/// Lets a request through, or says when to come again.
pub(crate) async fn limit(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let address = client::address(request.headers(), request.extensions(), state.settings.trust_proxy);
    match state.rates.check(address) {
        Ok(()) => next.run(request).await,
        Err(seconds) => {
            counter!("dropline_rate_limited_total").increment(1);
            let message = format!("too many requests from your address: wait {seconds} s");
            let error = ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too_many_requests", message);
            ([(header::RETRY_AFTER, seconds.to_string())], error).into_response()
        }
    }
}
