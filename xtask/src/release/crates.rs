//! The crates, as crates.io would take them.

use super::Release;
use crate::shell::{cargo, said, step, target_folder};
use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};

/// Packs every crate that is published, in the order in which they need each other, and compiles each from its package. Nothing is uploaded.
///
/// Cargo takes a version for the same crate for ever, unpacked and compiled, also in the registry that stands for crates.io here: after a change
/// the next crates would be compiled with the old ones. So that registry has a new place each time, and nothing is known of what is there.
pub(super) fn run(_: &Release) -> Result<(), String> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
    let folder = target_folder().join(format!("crates-{now}"));
    let mut publish = cargo(&["publish", "--workspace", "--dry-run", "--locked"]);
    let tried = step("cargo publish --dry-run", publish.env("CARGO_TARGET_DIR", &folder));
    fs::remove_dir_all(&folder).map_err(said(&folder))?;
    tried
}
