//! Standard output and standard error, without a panic when their reader has gone.

use anyhow::Result;
use serde::Serialize;
use std::fmt::Display;
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

/// Says a line on standard error. A reader that has gone cannot be told anything.
pub(crate) fn say(line: impl Display) {
    let _ = writeln!(anstream::stderr(), "{line}");
}
