//! What servers on one Postgres tell each other: that a game went on, and who is there. Sent with `NOTIFY` when a transaction commits, heard with
//! `LISTEN`. A server that was cut off hears [`Notice::Gap`] and looks at its games again.

use crate::token::GameId;
use dropline_core::Side;
use serde::{Deserialize, Serialize};
use sqlx::PgPool;
use sqlx::postgres::PgListener;
use std::time::Duration;
use tokio::sync::mpsc;
use tracing::warn;

const CHANNEL: &str = "dropline";
pub(super) const NOTIFY: &str = "SELECT pg_notify('dropline', $1)";

/// Something another server said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Notice {
    /// A game has events up to this number.
    Events { game: GameId, seq: u64 },
    /// How many live connections hold a seat there.
    Presence { instance: u64, game: GameId, side: Side, here: bool },
    /// Somebody opened a game and asks who is there.
    WhoIsThere { game: GameId },
    /// A server says that it is still there.
    Alive { instance: u64 },
    /// Something may have been missed.
    Gap,
}

#[derive(Serialize, Deserialize)]
struct Payload {
    from: u64,
    #[serde(flatten)]
    said: Said,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "said", rename_all = "snake_case")]
enum Said {
    Events { game: String, seq: u64 },
    Presence { game: String, side: Side, here: bool },
    Who { game: String },
    Alive,
}

fn payload(from: u64, said: Said) -> String {
    serde_json::to_string(&Payload { from, said }).unwrap_or_default()
}

pub(super) fn events_payload(from: u64, game: &GameId, seq: u64) -> String {
    payload(from, Said::Events { game: game.to_string(), seq })
}

/// A notice as text, to be announced; nothing for those that are not for others.
pub(crate) fn presence_payload(from: u64, game: &GameId, side: Side, here: bool) -> String {
    payload(from, Said::Presence { game: game.to_string(), side, here })
}

pub(crate) fn who_payload(from: u64, game: &GameId) -> String {
    payload(from, Said::Who { game: game.to_string() })
}

pub(crate) fn alive_payload(from: u64) -> String {
    payload(from, Said::Alive)
}

pub(super) async fn send(pool: &PgPool, payload: String) -> sqlx::Result<()> {
    sqlx::query(NOTIFY).bind(payload).execute(pool).await.map(|_| ())
}

/// What is heard from other servers.
#[derive(Debug)]
pub(crate) struct Notices {
    instance: u64,
    heard: Option<mpsc::Receiver<Notice>>,
}

impl Notices {
    /// Nobody else is there.
    pub(super) fn none() -> Notices {
        Notices { instance: 0, heard: None }
    }

    /// Listens until the receiver is dropped; reconnects by itself.
    pub(super) async fn listen(pool: &PgPool) -> sqlx::Result<Notices> {
        let instance = crate::token::random_u64().map_err(|error| sqlx::Error::Configuration(error.into()))? >> 1;
        let mut listener = PgListener::connect_with(pool).await?;
        listener.listen(CHANNEL).await?;
        let (tell, heard) = mpsc::channel(4096);
        tokio::spawn(async move {
            loop {
                let notice = match listener.try_recv().await {
                    Ok(Some(notification)) => read(notification.payload(), instance),
                    Ok(None) => Some(Notice::Gap),
                    Err(sqlx::Error::PoolClosed) => break,
                    Err(error) => {
                        warn!(%error, "not listening to other servers");
                        tokio::time::sleep(Duration::from_secs(1)).await;
                        Some(Notice::Gap)
                    }
                };
                if let Some(notice) = notice
                    && tell.send(notice).await.is_err()
                {
                    break;
                }
            }
        });
        Ok(Notices { instance, heard: Some(heard) })
    }

    /// The number of this server among those on the database.
    pub(crate) const fn instance(&self) -> u64 {
        self.instance
    }

    /// The next notice; waits for ever where there are no other servers.
    pub(crate) async fn next(&mut self) -> Option<Notice> {
        match &mut self.heard {
            Some(heard) => heard.recv().await,
            None => std::future::pending().await,
        }
    }
}

/// A notice of another server; nothing for one's own and for what is not understood.
fn read(text: &str, own: u64) -> Option<Notice> {
    let Payload { from, said } = serde_json::from_str(text).ok()?;
    if from == own {
        return None;
    }
    Some(match said {
        Said::Events { game, seq } => Notice::Events { game: GameId::read(&game)?, seq },
        Said::Presence { game, side, here } => {
            Notice::Presence { instance: from, game: GameId::read(&game)?, side, here }
        }
        Said::Who { game } => Notice::WhoIsThere { game: GameId::read(&game)? },
        Said::Alive => Notice::Alive { instance: from },
    })
}
