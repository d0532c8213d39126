//! Files in and out: whole texts, saved games, and writing that never leaves half a file.

mod whole;

pub(crate) use whole::write_whole;

use anyhow::{Context, Result, anyhow, bail};
use dropline_core::{Game, GameRecord, RecordError};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The file name that stands for standard input.
pub(crate) const STANDARD_INPUT: &str = "-";

/// More than any position or game needs; a larger file is something else.
const MOST_BYTES: u64 = 16 << 20;

/// What error messages call a file.
pub(crate) fn display_name(file: &str) -> &str {
    if file == STANDARD_INPUT { "standard input" } else { file }
}

/// The text of a file, or of standard input for `-`.
pub(crate) fn read_text(file: &str) -> Result<String> {
    let name = display_name(file);
    let mut bytes = Vec::new();
    let read = match file {
        STANDARD_INPUT => io::stdin().lock().take(MOST_BYTES + 1).read_to_end(&mut bytes),
        _ => File::open(file).and_then(|open| open.take(MOST_BYTES + 1).read_to_end(&mut bytes)),
    };
    read.with_context(|| format!("cannot read {name}"))?;
    if bytes.len() as u64 > MOST_BYTES {
        bail!("{name} is larger than {MOST_BYTES} bytes: that is neither a position nor a game");
    }
    String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let before = String::from_utf8_lossy(&error.as_bytes()[..good]);
        anyhow!("{name}: {}: this is not text in UTF-8", place(&before, before.len()))
    })
}

/// The game in a file that `save` wrote.
pub(crate) fn load_game(file: &str) -> Result<Game> {
    let text = read_text(file)?;
    parse_game(&text).map_err(|error| anyhow!("{}: {error}", display_name(file)))
}

/// Whether a file holds a saved game.
pub(crate) fn is_game(path: &Path) -> bool {
    path.to_str().is_some_and(|file| file != STANDARD_INPUT && load_game(file).is_ok())
}

/// A saved game as text.
pub(crate) fn game_text(game: &Game) -> Result<String> {
    Ok(format!("{}\n", serde_json::to_string(game)?))
}

/// The parts of a saved game as they stand in the text, to say where something is wrong.
#[derive(Deserialize)]
struct Written<'a> {
    #[serde(borrow)]
    start: Option<&'a RawValue>,
    #[serde(borrow, default)]
    moves: Vec<&'a RawValue>,
    #[serde(borrow)]
    resigned: Option<&'a RawValue>,
}

fn parse_game(text: &str) -> Result<Game, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let record: GameRecord = serde_json::from_str(text).map_err(|error| said(&error))?;
    let written: Written<'_> = serde_json::from_str(text).map_err(|error| said(&error))?;
    Game::try_from(record).map_err(|error| {
        let culprit = match &error {
            RecordError::Start(_) => written.start,
            RecordError::Move { number, .. } => written.moves.get(number - 1).copied(),
            RecordError::Resigned(_) => written.resigned,
            _ => None,
        };
        let offset = culprit.map_or(0, |raw| raw.get().as_ptr() as usize - text.as_ptr() as usize);
        format!("{}: {error}", place(text, offset))
    })
}

/// A JSON error with its place in front, as all our errors have it.
fn said(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let (line, column) = (error.line(), error.column());
    let problem = text.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&text);
    format!("line {line}, column {column}: this is not a saved game: {problem}")
}

fn place(text: &str, offset: usize) -> String {
    let before = &text[..offset];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    format!("line {}, column {}", before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_saved_game_is_pointed_at() {
        let said = |text: &str| parse_game(text).unwrap_err();
        assert_eq!(
            said("{\"variant\": \"7x6c4\",\n \"moves\": [4, 4, 9]}"),
            "line 2, column 18: move 3 (column 9): column 9 is off the board"
        );
        assert!(
            said("{\"variant\": \"7x6c4\", \"moves\": [4,").starts_with("line 1, column 33: this is not a saved game")
        );
        assert!(said("{\"variant\": \"7x6c4\", \"moves\": [0]}").contains("0 is not a column"));
        assert!(said("{\"variant\": \"7x0c4\"}").contains("levels must be 1 or more, not 0"));
        assert!(
            said("{\"variant\": \"1x1c1\", \"moves\": [1],\n\"resigned\": \"red\"}")
                .starts_with("line 2, column 13: red resigns")
        );
        assert!(
            said("{\"variant\": \"1x1c1\", \"start\": \"?\\nred\"}")
                .starts_with("line 1, column 31: the start: line 1, column 1")
        );
        assert!(said("[]").contains("not a saved game"));
        assert!(said("").contains("line 1, column 0"));
    }

    #[test]
    fn a_saved_game_comes_back() {
        let game = Game::from_moves("7x6m4".parse().unwrap(), "4453").unwrap();
        assert_eq!(parse_game(&game_text(&game).unwrap()).unwrap(), game);
    }
}
