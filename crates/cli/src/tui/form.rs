//! A list of things to choose: the state behind every form.

use super::text_field::TextField;
use ratatui::crossterm::event::{KeyCode, KeyEvent};

/// One line of a form.
#[derive(Clone, Debug)]
pub(crate) struct FormEntry {
    pub(crate) label: &'static str,
    pub(crate) value: EntryValue,
}

/// What can be set on a line.
#[derive(Clone, Debug)]
pub(crate) enum EntryValue {
    /// One of a few.
    Choice { options: Vec<String>, at: usize },
    /// A whole number.
    Number { value: u32, most: u32 },
    /// Any text, or one of a few.
    Text { field: TextField, presets: Vec<String> },
    /// Something to do.
    Button,
}

/// The lines, and the one that the cursor is on.
#[derive(Clone, Debug)]
pub(crate) struct Form {
    pub(crate) entries: Vec<FormEntry>,
    pub(crate) chosen: usize,
    /// Whether something was typed on the chosen line: a value that was there before is typed over.
    typing: bool,
    /// What is wrong with the values, in a sentence.
    pub(crate) problem: Option<String>,
}

/// What a key meant to a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FormAnswer {
    /// The cursor moved, or nothing happened.
    Nothing,
    /// The chosen line has another value.
    Changed,
    /// All is as it should be.
    Submit,
    Cancel,
}

impl Form {
    pub(crate) fn new(entries: impl IntoIterator<Item = (&'static str, EntryValue)>) -> Form {
        let entries = entries.into_iter().map(|(label, value)| FormEntry { label, value }).collect();
        Form { entries, chosen: 0, typing: false, problem: None }
    }

    /// What was asked for; otherwise the form says why it cannot be had.
    pub(crate) fn accept<T>(&mut self, asked: Result<T, String>) -> Option<T> {
        asked.map_err(|problem| self.problem = Some(problem)).ok()
    }

    pub(crate) fn key(&mut self, key: KeyEvent) -> FormAnswer {
        let before = self.chosen;
        let answer = self.pressed(key);
        self.typing &= self.chosen == before;
        answer
    }

    fn pressed(&mut self, key: KeyEvent) -> FormAnswer {
        let last = self.entries.len().saturating_sub(1);
        let is_text = matches!(self.value(self.chosen), Some(EntryValue::Text { .. }));
        match key.code {
            KeyCode::Esc => return FormAnswer::Cancel,
            KeyCode::Enter => return FormAnswer::Submit,
            KeyCode::Up | KeyCode::BackTab => self.chosen = self.chosen.checked_sub(1).unwrap_or(last),
            KeyCode::Down | KeyCode::Tab => self.chosen = if self.chosen >= last { 0 } else { self.chosen + 1 },
            KeyCode::Char('k') if !is_text => self.chosen = self.chosen.checked_sub(1).unwrap_or(last),
            KeyCode::Char('j') if !is_text => self.chosen = if self.chosen >= last { 0 } else { self.chosen + 1 },
            KeyCode::Char('q') if !is_text => return FormAnswer::Cancel,
            _ => {
                let typing = self.typing;
                let changed = self.entries.get_mut(self.chosen).is_some_and(|entry| entry.value.key(key, typing));
                self.typing |= matches!(key.code, KeyCode::Char(_) | KeyCode::Backspace | KeyCode::Delete);
                return self.changed(changed);
            }
        }
        FormAnswer::Nothing
    }

    /// A click on a line chooses it; on the chosen one it goes on to the next value.
    pub(crate) fn click(&mut self, line: usize) -> FormAnswer {
        if line >= self.entries.len() {
            return FormAnswer::Nothing;
        }
        if matches!(self.value(line), Some(EntryValue::Button)) {
            self.chosen = line;
            return FormAnswer::Submit;
        }
        if self.chosen != line {
            (self.chosen, self.typing) = (line, false);
            return FormAnswer::Nothing;
        }
        let changed = self.entries[line].value.step(1);
        self.changed(changed)
    }

    /// Puts a text into the chosen line, if one can be typed there.
    pub(crate) fn paste(&mut self, text: &str) -> FormAnswer {
        match self.entries.get_mut(self.chosen).map(|entry| &mut entry.value) {
            Some(EntryValue::Text { field, .. }) => {
                field.insert(text);
                self.changed(true)
            }
            _ => FormAnswer::Nothing,
        }
    }

    /// Other values may be right.
    fn changed(&mut self, changed: bool) -> FormAnswer {
        if !changed {
            return FormAnswer::Nothing;
        }
        self.problem = None;
        FormAnswer::Changed
    }

    pub(crate) fn value(&self, index: usize) -> Option<&EntryValue> {
        self.entries.get(index).map(|entry| &entry.value)
    }

    /// The option chosen on a line, counted from 0.
    pub(crate) fn choice(&self, index: usize) -> usize {
        match self.value(index) {
            Some(EntryValue::Choice { at, .. }) => *at,
            _ => 0,
        }
    }

    pub(crate) fn number(&self, index: usize) -> u32 {
        match self.value(index) {
            Some(EntryValue::Number { value, .. }) => *value,
            _ => 0,
        }
    }

    /// The value of a line as text.
    pub(crate) fn text(&self, index: usize) -> String {
        self.value(index).map(EntryValue::text).unwrap_or_default()
    }

    pub(crate) fn set(&mut self, index: usize, value: EntryValue) {
        if let Some(entry) = self.entries.get_mut(index) {
            entry.value = value;
        }
    }
}

impl EntryValue {
    /// One of a few, by its text; the first if there is no such.
    pub(crate) fn choice(options: Vec<String>, chosen: &str) -> EntryValue {
        let at = options.iter().position(|option| option == chosen).unwrap_or(0);
        EntryValue::Choice { options, at }
    }

    pub(crate) fn text(&self) -> String {
        match self {
            EntryValue::Choice { options, at } => options.get(*at).cloned().unwrap_or_default(),
            EntryValue::Number { value, .. } => value.to_string(),
            EntryValue::Text { field, .. } => field.text().to_owned(),
            EntryValue::Button => String::new(),
        }
    }

    /// Takes a key in. What was there before is changed as a whole until something is typed.
    fn key(&mut self, key: KeyEvent, typing: bool) -> bool {
        match (&mut *self, key.code) {
            (EntryValue::Text { field, presets }, code) => {
                let steps = match code {
                    KeyCode::Left => !typing || field.view(1).0 == 0,
                    KeyCode::Right => !typing || field.view(1).0 == field.text().chars().count(),
                    _ => false,
                };
                if steps && !presets.is_empty() {
                    return self.step(if code == KeyCode::Left { -1 } else { 1 });
                }
                field.key(key)
            }
            (EntryValue::Choice { .. }, KeyCode::Char(' ')) => self.step(1),
            (_, KeyCode::Left | KeyCode::Char('h' | '-')) => self.step(-1),
            (_, KeyCode::Right | KeyCode::Char('l' | '+')) => self.step(1),
            (EntryValue::Number { value, most }, KeyCode::Char(c)) => match c.to_digit(10) {
                Some(digit) if !typing => {
                    *value = digit;
                    true
                }
                Some(digit) => {
                    let longer = value.saturating_mul(10).saturating_add(digit);
                    *value = if longer <= *most { longer } else { digit };
                    true
                }
                None => false,
            },
            (EntryValue::Number { value, .. }, KeyCode::Backspace) => {
                *value /= 10;
                true
            }
            _ => false,
        }
    }

    fn step(&mut self, by: i64) -> bool {
        let round = |at: usize, count: usize| (at as i64 + by).rem_euclid(count.max(1) as i64) as usize;
        match self {
            EntryValue::Choice { options, at } => *at = round(*at, options.len()),
            EntryValue::Number { value, most } => {
                *value = (i64::from(*value) + by).clamp(1, i64::from(*most)) as u32;
            }
            EntryValue::Text { field, presets } if !presets.is_empty() => {
                let at = presets.iter().position(|preset| preset == field.text());
                let next = at.map_or(0, |at| round(at, presets.len()));
                *field = TextField::new(&presets[next]);
            }
            EntryValue::Text { .. } | EntryValue::Button => return false,
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(form: &mut Form, code: KeyCode) -> FormAnswer {
        form.key(code.into())
    }

    #[test]
    fn numbers_are_typed_or_stepped() {
        let mut form = Form::new([("n", EntryValue::Number { value: 7, most: 64 })]);
        assert_eq!(press(&mut form, KeyCode::Backspace), FormAnswer::Changed);
        press(&mut form, KeyCode::Char('1'));
        press(&mut form, KeyCode::Char('2'));
        assert_eq!(form.number(0), 12);
        press(&mut form, KeyCode::Char('9'));
        assert_eq!(form.number(0), 9, "129 would be too many, so a new number starts");
        press(&mut form, KeyCode::Right);
        assert_eq!(form.number(0), 10);
        assert_eq!(press(&mut form, KeyCode::Enter), FormAnswer::Submit);
        assert_eq!(press(&mut form, KeyCode::Esc), FormAnswer::Cancel);
    }

    #[test]
    fn typing_replaces_what_was_there_and_arrows_change_it() {
        let number = || EntryValue::Number { value: 20, most: 1000 };
        let presets = vec!["7x6c4".to_owned(), "9x7c4".to_owned(), "7x6m4".to_owned()];
        let board = EntryValue::Text { field: TextField::new("9x7c4"), presets };
        let mut form = Form::new([("games", number()), ("board", board), ("moves", number())]);
        press(&mut form, KeyCode::Char('1'));
        press(&mut form, KeyCode::Char('5'));
        assert_eq!(form.number(0), 15, "not 2015 or 205");
        press(&mut form, KeyCode::Down);
        press(&mut form, KeyCode::Left);
        assert_eq!(form.text(1), "7x6c4");
        press(&mut form, KeyCode::Right);
        press(&mut form, KeyCode::Right);
        assert_eq!(form.text(1), "7x6m4");
        press(&mut form, KeyCode::Backspace);
        press(&mut form, KeyCode::Left);
        press(&mut form, KeyCode::Char('c'));
        assert_eq!(form.text(1), "7x6cm", "once something is typed, arrows move in it");
        press(&mut form, KeyCode::Up);
        press(&mut form, KeyCode::Char('8'));
        assert_eq!(form.number(0), 8, "coming back, it is typed over again");
    }

    #[test]
    fn choices_go_round() {
        let options = vec!["a".to_owned(), "b".to_owned()];
        let mut form = Form::new([("c", EntryValue::choice(options, "b"))]);
        press(&mut form, KeyCode::Right);
        assert_eq!(form.text(0), "a");
        press(&mut form, KeyCode::Left);
        assert_eq!(form.text(0), "b");
    }
}
