//! The start screen: the name of the game and what there is to do.

use crate::saved_game::SavedGame;
use crate::tui::widgets::{Pen, row};
use dropline_core::Side;
use ratatui::crossterm::event::KeyCode;
use ratatui::prelude::*;

/// What can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MenuItem {
    Continue,
    NewGame,
    Load,
    SetUp,
    Arena,
    Lessons,
    Puzzles,
    Options,
    Help,
    Quit,
}

/// The items with their keys, their names, and what they are about.
const ITEMS: [(MenuItem, char, &str, &str); 10] = [
    (MenuItem::Continue, 'c', "Continue", ""),
    (MenuItem::NewGame, 'n', "New game", "any board, any players"),
    (MenuItem::Load, 'l', "Load a game", "a saved game, a grid or a position key"),
    (MenuItem::SetUp, 's', "Set up a position", "put checkers where you want them"),
    (MenuItem::Arena, 'a', "Arena", "let two computers play a match"),
    (MenuItem::Lessons, 'e', "Lessons", "ten short ones, to play"),
    (MenuItem::Puzzles, 'p', "Puzzles", "one column alone is right: find it"),
    (MenuItem::Options, 'o', "Options", "theme, animation, characters"),
    (MenuItem::Help, '?', "Help", "all keys"),
    (MenuItem::Quit, 'q', "Quit", ""),
];

/// The menu.
#[derive(Clone, Debug)]
pub(crate) struct StartMenu {
    chosen: usize,
    can_continue: bool,
}

impl StartMenu {
    pub(crate) const fn new(can_continue: bool) -> StartMenu {
        StartMenu { chosen: 0, can_continue }
    }

    /// Without a game to go on with, there is nothing to continue.
    fn items(&self) -> &'static [(MenuItem, char, &'static str, &'static str)] {
        if self.can_continue { &ITEMS } else { &ITEMS[1..] }
    }

    /// Moves the cursor, or says what was chosen.
    pub(crate) fn key(&mut self, code: KeyCode) -> Option<MenuItem> {
        let last = self.items().len() - 1;
        match code {
            KeyCode::Up | KeyCode::Char('k') | KeyCode::BackTab => {
                self.chosen = self.chosen.checked_sub(1).unwrap_or(last);
            }
            KeyCode::Down | KeyCode::Char('j') | KeyCode::Tab => {
                self.chosen = if self.chosen >= last { 0 } else { self.chosen + 1 };
            }
            KeyCode::Home => self.chosen = 0,
            KeyCode::End => self.chosen = last,
            KeyCode::Enter | KeyCode::Char(' ') => return Some(self.items()[self.chosen].0),
            KeyCode::Char(c) => return self.items().iter().find(|item| item.1 == c).map(|item| item.0),
            _ => {}
        }
        None
    }

    pub(crate) fn point(&mut self, area: Rect, y: u16) -> Option<MenuItem> {
        let line = usize::from(y.checked_sub(menu_area(area).y)?);
        let item = self.items().get(line)?.0;
        self.chosen = line;
        Some(item)
    }
}

/// Tall enough for the name in large letters.
const TALL: u16 = 20;

fn menu_area(area: Rect) -> Rect {
    let y = if area.height >= TALL { area.y + 9 } else { area.y + 4 };
    let width = 68.min(area.width.saturating_sub(2));
    Rect { x: area.x + (area.width - width) / 2, y, width, height: area.bottom().saturating_sub(y + 2) }
}

pub(crate) fn draw(pen: Pen<'_>, buffer: &mut Buffer, area: Rect, menu: &StartMenu, saved: Option<&SavedGame>) {
    let place = menu_area(area);
    title(pen, buffer, Rect { y: area.y + 1, height: place.y - area.y - 1, ..place });
    // Where there is no room beside, only the chosen one is explained, below.
    let beside = place.width >= 60;
    for (line, &(item, key, name, about)) in menu.items().iter().enumerate() {
        let line_area = row(place, line as u16);
        let chosen = line == menu.chosen;
        let about = match saved.filter(|_| item == MenuItem::Continue) {
            Some(saved) => saved.summary(),
            None => about.to_owned(),
        };
        let style = if chosen { pen.theme.chosen() } else { pen.theme.plain() };
        if chosen {
            buffer.set_style(line_area, style);
        }
        let caret = if chosen { pen.glyphs.caret() } else { " " };
        let end = pen.write(buffer, line_area, &format!("{caret} {key}  {name}"), style);
        let about_x = (line_area.x + 26).max(end + 2);
        let room = Rect { x: about_x, width: line_area.right().saturating_sub(about_x), ..line_area };
        if beside {
            let style = if chosen { style } else { pen.theme.faint() };
            pen.write(buffer, room, &about, style);
        } else if chosen {
            let below = menu.items().len() as u16 + 1;
            let room = Rect { height: place.height.saturating_sub(below), ..row(place, below) };
            pen.write_wrapped(buffer, room, &about, pen.theme.faint());
        }
    }
    let bottom = Rect { y: area.bottom() - 1, height: 1, ..place };
    pen.write(buffer, bottom, "↑↓ choose · Enter open · q quit", pen.theme.faint());
}

const LETTERS: [&str; 3] =
    ["█▀▄ █▀▄ █▀█ █▀█ █   ▀█▀ █▄ █ █▀▀", "█ █ █▀▄ █ █ █▀▀ █    █  █ ▀█ █▀ ", "▀▀  ▀ ▀ ▀▀▀ ▀   ▀▀▀ ▀▀▀ ▀  ▀ ▀▀▀"];

fn title(pen: Pen<'_>, buffer: &mut Buffer, area: Rect) {
    let centred = |width: u16, y: u16| Rect {
        x: area.x + area.width.saturating_sub(width) / 2,
        width: width.min(area.width),
        y: area.y + y,
        height: 1,
    };
    let line = "Play it, solve it, learn it, compete in it";
    let line = if usize::from(area.width) < line.len() { "Play, solve, learn, compete" } else { line };
    if area.height < 8 {
        pen.write(buffer, centred(8, 0), "Dropline", pen.theme.accent());
        pen.write(buffer, centred(line.len() as u16, 1), line, pen.theme.faint());
        return;
    }
    if pen.glyphs.unicode {
        for (y, letters) in LETTERS.iter().enumerate() {
            let place = centred(LETTERS[0].chars().count() as u16, y as u16);
            buffer.set_string(place.x, place.y, letters, pen.theme.accent());
        }
    } else {
        pen.write(buffer, centred(15, 1), "D R O P L I N E", pen.theme.accent());
    }
    let place = centred(13, 4);
    for index in 0..7 {
        let side = if index % 2 == 0 { Side::Red } else { Side::Black };
        let at = Rect { x: place.x + 2 * index, width: 1, ..place };
        pen.write(buffer, at, pen.glyphs.checker(side), pen.theme.side(side));
    }
    pen.write(buffer, centred(line.len() as u16, 6), line, pen.theme.faint());
}
