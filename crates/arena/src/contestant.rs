//! Who takes part: a built-in player, or a program of somebody else.

use crate::outside::{CommandError, CommandLine, Program, check_file};
use crate::{ForfeitReason, Participant, Trouble};
use dropline_core::{Rules, Variant};
use dropline_engine::{Spec, SpecError, book::BookChoice, build, build_with};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A player of a tournament, by its spec string.
///
/// ```
/// use dropline_arena::Contestant;
/// let random: Contestant = "random".parse()?;
/// let script: Contestant = r#"exec:"sh bot.sh --fast""#.parse()?;
/// assert_eq!(script.to_string(), "exec:sh bot.sh --fast");
/// assert!("exec:".parse::<Contestant>().is_err());
/// # Ok::<(), dropline_arena::ContestantError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Contestant {
    /// A player of the registry.
    BuiltIn(Spec),
    /// A command that speaks the line protocol.
    Exec(String),
    /// A course program that understands `one-move INPUT OUTPUT DEPTH`.
    MaxConnect(String),
    /// A Kaggle ConnectX agent's file.
    Kaggle(String),
    /// Somebody by this name whom the front end brings along: its participant maker seats the player.
    Guest(String),
}

/// Why a spec string names nobody who could take part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ContestantError {
    /// Not a built-in player.
    #[error("{0}; or a program as exec:COMMAND, maxconnect:COMMAND or kaggle:FILE.py")]
    Name(SpecError),
    /// A built-in player with wrong options, or one that does not play the variant.
    #[error(transparent)]
    Spec(SpecError),
    /// A command or a file that is not there.
    #[error("{contestant}: {error}")]
    Command {
        /// Who it was to be.
        contestant: String,
        /// What is wrong.
        error: CommandError,
    },
    /// A program that does not get as far as its first move.
    #[error("{contestant} cannot be started: {trouble}")]
    Start {
        /// Who it was to be.
        contestant: String,
        /// What happened.
        trouble: Trouble,
    },
    /// A person cannot take part.
    #[error("{0} needs a person at the board: tournaments are for players and programs")]
    Interactive(Spec),
    /// A Kaggle agent is asked for Max-Connect.
    #[error("{contestant} does not play {variant}: ConnectX agents play Connect only, as in 7x6c4")]
    Variant {
        /// Who it was to be.
        contestant: String,
        /// The variant asked for.
        variant: Variant,
    },
}

impl Contestant {
    /// Whether a person has to be asked for this player's moves.
    #[must_use]
    pub fn is_interactive(&self) -> bool {
        matches!(self, Contestant::BuiltIn(spec) if spec.is_interactive())
    }

    /// Makes sure that this player can play a variant, as far as that can be known without starting it.
    pub fn check(&self, variant: Variant) -> Result<(), ContestantError> {
        let command = |error| ContestantError::Command { contestant: self.to_string(), error };
        match self {
            Contestant::BuiltIn(spec) if spec.is_interactive() => Err(ContestantError::Interactive(spec.clone())),
            Contestant::BuiltIn(spec) => build(spec, variant, 0).map(drop).map_err(ContestantError::Spec),
            Contestant::Exec(line) | Contestant::MaxConnect(line) => {
                CommandLine::parse(line).map(drop).map_err(command)
            }
            Contestant::Kaggle(_) if variant.rules() == Rules::Max => {
                Err(ContestantError::Variant { contestant: self.to_string(), variant })
            }
            Contestant::Kaggle(file) => check_file(file).map(drop).map_err(command),
            Contestant::Guest(_) => Ok(()),
        }
    }

    /// Starts a program once and ends it, so that one that never gets ready is known before the first game. A course program is started for its moves only.
    pub fn try_out(&self, variant: Variant) -> Result<(), ContestantError> {
        if matches!(self, Contestant::BuiltIn(_)) {
            return Ok(());
        }
        let start = |trouble| ContestantError::Start { contestant: self.to_string(), trouble };
        self.participant(variant, 0).map(|program| drop(program.close())).map_err(start)
    }

    /// A fresh participant for one game; programs are started here.
    pub fn participant(&self, variant: Variant, seed: u64) -> Result<Participant, Trouble> {
        self.participant_with(variant, seed, &BookChoice::Embedded)
    }

    /// A fresh participant for one game, with a choice of the opening book for players that use one.
    pub fn participant_with(&self, variant: Variant, seed: u64, book: &BookChoice) -> Result<Participant, Trouble> {
        let refused = |error: &dyn fmt::Display| Trouble::new(ForfeitReason::Refused, error.to_string());
        let program = match self {
            Contestant::BuiltIn(spec) => {
                return build_with(spec, variant, seed, book).map(Participant::Player).map_err(|error| refused(&error));
            }
            Contestant::Exec(line) => Program::exec(&parse(line)?, variant, seed)?,
            Contestant::MaxConnect(line) => Program::maxconnect(&parse(line)?)?,
            Contestant::Kaggle(file) => {
                let file = check_file(file).map_err(|error| refused(&error))?;
                Program::kaggle(&file, variant, seed)?
            }
            Contestant::Guest(name) => return Err(refused(&format_args!("nobody has brought {name} along"))),
        };
        Ok(Participant::Program(Box::new(program)))
    }
}

fn parse(line: &str) -> Result<CommandLine, Trouble> {
    CommandLine::parse(line).map_err(|error| Trouble::new(ForfeitReason::Refused, error.to_string()))
}

impl FromStr for Contestant {
    type Err = ContestantError;

    fn from_str(text: &str) -> Result<Contestant, ContestantError> {
        let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
        let rest = rest.trim();
        // Quotes around everything go; those around words are the command's.
        let bare = rest.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).filter(|bare| !bare.contains('"'));
        let rest = bare.unwrap_or(rest).trim().to_owned();
        let contestant = match kind.trim() {
            "exec" => Contestant::Exec(rest),
            "maxconnect" => Contestant::MaxConnect(rest),
            "kaggle" => Contestant::Kaggle(rest),
            _ => {
                return text.parse().map(Contestant::BuiltIn).map_err(|error| match error {
                    SpecError::Name { .. } => ContestantError::Name(error),
                    error => ContestantError::Spec(error),
                });
            }
        };
        match &contestant {
            Contestant::Exec(rest) | Contestant::MaxConnect(rest) | Contestant::Kaggle(rest) if rest.is_empty() => {
                Err(ContestantError::Command { contestant: text.to_owned(), error: CommandError::Empty })
            }
            _ => Ok(contestant),
        }
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contestant::BuiltIn(spec) => write!(f, "{spec}"),
            Contestant::Exec(line) => write!(f, "exec:{line}"),
            Contestant::MaxConnect(line) => write!(f, "maxconnect:{line}"),
            Contestant::Kaggle(file) => write!(f, "kaggle:{file}"),
            Contestant::Guest(name) => write!(f, "{name}"),
        }
    }
}

dropline_core::text_conversions!(Contestant);
