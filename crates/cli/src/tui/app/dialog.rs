//! Boxes over the screen that have to be answered first.

use super::App;
use crate::tui::event::Effect;
use crate::tui::field::Field;
use crate::tui::screens::{game, help};
use crate::tui::table::Table;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use std::path::{Path, PathBuf};

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
        field: Field,
        problem: Option<String>,
    },
    Copy {
        copied: Option<&'static str>,
    },
    /// Something that could not be done or read.
    Notice {
        text: String,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Confirm {
    Resign,
    Restart,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Prompt {
    Save,
    Export,
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
            Dialog::Notice { .. } => self.dialog = None,
            Dialog::Confirm { what } => {
                let what = *what;
                self.dialog = None;
                if matches!(key.code, KeyCode::Char('y' | 'Y') | KeyCode::Enter) {
                    match what {
                        Confirm::Resign => self.at_table(effects, Table::resign),
                        Confirm::Restart => self.at_table(effects, Table::restart),
                    }
                }
            }
            Dialog::Copy { copied } => {
                let Some(table) = &self.table else { return };
                let pressed = if let KeyCode::Char(c) = key.code { c } else { '\0' };
                match game::notations(&table.game).into_iter().find(|(key, ..)| *key == pressed) {
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
                    let (what, file) = (*what, PathBuf::from(field.text().trim()));
                    match checked(what, &file) {
                        Err(text) => *problem = Some(text),
                        Ok(()) => {
                            self.dialog = None;
                            self.write(what, file, effects);
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

    fn write(&mut self, what: Prompt, file: PathBuf, effects: &mut Vec<Effect>) {
        let Some(table) = &self.table else { return };
        let game = Box::new(table.game.clone());
        effects.push(match what {
            Prompt::Save => Effect::SaveGame { file, game },
            Prompt::Export => Effect::Export { file, game, theme: self.config.theme },
        });
    }
}

/// Whether a name will do for a file of this kind.
fn checked(what: Prompt, file: &Path) -> Result<(), String> {
    if file.as_os_str().is_empty() {
        return Err("Type a file name.".to_owned());
    }
    let extension = file.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    match what {
        Prompt::Export if !["svg", "png"].contains(&extension.to_ascii_lowercase().as_str()) => {
            Err("End the name with .svg or .png to say which picture.".to_owned())
        }
        _ => Ok(()),
    }
}
