//! A game in memory, as long as somebody looks at it.

use super::event::{GameEvent, NumberedEvent};
use super::game::{LiveGame, ReplayError};
use super::message::LiveMessage;
use super::opponent::ThinkingTask;
use super::presence::Presence;
use super::view::GameView;
use crate::time::TimeSource;
use crate::token::GameId;
use axum::extract::ws::Utf8Bytes;
use dropline_core::Side;
use parking_lot::{Mutex, MutexGuard};
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::broadcast;
use tokio::task::AbortHandle;

/// Messages a slow connection may be behind; one that is further behind is closed and can come again.
const BEHIND: usize = 64;

/// A message for everybody who looks at a game.
#[derive(Clone, Debug)]
pub(crate) struct RoomMessage {
    /// The event's number; nothing for messages without one.
    pub(crate) seq: Option<u64>,
    pub(crate) text: Utf8Bytes,
}

/// A game, who looks at it, and who thinks about it.
#[derive(Debug)]
pub(crate) struct Room {
    pub(super) id: GameId,
    time: TimeSource,
    /// Locked while something is decided and stored, so that events come one after the other. Nothing until it is loaded.
    pub(super) live: tokio::sync::Mutex<Option<LiveGame>>,
    told: broadcast::Sender<RoomMessage>,
    presence: Mutex<Presence>,
    thinking: Mutex<Option<ThinkingTask>>,
    alarm: Mutex<Option<AbortHandle>>,
    /// Who asked for something last.
    asker: AtomicU64,
}

impl Room {
    pub(super) fn new(id: GameId, time: TimeSource) -> Room {
        Room {
            id,
            time,
            live: tokio::sync::Mutex::default(),
            told: broadcast::channel(BEHIND).0,
            presence: Mutex::default(),
            thinking: Mutex::default(),
            alarm: Mutex::default(),
            asker: AtomicU64::default(),
        }
    }

    pub(super) fn presence(&self) -> MutexGuard<'_, Presence> {
        self.presence.lock()
    }

    pub(super) fn thinking(&self) -> MutexGuard<'_, Option<ThinkingTask>> {
        self.thinking.lock()
    }

    pub(super) fn set_asker(&self, client: u64) {
        self.asker.store(client, Ordering::Relaxed);
    }

    /// Who asked for something last: a computer's thinking takes the turn of that client.
    pub(super) fn asker(&self) -> u64 {
        self.asker.load(Ordering::Relaxed)
    }

    /// Sets what will happen when a clock runs out, instead of what was set before.
    pub(super) fn set_alarm(&self, alarm: Option<AbortHandle>) {
        if let Some(old) = std::mem::replace(&mut *self.alarm.lock(), alarm) {
            old.abort();
        }
    }

    pub(super) fn subscribe(&self) -> broadcast::Receiver<RoomMessage> {
        self.told.subscribe()
    }

    /// Whether anybody is connected here.
    pub(super) fn is_watched(&self) -> bool {
        self.told.receiver_count() > 0
    }

    /// How the game stands for everybody.
    pub(super) fn view(&self, live: &LiveGame) -> GameView {
        GameView::new(live, self.presence().here(), self.time.now())
    }

    /// Folds a stored event in and tells everybody here.
    pub(super) fn apply(&self, live: &mut LiveGame, numbered: &NumberedEvent) -> Result<(), ReplayError> {
        live.apply(numbered)?;
        if self.is_watched() {
            let text = event_text(numbered.seq, numbered.event.clone(), self.view(live));
            let _ = self.told.send(RoomMessage { seq: Some(numbered.seq), text });
        }
        Ok(())
    }

    pub(super) fn tell_presence(&self, side: Side, here: bool) {
        let _ = self.told.send(RoomMessage { seq: None, text: text(&LiveMessage::Presence { side, here }) });
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        self.set_alarm(None);
    }
}

pub(super) fn event_text(seq: u64, event: GameEvent, game: GameView) -> Utf8Bytes {
    text(&LiveMessage::Event { seq, event, game })
}

/// A message as it is sent.
pub(super) fn text(message: &LiveMessage) -> Utf8Bytes {
    serde_json::to_string(message).unwrap_or_default().into()
}
