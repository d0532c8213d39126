//! The players there are.

use axum::Json;
use dropline_core::Rules;
use dropline_engine::told::ToldPlayers;
use serde::Serialize;
use utoipa::ToSchema;

/// All computer players.
#[derive(Serialize, ToSchema)]
#[schema(as = Players)]
pub(crate) struct PlayersShape {
    players: Vec<PlayerShape>,
    /// The strongest one.
    #[schema(example = "engine")]
    default: String,
}

/// A computer player.
#[derive(Serialize, ToSchema)]
#[schema(as = Player)]
pub(crate) struct PlayerShape {
    #[schema(example = "level")]
    name: &'static str,
    about: &'static str,
    /// The rule sets it plays: `connect`, `max`.
    #[schema(value_type = Vec<String>)]
    rules: &'static [Rules],
    /// The largest boards it plays, by (levels + 1) × columns; not there if it plays all.
    #[serde(skip_serializing_if = "Option::is_none")]
    most_bits: Option<usize>,
    /// The boards on which it may need hours to be sure of a move, by log₂(columns) × cells: those above this; not there if it takes long on none.
    #[serde(skip_serializing_if = "Option::is_none")]
    long_above: Option<u32>,
    options: Vec<OptionShape>,
}

/// An option of a player, given as `name:option=value`.
#[derive(Serialize, ToSchema)]
#[schema(as = PlayerOption)]
pub(crate) struct OptionShape {
    #[schema(example = "n")]
    name: &'static str,
    about: &'static str,
    /// What values it takes, in words.
    values: &'static str,
    default: &'static str,
    /// Values with a name of their own, such as the levels for people.
    named: Vec<NamedValueShape>,
}

/// A value of an option that has a name.
#[derive(Serialize, ToSchema)]
#[schema(as = NamedValue)]
pub(crate) struct NamedValueShape {
    #[schema(example = "3")]
    value: &'static str,
    #[schema(example = "Casual")]
    name: &'static str,
    about: &'static str,
}

/// Lists the computer players with their options.
#[utoipa::path(get, path = "/players", tag = "players", responses((status = 200, body = PlayersShape)))]
pub(crate) async fn list() -> Json<ToldPlayers> {
    Json(ToldPlayers::on_one_thread())
}
