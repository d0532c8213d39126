//! Forms and menus, drawn.

use super::{Pen, row};
use crate::tui::form::{EntryValue, Form};
use ratatui::prelude::*;

/// Where the values start.
fn label_width(form: &Form) -> u16 {
    form.entries.iter().map(|entry| entry.label.chars().count()).max().unwrap_or(0) as u16 + 2
}

/// The first line shown, so that the chosen one is in view.
fn first_line(form: &Form, area: Rect) -> usize {
    (form.chosen + 1).saturating_sub(area.height.max(1).into())
}

pub(crate) fn draw(pen: Pen<'_>, buffer: &mut Buffer, area: Rect, form: &Form) {
    let labels = label_width(form);
    let first = first_line(form, area);
    for (line, (index, entry)) in form.entries.iter().enumerate().skip(first).take(area.height.into()).enumerate() {
        let place = row(area, line as u16);
        let chosen = index == form.chosen;
        let style = if chosen { pen.theme.chosen() } else { pen.theme.plain() };
        let caret = if chosen { pen.glyphs.caret() } else { " " };
        if chosen {
            buffer.set_style(place, style);
        }
        pen.write(buffer, place, &format!("{caret} {}", entry.label), style);
        let value_x = place.x + labels + 2;
        let room = Rect { x: value_x, width: place.right().saturating_sub(value_x), ..place };
        match &entry.value {
            EntryValue::Button => {}
            EntryValue::Text { field, .. } if chosen => {
                let room = Rect { x: room.x + 2, width: room.width.saturating_sub(2), ..room };
                pen.field(buffer, room, field, style, true);
            }
            value if chosen => {
                let text = format!("{} {} {}", pen.glyphs.left(), value.text(), pen.glyphs.right());
                pen.write(buffer, room, &text, style);
            }
            EntryValue::Text { field, presets } if field.text().is_empty() && !presets.is_empty() => {
                pen.write(buffer, room, "  as usual", pen.theme.faint());
            }
            value => {
                pen.write(buffer, room, &format!("  {}", value.text()), style);
            }
        }
    }
}

/// The line of the form under a place on the screen.
pub(crate) fn line_at(form: &Form, area: Rect, x: u16, y: u16) -> Option<usize> {
    let inside = (area.left()..area.right()).contains(&x) && (area.top()..area.bottom()).contains(&y);
    let line = first_line(form, area) + usize::from(y.checked_sub(area.y)?);
    (inside && line < form.entries.len()).then_some(line)
}
