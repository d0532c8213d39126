//! Words of a lesson in several languages.

use std::collections::BTreeMap;

/// A text in English, and in other languages where the file has it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(transparent))]
pub struct LessonText(BTreeMap<String, String>);

const ENGLISH: &str = "en";

impl LessonText {
    pub(super) fn new(english: String) -> LessonText {
        LessonText(BTreeMap::from([(ENGLISH.to_owned(), english)]))
    }

    /// Adds another language; says whether it was not there yet.
    pub(super) fn translate(&mut self, language: &str, text: String) -> bool {
        self.0.insert(language.to_owned(), text).is_none()
    }

    /// The English words.
    #[must_use]
    pub fn english(&self) -> &str {
        self.0.get(ENGLISH).map_or("", String::as_str)
    }

    /// The words in a language such as `de`, in English if it is not there.
    #[must_use]
    pub fn in_language(&self, language: &str) -> &str {
        self.0.get(language).map_or_else(|| self.english(), String::as_str)
    }
}
