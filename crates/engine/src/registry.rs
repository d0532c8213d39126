//! The one list of players, for every way into Dropline.

use crate::book::BookChoice;
use crate::players::classic::{damped, forecast, max, smart};
use crate::players::{bad, engine, human, level, perfect, random};
use crate::search::extent_of;
use crate::{Player, Spec, SpecError};
use dropline_core::{Game, Rules, Variant};

/// Makes a player from its spec, for a variant, with a seed and a book.
type Build = fn(&Spec, Variant, u64, &BookChoice) -> Result<Box<dyn Player>, SpecError>;

/// What there is to know about a player before it is made.
#[derive(Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PlayerInfo {
    /// The name in spec strings.
    pub name: &'static str,
    /// One line about how it plays.
    pub about: &'static str,
    /// Whether a person has to be asked for its moves.
    pub interactive: bool,
    /// The rule sets it plays.
    pub rules: &'static [Rules],
    /// The largest boards it plays, by their bits, (levels + 1) × columns; nothing if it plays all.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub most_bits: Option<usize>,
    /// The boards on which it may need hours to be sure of a move, by log₂(columns) × cells: those above this; nothing if it takes long on none.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub long_above: Option<u32>,
    /// The options it takes.
    pub options: &'static [OptionInfo],
    /// How strong it plays, for choosing a default opponent: more is stronger, 0 is never chosen.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) strength: u8,
    /// Checks the options without making a player.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) check: fn(&Spec) -> Result<(), SpecError>,
    /// Makes the player.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) build: Build,
}

/// One option of a player.
#[derive(Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct OptionInfo {
    /// The key in spec strings.
    pub key: &'static str,
    /// What values it takes.
    pub values: &'static str,
    /// What holds when it is not given.
    pub default: &'static str,
    /// What it changes.
    pub about: &'static str,
    /// Values that have a name of their own.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "<[ValueInfo]>::is_empty"))]
    pub named: &'static [ValueInfo],
}

/// A value of an option that has a name.
#[derive(Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ValueInfo {
    /// The value in spec strings.
    pub value: &'static str,
    /// What people call it.
    pub name: &'static str,
    /// One sentence about it.
    pub about: &'static str,
}

impl PlayerInfo {
    /// Whether it plays a variant.
    #[must_use]
    pub fn plays(&self, variant: Variant) -> bool {
        self.rules.contains(&variant.rules()) && self.most_bits.is_none_or(|most| variant.bits() <= most)
    }

    /// Whether it may think for hours about a move where nobody sets a limit: it plays only what it proves, and from this position on that takes long.
    ///
    /// ```
    /// use dropline_core::Game;
    /// use dropline_engine::Spec;
    /// let (large, standard) = (Game::new("9x7c4".parse()?), Game::new("7x6c4".parse()?));
    /// let perfect: Spec = "perfect".parse()?;
    /// assert!(perfect.info().takes_long(&large) && !perfect.info().takes_long(&standard));
    /// assert!(!"level".parse::<Spec>()?.info().takes_long(&large));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn takes_long(&self, game: &Game) -> bool {
        self.long_above.is_some_and(|most| extent_of(game) > f64::from(most))
    }

    /// What it plays, in words; every board where no limit is said.
    #[must_use]
    pub fn boards(&self) -> String {
        let rules = match self.rules {
            [Rules::Connect] => "Connect only, as in 7x6c4",
            [Rules::Max] => "Max-Connect only, as in 7x6m4",
            _ => "Connect and Max-Connect",
        };
        match self.most_bits {
            Some(most) => {
                format!("{rules}, on boards with (levels + 1) × columns up to {most}, whose positions can be solved")
            }
            None => rules.to_owned(),
        }
    }
}

/// Both rule sets.
pub(crate) const BOTH_RULES: &[Rules] = &[Rules::Connect, Rules::Max];

static PLAYERS: &[PlayerInfo] = &[
    human::INFO,
    bad::INFO,
    random::INFO,
    damped::INFO,
    forecast::INFO,
    max::INFO,
    smart::INFO,
    engine::INFO,
    level::INFO,
    perfect::INFO,
];

/// All players, the simplest first.
#[must_use]
pub fn players() -> &'static [PlayerInfo] {
    PLAYERS
}

pub(crate) fn find(name: &str) -> Option<&'static PlayerInfo> {
    PLAYERS.iter().find(|info| info.name == name)
}

/// Makes a player for a variant. Players that use chance take it from the seed, those that know openings from the embedded book.
pub fn build(spec: &Spec, variant: Variant, seed: u64) -> Result<Box<dyn Player>, SpecError> {
    build_with(spec, variant, seed, &BookChoice::Embedded)
}

/// Makes a player for a variant, with a choice of the opening book.
///
/// ```
/// use dropline_core::{Game, Variant};
/// use dropline_engine::{Think, book::BookChoice, build_with};
///
/// let mut player = build_with(&"perfect".parse()?, "5x4c4".parse()?, 0, &BookChoice::None)?;
/// let choice = player.choose(&Game::new("5x4c4".parse()?), &Think::default())?;
/// assert_eq!(choice.score, Some(0.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn build_with(spec: &Spec, variant: Variant, seed: u64, book: &BookChoice) -> Result<Box<dyn Player>, SpecError> {
    let info = spec.info();
    if !info.plays(variant) {
        return Err(SpecError::Variant { player: info.name, variant, plays: info.boards() });
    }
    (info.build)(spec, variant, seed, book)
}

/// The strongest player there is for a rule set.
#[must_use]
pub fn strongest(rules: Rules) -> Spec {
    let best = PLAYERS.iter().filter(|info| info.rules.contains(&rules)).max_by_key(|info| info.strength);
    let name = best.expect("every rule set has a player").name;
    name.parse().expect("a player's name alone is a spec")
}
