//! The players, one file each, and the points table that two of them share.

pub(crate) mod bad;
pub(crate) mod damped;
pub(crate) mod engine;
pub(crate) mod forecast;
pub(crate) mod human;
pub(crate) mod level;
pub(crate) mod max;
pub(crate) mod perfect;
mod points;
pub(crate) mod random;
pub(crate) mod smart;

/// What people call a player: its name, and in brackets what differs from the usual.
fn name(name: &str, unusual: impl IntoIterator<Item = String>) -> String {
    let unusual: Vec<String> = unusual.into_iter().collect();
    if unusual.is_empty() { name.to_owned() } else { format!("{name} ({})", unusual.join(", ")) }
}
