//! A box over the screen.

use super::{Pen, centred, row, wrapped};
use ratatui::prelude::*;
use ratatui::widgets::{Block, Borders, Widget};

/// Draws an empty box in the middle of an area and returns its inside.
pub(crate) fn frame(pen: Pen<'_>, buffer: &mut Buffer, area: Rect, (width, height): (u16, u16), title: &str) -> Rect {
    let place = centred(area, width + 4, height + 2);
    pen.clear(buffer, place);
    let title = format!(" {} ", pen.glyphs.text(title));
    let block = Block::new()
        .borders(Borders::ALL)
        .border_set(pen.glyphs.border())
        .border_style(pen.theme.accent())
        .title(title)
        .style(pen.theme.plain());
    let inside = block.inner(place);
    block.render(place, buffer);
    Rect { x: inside.x + 1, width: inside.width.saturating_sub(2), ..inside }
}

/// A box with a text and a line of what can be done.
pub(crate) fn message(pen: Pen<'_>, buffer: &mut Buffer, area: Rect, title: &str, text: &str, keys: &str) {
    let width = 56.min(area.width.saturating_sub(4)).max(1);
    let lines = wrapped(text, width.into()).len() as u16;
    let inside = frame(pen, buffer, area, (width, lines + 2), title);
    let taken =
        pen.write_wrapped(buffer, Rect { height: inside.height.saturating_sub(2), ..inside }, text, pen.theme.plain());
    pen.write(buffer, row(inside, taken + 1), keys, pen.theme.accent());
}
