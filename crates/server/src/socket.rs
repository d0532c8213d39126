//! What all WebSockets share: the Origin check, the limits, the close.

use crate::error::ApiError;
use crate::settings::ServerLimits;
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use axum::http::{HeaderMap, StatusCode, header};
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

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

/// How many messages a connection may still send.
pub(crate) struct Allowance(DefaultDirectRateLimiter);

impl Allowance {
    pub(crate) fn new(limits: &ServerLimits) -> Allowance {
        let rate = NonZeroU32::new(limits.messages_a_second).unwrap_or(NonZeroU32::MIN);
        Allowance(RateLimiter::direct(
            Quota::per_second(rate).allow_burst(rate.saturating_mul(NonZeroU32::MIN.saturating_add(1))),
        ))
    }

    pub(crate) fn take(&mut self) -> bool {
        self.0.check().is_ok()
    }

    pub(crate) fn refusal() -> ApiError {
        ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too_many_messages", "too many messages: wait a second")
    }
}

/// How many live connections each address has.
#[derive(Clone, Debug, Default)]
pub(crate) struct Connections(Arc<Mutex<HashMap<IpAddr, usize>>>);

/// One of them; it no longer counts once this is dropped.
#[derive(Debug)]
pub(crate) struct Connection {
    all: Connections,
    address: IpAddr,
}

impl Connections {
    pub(crate) fn add(&self, address: IpAddr, most: usize) -> Result<Connection, ApiError> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(address).or_insert(0);
        if *count >= most {
            let message = "too many live connections from your address: close some";
            return Err(ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too_many_connections", message));
        }
        *count += 1;
        Ok(Connection { all: self.clone(), address })
    }

    pub(crate) fn count(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).values().sum()
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let mut counts = self.all.0.lock().unwrap_or_else(PoisonError::into_inner);
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

/// Says goodbye.
pub(crate) async fn close(mut socket: WebSocket, reason: &'static str) {
    let frame = CloseFrame { code: close_code::RESTART, reason: reason.into() };
    send(&mut socket, Message::Close(Some(frame))).await;
}
