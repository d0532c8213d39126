//! What happens in a session, and who is told. The JSON of these events is public: docs/json.md describes it.

use super::playable;
use super::typed::CommandHelp;
use dropline_core::{Cell, Column, Game, Level, Outcome, Points, Side, SideNames, Variant};
use dropline_engine::analysis::Value;
use dropline_engine::told::ToldAnalysis;
use dropline_engine::{Caution, Spec};
use serde::Serialize;
use std::io;
use std::path::Path;

/// One thing that happened.
#[derive(Debug, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub(crate) enum SessionEvent<'a> {
    /// The session begins.
    Start {
        variant: Variant,
        red: &'a Spec,
        black: &'a Spec,
        seed: u64,
        turn: Side,
        /// What was played before; a set-up position is in the key.
        moves: &'a [Column],
        key: String,
    },
    /// A person has the turn; or a computer that waits, because it would play over moves that were taken back, and then there are no columns.
    Turn { side: Side, columns: Vec<Column> },
    /// A checker was dropped.
    Move {
        number: usize,
        side: Side,
        player: &'a Spec,
        column: Column,
        level: Level,
        #[serde(skip_serializing_if = "Option::is_none")]
        points: Option<Points>,
    },
    /// What was typed is not possible.
    Refused { input: &'a str, problem: String },
    /// Moves were taken back, the last one first.
    Undone {
        columns: Vec<Column>,
        #[serde(skip_serializing_if = "Option::is_none")]
        points: Option<Points>,
    },
    /// Moves were played again, the first one first.
    Redone {
        columns: Vec<Column>,
        #[serde(skip_serializing_if = "Option::is_none")]
        points: Option<Points>,
    },
    /// The moves were asked for.
    Moves { moves: &'a [Column], text: String },
    /// The board was asked for.
    Board { grid: String, key: String },
    /// A hint was asked for: a best column, what it is worth, and why.
    Hint { column: Column, value: Value, reasons: Vec<String> },
    /// The coach asks to look again before a move is made: typed again, it is meant.
    Caution { column: Column, caution: Caution, words: String },
    /// Why the coach asked, was asked for.
    Why { column: Column, reasons: Vec<String> },
    /// The worth of every column was asked for.
    Analysis(ToldAnalysis),
    /// Who can play was asked for.
    Players { players: Vec<PlayerWords> },
    /// Help was asked for.
    Help { commands: &'static [CommandHelp] },
    /// The game was saved.
    Saved { file: &'a Path, replaced: bool },
    /// The game is over.
    End {
        outcome: Outcome,
        /// The cells of the winning lines.
        line: Vec<Cell>,
        #[serde(skip_serializing_if = "Option::is_none")]
        points: Option<Points>,
        moves: &'a [Column],
    },
    /// A person left.
    Left { why: Farewell, over: bool, moves: &'a [Column] },
}

/// A player, for people who choose one.
#[derive(Debug, Serialize)]
pub(crate) struct PlayerWords {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
}

/// Why a session with people ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) enum Farewell {
    /// Somebody typed `quit`.
    #[serde(rename = "quit")]
    Quit,
    /// There is nothing more to read.
    #[serde(rename = "end of input")]
    InputEnded,
}

/// What a person is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// For a move.
    Move,
    /// To let the next computer move.
    Step,
    /// For anything else, the game being over.
    Over,
}

impl Asked {
    /// The words in which a person is asked.
    pub(crate) fn prompt(self, game: &Game, names: SideNames) -> String {
        match self {
            Asked::Move => format!("{}, column ({}): ", names.capital(game.turn()), playable(game)),
            Asked::Step => "Enter for the next move: ".to_owned(),
            Asked::Over => "undo, save FILE, or Enter to leave: ".to_owned(),
        }
    }
}

/// Somebody who is told what happens.
pub(crate) trait SessionScreen {
    /// Tells of an event; the game is as the event left it.
    fn show(&mut self, game: &Game, event: &SessionEvent<'_>) -> io::Result<()>;

    /// Asks for a line.
    fn ask(&mut self, game: &Game, asked: Asked) -> io::Result<()>;

    /// Takes note of the answer.
    fn echo(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }

    /// A computer starts to think.
    fn thinking(&mut self, _: &Game) {}

    /// It has chosen.
    fn thought(&mut self) {}
}
