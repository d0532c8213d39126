//! The players there are, as JSON tells them.

use crate::asked::THREADS;
use crate::{PlayerInfo, ValueInfo, players, strongest};
use dropline_core::Rules;
use serde::Serialize;

/// All computer players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ToldPlayers {
    /// The players.
    pub players: Vec<ToldPlayer>,
    /// The strongest one.
    pub default: String,
}

/// A computer player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ToldPlayer {
    /// Its name in specs.
    pub name: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// The rule sets it plays.
    pub rules: &'static [Rules],
    /// The largest boards it plays, by (levels + 1) × columns; not there if it plays all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most_bits: Option<usize>,
    /// The boards on which it may need hours to be sure of a move, by log₂(columns) × cells: those above this; not there if it takes long on none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub long_above: Option<u32>,
    /// What can be chosen about it.
    pub options: Vec<ToldOption>,
}

/// An option of a player, given as `name:option=value`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ToldOption {
    /// Its name.
    pub name: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// What values it takes, in words.
    pub values: &'static str,
    /// The usual one.
    pub default: &'static str,
    /// Values with a name of their own, such as the levels for people.
    pub named: Vec<ToldValue>,
}

/// A value of an option that has a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ToldValue {
    /// The value.
    pub value: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What it is like, in one line.
    pub about: &'static str,
}

impl ToldPlayers {
    /// The computer players with their options, but for how many threads think: one does.
    #[must_use]
    pub fn on_one_thread() -> ToldPlayers {
        let named = |&ValueInfo { value, name, about }: &ValueInfo| ToldValue { value, name, about };
        let told = |info: &PlayerInfo| ToldPlayer {
            name: info.name,
            about: info.about,
            rules: info.rules,
            most_bits: info.most_bits,
            long_above: info.long_above,
            options: info
                .options
                .iter()
                .filter(|option| option.key != THREADS)
                .map(|option| ToldOption {
                    name: option.key,
                    about: option.about,
                    values: option.values,
                    default: option.default,
                    named: option.named.iter().map(named).collect(),
                })
                .collect(),
        };
        let players = players().iter().filter(|info| !info.interactive).map(told).collect();
        ToldPlayers { players, default: strongest(Rules::Connect).to_string() }
    }
}
