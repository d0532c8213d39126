//! Standard output, without a panic when its reader has gone.

use anyhow::Result;
use serde::Serialize;
use std::io::{self, Write};

/// Writes bytes to standard output.
pub(crate) fn write(bytes: impl AsRef<[u8]>) -> Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(bytes.as_ref())?;
    Ok(out.flush()?)
}

/// Writes a value as one line of JSON.
pub(crate) fn write_json(value: &impl Serialize) -> Result<()> {
    write(serde_json::to_string(value)? + "\n")
}
