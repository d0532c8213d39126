//! `one-move INPUT OUTPUT DEPTH`: reads a board, makes one move, writes the board.

use crate::course::{Course, CourseScreen};
use anyhow::Result;
use std::io::{self, Write};
use std::path::PathBuf;

/// What `one-move` is told.
#[derive(Clone, Debug)]
pub(crate) struct OneMove {
    /// What both modes are told.
    pub(crate) course: Course,
    /// The file to write.
    pub(crate) output: PathBuf,
}

/// Makes one move; what is printed goes to `out`, what is doubtful about the input to `warnings`.
pub(crate) fn run(options: &OneMove, out: &mut dyn Write, warnings: &mut dyn Write) -> Result<()> {
    let course = &options.course;
    let mut game = course.load(warnings)?;
    let mut computer = course.computer(&game)?;
    let mut out = Unread { out, closed: false };
    let mut screen = CourseScreen::new(&mut out, course.picture);
    screen.begin(&game)?;
    if let Some(outcome) = game.outcome() {
        return Ok(screen.result(&game, outcome)?);
    }
    let column = computer.choose(&game)?;
    game.play(column)?;
    screen.after(&game, column)?;
    course.save(&game, &options.output)
}

/// An output whose reader may go away: the move is made and written all the same.
struct Unread<'a> {
    out: &'a mut dyn Write,
    closed: bool,
}

impl Unread<'_> {
    fn forgive<T>(&mut self, result: io::Result<T>, otherwise: T) -> io::Result<T> {
        match result {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.closed = true;
                Ok(otherwise)
            }
            result => result,
        }
    }
}

impl Write for Unread<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.closed {
            return Ok(bytes.len());
        }
        let written = self.out.write(bytes);
        self.forgive(written, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.closed {
            return Ok(());
        }
        let flushed = self.out.flush();
        self.forgive(flushed, ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An output that fails in one way.
    struct Failing(io::ErrorKind);

    impl Write for Failing {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Err(self.0.into())
        }
    }

    #[test]
    fn only_a_reader_that_went_away_is_forgiven() {
        let try_out = |kind| {
            let mut failing = Failing(kind);
            let mut out = Unread { out: &mut failing, closed: false };
            writeln!(out, "a line").and_then(|()| out.flush())
        };
        assert!(try_out(io::ErrorKind::BrokenPipe).is_ok());
        assert_eq!(try_out(io::ErrorKind::StorageFull).unwrap_err().kind(), io::ErrorKind::StorageFull);
    }
}
