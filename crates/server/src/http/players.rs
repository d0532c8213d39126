//! The players there are.

use axum::Json;
use dropline_core::Rules;
use dropline_engine::{PlayerInfo, players, strongest};
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
}

/// Lists the computer players with their options.
#[utoipa::path(get, path = "/players", tag = "players", responses((status = 200, body = Players)))]
pub(crate) async fn list() -> Json<Players> {
    let view = |info: &PlayerInfo| PlayerView {
        name: info.name,
        about: info.about,
        rules: info.rules,
        options: info
            .options
            .iter()
            .filter(|option| option.key != super::games::THREADS)
            .map(|option| OptionView {
                name: option.key,
                about: option.about,
                values: option.values,
                default: option.default,
            })
            .collect(),
    };
    let players = players().iter().filter(|info| !info.interactive).map(view).collect();
    Json(Players { players, default: strongest(Rules::Connect).to_string() })
}
