//! What the course program prints, word for word.

use dropline_core::notation::maxconnect::{self, player_number};
use dropline_core::picture::{Look, Style, View, draw};
use dropline_core::{Column, Game, Outcome};
use std::io::{self, Write};

/// How a board is printed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum CoursePicture {
    /// Digits in a frame, as the course program prints them.
    Course,
    /// One of our own styles.
    Ours(Style, Look),
}

/// The words of the course program on some output.
pub(crate) struct CourseScreen<'a> {
    out: &'a mut dyn Write,
    picture: CoursePicture,
}

impl<'a> CourseScreen<'a> {
    pub(crate) fn new(out: &'a mut dyn Write, picture: CoursePicture) -> CourseScreen<'a> {
        CourseScreen { out, picture }
    }

    /// The first line, then the board and the score before the first move.
    pub(crate) fn begin(&mut self, game: &Game) -> io::Result<()> {
        writeln!(self.out, "MaxConnect-{} game", game.variant().connect())?;
        self.state("before", game)
    }

    /// The last move, then the board and the score after it.
    pub(crate) fn after(&mut self, game: &Game, column: Column) -> io::Result<()> {
        let mover = player_number(game.turn().other());
        writeln!(self.out, "\nmove {}: Player {mover}, column {column}", game.board().checkers())?;
        self.state("after", game)
    }

    /// Everything is flushed here: thinking or a question may follow.
    fn state(&mut self, when: &str, game: &Game) -> io::Result<()> {
        let picture = match self.picture {
            CoursePicture::Course => maxconnect::picture(game.board()),
            CoursePicture::Ours(style, look) => draw(&View::of(game), style, look),
        };
        let points = game.points();
        writeln!(self.out, "Game state {when} move:")?;
        self.out.write_all(picture.as_bytes())?;
        writeln!(self.out, "Score: Player 1 = {}, Player 2 = {}", points.red, points.black)?;
        self.out.flush()
    }

    /// How the game ended; the board must be full.
    pub(crate) fn result(&mut self, game: &Game, outcome: Outcome) -> io::Result<()> {
        let points = game.points();
        writeln!(self.out, "\nThe board is full.")?;
        match outcome.winner() {
            Some(side) => {
                let (more, fewer) = (points.of(side), points.of(side.other()));
                writeln!(self.out, "Player {} wins {more} to {fewer}.", player_number(side))?;
            }
            None => writeln!(self.out, "It is a tie, {} to {}.", points.red, points.black)?,
        }
        writeln!(self.out, "Game over.")?;
        self.out.flush()
    }

    /// An empty line before a question.
    pub(crate) fn gap(&mut self) -> io::Result<()> {
        writeln!(self.out)
    }

    /// The question for a column.
    pub(crate) fn ask(&mut self, first: u32, last: u32) -> io::Result<()> {
        write!(self.out, "Enter a column ({first}-{last}): ")?;
        self.out.flush()
    }

    /// A line of its own.
    pub(crate) fn say(&mut self, sentence: &str) -> io::Result<()> {
        writeln!(self.out, "{sentence}")?;
        self.out.flush()
    }
}
