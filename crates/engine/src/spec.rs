//! Spec strings: `name` or `name:key=value,key=value`.

use crate::duration::parse_duration;
use crate::registry;
use dropline_core::Variant;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A player's name and options, checked against the registry.
///
/// ```
/// use dropline_engine::Spec;
/// let spec: Spec = "random".parse()?;
/// assert_eq!(spec.name(), "random");
/// # Ok::<(), dropline_engine::SpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(into = "String"))]
pub struct Spec {
    name: &'static str,
    options: Options,
}

/// The options of a spec, in the order given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options(Vec<(String, String)>);

/// Why a spec names no player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpecError {
    /// No player has this name.
    #[error("there is no player `{name}`: choose one of {}", .known.join(", "))]
    Name {
        /// The name given.
        name: String,
        /// The names there are.
        known: Vec<&'static str>,
    },
    /// An option is not of the form key=value.
    #[error("`{option}` is not an option of the form key=value")]
    Form {
        /// What was given.
        option: String,
    },
    /// The player has no such option.
    #[error("{player} has no option `{key}`: {}", known_options(.known))]
    Key {
        /// The player.
        player: &'static str,
        /// The key given.
        key: String,
        /// The keys it has.
        known: Vec<&'static str>,
    },
    /// The same option is given twice.
    #[error("the option `{key}` of {player} is given twice")]
    Twice {
        /// The player.
        player: &'static str,
        /// The key.
        key: String,
    },
    /// An option's value is out of range or not a value at all.
    #[error("{player}: {key}={value} is not possible: {expected}")]
    Value {
        /// The player.
        player: &'static str,
        /// The key.
        key: String,
        /// The value given.
        value: String,
        /// What would be right.
        expected: String,
    },
    /// The player does not play this variant.
    #[error("{player} does not play {variant}: it plays {plays}")]
    Variant {
        /// The player.
        player: &'static str,
        /// The variant asked for.
        variant: Variant,
        /// What it plays.
        plays: String,
    },
}

fn known_options(known: &[&str]) -> String {
    if known.is_empty() { "it takes none".to_owned() } else { format!("it takes {}", known.join(", ")) }
}

impl Spec {
    /// The player's name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The options given.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// What the registry knows about this player.
    #[must_use]
    pub fn info(&self) -> &'static registry::PlayerInfo {
        registry::find(self.name).expect("a spec's name comes from the registry")
    }

    /// Whether a person has to be asked for this player's moves.
    #[must_use]
    pub fn is_interactive(&self) -> bool {
        self.info().interactive
    }

    /// Whether this player plays a variant.
    #[must_use]
    pub fn plays(&self, variant: Variant) -> bool {
        self.info().plays(variant)
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Spec, SpecError> {
        let (name, rest) = match text.split_once(':') {
            Some((name, rest)) => (name, Some(rest)),
            None => (text, None),
        };
        let info = registry::find(name.trim()).ok_or_else(|| SpecError::Name {
            name: name.trim().to_owned(),
            known: registry::players().iter().map(|info| info.name).collect(),
        })?;
        let mut options = Options::default();
        for option in rest.into_iter().flat_map(|rest| rest.split(',')) {
            let Some((key, value)) = option.split_once('=') else {
                return Err(SpecError::Form { option: option.to_owned() });
            };
            let (key, value) = (key.trim().to_owned(), value.trim().to_owned());
            if !info.options.iter().any(|known| known.key == key) {
                let known = info.options.iter().map(|known| known.key).collect();
                return Err(SpecError::Key { player: info.name, key, known });
            }
            if options.get(&key).is_some() {
                return Err(SpecError::Twice { player: info.name, key });
            }
            options.0.push((key, value));
        }
        let spec = Spec { name: info.name, options };
        (info.check)(&spec)?;
        Ok(spec)
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options: Vec<_> = self.options.0.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let colon = if options.is_empty() { "" } else { ":" };
        f.pad(&format!("{}{colon}{}", self.name, options.join(",")))
    }
}

// Derived, it would ask for text that lives for ever, because the name does.
#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Spec {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Spec, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

dropline_core::text_conversions!(Spec);

impl Options {
    /// The value of a key as it was given.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }
}

/// Typed reading of options, for the players.
impl Spec {
    /// A whole number within a range; nothing if the option is not given.
    pub(crate) fn number(&self, key: &str, range: std::ops::RangeInclusive<u64>) -> Result<Option<u64>, SpecError> {
        let Some(value) = self.options.get(key) else { return Ok(None) };
        match value.parse() {
            Ok(number) if range.contains(&number) => Ok(Some(number)),
            _ => Err(self.bad_value(key, value, format!("a whole number from {} to {}", range.start(), range.end()))),
        }
    }

    /// The option `depth`, in plies, 1 or more; nothing if it is not given.
    pub(crate) fn depth(&self) -> Result<Option<u32>, SpecError> {
        self.depth_from(1)
    }

    /// The option `depth`, in plies, so many or more; nothing if it is not given.
    pub(crate) fn depth_from(&self, least: u64) -> Result<Option<u32>, SpecError> {
        Ok(self.number("depth", least..=u64::from(u32::MAX))?.map(|depth| depth as u32))
    }

    /// A stretch of time such as `5s`, `100ms`, `0.5s` or `2` (seconds), more than zero and at most a day; nothing if the option is
    /// not given.
    pub(crate) fn time(&self, key: &str) -> Result<Option<Duration>, SpecError> {
        let Some(value) = self.options.get(key) else { return Ok(None) };
        match parse_duration(value) {
            Ok(time) if time > Duration::ZERO && time <= Duration::from_secs(24 * 3600) => Ok(Some(time)),
            _ => Err(self.bad_value(
                key,
                value,
                "a time such as 5s or 100ms, more than zero and at most a day".to_owned(),
            )),
        }
    }

    /// One of a few words; the first one if the option is not given.
    pub(crate) fn word(&self, key: &str, words: &[&'static str]) -> Result<&'static str, SpecError> {
        let Some(value) = self.options.get(key) else { return Ok(words[0]) };
        let found = words.iter().find(|&&word| word == value).copied();
        found.ok_or_else(|| self.bad_value(key, value, format!("one of {}", words.join(", "))))
    }

    fn bad_value(&self, key: &str, value: &str, expected: String) -> SpecError {
        SpecError::Value { player: self.name, key: key.to_owned(), value: value.to_owned(), expected }
    }
}
