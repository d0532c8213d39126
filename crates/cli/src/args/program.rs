//! Which of the two programs a manual or a script is about.

use crate::args::Args;
use crate::args::course::MaxConnect4Args;
use clap::{CommandFactory, ValueEnum};

/// The programs there are.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum OwnProgram {
    /// All of Dropline
    Dropline,
    /// The course program by itself
    Maxconnect4,
}

impl OwnProgram {
    /// What is typed to start it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            OwnProgram::Dropline => "dropline",
            OwnProgram::Maxconnect4 => "maxconnect4",
        }
    }

    /// Its commands and options.
    pub(crate) fn command(self) -> clap::Command {
        match self {
            OwnProgram::Dropline => Args::command(),
            OwnProgram::Maxconnect4 => MaxConnect4Args::command(),
        }
    }
}
