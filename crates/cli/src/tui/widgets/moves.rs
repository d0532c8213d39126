//! The list of moves, two to a line where they fit.

use super::{Pen, row};
use crate::tui::game_screen::GameScreen;
use crate::tui::insight::GraphBar;
use ratatui::prelude::*;

/// Where the moves of a list stand.
struct Places {
    area: Rect,
    /// 1 where black moved first, so that red's place in the first line is empty.
    shift: usize,
    /// Moves to a line: 2, or 1 where there is no room for 2.
    across: usize,
    first_line: usize,
    number_width: u16,
    move_width: u16,
}

impl Places {
    fn new(area: Rect, screen: &GameScreen, count: usize) -> Places {
        let shift = screen.game.start().1.index();
        let move_width = screen.game.variant().columns().to_string().len() as u16 + 3;
        let number_width = (count + shift).div_ceil(2).to_string().len() as u16 + 1;
        let across = if number_width + 1 + 2 * move_width <= area.width + 1 { 2 } else { 1 };
        let lines = (count + shift).div_ceil(across);
        let current = screen.list.unwrap_or(screen.game.moves().len()).max(1) - 1;
        let shown = usize::from(area.height).max(1);
        let current_line = (current + shift) / across;
        let first_line = (current_line + 1 + shown / 2).min(lines).saturating_sub(shown);
        Places { area, shift, across, first_line, number_width, move_width }
    }

    /// The place of a move, counted from 0; nothing outside the view.
    fn of(&self, index: usize) -> Option<Rect> {
        let (line, second) = ((index + self.shift) / self.across, (index + self.shift) % self.across);
        let line = line.checked_sub(self.first_line).filter(|&line| line < usize::from(self.area.height))?;
        let x = self.area.x + self.number_width + 1 + second as u16 * self.move_width;
        let place = Rect { x, y: self.area.y + line as u16, width: self.move_width, height: 1 };
        // The blank after the last move may be cut off.
        (place.right() <= self.area.right() + 1).then_some(place.intersection(self.area))
    }
}

pub(crate) fn draw(pen: Pen<'_>, buffer: &mut Buffer, area: Rect, screen: &GameScreen) {
    let moves = screen.all_moves();
    if moves.is_empty() {
        pen.write(buffer, row(area, 0), "No moves yet", pen.theme.faint());
        return;
    }
    let places = Places::new(area, screen, moves.len());
    let played = screen.game.moves().len();
    let first = screen.game.start().1;
    let mark = |index: usize| screen.graph.get(index + 1).and_then(GraphBar::mark).unwrap_or(" ");
    for (index, column) in moves.iter().enumerate() {
        let Some(place) = places.of(index) else { continue };
        if (index + places.shift).is_multiple_of(2) || index == 0 {
            let number = format!("{}.", (index + places.shift) / 2 + 1);
            let width = usize::from(places.number_width);
            let at = Rect { x: area.x, width: places.number_width, ..place };
            pen.write(buffer, at, &format!("{number:>width$}"), pen.theme.faint());
        }
        let side = if index.is_multiple_of(2) { first } else { first.other() };
        let style = match () {
            () if screen.list == Some(index + 1) => pen.theme.chosen(),
            () if index + 1 == played => pen.theme.side(side).add_modifier(Modifier::REVERSED | Modifier::BOLD),
            () if index < played => pen.theme.side(side),
            () => pen.theme.faint(),
        };
        let glyph = if index < played { pen.glyphs.checker(side) } else { pen.glyphs.vacant() };
        pen.write(buffer, place, &format!("{glyph}{column}{}", mark(index)), style);
    }
}

/// How many moves were played when the move under a place had been; nothing where there is none.
pub(crate) fn at(area: Rect, screen: &GameScreen, x: u16, y: u16) -> Option<usize> {
    let count = screen.all_moves().len();
    let places = Places::new(area, screen, count);
    let inside = |place: Rect| (place.left()..place.right()).contains(&x) && place.y == y;
    (0..count).find(|&index| places.of(index).is_some_and(inside)).map(|index| index + 1)
}
