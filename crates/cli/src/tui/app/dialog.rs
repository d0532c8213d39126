//! Boxes over the screen that have to be answered first.

use super::{App, Screen};
use crate::commands::judge;
use crate::files;
use crate::tui::event::Effect;
use crate::tui::game_screen::GameScreen;
use crate::tui::screens::setup::SetupScreen;
use crate::tui::screens::{game, help};
use crate::tui::text_field::TextField;
use dropline_core::SideNames;
use dropline_engine::Spec;
use dropline_engine::told::ToldOpinion;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEventKind};
use std::path::Path;

/// A box over the screen that has to be answered first.
#[derive(Clone, Debug)]
pub(super) enum Dialog {
    Help {
        scroll: usize,
    },
    Confirm {
        what: Confirm,
    },
    Prompt {
        what: Prompt,
        field: TextField,
        problem: Option<String>,
    },
    /// A position as a player sees it.
    Opinion {
        text: String,
        scroll: usize,
    },
    Copy {
        copied: Option<&'static str>,
    },
    /// Something that could not be done or read.
    Notice {
        text: String,
    },
}

#[derive(Clone, Debug)]
pub(super) enum Confirm {
    Resign,
    Restart,
    /// The game that is kept is given up for this one, in which the sides have these names.
    GiveUp(Box<GameScreen>, SideNames),
    /// A file may be replaced by what this writes.
    Replace(Box<Effect>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Prompt {
    Save,
    Export,
    /// Where the report of a match goes.
    Report,
    /// Whose view of the position is shown.
    Judge,
    /// Which board is set up.
    Board,
}

impl App {
    pub(super) fn dialog_key(&mut self, key: KeyEvent, effects: &mut Vec<Effect>) {
        let most_scroll = help::most_scroll(self.area());
        let Some(dialog) = &mut self.dialog else { return };
        match dialog {
            Dialog::Help { scroll } => match key.code {
                KeyCode::Up | KeyCode::Char('k') => *scroll = scroll.saturating_sub(1),
                KeyCode::Down | KeyCode::Char('j') => *scroll = (*scroll + 1).min(most_scroll),
                KeyCode::PageUp | KeyCode::Home => *scroll = scroll.saturating_sub(10),
                KeyCode::PageDown | KeyCode::End | KeyCode::Char(' ') => *scroll = (*scroll + 10).min(most_scroll),
                _ => self.dialog = None,
            },
            Dialog::Opinion { text, scroll } => match key.code {
                KeyCode::Up | KeyCode::Char('k') => *scroll = scroll.saturating_sub(1),
                KeyCode::Down | KeyCode::Char('j') => {
                    *scroll = (*scroll + 1).min(text.lines().count().saturating_sub(1));
                }
                _ => self.dialog = None,
            },
            Dialog::Notice { .. } => self.dialog = None,
            Dialog::Confirm { what } => {
                let what = what.clone();
                self.dialog = None;
                if matches!(key.code, KeyCode::Char('y' | 'Y') | KeyCode::Enter) {
                    match what {
                        Confirm::Resign => self.on_game(effects, GameScreen::resign),
                        Confirm::Restart => self.on_game(effects, GameScreen::restart),
                        Confirm::GiveUp(screen, names) => self.show_game(*screen, names, effects),
                        Confirm::Replace(write) => effects.push(write.replacing()),
                    }
                }
            }
            Dialog::Copy { copied } => {
                let Some(screen) = &self.game_screen else { return };
                let pressed = if let KeyCode::Char(c) = key.code { c } else { '\0' };
                match game::notations(&screen.game).into_iter().find(|(key, ..)| *key == pressed) {
                    Some((_, name, text)) => {
                        *copied = Some(name);
                        effects.push(Effect::Copy(text));
                    }
                    None => self.dialog = None,
                }
            }
            Dialog::Prompt { what, field, problem } => match key.code {
                KeyCode::Esc => self.dialog = None,
                KeyCode::Enter => {
                    let (what, text) = (*what, field.text().trim().to_owned());
                    match self.prompted(what, &text, effects) {
                        Ok(()) if matches!(self.dialog, Some(Dialog::Opinion { .. })) => {}
                        Ok(()) => self.dialog = None,
                        Err(text) => {
                            if let Some(Dialog::Prompt { problem, .. }) = &mut self.dialog {
                                *problem = Some(text);
                            }
                        }
                    }
                }
                _ => {
                    *problem = None;
                    field.key(key);
                }
            },
        }
    }

    /// Does what was asked for; says what is wrong with the answer if it cannot be done.
    fn prompted(&mut self, what: Prompt, text: &str, effects: &mut Vec<Effect>) -> Result<(), String> {
        let file = files::home(text);
        match (what, &self.game_screen) {
            (Prompt::Board, _) => {
                let variant = text.parse().map_err(|error| format!("{error}."))?;
                self.screen = Screen::SetUp(Box::new(SetupScreen::new(variant)));
            }
            (Prompt::Report, _) => {
                checked(what, &file)?;
                if let Screen::Arena(arena) = &self.screen {
                    effects.extend(arena.result().map(|(contest, records)| {
                        let contest = Box::new(contest.clone());
                        Effect::Report { file, contest, records: records.to_vec(), replace: false }
                    }));
                }
            }
            (_, None) => {}
            (Prompt::Judge, Some(screen)) => {
                let player: Spec = text.parse().map_err(|error| format!("{error}."))?;
                let told = ToldOpinion::new(player, &screen.game).map_err(|error| format!("{error}."))?;
                let text = judge::words(&told, &screen.game, self.config.names);
                self.dialog = Some(Dialog::Opinion { text, scroll: 0 });
            }
            (Prompt::Save | Prompt::Export, Some(screen)) => {
                checked(what, &file)?;
                let game = Box::new(screen.saved(self.now, self.config.names));
                let picture =
                    (what == Prompt::Export).then(|| self.config.theme.picture().with_names(self.config.names));
                effects.push(Effect::Write { file, game, picture, replace: false });
            }
        }
        Ok(())
    }

    /// The mouse over a box: the wheel scrolls the help, a click closes what needs no answer.
    pub(super) fn dialog_mouse(&mut self, kind: MouseEventKind) {
        let most_scroll = help::most_scroll(self.area());
        match (&mut self.dialog, kind) {
            (Some(Dialog::Help { scroll }), MouseEventKind::ScrollUp) => *scroll = scroll.saturating_sub(1),
            (Some(Dialog::Help { scroll }), MouseEventKind::ScrollDown) => *scroll = (*scroll + 1).min(most_scroll),
            (
                Some(Dialog::Help { .. } | Dialog::Notice { .. } | Dialog::Copy { .. }),
                MouseEventKind::Down(MouseButton::Left),
            ) => self.dialog = None,
            _ => {}
        }
    }
}

/// Whether a name will do for a file of this kind.
fn checked(what: Prompt, file: &Path) -> Result<(), String> {
    if file.as_os_str().is_empty() {
        return Err("Type a file name.".to_owned());
    }
    let extension = file.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let (known, wrong): (&[&str], &str) = match what {
        Prompt::Export => (&["svg", "png"], "End the name with .svg or .png."),
        Prompt::Report => (&["html", "htm", "txt", "json", "csv"], "End the name with .html, .txt, .json or .csv."),
        Prompt::Save | Prompt::Judge | Prompt::Board => return Ok(()),
    };
    if known.contains(&extension.to_ascii_lowercase().as_str()) { Ok(()) } else { Err(wrong.to_owned()) }
}
