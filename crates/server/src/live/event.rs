//! What happens in a game: each event has a number, is stored, and then told.

use dropline_core::{Column, Level, Side};
use dropline_engine::told::GameEnd;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = Event)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum GameEvent {
    /// A checker was dropped.
    Move {
        #[schema(value_type = SideName)]
        side: Side,
        #[schema(value_type = u32)]
        column: Column,
        #[schema(value_type = u32)]
        level: Level,
        /// How many checkers have been played now.
        ply: usize,
    },
    /// Checkers were taken back.
    Undo {
        /// How many are left.
        to_ply: usize,
    },
    /// A side gave up; `over` follows.
    Resign {
        #[schema(value_type = SideName)]
        side: Side,
    },
    /// The game ended.
    Over {
        #[schema(value_type = EndShape)]
        outcome: GameEnd,
    },
    /// A side proposes something.
    Offer { offer: Offer },
    /// The other side said no.
    OfferDeclined,
    /// Both sides agreed that hints may be asked for.
    HintsAllowed,
    /// A side was shown what the columns are worth.
    Hint {
        #[schema(value_type = SideName)]
        side: Side,
    },
    /// A person said what to be called.
    Name {
        #[schema(value_type = SideName)]
        side: Side,
        name: String,
    },
    /// A side shows how it feels.
    Reaction {
        #[schema(value_type = SideName)]
        side: Side,
        reaction: Reaction,
    },
    /// A next game was made, with sides exchanged; the tokens of this game hold the seats there too.
    Rematch { id: String },
}

/// A side's name.
#[derive(ToSchema)]
#[schema(as = Side)]
#[allow(dead_code, reason = "it stands for a type of another crate in the API's description")]
#[serde(rename_all = "lowercase")]
pub(crate) enum SideName {
    Red,
    Black,
}

/// How a game ended, as [`GameEnd`] tells it.
#[derive(Serialize, ToSchema)]
#[schema(as = End)]
pub(crate) struct EndShape {
    /// Nobody for a tie.
    #[schema(value_type = Option<SideName>)]
    winner: Option<Side>,
    by: ByShape,
    /// The lines that won or counted, each a list of cells (column and level).
    #[schema(value_type = Vec<Vec<Vec<u32>>>)]
    lines: Vec<Vec<[u32; 2]>>,
}

/// What ended a game.
#[derive(Serialize, ToSchema)]
#[schema(as = By)]
#[allow(dead_code, reason = "it stands for a type of another crate in the API's description")]
#[serde(rename_all = "snake_case")]
pub(crate) enum ByShape {
    Line,
    Full,
    Points,
    Resignation,
    Time,
}

/// Something one side proposes to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct Offer {
    pub(crate) kind: OfferKind,
    #[schema(value_type = SideName)]
    pub(crate) by: Side,
}

/// What is proposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum OfferKind {
    /// To take back up to the last move of the one who asks.
    Undo,
    /// To play again with sides exchanged.
    Rematch,
    /// To let both sides ask for hints.
    Hints,
}

/// How a side can show that it feels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Reaction {
    Hello,
    Wow,
    Laugh,
    Thinking,
    Thanks,
    GoodGame,
}

/// An event with its number and time, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NumberedEvent {
    /// 1, 2, 3, … within a game.
    pub(crate) seq: u64,
    /// Milliseconds since 1970.
    pub(crate) at: u64,
    /// What both sides have left after it, in games with a clock. Moments of two processes cannot be compared; this can be relied on.
    pub(crate) clocks: Option<[u64; 2]>,
    pub(crate) event: GameEvent,
}

/// What is stored of an event beside its number and time.
#[derive(Serialize, Deserialize)]
struct EventBody {
    #[serde(flatten)]
    event: GameEvent,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clocks: Option<[u64; 2]>,
}

impl NumberedEvent {
    /// What is stored of it.
    pub(crate) fn body(&self) -> serde_json::Result<String> {
        serde_json::to_string(&EventBody { event: self.event.clone(), clocks: self.clocks })
    }

    /// An event as it was stored.
    pub(crate) fn read(seq: u64, at: u64, body: &str) -> serde_json::Result<NumberedEvent> {
        let EventBody { event, clocks } = serde_json::from_str(body)?;
        Ok(NumberedEvent { seq, at, clocks, event })
    }
}
