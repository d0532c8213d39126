//! Loading a game: a file name, or one of the games in this folder.

use super::{page, problem};
use crate::tui::text_field::TextField;
use crate::tui::widgets::{Pen, row};
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::prelude::*;

/// The file name that is being typed, and the games there are to choose from.
#[derive(Clone, Debug, Default)]
pub(crate) struct LoadScreen {
    pub(crate) field: TextField,
    pub(crate) games: Vec<String>,
    /// The game that the cursor is on; nothing while the name is typed.
    chosen: Option<usize>,
    pub(crate) problem: Option<String>,
}

/// What a key meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Loading {
    Nothing,
    Load(String),
    Cancel,
}

impl LoadScreen {
    pub(crate) fn key(&mut self, key: KeyEvent) -> Loading {
        self.problem = None;
        match key.code {
            KeyCode::Esc => return Loading::Cancel,
            KeyCode::Enter => {
                let name = match self.chosen {
                    Some(chosen) => self.games.get(chosen).cloned().unwrap_or_default(),
                    None => self.field.text().trim().to_owned(),
                };
                if name.is_empty() {
                    self.problem = Some("Type the name of a file, a position key, or moves such as 44453.".to_owned());
                    return Loading::Nothing;
                }
                return Loading::Load(name);
            }
            KeyCode::Down | KeyCode::Tab => {
                let next = self.chosen.map_or(0, |chosen| chosen + 1);
                self.chosen = (next < self.games.len()).then_some(next);
            }
            KeyCode::Up | KeyCode::BackTab => {
                self.chosen = match self.chosen {
                    None => self.games.len().checked_sub(1),
                    Some(chosen) => chosen.checked_sub(1),
                }
            }
            _ => {
                self.chosen = None;
                self.field.key(key);
            }
        }
        Loading::Nothing
    }

    pub(crate) fn click(&mut self, area: Rect, y: u16) -> Loading {
        let list = list_area(area);
        let Some(line) = y.checked_sub(list.y).filter(|&line| line < list.height) else { return Loading::Nothing };
        let index = self.first(list) + usize::from(line);
        match self.games.get(index) {
            Some(name) if self.chosen == Some(index) => Loading::Load(name.clone()),
            Some(_) => {
                self.chosen = Some(index);
                Loading::Nothing
            }
            None => Loading::Nothing,
        }
    }

    fn first(&self, list: Rect) -> usize {
        (self.chosen.unwrap_or(0) + 1).saturating_sub(list.height.max(1).into())
    }
}

fn list_area(area: Rect) -> Rect {
    let inside = super::page_area(area);
    Rect { y: inside.y + 3, height: inside.height.saturating_sub(3), ..inside }
}

pub(crate) fn draw(pen: Pen<'_>, buffer: &mut Buffer, area: Rect, load: &LoadScreen) {
    let inside = page(pen, buffer, area, "Load a game, a board, a key or moves", "Enter load · ↑↓ games · Esc back");
    let label = "File, key or moves: ";
    let line = row(inside, 0);
    let style = if load.chosen.is_none() { pen.theme.chosen() } else { pen.theme.plain() };
    buffer.set_style(line, style);
    let x = pen.write(buffer, line, label, style);
    let room = Rect { x, width: line.right().saturating_sub(x), ..line };
    pen.field(buffer, room, &load.field, style, load.chosen.is_none());
    let list = list_area(area);
    let heading = if load.games.is_empty() { "No saved games in this folder" } else { "Saved games in this folder" };
    pen.write(buffer, row(inside, 2), heading, pen.theme.faint());
    for (line, (index, name)) in
        load.games.iter().enumerate().skip(load.first(list)).take(list.height.into()).enumerate()
    {
        let style = if load.chosen == Some(index) { pen.theme.chosen() } else { pen.theme.plain() };
        pen.write(buffer, row(list, line as u16), &format!("  {name}"), style);
    }
    if let Some(text) = &load.problem {
        problem(pen, buffer, inside, text);
    }
}
