//! The live connection of a game.

use super::hub::{Hub, Joined};
use super::message::{self, LiveMessage, LiveRequest};
use super::room::{RoomMessage, text};
use super::setup::Held;
use crate::error::ApiError;
use crate::settings::ServerLimits;
use crate::socket::{Allowance, Allowed, Ping, close_flood, send};
use axum::extract::ws::{self, Utf8Bytes, WebSocket};
use std::sync::Arc;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::watch;

/// Counts a connection as present until it is dropped.
struct Present<'a> {
    hub: &'a Hub,
    room: Arc<super::room::Room>,
    held: Held,
    /// Whose turn a computer's thinking about this connection's moves takes.
    client: u64,
}

impl Drop for Present<'_> {
    fn drop(&mut self) {
        self.hub.presence(&self.room, self.held, false);
    }
}

/// Serves a connection until it is closed, it is too slow, or the server goes; `client` says who it is where several wait for one thing.
pub(crate) async fn serve(
    hub: Arc<Hub>,
    joined: Joined,
    client: u64,
    mut socket: WebSocket,
    limits: ServerLimits,
    mut closing: watch::Receiver<bool>,
) {
    let Joined { room, held, hello, missed, mut seq, mut later } = joined;
    hub.presence(&room, held, true);
    let present = Present { hub: &hub, room, held, client };
    for message in std::iter::once(hello).chain(missed) {
        if !send(&mut socket, ws::Message::Text(message)).await {
            return;
        }
    }
    let mut allowance = Allowance::new(&limits);
    let mut ping = Ping::new(&limits);
    loop {
        tokio::select! {
            told = later.recv() => match told {
                Ok(RoomMessage { seq: Some(number), .. }) if number <= seq => {}
                Ok(RoomMessage { seq: number, text }) => {
                    seq = number.unwrap_or(seq);
                    if !send(&mut socket, ws::Message::Text(text)).await {
                        return;
                    }
                }
                Err(RecvError::Lagged(_)) => return crate::socket::close(socket, "too slow: connect again with `since`").await,
                Err(RecvError::Closed) => return,
            },
            said = socket.recv() => {
                ping.heard();
                let allowed = allowance.take();
                let answer = match said {
                    Some(Ok(_)) if allowed == Allowed::Flood => return close_flood(socket).await,
                    Some(Ok(ws::Message::Text(said))) if allowed == Allowed::Yes => answer(&present, &said).await,
                    Some(Ok(ws::Message::Text(said))) => refuse(&said, Allowance::refusal()),
                    Some(Ok(ws::Message::Binary(_))) => {
                        refuse("", ApiError::bad("bad_message", "messages are JSON as text, not binary"))
                    }
                    Some(Ok(ws::Message::Ping(_) | ws::Message::Pong(_))) => continue,
                    Some(Ok(ws::Message::Close(_)) | Err(_)) | None => return,
                };
                if !send(&mut socket, ws::Message::Text(answer)).await {
                    return;
                }
            }
            () = ping.due() => {
                if !ping.ask(&mut socket).await {
                    return;
                }
            }
            _ = closing.changed() => return crate::socket::close(socket, "the server is restarting: connect again").await,
        }
    }
}

async fn answer(present: &Present<'_>, said: &str) -> Utf8Bytes {
    let (reference, request) = message::read(said);
    let done = match request {
        Err(error) => Err(error),
        Ok(LiveRequest::Ping {}) => Ok(0),
        Ok(action) => present.hub.act(&present.room, present.held, Some(present.client), &action).await,
    };
    text(&match done {
        Ok(seq) => LiveMessage::Ok { reference, seq },
        Err(error) => LiveMessage::Error { reference, error: error.object },
    })
}

fn refuse(said: &str, error: ApiError) -> Utf8Bytes {
    text(&LiveMessage::Error { reference: message::read(said).0, error: error.object })
}
