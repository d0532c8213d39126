//! Parts of screens. They draw; they do nothing else.

pub(crate) mod board;
pub(crate) mod dialog;
pub(crate) mod disc;
pub(crate) mod form;
pub(crate) mod graph;
pub(crate) mod moves;
pub(crate) mod panel;

use super::text_field::TextField;
use super::theme::{Glyphs, Theme};
use ratatui::prelude::*;
use ratatui::widgets::Clear;

/// What every part needs to draw.
#[derive(Clone, Copy)]
pub(crate) struct Pen<'a> {
    pub(crate) theme: &'a Theme,
    pub(crate) glyphs: Glyphs,
}

impl Pen<'_> {
    /// Writes a text into a line, cut at the end of the area, and returns where it ended.
    pub(crate) fn write(self, buffer: &mut Buffer, area: Rect, text: &str, style: Style) -> u16 {
        if area.width == 0 || area.height == 0 {
            return area.x;
        }
        let text = self.glyphs.text(text);
        let width = usize::from(area.width);
        let fits = text.chars().count() <= width;
        let (end, _) = buffer.set_stringn(area.x, area.y, &text, width, style);
        if !fits {
            buffer.set_string(area.right() - 1, area.y, self.glyphs.more(), style);
        }
        end
    }

    /// Writes a text over as many lines as it takes and as there are; returns how many it took.
    pub(crate) fn write_wrapped(self, buffer: &mut Buffer, area: Rect, text: &str, style: Style) -> u16 {
        let lines = wrapped(text, area.width.into());
        let shown = lines.len().min(area.height.into());
        for (index, line) in lines.iter().take(shown).enumerate() {
            let line = if index + 1 == shown && shown < lines.len() { lines[index..].join(" ") } else { line.clone() };
            self.write(buffer, row(area, index as u16), &line, style);
        }
        shown as u16
    }

    /// Draws a text that is being edited into a line, with its cursor if it has one.
    pub(crate) fn field(self, buffer: &mut Buffer, line: Rect, field: &TextField, style: Style, has_cursor: bool) {
        let (cursor, scroll) = field.view(usize::from(line.width.saturating_sub(1)));
        let shown: String = field.text().chars().skip(scroll).collect();
        self.write(buffer, line, &shown, style);
        if has_cursor && line.width > 0 {
            let x = line.x + (cursor.saturating_sub(scroll) as u16).min(line.width - 1);
            buffer.set_style(Rect { x, width: 1, ..line }, self.theme.plain());
        }
    }

    /// Clears an area.
    pub(crate) fn clear(self, buffer: &mut Buffer, area: Rect) {
        Clear.render(area, buffer);
        buffer.set_style(area, self.theme.plain());
    }
}

/// A line of an area, counted from the top; empty beyond its end.
pub(crate) fn row(area: Rect, index: u16) -> Rect {
    let height = u16::from(index < area.height);
    Rect { y: area.y + index.min(area.height), height, ..area }
}

/// A text in lines of at most so many characters, broken between words where that is possible.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines: Vec<String> = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            let mut word: Vec<char> = word.chars().collect();
            let used = line.chars().count();
            if used > 0 && used + 1 + word.len() > width {
                lines.push(std::mem::take(&mut line));
            } else if used > 0 {
                line.push(' ');
            }
            while word.len() > width {
                lines.push(word.drain(..width).collect());
            }
            line.extend(word);
        }
        lines.push(line);
    }
    lines
}

/// A rectangle of some size in the middle of another, as far as it fits.
pub(crate) fn centred(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_broken_between_words() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("abcdefgh ij", 3), ["abc", "def", "gh", "ij"]);
        assert_eq!(wrapped("a\n\nb", 9), ["a", "", "b"]);
        assert_eq!(wrapped("x", 0), ["x"]);
    }
}
