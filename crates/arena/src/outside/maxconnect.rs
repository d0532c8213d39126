//! A course program: started anew for each move as `COMMAND one-move INPUT OUTPUT DEPTH`.

use super::command::CommandLine;
use super::excerpt::Excerpt;
use super::group::{Group, folder};
use crate::{ForfeitReason, Trouble};
use dropline_core::notation::maxconnect::{self, LineEnds};
use dropline_core::{Column, Game, Level};
use dropline_engine::{Choice, Think};
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;
use tempfile::TempDir;

/// The depth asked for when the tournament sets none.
const USUAL_DEPTH: u32 = 8;

pub(crate) struct OneMoveProgram {
    command: CommandLine,
    folder: TempDir,
    stderr: Excerpt,
}

impl OneMoveProgram {
    pub(crate) fn new(command: &CommandLine) -> Result<OneMoveProgram, Trouble> {
        Ok(OneMoveProgram { command: command.clone(), folder: folder()?, stderr: Excerpt::default() })
    }

    pub(crate) fn choose(&mut self, game: &Game, think: &Think<'_>, deadline: Duration) -> Result<Choice, Trouble> {
        let (input, output) = (self.folder.path().join("input.txt"), self.folder.path().join("output.txt"));
        // Whatever stands there, a folder included, must not be taken for the next answer.
        let _ = fs::remove_file(&output).or_else(|_| fs::remove_dir_all(&output));
        fs::write(&input, board_file(game)).map_err(|error| {
            Trouble::new(ForfeitReason::Crash, format!("the input file cannot be written: {error}"))
        })?;
        let depth = think.limits.depth.unwrap_or(USUAL_DEPTH).to_string();
        let arguments = ["one-move", "input.txt", "output.txt", &depth];
        let mut group = Group::start(&self.command, &arguments, &self.folder, Stdio::null(), Stdio::null())?;
        if let Some(errors) = group.child().stderr.take() {
            self.stderr.read(errors);
        }
        let in_time = group.wait(deadline, || false);
        let status = group.end();
        if !in_time {
            let reason = if think.limits.time.is_some() { ForfeitReason::Time } else { ForfeitReason::Hang };
            return Err(Trouble::new(reason, format!("still running after {} ms", deadline.as_millis())));
        }
        if let Some(status) = status.filter(|status| !status.success()) {
            return Err(Trouble::new(ForfeitReason::Crash, format!("the program ended with {status}")));
        }
        let answer = read_answer(&output, game)?;
        new_checker(game, &answer).map(Choice::plain).map_err(|detail| Trouble::new(ForfeitReason::Nonsense, detail))
    }

    pub(crate) fn close(self) -> String {
        self.stderr.text()
    }
}

/// The position as a Max-Connect board file.
fn board_file(game: &Game) -> String {
    maxconnect::write(game.board(), game.turn(), LineEnds::Lf)
}

fn read_answer(path: &Path, game: &Game) -> Result<Vec<u8>, Trouble> {
    let nonsense = |detail: String| Trouble::new(ForfeitReason::Nonsense, detail);
    let metadata = fs::symlink_metadata(path).map_err(|_| nonsense("no output file was written".to_owned()))?;
    if !metadata.is_file() {
        return Err(nonsense("the output is not a plain file".to_owned()));
    }
    // Room for blanks at line ends, but not for an endless file.
    let longest = 4 * board_file(game).len() + 1024;
    let mut text = Vec::new();
    fs::File::open(path)
        .and_then(|file| file.take(longest as u64).read_to_end(&mut text))
        .map_err(|error| nonsense(format!("the output file cannot be read: {error}")))?;
    if text.len() == longest {
        return Err(nonsense("the output file is too long".to_owned()));
    }
    Ok(text)
}

/// The column by which the file differs from the game: one more checker of the side to move, and nothing else.
fn new_checker(game: &Game, file: &[u8]) -> Result<Column, String> {
    let variant = game.variant();
    let after = maxconnect::parse_sized(file, variant).map_err(|error| format!("the output file: {error}"))?;
    let after = after.game(variant).map_err(|error| format!("the output file: {error}"))?;
    let (before, after) = (game.board(), after.board());
    let mut found = None;
    for column in before.columns() {
        for level in (0..variant.levels()).map(Level::from_index) {
            let (old, new) = (before.checker_at(column, level), after.checker_at(column, level));
            if old == new {
                continue;
            }
            let is_drop = old.is_none() && new == Some(game.turn());
            if !is_drop || found.replace(column).is_some() {
                return Err(format!("the output board does not follow from the input: column {column}, level {level}"));
            }
        }
    }
    found.ok_or_else(|| "the output board has no new checker".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_new_checker_of_the_right_colour_is_a_move() {
        let game = Game::from_moves("3x2m2".parse().unwrap(), "1").unwrap();
        assert_eq!(board_file(&game), "000\n100\n2\n");
        assert_eq!(new_checker(&game, b"200\r\n100 \r\n1").unwrap().number(), 1);
        assert_eq!(new_checker(&game, b"000\n120\n1\n").unwrap().number(), 2);
        for wrong in
            ["", "000\n100\n1\n", "000\n110\n1\n", "020\n100\n1\n", "000\n122\n1\n", "000\n200\n1\n", "0\n1\n2\n"]
        {
            assert!(new_checker(&game, wrong.as_bytes()).is_err(), "{wrong:?}");
        }
    }
}
