//! The line protocol between the arena and programs; docs/protocol.md tells it whole.
//!
//! Both ends are here: what the arena writes and a program reads ([`ProtocolRequest`]), and the other way round ([`ProtocolAnswer`]). Each is written by
//! `Display` and read by `FromStr`, so that the two ends cannot drift apart.

mod answer;
mod request;
mod server;

pub use answer::{AnswerError, ProtocolAnswer};
pub use request::{ProtocolRequest, RequestError};
pub use server::{ServedPlayer, serve};

/// The version of the protocol.
pub const VERSION: u32 = 1;

/// The longest line either side may write, in bytes: a position of the largest board needs about 24,000.
pub const LONGEST_LINE: usize = 65_536;
