//! All keys.

use crate::tui::keys::{ALSO, GROUPS};
use crate::tui::widgets::{Pen, dialog, row, wrapped};
use ratatui::prelude::*;

/// The width of a column of keys, where there is room.
const WIDTH: u16 = 50;

/// Characters between two columns.
const GAP: u16 = 3;

/// A line of the help: a heading, or keys and what they do.
enum Line {
    Heading(&'static str),
    Keys(String, String),
    Blank,
}

/// How the help fits into an area.
struct Sheet {
    lines: Vec<Line>,
    /// The width of a column.
    width: u16,
    columns: u16,
    /// The lines that are shown.
    height: u16,
}

impl Sheet {
    fn new(area: Rect) -> Sheet {
        let room = area.width.saturating_sub(4);
        let columns = if room >= 2 * WIDTH + GAP { 2 } else { 1 };
        let width = WIDTH.min(room);
        let lines = lines(width);
        let height = (lines.len() as u16).div_ceil(columns).min(area.height.saturating_sub(3));
        Sheet { lines, width, columns, height }
    }

    fn shown(&self) -> usize {
        usize::from(self.height * self.columns)
    }

    fn most_scroll(&self) -> usize {
        self.lines.len().saturating_sub(self.shown())
    }
}

/// The keys in lines of a width; what does not fit goes on in the next.
fn lines(width: u16) -> Vec<Line> {
    let (keys_width, does_width) = widths(width);
    let keys = |&(keys, does): &(&str, &str)| {
        let (keys, does) = (wrapped(keys, keys_width.into()), wrapped(does, does_width.into()));
        let at = |texts: &[String], index: usize| texts.get(index).cloned().unwrap_or_default();
        let count = keys.len().max(does.len());
        (0..count).map(|index| Line::Keys(at(&keys, index), at(&does, index))).collect::<Vec<_>>()
    };
    let mut lines = Vec::new();
    for (heading, bindings) in GROUPS {
        lines.push(Line::Heading(heading));
        lines.extend(bindings.iter().flat_map(|binding| keys(&(binding.shown, binding.does))));
        lines.push(Line::Blank);
    }
    lines.push(Line::Heading("And"));
    lines.extend(ALSO.iter().flat_map(keys));
    lines
}

/// The widths of the keys and of what they do.
const fn widths(width: u16) -> (u16, u16) {
    let keys = if width < WIDTH { 11 } else { 15 };
    (keys, width.saturating_sub(keys + 1))
}

/// How far the help can be scrolled in an area.
pub(crate) fn most_scroll(area: Rect) -> usize {
    Sheet::new(area).most_scroll()
}

pub(crate) fn draw(pen: Pen<'_>, buffer: &mut Buffer, area: Rect, scroll: usize) {
    let sheet = Sheet::new(area);
    let width = sheet.columns * (sheet.width + GAP) - GAP;
    let inside = dialog::frame(pen, buffer, area, (width, sheet.height + 1), "Keys");
    let (keys_width, _) = widths(sheet.width);
    let first = scroll.min(sheet.most_scroll());
    for (index, line) in sheet.lines.iter().skip(first).take(sheet.shown()).enumerate() {
        let (column, index) = (index as u16 / sheet.height, index as u16 % sheet.height);
        let x = inside.x + column * (sheet.width + GAP);
        let place = Rect { x, width: sheet.width, ..row(inside, index) };
        match line {
            Line::Blank => {}
            Line::Heading(text) => {
                pen.write(buffer, place, text, pen.theme.accent());
            }
            Line::Keys(keys, does) => {
                pen.write(buffer, place, keys, pen.theme.plain());
                let x = place.x + keys_width + 1;
                let rest = Rect { x, width: place.right().saturating_sub(x), ..place };
                pen.write(buffer, rest, does, pen.theme.faint());
            }
        }
    }
    let more = if first < sheet.most_scroll() { "↑↓ more · Esc close" } else { "Esc close" };
    pen.write(buffer, row(inside, inside.height.saturating_sub(1)), more, pen.theme.accent());
}
