//! Who plays one side: a player of ours, or a program of somebody else.

use crate::outside::Program;
use crate::{ForfeitReason, Trouble};
use dropline_core::Game;
use dropline_engine::{Choice, Player, PlayerError, Think};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// Whoever chooses the moves of one side in one game.
pub enum Participant {
    /// A built-in player.
    Player(Box<dyn Player>),
    /// A program behind a pipe.
    Program(Box<Program>),
}

impl Participant {
    /// A column for the side to move, or the trouble that loses the game. A panic of a built-in player is caught here.
    ///
    /// A program that has said nothing by `deadline` is killed; built-in players are told to stop by the [`GameWatch`](crate::GameWatch).
    pub fn choose(&mut self, game: &Game, think: &Think<'_>, deadline: Duration) -> Result<Choice, Trouble> {
        match self {
            Participant::Player(player) => {
                let answer = catch_unwind(AssertUnwindSafe(|| player.choose(game, think)));
                match answer {
                    Ok(Ok(choice)) => Ok(choice),
                    Ok(Err(error)) => Err(Trouble::new(reason(&error), error.to_string())),
                    Err(panic) => {
                        Err(Trouble::new(ForfeitReason::Crash, format!("panicked: {}", panic_message(&*panic))))
                    }
                }
            }
            Participant::Program(program) => program.choose(game, think, deadline),
        }
    }

    /// Ends its work and hands back a player's last words, or what a program wrote to its standard error, cut to a bounded length.
    #[must_use]
    pub fn close(self) -> String {
        match self {
            Participant::Player(player) => player.last_words(),
            Participant::Program(program) => program.close(),
        }
    }
}

const fn reason(error: &PlayerError) -> ForfeitReason {
    match error {
        PlayerError::Failed(_) => ForfeitReason::Crash,
        PlayerError::Impossible(_) => ForfeitReason::Illegal,
        _ => ForfeitReason::Refused,
    }
}

pub(crate) fn panic_message(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}
