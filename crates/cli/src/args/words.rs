//! Options that take one of a few words.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// Reads one of some words: each with what the help says about it, and what it means.
pub(crate) fn one_of<T: Clone + Send + Sync>(
    words: &'static [(&'static str, &'static str, T)],
) -> impl TypedValueParser<Value = T> {
    let possible = words.iter().map(|&(word, about, _)| PossibleValue::new(word).help(about));
    PossibleValuesParser::new(possible).try_map(|typed| {
        let meant = words.iter().find(|(word, ..)| *word == typed).map(|(.., meaning)| meaning.clone());
        meant.ok_or("there is no such word")
    })
}
