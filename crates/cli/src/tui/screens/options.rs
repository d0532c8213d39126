//! The options: theme, colours of the sides, animation, characters, mouse, coach, plain mode.

use super::page;
use crate::tui::config::{Characters, Config};
use crate::tui::form::{EntryValue, Form, FormAnswer};
use crate::tui::theme::ThemeName;
use crate::tui::widgets::{self, Pen, row};
use dropline_core::SideNames;
use ratatui::crossterm::event::KeyEvent;
use ratatui::prelude::*;

/// The form of the options.
#[derive(Clone, Debug)]
pub(crate) struct OptionsForm(Form);

impl OptionsForm {
    pub(crate) fn new(config: &Config) -> OptionsForm {
        let themes = ThemeName::ALL.map(|theme| theme.name().to_owned()).to_vec();
        let characters = Characters::ALL.map(|characters| characters.name().to_owned()).to_vec();
        let switch =
            |on: bool| EntryValue::Choice { options: vec!["off".to_owned(), "on".to_owned()], at: usize::from(on) };
        OptionsForm(Form::new([
            ("Theme", EntryValue::choice(themes, config.theme.name())),
            ("Sides", EntryValue::choice(sides(config), &config.names.to_string())),
            ("Falling checkers", switch(config.animation)),
            ("Characters", EntryValue::choice(characters, config.characters.name())),
            ("Mouse", switch(config.mouse)),
            ("Plain mode", switch(config.plain)),
            ("Coach", switch(config.coach)),
            ("Done", EntryValue::Button),
        ]))
    }

    pub(crate) fn key(&mut self, key: KeyEvent) -> FormAnswer {
        self.0.key(key)
    }

    pub(crate) fn click(&mut self, area: Rect, x: u16, y: u16) -> FormAnswer {
        super::click(&mut self.0, area, x, y)
    }

    /// The settings with what the form says.
    pub(crate) fn apply(&self, config: &Config) -> Config {
        Config {
            theme: ThemeName::ALL[self.0.choice(0).min(3)],
            names: self.0.text(1).parse().unwrap_or(config.names),
            animation: self.0.choice(2) == 1,
            characters: Characters::ALL[self.0.choice(3).min(2)],
            mouse: self.0.choice(4) == 1,
            plain: self.0.choice(5) == 1,
            coach: self.0.choice(6) == 1,
            ..config.clone()
        }
    }
}

/// The usual pairs of colours, and the one in the settings if it is another.
fn sides(config: &Config) -> Vec<String> {
    let own = Some(config.names).filter(|names| !SideNames::USUAL.contains(names));
    SideNames::USUAL.iter().chain(&own).map(SideNames::to_string).collect()
}

pub(crate) fn draw(pen: Pen<'_>, buffer: &mut Buffer, area: Rect, form: &OptionsForm) {
    let inside = page(pen, buffer, area, "Options", "↑↓ choose · ←→ change · Esc done");
    widgets::form::draw(pen, buffer, inside, &form.0);
    let below = form.0.entries.len() as u16 + 1;
    let text = "Plain mode tells the game line by line, for screen readers; it holds from the next start on (or at once: dropline tui --plain).";
    let rest = Rect { height: inside.height.saturating_sub(below), ..row(inside, below) };
    pen.write_wrapped(buffer, rest, text, pen.theme.faint());
}
