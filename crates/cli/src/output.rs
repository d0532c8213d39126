//! Standard output and standard error, without a panic when their reader has gone.

use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};
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

/// Writes a value as one line of JSON for scripts, or what it says in words for people.
pub(crate) fn tell<T: Serialize>(json: bool, value: &T, words: impl FnOnce(&T) -> String) -> Result<()> {
    if json { write_json(value) } else { write(words(value)) }
}

/// Says a line on standard error. A reader that has gone cannot be told anything.
pub(crate) fn say(line: impl Display) {
    let _ = writeln!(anstream::stderr(), "{line}");
}

/// A line on the terminal that changes; nothing elsewhere.
pub(crate) fn status_line() -> Result<ProgressBar> {
    Ok(ProgressBar::new_spinner().with_style(ProgressStyle::with_template("{spinner} {msg}")?))
}

/// A bar on the terminal that fills while so many things are done, as in `games`; nothing elsewhere.
pub(crate) fn bar(count: usize, things: &str) -> Result<ProgressBar> {
    let style = ProgressStyle::with_template(&format!("{{bar:30}} {{pos}}/{{len}} {things}, {{eta}} left"))?;
    Ok(ProgressBar::new(count as u64).with_style(style))
}
