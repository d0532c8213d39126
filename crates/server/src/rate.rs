//! How many requests each address may make.

use crate::error::ApiError;
use crate::http::client;
use crate::settings::Bounds;
use crate::state::AppState;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use metrics::counter;
use std::net::IpAddr;
use std::num::NonZeroU32;

/// A burst is this many times what is allowed in a second.
const BURST: u32 = 10;

/// Addresses remembered before those that have been quiet are forgotten.
const REMEMBERED: usize = 10_000;

/// The requests each address has made lately.
#[derive(Debug)]
pub(crate) struct Rates(DefaultKeyedRateLimiter<IpAddr>);

impl Rates {
    pub(crate) fn new(bounds: &Bounds) -> Rates {
        let rate = NonZeroU32::new(bounds.requests_a_second).unwrap_or(NonZeroU32::MIN);
        let burst = NonZeroU32::new(rate.get().saturating_mul(BURST)).unwrap_or(rate);
        Rates(RateLimiter::keyed(Quota::per_second(rate).allow_burst(burst)))
    }

    /// Counts a request; the seconds to wait if it is one too many.
    fn check(&self, address: IpAddr) -> Result<(), u64> {
        if self.0.len() > REMEMBERED {
            self.0.retain_recent();
        }
        self.0.check_key(&address).map_err(|full| full.wait_time_from(DefaultClock::default().now()).as_secs() + 1)
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
