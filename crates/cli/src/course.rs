//! The course program Max-Connect-4: what `one-move` and `interactive` share.

mod board_file;
mod computer;
mod depth;
mod screen;

pub(crate) use computer::Computer;
pub(crate) use depth::SearchDepth;
pub(crate) use screen::{CoursePicture, CourseScreen};

use anyhow::Result;
use dropline_core::notation::maxconnect::{self, LineEnds};
use dropline_core::{Game, Variant};
use dropline_engine::Spec;
use std::io::Write;
use std::path::{Path, PathBuf};

/// What both modes are told.
#[derive(Clone, Debug)]
pub(crate) struct Course {
    /// The board file to start from; one that does not exist is an empty board.
    pub(crate) input: PathBuf,
    /// The size the board must have; nothing to take it from the file.
    pub(crate) size: Option<Variant>,
    /// N.
    pub(crate) connect: usize,
    /// Whether counts that contradict the turn digit are refused.
    pub(crate) strict: bool,
    /// How lines end in files that are written.
    pub(crate) ends: LineEnds,
    /// Who plays for the computer.
    pub(crate) player: Spec,
    /// How many plies it looks ahead.
    pub(crate) depth: SearchDepth,
    /// Where its chance comes from.
    pub(crate) seed: u64,
    /// How boards are printed.
    pub(crate) picture: CoursePicture,
}

impl Course {
    /// The game in the input file; a contradiction that is let pass is told to `warnings`.
    pub(crate) fn load(&self, warnings: &mut dyn Write) -> Result<Game> {
        board_file::load(self, warnings)
    }

    /// The player for the computer's moves from this game on.
    pub(crate) fn computer(&self, game: &Game) -> Result<Computer> {
        Computer::new(&self.player, self.depth, game, self.seed)
    }

    /// Replaces a file by the board as it stands, in the format of the input.
    pub(crate) fn save(&self, game: &Game, path: &Path) -> Result<()> {
        let text = maxconnect::write(game.board(), game.turn(), self.ends);
        crate::files::write_whole(path, text.as_bytes())
    }
}
