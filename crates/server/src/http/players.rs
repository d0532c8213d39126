//! The players there are.

use axum::Json;
use dropline_core::Rules;
use dropline_engine::{PlayerInfo, ValueInfo, players, strongest};
use serde::Serialize;
use utoipa::ToSchema;

/// All computer players.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Players {
    players: Vec<PlayerView>,
    /// The strongest one.
    #[schema(example = "engine")]
    default: String,
}

/// A computer player.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Player)]
pub(crate) struct PlayerView {
    #[schema(example = "level")]
    name: &'static str,
    about: &'static str,
    /// The rule sets it plays: `connect`, `max`.
    #[schema(value_type = Vec<String>)]
    rules: &'static [Rules],
    /// The largest boards it plays, by (levels + 1) × columns; not there if it plays all.
    #[serde(skip_serializing_if = "Option::is_none")]
    most_bits: Option<usize>,
    options: Vec<OptionView>,
}

/// An option of a player, given as `name:option=value`.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PlayerOption)]
pub(crate) struct OptionView {
    #[schema(example = "n")]
    name: &'static str,
    about: &'static str,
    /// What values it takes, in words.
    values: &'static str,
    default: &'static str,
    /// Values with a name of their own, such as the levels for people.
    named: Vec<NamedValueView>,
}

/// A value of an option that has a name.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = NamedValue)]
pub(crate) struct NamedValueView {
    #[schema(example = "3")]
    value: &'static str,
    #[schema(example = "Casual")]
    name: &'static str,
    about: &'static str,
}

/// Lists the computer players with their options.
#[utoipa::path(get, path = "/players", tag = "players", responses((status = 200, body = Players)))]
pub(crate) async fn list() -> Json<Players> {
    let named = |&ValueInfo { value, name, about }: &ValueInfo| NamedValueView { value, name, about };
    let view = |info: &PlayerInfo| PlayerView {
        name: info.name,
        about: info.about,
        rules: info.rules,
        most_bits: info.most_bits,
        options: info
            .options
            .iter()
            .filter(|option| option.key != super::games::THREADS)
            .map(|option| OptionView {
                name: option.key,
                about: option.about,
                values: option.values,
                default: option.default,
                named: option.named.iter().map(named).collect(),
            })
            .collect(),
    };
    let players = players().iter().filter(|info| !info.interactive).map(view).collect();
    Json(Players { players, default: strongest(Rules::Connect).to_string() })
}
