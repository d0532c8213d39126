//! What all WebSockets share: the Origin check, the limits, the close.

use crate::error::ApiError;
use crate::settings::ServerLimits;
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use axum::http::{HeaderMap, StatusCode, header};
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use metrics::counter;
use parking_lot::Mutex;
use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Interval;

/// A client that does not read for so long is given up.
const SLOWEST: Duration = Duration::from_secs(10);

/// Refuses connections that a page of another address opens in somebody's browser. Programs send no Origin and are let in.
pub(crate) fn check_origin(headers: &HeaderMap, public_url: Option<&str>) -> Result<(), ApiError> {
    let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
    let origin = origin.to_str().unwrap_or_default();
    let allowed = match public_url {
        Some(url) => origin.eq_ignore_ascii_case(url.trim_end_matches('/')),
        None => {
            let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
            let bare = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
            host.is_some() && bare == host
        }
    };
    let message = "a page of another address may not open this connection";
    allowed.then_some(()).ok_or_else(|| ApiError::new(StatusCode::FORBIDDEN, "wrong_origin", message))
}

/// Refusals in a burst, as a multiple of the messages allowed in a second, after which a connection is closed.
const PATIENCE: u32 = 10;

/// How many messages a connection may still send.
pub(crate) struct Allowance {
    messages: DefaultDirectRateLimiter,
    refusals: DefaultDirectRateLimiter,
}

/// Whether a message is heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Allowed {
    Yes,
    No,
    /// Too many were refused: the connection is to be closed.
    Flood,
}

impl Allowance {
    pub(crate) fn new(limits: &ServerLimits) -> Allowance {
        let rate = NonZeroU32::new(limits.messages_a_second).unwrap_or(NonZeroU32::MIN);
        let burst = |times: u32| rate.saturating_mul(NonZeroU32::new(times).unwrap_or(NonZeroU32::MIN));
        let limiter = |times| RateLimiter::direct(Quota::per_second(rate).allow_burst(burst(times)));
        Allowance { messages: limiter(2), refusals: limiter(PATIENCE) }
    }

    pub(crate) fn take(&mut self) -> Allowed {
        if self.messages.check().is_ok() {
            return Allowed::Yes;
        }
        if self.refusals.check().is_ok() {
            return Allowed::No;
        }
        counter!("dropline_floods_total").increment(1);
        Allowed::Flood
    }

    pub(crate) fn refusal() -> ApiError {
        ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too_many_messages", "too many messages: wait a second")
    }
}

/// Asks a silent connection now and then whether it is there.
pub(crate) struct Ping {
    interval: Interval,
    answered: bool,
}

impl Ping {
    pub(crate) fn new(limits: &ServerLimits) -> Ping {
        Ping { interval: tokio::time::interval(limits.ping.max(Duration::from_millis(1))), answered: true }
    }

    /// The client said something, so it is there.
    pub(crate) fn heard(&mut self) {
        self.answered = true;
    }

    /// Waits until it is time to ask.
    pub(crate) async fn due(&mut self) {
        self.interval.tick().await;
    }

    /// Asks; whether the client has answered the last time and took this one.
    pub(crate) async fn ask(&mut self, socket: &mut WebSocket) -> bool {
        std::mem::take(&mut self.answered) && send(socket, Message::Ping(Default::default())).await
    }
}

/// How many connections each address has.
#[derive(Clone, Debug, Default)]
pub(crate) struct Connections(Arc<Mutex<HashMap<IpAddr, usize>>>);

/// One of them; it no longer counts once this is dropped.
#[derive(Debug)]
pub(crate) struct Connection {
    all: Connections,
    address: IpAddr,
}

impl Connections {
    /// One more live connection from an address, unless it has as many as it may have.
    pub(crate) fn add(&self, address: IpAddr, most: usize) -> Result<Connection, ApiError> {
        if self.of(address) >= most {
            counter!("dropline_connections_refused_total", "why" => "live").increment(1);
            let message = "too many live connections from your address: close some";
            return Err(ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too_many_connections", message));
        }
        Ok(self.count_in(address))
    }

    pub(crate) fn count_in(&self, address: IpAddr) -> Connection {
        *self.0.lock().entry(address).or_insert(0) += 1;
        Connection { all: self.clone(), address }
    }

    /// Those of an address.
    pub(crate) fn of(&self, address: IpAddr) -> usize {
        self.0.lock().get(&address).copied().unwrap_or(0)
    }

    /// Waits until there is none.
    pub(crate) async fn none_left(&self) {
        while self.count() > 0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    pub(crate) fn count(&self) -> usize {
        self.0.lock().values().sum()
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let mut counts = self.all.0.lock();
        if let Some(count) = counts.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.address);
            }
        }
    }
}

/// Sends a message; whether the client took it in time.
pub(crate) async fn send(socket: &mut WebSocket, message: Message) -> bool {
    matches!(tokio::time::timeout(SLOWEST, socket.send(message)).await, Ok(Ok(())))
}

/// Says goodbye to who may come again.
pub(crate) async fn close(socket: WebSocket, reason: &'static str) {
    close_with(socket, close_code::RESTART, reason).await;
}

/// Says goodbye to who sends without end.
pub(crate) async fn close_flood(socket: WebSocket) {
    close_with(socket, close_code::POLICY, "too many messages").await;
}

async fn close_with(mut socket: WebSocket, code: u16, reason: &'static str) {
    send(&mut socket, Message::Close(Some(CloseFrame { code, reason: reason.into() }))).await;
}
