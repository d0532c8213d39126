//! The crates, as crates.io would take them.

use super::Release;
use crate::shell::{cargo, step};

/// Packs every crate that is published, in the order in which they need each other, and compiles each from its package. Nothing is uploaded.
pub(super) fn run(_: &Release) -> Result<(), String> {
    step("cargo publish --dry-run", &mut cargo(&["publish", "--workspace", "--dry-run", "--locked"]))
}
