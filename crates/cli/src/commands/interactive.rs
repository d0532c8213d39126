//! `interactive INPUT computer-next|human-next DEPTH`: a person against the computer.

use crate::course::{Course, CourseScreen};
use crate::prose;
use crate::session::read_line;
use anyhow::{Context, Result};
use dropline_core::{Column, Game};
use std::io::{BufRead, Write};
use std::path::PathBuf;

/// What `interactive` is told.
#[derive(Clone, Debug)]
pub(crate) struct Interactive {
    /// What both modes are told.
    pub(crate) course: Course,
    /// Whether the computer has the next move.
    pub(crate) computer_next: bool,
    /// Whether columns are asked for from 0 instead of from 1.
    pub(crate) zero_based: bool,
    /// Where `computer.txt` and `human.txt` go.
    pub(crate) folder: PathBuf,
    /// Whether what is typed shows up on the screen by itself.
    pub(crate) echoed: bool,
}

/// Plays until the board is full or the input ends.
pub(crate) fn run(
    options: &Interactive,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
    warnings: &mut dyn Write,
) -> Result<()> {
    let course = &options.course;
    let mut game = course.load(warnings)?;
    let mut computer = course.computer(&game)?;
    let mut screen = CourseScreen::new(out, course.picture);
    let mut computers_turn = options.computer_next;
    screen.begin(&game)?;
    loop {
        if let Some(outcome) = game.outcome() {
            return Ok(screen.result(&game, outcome)?);
        }
        let (column, file) = if computers_turn {
            (computer.choose(&game)?, "computer.txt")
        } else {
            let mut questions = Questions { options, game: &game, input, screen: &mut screen };
            match questions.ask()? {
                Some(column) => (column, "human.txt"),
                None => return Ok(screen.say("\nThe game is unfinished: the input has ended.")?),
            }
        };
        game.play(column)?;
        course.save(&game, &options.folder.join(file))?;
        screen.after(&game, column)?;
        computers_turn = !computers_turn;
    }
}

/// Asking for one column.
struct Questions<'a, 'b> {
    options: &'a Interactive,
    game: &'a Game,
    input: &'a mut dyn BufRead,
    screen: &'a mut CourseScreen<'b>,
}

impl Questions<'_, '_> {
    /// The first answer that can be played; nothing at the end of the input.
    fn ask(&mut self) -> Result<Option<Column>> {
        let first = self.first();
        self.screen.gap()?;
        loop {
            self.screen.ask(first, first + self.game.variant().columns() as u32 - 1)?;
            let Some(line) = read_line(self.input).context("cannot read the answer")? else { return Ok(None) };
            if !self.options.echoed {
                self.screen.gap()?;
            }
            match self.column(line.trim()) {
                Ok(column) => return Ok(Some(column)),
                Err(wrong) => self.screen.say(&wrong)?,
            }
        }
    }

    /// The number of the leftmost column.
    const fn first(&self) -> u32 {
        if self.options.zero_based { 0 } else { 1 }
    }

    /// The column an answer means, or what is wrong with it.
    fn column(&self, answer: &str) -> Result<Column, String> {
        let choose_all = || format!("choose {}", self.list(self.game.board().columns()));
        if answer.is_empty() {
            return Err(format!("no column was entered: {}", choose_all()));
        }
        if !answer.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(format!("`{}` is not a column: {}", answer.escape_debug(), choose_all()));
        }
        let index = answer.parse::<u32>().ok().and_then(|number| number.checked_sub(self.first()));
        let column = index.map(|index| Column::from_index(index as usize));
        let column = column.filter(|column| column.index() < self.game.variant().columns());
        let column = column.ok_or_else(|| format!("column {answer} is off the board: {}", choose_all()))?;
        match self.game.board().has_room(column) {
            Ok(()) => Ok(column),
            Err(_) => Err(format!("column {answer} is full: choose {}", self.list(self.game.legal_columns()))),
        }
    }

    /// Columns as they are typed, neighbours together.
    fn list(&self, columns: impl Iterator<Item = Column>) -> String {
        prose::number_list(columns.map(|column| column.number() - 1 + self.first()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::course::CoursePicture;
    use dropline_core::notation::maxconnect::LineEnds;

    #[test]
    fn what_a_terminal_echoes_is_not_followed_by_an_empty_line() {
        let folder = tempfile::tempdir().unwrap();
        let course = Course {
            input: folder.path().join("none"),
            size: Some("2x1m1".parse().unwrap()),
            connect: 2,
            strict: true,
            ends: LineEnds::Lf,
            player: "bad".parse().unwrap(),
            depth: "1".parse().unwrap(),
            seed: 0,
            picture: CoursePicture::Course,
        };
        let folder = folder.path().to_owned();
        let options = Interactive { course, computer_next: false, zero_based: false, folder, echoed: true };
        let (mut out, mut warnings) = (Vec::new(), Vec::new());
        run(&options, &mut "3\n2\n".as_bytes(), &mut out, &mut warnings).unwrap();
        let out = String::from_utf8(out).unwrap();
        let asked = "\n\nEnter a column (1-2): column 3 is off the board: choose 1, 2\nEnter a column (1-2): \nmove 1: Player 1, column 2\n";
        assert!(out.contains(asked), "{out}");
        assert!(
            out.ends_with(
                "Score: Player 1 = 0, Player 2 = 0\n\nThe board is full.\nIt is a tie, 0 to 0.\nGame over.\n"
            )
        );
        assert!(warnings.is_empty());
        assert_eq!(std::fs::read_to_string(options.folder.join("computer.txt")).unwrap(), "21\n1\n");
    }
}
