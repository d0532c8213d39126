//! The whole screen as a function of the state.

use super::dialog::{Confirm, Dialog, Prompt};
use super::{App, Screen};
use crate::tui::layout::{SMALLEST, is_too_small};
use crate::tui::screens::{arena, game, help, lessons, load, new_game, options, puzzle, setup, start};
use crate::tui::theme::Theme;
use crate::tui::widgets::{Pen, dialog, row, wrapped};
use ratatui::prelude::*;

impl App {
    /// Draws everything.
    pub(crate) fn draw(&self, buffer: &mut Buffer) {
        let area = buffer.area;
        let theme = Theme::of(self.config.theme, self.config.names);
        let pen = Pen { theme: &theme, glyphs: self.glyphs() };
        pen.clear(buffer, area);
        if is_too_small(area) {
            return too_small(pen, buffer, area);
        }
        match &self.screen {
            Screen::Start => start::draw(pen, buffer, area, &self.menu, self.saved.as_ref()),
            Screen::NewGame(new) => new_game::draw(pen, buffer, area, new),
            Screen::Game => {
                if let Some(screen) = &self.game_screen {
                    game::draw(pen, buffer, area, screen, self.now);
                }
            }
            Screen::Load(load) => load::draw(pen, buffer, area, load),
            Screen::SetUp(setup) => setup::draw(pen, buffer, area, setup),
            Screen::Arena(arena) => arena::draw(pen, buffer, area, arena),
            Screen::Lessons(screen) => lessons::draw(pen, buffer, area, screen, &self.lessons),
            Screen::Puzzle(screen) => puzzle::draw(pen, buffer, area, screen, &self.progress),
            Screen::Options(form) => options::draw(pen, buffer, area, form),
        }
        if let Some(dialog) = &self.dialog {
            self.dialog(pen, buffer, area, dialog);
        }
    }

    fn dialog(&self, pen: Pen<'_>, buffer: &mut Buffer, area: Rect, shown: &Dialog) {
        match shown {
            Dialog::Help { scroll } => help::draw(pen, buffer, area, *scroll),
            Dialog::Notice { text } => dialog::message(pen, buffer, area, "Dropline", text, "any key"),
            Dialog::Confirm { what } => {
                let (title, text) = match what {
                    Confirm::Resign => {
                        ("Resign", "Give up this game? The other side wins. (u takes it back.)".to_owned())
                    }
                    Confirm::Restart => {
                        ("Start again", "Start again with the same players? This game is then gone.".to_owned())
                    }
                    Confirm::GiveUp(..) => {
                        let text = "The game you left is not over, and only one is kept. Give it up for this one?";
                        ("Give up the last game", text.to_owned())
                    }
                    Confirm::Replace(write) => {
                        let name = write.file().map(|file| file.display().to_string()).unwrap_or_default();
                        ("Replace", format!("{name} is there already. Replace it?"))
                    }
                };
                dialog::message(pen, buffer, area, title, &text, "y yes · n no");
            }
            Dialog::Prompt { what, field, problem } => {
                let (title, text) = match what {
                    Prompt::Save => ("Save", "Save the game as:"),
                    Prompt::Export => ("Export a picture", "Picture (.svg or .png):"),
                    Prompt::Report => ("Export the result", "Report (.html, .txt, .json or .csv):"),
                    Prompt::Judge => ("As a player sees it", "Player (dropline players lists them):"),
                    Prompt::Board => ("Board", "Columns x levels, c or m, in line:"),
                };
                let inside = dialog::frame(pen, buffer, area, (50.min(area.width - 4), 7), title);
                pen.write(buffer, row(inside, 0), text, pen.theme.plain());
                let line = row(inside, 1);
                buffer.set_style(line, pen.theme.chosen());
                pen.field(buffer, line, field, pen.theme.chosen(), true);
                if let Some(problem) = problem {
                    let room = Rect { height: 3, ..row(inside, 3) };
                    pen.write_wrapped(buffer, room, problem, pen.theme.problem());
                }
                pen.write(buffer, row(inside, 6), "Enter do it · Esc no", pen.theme.accent());
            }
            Dialog::Opinion { text, scroll } => {
                let lines: Vec<&str> = text.lines().collect();
                let width = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0) as u16;
                let size = (width.min(area.width - 4), (lines.len() as u16 + 1).min(area.height - 2));
                let inside = dialog::frame(pen, buffer, area, size, "As a player sees it");
                let room = inside.height.saturating_sub(1);
                for (y, line) in (0..room).zip(lines.iter().skip(*scroll)) {
                    pen.write(buffer, row(inside, y), line, pen.theme.plain());
                }
                let more =
                    if lines.len() > usize::from(room) + scroll { "↑↓ more · Esc close" } else { "Esc close" };
                pen.write(buffer, row(inside, room), more, pen.theme.accent());
            }
            Dialog::Copy { copied } => self.copy_dialog(pen, buffer, area, *copied),
        }
    }

    fn copy_dialog(&self, pen: Pen<'_>, buffer: &mut Buffer, area: Rect, copied: Option<&str>) {
        let Some(screen) = &self.game_screen else { return };
        let notations = game::notations(&screen.game);
        let width = 60.min(area.width.saturating_sub(4));
        let lines: usize = notations.iter().map(|(_, _, text)| 1 + wrapped(text, width.into()).len()).sum();
        let inside = dialog::frame(pen, buffer, area, (width, lines as u16 + 1), "Copy the position");
        let mut rest = Rect { height: inside.height.saturating_sub(1), ..inside };
        for (key, name, text) in &notations {
            pen.write(buffer, row(rest, 0), &format!("{key}  {name}"), pen.theme.accent());
            let below = row(rest, 1);
            let room = Rect { height: rest.height.saturating_sub(1), ..below };
            let mut lines = wrapped(text, room.width.into());
            if lines.len() > room.height.into() {
                lines.truncate(room.height.saturating_sub(1).into());
                lines.push("…".to_owned());
            }
            let taken = pen.write_wrapped(buffer, room, &lines.join("\n"), pen.theme.plain()) + 1;
            rest.y += taken.min(rest.height);
            rest.height -= taken.min(rest.height);
        }
        let last = row(inside, inside.height.saturating_sub(1));
        let text = match copied {
            Some(name) => format!("{name} sent to the clipboard"),
            None => {
                let keys: Vec<String> = notations.iter().map(|(key, ..)| key.to_string()).collect();
                format!("{} copy · Esc close", keys.join(" "))
            }
        };
        pen.write(buffer, last, &text, pen.theme.accent());
    }
}

fn too_small(pen: Pen<'_>, buffer: &mut Buffer, area: Rect) {
    let (width, height) = SMALLEST;
    let text = format!(
        "This terminal has {}×{} characters; Dropline needs {width}×{height}. Make it larger, or leave with Ctrl-C and use `dropline play`.",
        area.width, area.height
    );
    pen.write_wrapped(buffer, area, &text, pen.theme.plain());
}
