//! Programs of other people as players: started, asked, bounded and cleaned up after.
//!
//! A program gets its own process group and temporary folder. Nothing it does can hold up a tournament or fill the memory: each wait has a
//! deadline, each text kept a largest length, and when its game ends the whole group and every process started by it are killed.

mod command;
mod excerpt;
mod group;
mod janitor;
mod kaggle;
mod lines;
mod maxconnect;

pub use command::CommandError;
pub(crate) use command::CommandLine;
pub(crate) use kaggle::check_file;

use crate::Trouble;
use dropline_core::{Game, Variant};
use dropline_engine::{Choice, Think};
use lines::LineProgram;
use maxconnect::OneMoveProgram;
use std::path::Path;
use std::time::Duration;

/// A running outside program.
pub struct Program(Kind);

enum Kind {
    Lines(LineProgram),
    OneMove(OneMoveProgram),
}

impl Program {
    /// Starts a program that speaks the line protocol and waits until it is ready.
    pub(crate) fn exec(command: &CommandLine, variant: Variant, seed: u64) -> Result<Program, Trouble> {
        Ok(Program(Kind::Lines(LineProgram::start(command, variant, seed)?)))
    }

    /// Starts a Kaggle ConnectX agent under our driver, which speaks the line protocol for it.
    pub(crate) fn kaggle(file: &Path, variant: Variant, seed: u64) -> Result<Program, Trouble> {
        Ok(Program(Kind::Lines(kaggle::start(file, variant, seed)?)))
    }

    /// A course program that is started anew for each move.
    pub(crate) fn maxconnect(command: &CommandLine) -> Result<Program, Trouble> {
        Ok(Program(Kind::OneMove(OneMoveProgram::new(command)?)))
    }

    pub(crate) fn choose(&mut self, game: &Game, think: &Think<'_>, deadline: Duration) -> Result<Choice, Trouble> {
        match &mut self.0 {
            Kind::Lines(program) => program.choose(game, think, deadline),
            Kind::OneMove(program) => program.choose(game, think, deadline),
        }
    }

    /// Ends the program and hands back what it wrote to standard error.
    pub(crate) fn close(self) -> String {
        match self.0 {
            Kind::Lines(program) => program.close(),
            Kind::OneMove(program) => program.close(),
        }
    }
}
