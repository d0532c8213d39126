//! The players, one file each; the published ones together in `classic`.

pub(crate) mod bad;
pub(crate) mod classic;
pub(crate) mod engine;
pub(crate) mod human;
pub(crate) mod level;
pub(crate) mod perfect;
pub(crate) mod random;

/// What people call a player: its name, and in brackets what differs from the usual.
fn name(name: &str, unusual: impl IntoIterator<Item = String>) -> String {
    let unusual: Vec<String> = unusual.into_iter().collect();
    if unusual.is_empty() { name.to_owned() } else { format!("{name} ({})", unusual.join(", ")) }
}
