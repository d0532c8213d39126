//! The one list of players, for every way into Dropline.

use crate::book::BookChoice;
use crate::players::classic::{damped, forecast, max, smart};
use crate::players::{bad, engine, human, level, perfect, random};
use crate::{Player, Spec, SpecError};
use dropline_core::{Rules, Variant};

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
    if !info.rules.contains(&variant.rules()) {
        let plays = match variant.rules() {
            Rules::Connect => "Max-Connect only, as in 7x6m4",
            Rules::Max => "Connect only, as in 7x6c4",
        };
        return Err(SpecError::Variant { player: info.name, variant, plays });
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
