//! What the mouse does.

use super::{App, Screen};
use crate::tui::event::Effect;
use crate::tui::game_screen::GameScreen;
use crate::tui::keys::Action;
use crate::tui::screens::game;
use crate::tui::screens::load::Loading;
use crate::tui::theme::Theme;
use crate::tui::widgets::Pen;
use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

impl App {
    pub(super) fn mouse(&mut self, mouse: MouseEvent, effects: &mut Vec<Effect>) {
        let area = self.area();
        let (x, y) = (mouse.column, mouse.row);
        let click = matches!(mouse.kind, MouseEventKind::Down(MouseButton::Left));
        if self.dialog.is_some() {
            return self.dialog_mouse(mouse.kind);
        }
        let answer = match &mut self.screen {
            Screen::Start => {
                let item = self.menu.point(area, y);
                return effects.extend(item.filter(|_| click).map(Effect::Open));
            }
            Screen::Game => return self.game_mouse(mouse, effects),
            Screen::SetUp(setup) => return setup.mouse(area, mouse),
            Screen::Lessons(screen) => {
                let learning = screen.mouse(area, mouse);
                return self.learn(learning, effects);
            }
            Screen::Load(load) if click => {
                if let Loading::Load(file) = load.click(area, y) {
                    effects.push(Effect::Load { file, variant: self.usual_variant() });
                }
                return;
            }
            Screen::NewGame(new) if click => new.click(area, x, y),
            Screen::Arena(arena) if click => arena.click(area, x, y),
            Screen::Puzzle(puzzle) => {
                let want = puzzle.mouse(area, mouse, &self.progress, self.now);
                return self.puzzle(want, effects);
            }
            Screen::Options(form) if click => form.click(area, x, y),
            _ => return,
        };
        self.answered(answer, effects);
    }

    fn game_mouse(&mut self, mouse: MouseEvent, effects: &mut Vec<Effect>) {
        let (area, now, glyphs) = (self.area(), self.now, self.glyphs());
        let theme = Theme::of(self.config.theme, self.config.names);
        let Some(screen) = &mut self.game_screen else { return };
        let column = game::layout(screen, area).board.column_at(mouse.column, mouse.row);
        match mouse.kind {
            MouseEventKind::Moved | MouseEventKind::Drag(_) => {
                // Following the mouse would make a board that scrolls run away under it.
                if let Some(column) = column
                    && game::layout(screen, area).board.shows_all(screen.game.variant())
                {
                    screen.cursor = column.index();
                }
            }
            MouseEventKind::Down(MouseButton::Left) => match column {
                Some(column) => {
                    screen.said.clear();
                    screen.cursor = column.index();
                    self.on_game(effects, GameScreen::drop_here);
                }
                None => {
                    let pen = Pen { theme: &theme, glyphs };
                    let found = game::move_at(pen, screen, now, area, mouse.column, mouse.row);
                    if let Some(moves) = found {
                        self.on_game(effects, |screen, context| screen.jump(moves, context));
                    }
                }
            },
            MouseEventKind::Down(MouseButton::Right) => self.on_game(effects, GameScreen::undo),
            MouseEventKind::ScrollUp => self.act(Action::Left, effects),
            MouseEventKind::ScrollDown => self.act(Action::Right, effects),
            _ => {}
        }
    }
}
