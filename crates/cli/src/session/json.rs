//! A session for scripts: one JSON object on a line for each event.

use super::{Asked, SessionEvent, SessionScreen};
use dropline_core::Game;
use std::io::{self, Write};

/// Writes events as they are.
pub(crate) struct JsonScreen<W>(pub(crate) W);

impl<W: Write> SessionScreen for JsonScreen<W> {
    fn show(&mut self, _: &Game, event: &SessionEvent<'_>) -> io::Result<()> {
        let line = serde_json::to_string(event)?;
        writeln!(self.0, "{line}")?;
        self.0.flush()
    }

    fn ask(&mut self, _: &Game, _: Asked) -> io::Result<()> {
        Ok(())
    }
}
