//! What is said over the live connection of a game.

use super::event::{GameEvent, Reaction, SideName};
use super::view::GameView;
use crate::error::{ApiError, ErrorObject};
use dropline_core::Side;
use dropline_core::notation::from_json;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a client says.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum LiveRequest {
    /// Drop a checker. Sent twice, it is done once and acknowledged twice.
    Move {
        /// How many checkers have been played before it.
        ply: usize,
        column: u32,
        /// Needed by nobody but to be sure: the side that moves.
        #[serde(default)]
        #[schema(value_type = Option<SideName>)]
        side: Option<Side>,
    },
    /// Give up.
    Resign {},
    /// Take back: at once against a computer, an offer between people.
    Undo {
        /// How many checkers there are, so that a request sent twice takes back once.
        #[serde(default)]
        ply: Option<usize>,
    },
    /// Play again with sides exchanged: at once against a computer, an offer between people.
    Rematch {},
    /// Answer an offer.
    Answer { accept: bool },
    /// Be shown what the columns are worth, which is counted: at once against a computer or on one screen, an offer between people.
    Hint {},
    /// Be called by a name, of 1 to 24 characters.
    Name {
        name: String,
        /// Whose name it is, for who holds both seats.
        #[serde(default)]
        #[schema(value_type = Option<SideName>)]
        side: Option<Side>,
    },
    /// Show the others how it feels.
    React { reaction: Reaction },
    /// Ask whether the server is there.
    Ping {},
}

/// What the server says.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum LiveMessage {
    /// The first message: the game as it stood after event `seq`. Every later event follows.
    Hello {
        seq: u64,
        game: GameView,
        /// The seats you hold.
        #[schema(value_type = Vec<SideName>)]
        you: Vec<Side>,
    },
    /// Something happened; `game` is how it stands after it.
    Event { seq: u64, event: GameEvent, game: GameView },
    /// Somebody who holds a seat came or went. It has no number and is not repeated.
    Presence {
        #[schema(value_type = SideName)]
        side: Side,
        here: bool,
    },
    /// What you asked for is stored; it was event `seq`.
    Ok {
        #[serde(rename = "ref")]
        reference: Option<String>,
        seq: u64,
    },
    /// What you asked for was not done.
    Error {
        #[serde(rename = "ref")]
        reference: Option<String>,
        error: ErrorObject,
    },
}

/// A request and the reference its answer is to carry.
pub(crate) fn read(text: &str) -> (Option<String>, Result<LiveRequest, ApiError>) {
    #[derive(Deserialize)]
    struct Referenced {
        #[serde(rename = "ref")]
        reference: Option<String>,
    }
    let reference = serde_json::from_str::<Referenced>(text).ok().and_then(|message| message.reference);
    let request = from_json(text)
        .map_err(|error| ApiError::bad("bad_message", format!("this message is not understood: {error}")));
    (reference, request)
}
