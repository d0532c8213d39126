//! All keys.

use crate::tui::keys::{ALSO, GROUPS};
use crate::tui::widgets::{Pen, dialog, row};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// A line of the help: a heading, or keys and what they do.
enum Line {
    Heading(&'static str),
    Keys(&'static str, &'static str),
    Blank,
}

fn lines() -> Vec<Line> {
    let mut lines = Vec::new();
    for (heading, bindings) in GROUPS {
        lines.push(Line::Heading(heading));
        lines.extend(bindings.iter().map(|binding| Line::Keys(binding.shown, binding.does)));
        lines.push(Line::Blank);
    }
    lines.push(Line::Heading("And"));
    lines.extend(ALSO.iter().map(|&(keys, does)| Line::Keys(keys, does)));
    lines
}

/// How far the help can be scrolled in an area.
pub(crate) fn most_scroll(area: Rect) -> usize {
    lines().len().saturating_sub(usize::from(area.height.saturating_sub(4)))
}

pub(crate) fn draw(pen: Pen<'_>, buffer: &mut Buffer, area: Rect, scroll: usize) {
    let lines = lines();
    let height = (lines.len() as u16 + 1).min(area.height.saturating_sub(2));
    let inside = dialog::frame(pen, buffer, area, (66.min(area.width.saturating_sub(4)), height), "Keys");
    let shown = usize::from(inside.height.saturating_sub(1));
    let first = scroll.min(lines.len().saturating_sub(shown));
    let keys_width = 17.min(inside.width / 3);
    for (index, line) in lines.iter().skip(first).take(shown).enumerate() {
        let place = row(inside, index as u16);
        match line {
            Line::Blank => {}
            Line::Heading(text) => {
                pen.write(buffer, place, text, pen.theme.accent());
            }
            Line::Keys(keys, does) => {
                pen.write(buffer, Rect { width: keys_width, ..place }, keys, pen.theme.plain());
                let x = place.x + keys_width + 1;
                let rest = Rect { x, width: place.right().saturating_sub(x), ..place };
                pen.write(buffer, rest, does, pen.theme.faint());
            }
        }
    }
    let more = if first + shown < lines.len() { "↑↓ more · Esc close" } else { "Esc close" };
    pen.write(buffer, row(inside, inside.height.saturating_sub(1)), more, pen.theme.accent());
}
