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

pub(crate) use event::{EndShape, NumberedEvent, SideName};
pub(crate) use hub::Hub;
pub(crate) use message::{LiveMessage, LiveRequest};
pub(crate) use setup::{ClockRule, GameSetup, NewGame, PersonNames, Seat, Series};
pub(crate) use socket::serve;
pub(crate) use view::{GameView, PointsView};
