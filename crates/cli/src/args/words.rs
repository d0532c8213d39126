//! Options that take one of a few words, or a player.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::error::Error;
use std::ffi::OsStr;
use std::marker::PhantomData;
use std::str::FromStr;

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

/// Reads a player; shells complete the names of those built in.
pub(crate) fn player<T>() -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: Error + Send + Sync + 'static> + Clone + Send + Sync + 'static,
{
    PlayerParser(PhantomData)
}

#[derive(Clone)]
struct PlayerParser<T>(PhantomData<T>);

impl<T> TypedValueParser for PlayerParser<T>
where
    T: FromStr<Err: Error + Send + Sync + 'static> + Clone + Send + Sync + 'static,
{
    type Value = T;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        typed: &OsStr,
    ) -> Result<T, clap::error::Error> {
        T::from_str.parse_ref(command, arg, typed)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let named = dropline_engine::players().iter().map(|info| PossibleValue::new(info.name).help(info.about));
        Some(Box::new(named))
    }
}
