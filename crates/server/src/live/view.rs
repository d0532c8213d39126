//! A game as clients see it.

use super::event::{EndShape, Offer, SideName};
use super::game::LiveGame;
use super::setup::{Seat, Series};
use crate::http::preview::variant_words;
use crate::position::PositionShape;
use dropline_core::{Points, Rules, Side, notation};
use dropline_engine::told::{GameEnd, ToldPosition};
use serde::Serialize;
use utoipa::ToSchema;

/// A game at a moment.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Game)]
pub(crate) struct GameView {
    /// Its name in addresses.
    #[schema(example = "Zk3v9Qx1Lm0A")]
    id: String,
    #[schema(example = "7x6c4")]
    variant: String,
    /// All moves: digits up to 9 columns, with commas above.
    #[schema(example = "4453")]
    moves: String,
    /// Who moves; after the end, who would.
    #[schema(value_type = SideName)]
    turn: Side,
    /// How many checkers have been played.
    ply: usize,
    /// How many of them were there from the start and cannot be taken back.
    start_ply: usize,
    #[schema(value_type = Option<EndShape>)]
    outcome: Option<GameEnd>,
    /// In Max-Connect.
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<PointsView>,
    red: SeatView,
    black: SeatView,
    clock: Option<ClockView>,
    offer: Option<Offer>,
    /// The next game between the two.
    next: Option<String>,
    /// The set-up position it started from; not there for games from the empty board.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<PositionShape>)]
    start: Option<ToldPosition>,
    /// How the games before this one ended, rematch after rematch.
    series: Series,
    /// Who was shown how often what the columns are worth.
    hints: HintsView,
    /// The number of the last event.
    seq: u64,
}

/// Points of both sides.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(as = Points)]
pub(crate) struct PointsView {
    red: u32,
    black: u32,
}

impl From<Points> for PointsView {
    fn from(points: Points) -> PointsView {
        PointsView { red: points.red, black: points.black }
    }
}

/// How often the sides were shown what the columns are worth.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(as = Hints)]
pub(crate) struct HintsView {
    red: u32,
    black: u32,
    /// Between two people: whether both agreed to hints.
    allowed: bool,
}

/// Who plays a side.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Seat)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum SeatView {
    Person {
        /// Whether somebody who holds the seat is connected.
        here: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    Computer {
        #[schema(example = "level:n=3")]
        player: String,
    },
}

/// Clocks at a moment.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Clock)]
pub(crate) struct ClockView {
    red_ms: u64,
    black_ms: u64,
    /// Whether the clock of who has the turn is running.
    running: bool,
}

impl GameView {
    /// What its picture is asked for with.
    pub(crate) fn picture(&self) -> String {
        let start = self.start.as_ref().map(|start| format!("&position={}", start.position));
        format!("variant={}&moves={}{}", self.variant, self.moves, start.unwrap_or_default())
    }

    /// How it stands, in words.
    pub(crate) fn title(&self) -> String {
        let variant = self.variant.parse().map(variant_words).unwrap_or_default();
        match &self.outcome {
            Some(GameEnd { winner: Some(side), .. }) => format!("{variant}: {side} wins"),
            Some(_) => format!("{variant}: a tie"),
            None if self.ply == 0 => format!("Come and play {variant}"),
            None => format!("{variant}: {} to move", self.turn),
        }
    }

    /// The game at a moment in milliseconds since 1970; `here` says which seats are connected.
    pub(crate) fn new(live: &LiveGame, here: [bool; 2], now: u64) -> GameView {
        let (game, made) = (live.game(), live.made());
        let seat = |side: Side| match made.setup.seat(side) {
            Seat::Person => SeatView::Person { here: here[side.index()], name: live.name(side).map(str::to_owned) },
            Seat::Computer { player } => SeatView::Computer { player: player.to_string() },
        };
        GameView {
            id: made.id.to_string(),
            variant: game.variant().to_string(),
            moves: notation::moves::write(game.variant(), game.moves()),
            turn: game.turn(),
            ply: game.moves().len(),
            start_ply: live.start_ply(),
            outcome: live.end().cloned(),
            points: (game.variant().rules() == Rules::Max).then(|| game.points().into()),
            red: seat(Side::Red),
            black: seat(Side::Black),
            clock: live.clocks().map(|clocks| ClockView {
                red_ms: clocks.left(Side::Red, now),
                black_ms: clocks.left(Side::Black, now),
                running: clocks.is_running(),
            }),
            offer: live.offer(),
            next: live.next().map(str::to_owned),
            start: made
                .setup
                .start
                .as_deref()
                .and_then(|start| Some(ToldPosition::new(&notation::key::parse(start).ok()?))),
            series: made.setup.series,
            hints: HintsView {
                red: live.hints(Side::Red),
                black: live.hints(Side::Black),
                allowed: live.hints_allowed(),
            },
            seq: live.seq(),
        }
    }
}
