//! What a person types at a prompt.

use super::{Asked, playable};
use crate::files;
use dropline_core::{Column, Game};
use serde::Serialize;
use std::path::PathBuf;

/// A line that was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Typed {
    Column(Column),
    Undo,
    Redo,
    Moves,
    Save(PathBuf),
    Board,
    /// What would be best?
    Hint,
    /// Why does the coach ask to look again?
    Why,
    /// What is every column worth?
    Analyze,
    /// Begin anew, perhaps on another board or with other players.
    New(Vec<String>),
    Players,
    Help,
    Resign,
    Quit,
    /// An empty line.
    Nothing,
}

/// A line of the help.
#[derive(Debug, Serialize)]
pub(crate) struct CommandHelp {
    #[serde(rename = "type")]
    pub(crate) typed: &'static str,
    pub(crate) does: &'static str,
}

/// Everything a person can type.
pub(crate) const COMMANDS: &[CommandHelp] = &[
    CommandHelp { typed: "COLUMN", does: "drop a checker into this column; they count from 1 on the left" },
    CommandHelp { typed: "undo", does: "go back to your last turn" },
    CommandHelp { typed: "redo", does: "play again what was undone" },
    CommandHelp { typed: "moves", does: "list the moves so far" },
    CommandHelp {
        typed: "save FILE",
        does: "save the game and who plays; `dropline play --load FILE` goes on with it",
    },
    CommandHelp { typed: "board", does: "show the board again" },
    CommandHelp { typed: "hint", does: "name a good column, and why" },
    CommandHelp { typed: "why", does: "tell why the coach asks to look again" },
    CommandHelp { typed: "analyze", does: "tell what every column is worth" },
    CommandHelp { typed: "new", does: "start over; new 9x7c4 human level:n=3 takes this board, red and black" },
    CommandHelp { typed: "players", does: "list who can play" },
    CommandHelp { typed: "help", does: "show this list" },
    CommandHelp { typed: "resign", does: "give up: the other side wins" },
    CommandHelp { typed: "quit", does: "leave the game" },
];

impl Typed {
    /// What a line means, or why it means nothing here.
    pub(crate) fn parse(line: &str, game: &Game, asked: Asked) -> Result<Typed, String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let typed = match word.to_lowercase().as_str() {
            "" => return Ok(Typed::Nothing),
            "save" if rest.is_empty() => return Err("save needs a file name: save FILE".to_owned()),
            "save" => return Ok(Typed::Save(files::home(rest))),
            "undo" | "u" => Typed::Undo,
            "redo" | "r" => Typed::Redo,
            "moves" => Typed::Moves,
            "board" => Typed::Board,
            "new" => return Ok(Typed::New(rest.split_whitespace().map(str::to_owned).collect())),
            "hint" => Typed::Hint,
            "why" => Typed::Why,
            "analyze" | "analyse" => Typed::Analyze,
            "players" => Typed::Players,
            "help" | "h" | "?" => Typed::Help,
            "resign" => Typed::Resign,
            "quit" | "q" | "exit" => Typed::Quit,
            _ => return column(line, game, asked).map(Typed::Column),
        };
        if rest.is_empty() { Ok(typed) } else { Err(format!("nothing may follow `{word}`: type {word} alone")) }
    }
}

/// A column that exists on some board; whether it does on this one, the game says.
fn column(text: &str, game: &Game, asked: Asked) -> Result<Column, String> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let is_number = !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit());
    match text.parse().ok().and_then(Column::from_number) {
        Some(column) => Ok(column),
        None if is_number && asked == Asked::Move => {
            Err(format!("column {text} is off the board: choose {}", playable(game)))
        }
        None => Err(format!("`{text}` is not possible here: {}", possible(game, asked))),
    }
}

fn possible(game: &Game, asked: Asked) -> String {
    match asked {
        Asked::Move => {
            let columns = playable(game);
            format!(
                "type a column ({columns}), hint, analyze, undo, redo, moves, save FILE, board, new, players, help, resign \
                 or quit"
            )
        }
        Asked::Step => {
            "press Enter for the next move, or type undo, redo, moves, save FILE, board, help or quit".to_owned()
        }
        Asked::Over => "the game is over; type new, undo, moves, save FILE, board, help or quit".to_owned(),
    }
}
