//! What servers on one Postgres tell each other: that a game went on, and who is there. Sent with `NOTIFY` when a transaction commits, heard with
//! `LISTEN`. A server that was cut off hears [`ServerNews::Gap`] and looks at its games again.

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

/// Something a server says to the others on its database.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Notice {
    /// The server that says it.
    pub(crate) from: u64,
    #[serde(flatten)]
    pub(crate) news: ServerNews,
}

/// What it says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "said", rename_all = "snake_case")]
pub(crate) enum ServerNews {
    /// A game has events up to this number.
    Events { game: GameId, seq: u64 },
    /// Whether live connections there hold a seat.
    Presence { game: GameId, side: Side, here: bool },
    /// Somebody opened a game and asks who is there.
    Who { game: GameId },
    /// The server is still there.
    Alive,
    /// Never said: something may have been missed.
    #[serde(skip)]
    Gap,
}

impl Notice {
    /// As it is sent.
    pub(super) fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

pub(super) async fn send(pool: &PgPool, notice: &Notice) -> sqlx::Result<()> {
    sqlx::query(NOTIFY).bind(notice.text()).execute(pool).await.map(|_| ())
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
            let gap = Notice { from: instance, news: ServerNews::Gap };
            loop {
                let notice = match listener.try_recv().await {
                    Ok(Some(notification)) => read(notification.payload(), instance),
                    Ok(None) => Some(gap.clone()),
                    Err(sqlx::Error::PoolClosed) => break,
                    Err(error) => {
                        warn!(%error, "not listening to other servers");
                        tokio::time::sleep(Duration::from_secs(1)).await;
                        Some(gap.clone())
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
    serde_json::from_str(text).ok().filter(|notice: &Notice| notice.from != own)
}
