//! A line of text that is edited.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use tui_input::{Input, InputRequest};

/// A text with a cursor.
#[derive(Clone, Debug, Default)]
pub(crate) struct TextField(Input);

impl TextField {
    pub(crate) fn new(text: &str) -> TextField {
        TextField(Input::new(text.to_owned()))
    }

    pub(crate) fn text(&self) -> &str {
        self.0.value()
    }

    /// Where the cursor is, in characters, and the first character shown in a width.
    pub(crate) fn view(&self, width: usize) -> (usize, usize) {
        (self.0.visual_cursor(), self.0.visual_scroll(width))
    }

    pub(crate) fn insert(&mut self, text: &str) {
        for c in text.chars().filter(|c| !c.is_control()) {
            self.0.handle(InputRequest::InsertChar(c));
        }
    }

    /// Edits the text; says whether the key meant anything here.
    pub(crate) fn key(&mut self, key: KeyEvent) -> bool {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let request = match key.code {
            KeyCode::Char('w') if control => InputRequest::DeletePrevWord,
            KeyCode::Char('u') if control => InputRequest::DeleteLine,
            KeyCode::Char('a') if control => InputRequest::GoToStart,
            KeyCode::Char('e') if control => InputRequest::GoToEnd,
            KeyCode::Char('k') if control => InputRequest::DeleteTillEnd,
            KeyCode::Char(c) if !control => InputRequest::InsertChar(c),
            KeyCode::Backspace => InputRequest::DeletePrevChar,
            KeyCode::Delete => InputRequest::DeleteNextChar,
            KeyCode::Left if control => InputRequest::GoToPrevWord,
            KeyCode::Right if control => InputRequest::GoToNextWord,
            KeyCode::Left => InputRequest::GoToPrevChar,
            KeyCode::Right => InputRequest::GoToNextChar,
            KeyCode::Home => InputRequest::GoToStart,
            KeyCode::End => InputRequest::GoToEnd,
            _ => return false,
        };
        self.0.handle(request);
        true
    }
}
