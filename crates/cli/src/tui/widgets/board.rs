//! The board with its checkers, marks, pointer and numbers.

use super::{Pen, disc};
use crate::tui::game_screen::Fall;
use crate::tui::layout::BoardLayout;
use crate::tui::theme::{Glyphs, Theme};
use dropline_core::{Board, Cell, Column, Level, Side};
use dropline_engine::analysis::{Parity, Threat};
use ratatui::prelude::*;
use std::collections::HashSet;
use std::time::Duration;

/// A short word under a column, and its colour.
pub(crate) struct Label {
    pub(crate) column: Column,
    pub(crate) text: String,
    pub(crate) style: Style,
}

/// Everything that is drawn of a board.
pub(crate) struct BoardView<'a> {
    pub(crate) board: &'a Board,
    pub(crate) layout: &'a BoardLayout,
    pub(crate) theme: &'a Theme,
    pub(crate) glyphs: Glyphs,
    /// The column with the pointer, and whose checker hangs there.
    pub(crate) pointer: Option<(Column, Side)>,
    /// Whether it shows where that checker would land.
    pub(crate) landing: bool,
    /// The cells that stand out, such as a winning line.
    pub(crate) marked: HashSet<Cell>,
    /// The cells that show a reason.
    pub(crate) lit: Vec<Cell>,
    pub(crate) last: Option<Cell>,
    /// Checkers that are not on the board but thought of, with their numbers.
    pub(crate) thought: Vec<(Cell, usize)>,
    pub(crate) threats: Vec<Threat>,
    pub(crate) labels: Vec<Label>,
    pub(crate) fall: Option<(&'a Fall, Duration)>,
}

impl<'a> BoardView<'a> {
    /// A board on which nothing stands out.
    pub(crate) fn plain(pen: Pen<'a>, board: &'a Board, layout: &'a BoardLayout) -> BoardView<'a> {
        BoardView {
            board,
            layout,
            theme: pen.theme,
            glyphs: pen.glyphs,
            pointer: None,
            landing: false,
            marked: HashSet::new(),
            lit: Vec::new(),
            last: None,
            thought: Vec::new(),
            threats: Vec::new(),
            labels: Vec::new(),
            fall: None,
        }
    }

    pub(crate) fn render(&self, buffer: &mut Buffer) {
        let layout = self.layout;
        let (x, right) = (layout.cells.x - 1, layout.cells.right());
        let frame = Rect { x, y: layout.cells.y, width: right - x + 1, height: layout.cells.height + 1 };
        let wood = Style::new().fg(self.theme.wall).bg(self.theme.board);
        buffer.set_style(frame, wood);
        for y in layout.cells.y..layout.cells.bottom() {
            buffer.set_string(x, y, self.glyphs.wall(), wood);
            buffer.set_string(right, y, self.glyphs.wall(), wood);
        }
        if layout.size.height == 1 {
            // One character cannot show a hole in the wood, so that small boards are drawn without wood between them.
            buffer.set_style(layout.cells, Style::new().bg(self.theme.hole));
        }
        self.cells(buffer);
        if let Some((fall, now)) = self.fall {
            self.falling(fall, now, buffer);
        }
        self.pointer(buffer);
        self.numbers(wood, buffer);
        self.labels(buffer);
        self.edges(wood, buffer);
    }

    fn cells(&self, buffer: &mut Buffer) {
        let layout = self.layout;
        let hidden = self.fall.map(|(fall, _)| fall.cell);
        let landing = self.pointer.filter(|_| self.landing && self.fall.is_none()).map(|(column, side)| {
            let cell = Cell { column, level: landing(self.board, column) };
            (cell, side)
        });
        for column in layout.first_column..layout.first_column + layout.columns {
            for level in layout.first_level..layout.first_level + layout.levels {
                let cell = Cell::at(column, level);
                let Some(place) = layout.cell(cell) else { continue };
                let checker = self.board.checker_at(cell.column, cell.level).filter(|_| hidden != Some(cell));
                let ghost = landing.filter(|&(landing, _)| landing == cell).map(|(_, side)| side);
                self.checker(place, checker, ghost, buffer);
                match checker {
                    Some(side) => self.mark(cell, place, side, buffer),
                    None if self.lit.contains(&cell) => self.light(place, buffer),
                    None => self.threat(cell, place, buffer),
                }
            }
        }
    }

    /// A checker, or a hole, in its place; a hole that a checker would fall into is tinted with its colour.
    fn checker(&self, place: Rect, checker: Option<Side>, ghost: Option<Side>, buffer: &mut Buffer) {
        let hole = ghost.map_or(self.theme.hole, |side| self.theme.tinted_hole(side));
        let colour = checker.map_or(hole, |side| self.theme.sides[side.index()]);
        if self.layout.size.height == 1 {
            let style = Style::new().bg(self.theme.hole);
            let (symbol, style) = match checker {
                None => (
                    self.glyphs.vacant(),
                    style.fg(ghost.map_or(self.theme.faint, |side| self.theme.sides[side.index()])),
                ),
                Some(side) => (self.glyphs.checker(side), style.fg(colour).add_modifier(Modifier::BOLD)),
            };
            buffer.set_string(place.x + place.width / 2, place.y, symbol, style);
            return;
        }
        let colour = if checker.is_none() && !self.glyphs.holes { self.theme.wall } else { colour };
        let style = Style::new().fg(colour).bg(self.theme.board);
        let size = (self.layout.size.width, self.layout.size.height);
        disc::draw(buffer, (place.x, place.y), size, checker, style, self.glyphs);
    }

    /// A word in the middle of a large checker, or around a small one.
    fn mark(&self, cell: Cell, place: Rect, side: Side, buffer: &mut Buffer) {
        let thought = self.thought.iter().find(|(known, _)| *known == cell).map(|(_, number)| number.to_string());
        let marked = self.marked.contains(&cell) || self.lit.contains(&cell);
        let last = self.last == Some(cell);
        let text = match thought {
            Some(number) => number,
            None if marked => self.glyphs.win_mark().to_owned(),
            None if last => self.glyphs.last_mark().to_owned(),
            None => return,
        };
        let colour = self.theme.sides[side.index()];
        if self.layout.size.height == 1 {
            let style = Style::new().fg(if marked { self.theme.win } else { colour }).bg(self.theme.hole);
            let style = style.add_modifier(Modifier::BOLD);
            if !self.thought.is_empty() && self.thought.iter().any(|(known, _)| *known == cell) {
                let width = usize::from(place.width);
                buffer.set_stringn(place.x, place.y, format!("{text:^width$}"), width, style);
            } else if place.width >= 3 {
                let (open, close) = if marked { ("[", "]") } else { ("(", ")") };
                buffer.set_string(place.x, place.y, open, style);
                buffer.set_string(place.x + place.width - 1, place.y, close, style);
            } else {
                let change = if marked { Modifier::REVERSED } else { Modifier::UNDERLINED };
                buffer.set_style(
                    Rect { x: place.x + place.width / 2, width: 1, ..place },
                    Style::new().add_modifier(change),
                );
            }
            return;
        }
        // A red checker is full in the middle, a black one open.
        let (ink, ground) = match side {
            Side::Red => (self.theme.mark, colour),
            Side::Black => (colour, self.theme.board),
        };
        let style = Style::new().fg(ink).bg(ground).add_modifier(Modifier::BOLD);
        let x = place.x + (place.width.saturating_sub(text.chars().count() as u16)) / 2;
        buffer.set_string(x, place.y + place.height / 2, text, style);
    }

    /// A square in a vacant cell.
    fn light(&self, place: Rect, buffer: &mut Buffer) {
        let style = Style::new().fg(self.theme.win).bg(self.theme.hole).add_modifier(Modifier::BOLD);
        let (x, y) = (place.x + self.layout.size.width / 2, place.y + place.height / 2);
        buffer.set_string(x, y, self.glyphs.open_mark(), style);
    }

    /// Threats in a vacant cell: red's in capital letters on the left, black's in small ones on the right.
    fn threat(&self, cell: Cell, place: Rect, buffer: &mut Buffer) {
        let both = self.threats.iter().filter(|threat| threat.cell == cell).count() > 1;
        for threat in self.threats.iter().filter(|threat| threat.cell == cell) {
            let letter = match (threat.parity, threat.side) {
                (Parity::Odd, Side::Red) => "O",
                (Parity::Even, Side::Red) => "E",
                (Parity::Odd, Side::Black) => "o",
                (Parity::Even, Side::Black) => "e",
            };
            let (middle, y) = (place.x + self.layout.size.width / 2, place.y + place.height / 2);
            let x = match (threat.side, self.layout.size.width) {
                (_, 1) => place.x,
                (_, 3) if !both => middle,
                (Side::Red, _) => middle - 1,
                (Side::Black, 3) => middle + 1,
                (Side::Black, _) => middle,
            };
            let style = Style::new().fg(self.theme.sides[threat.side.index()]).bg(self.theme.hole);
            buffer.set_string(x, y, letter, style.add_modifier(Modifier::BOLD));
        }
    }

    fn falling(&self, fall: &Fall, now: Duration, buffer: &mut Buffer) {
        let layout = self.layout;
        let Some(target) = layout.cell(fall.cell) else { return };
        let lines = (fall.above(now) * f64::from(layout.size.height)).round() as u16;
        let top = i32::from(target.y) - i32::from(lines);
        // Above the board there is only the pointer's line: a checker shows there as soon as its lower edge is in view.
        let y = top.max(i32::from(layout.pointer)) as u16;
        let height = (target.bottom() - lines.min(target.bottom())).saturating_sub(y).min(layout.size.height);
        if height == 0 {
            return;
        }
        let clip = Rect { y, height, ..target };
        let mut scratch = Buffer::empty(Rect { y: 0, ..target });
        let place = Rect { y: 0, ..target };
        scratch.set_style(place, Style::new().bg(self.theme.board));
        self.checker(place, Some(fall.side), None, &mut scratch);
        for line in 0..height {
            let from = layout.size.height - height + line;
            for x in target.x..target.right() {
                let drawn = &scratch[(x, from)];
                let symbol = drawn.symbol();
                if symbol != " " {
                    let cell = &mut buffer[(x, clip.y + line)];
                    cell.set_symbol(symbol).set_fg(drawn.fg);
                }
            }
        }
    }

    fn pointer(&self, buffer: &mut Buffer) {
        let Some((column, side)) = self.pointer else { return };
        let Some(x) = self.layout.column_x(column.index()) else { return };
        let style = self.theme.side(side).add_modifier(Modifier::BOLD);
        buffer.set_string(x + self.layout.size.width / 2, self.layout.pointer, self.glyphs.pointer(), style);
    }

    fn numbers(&self, wood: Style, buffer: &mut Buffer) {
        let layout = self.layout;
        let pointed = self.pointer.map(|(column, _)| column.index());
        let last_number = (layout.first_column + layout.columns).to_string();
        // Where numbers would run into each other, every fifth or tenth is shown.
        let every = match usize::from(layout.size.pitch) {
            pitch if pitch > last_number.len() || (last_number.len() == 1) => 1,
            pitch if pitch * 5 > last_number.len() => 5,
            _ => 10,
        };
        for column in layout.first_column..layout.first_column + layout.columns {
            let Some(x) = layout.column_x(column) else { continue };
            let chosen = pointed == Some(column);
            if !(column + 1).is_multiple_of(every) && !chosen {
                continue;
            }
            let number = (column + 1).to_string();
            let near = |pointed: usize| pointed.abs_diff(column) * usize::from(layout.size.pitch) <= number.len();
            if every > 1 && !chosen && pointed.is_some_and(near) {
                continue;
            }
            let centred = x + layout.size.width.saturating_sub(number.len() as u16) / 2;
            let x = centred.min(layout.cells.right().saturating_sub(number.len() as u16)).max(layout.cells.x);
            let style = if chosen { wood.add_modifier(Modifier::BOLD | Modifier::REVERSED) } else { wood };
            buffer.set_string(x, layout.numbers, number, style);
        }
    }

    fn labels(&self, buffer: &mut Buffer) {
        let Some(y) = self.layout.labels else { return };
        for label in &self.labels {
            let Some(x) = self.layout.column_x(label.column.index()) else { continue };
            let width = usize::from(self.layout.size.pitch);
            let text = format!("{:^width$}", label.text, width = usize::from(self.layout.size.width));
            buffer.set_stringn(x, y, text, width, label.style);
        }
    }

    /// Arrows where the board goes on beyond the view.
    fn edges(&self, wood: Style, buffer: &mut Buffer) {
        let (layout, variant) = (self.layout, self.board.variant());
        let style = wood.add_modifier(Modifier::BOLD | Modifier::REVERSED);
        let (left, right) = (layout.cells.x - 1, layout.cells.right());
        let middle = layout.cells.y + layout.cells.height / 2;
        if layout.first_column > 0 {
            buffer.set_string(left, middle, self.glyphs.left(), style);
        }
        if layout.first_column + layout.columns < variant.columns() {
            buffer.set_string(right, middle, self.glyphs.right(), style);
        }
        if layout.first_level + layout.levels < variant.levels() {
            buffer.set_string(left, layout.cells.y, self.glyphs.up(), style);
            buffer.set_string(right, layout.cells.y, self.glyphs.up(), style);
        }
        if layout.first_level > 0 {
            buffer.set_string(left, layout.cells.bottom() - 1, self.glyphs.down(), style);
            buffer.set_string(right, layout.cells.bottom() - 1, self.glyphs.down(), style);
        }
    }
}

/// The level where a checker would land in a column, or its top if it is full.
pub(crate) fn landing(board: &Board, column: Column) -> Level {
    Level::from_index(board.height(column).min(board.variant().levels() - 1))
}
