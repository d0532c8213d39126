//! Live games: stored first, then told, each event with its number.

mod clock;
mod event;
mod game;
mod hub;
mod message;
mod opponent;
mod presence;
mod room;
mod setup;
mod socket;
mod view;

pub(crate) use event::{GameEnd, GameEvent, NumberedEvent, SideName, lines};
pub(crate) use hub::Hub;
pub(crate) use message::{LiveMessage, LiveRequest};
pub(crate) use setup::{ClockRule, GameSetup, NewGame, Seat};
pub(crate) use socket::serve;
pub(crate) use view::{GameView, PointsView};

/// Now, in milliseconds since 1970.
pub(crate) fn now() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
