//! The game line by line in words, for screen readers: no pictures, no colours, nothing that is drawn over.

use super::files::{Places, Remembered};
use super::saved::SavedGame;
use super::screens::new_game::NewGameForm;
use crate::prose;
use crate::session::{Asked, Leaving, Session, SessionEvent, SessionScreen, SidePlayer};
use anyhow::{Result, bail};
use dropline_core::{Board, Column, Game, Level, Points, Rules};
use dropline_engine::Spec;
use dropline_engine::book::BookChoice;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

/// Goes on with the last game if it is not over, or starts one as the last new game was chosen.
pub(crate) fn run(places: &Places, remembered: &Remembered, seed: u64, book: &BookChoice) -> Result<ExitCode> {
    let mut out = io::stdout().lock();
    for problem in &remembered.problems {
        writeln!(out, "{problem}")?;
    }
    let last = remembered.game.as_ref().and_then(|saved| Some((saved, saved.restored().ok()?)));
    let (game, players) = match last.filter(|(_, game)| !game.is_over()) {
        Some((saved, game)) => {
            writeln!(out, "The last game goes on.")?;
            (game, [saved.red.clone(), saved.black.clone()])
        }
        None => match NewGameForm::new(&remembered.config.new_game).submit() {
            Some(chosen) => (chosen.game, chosen.seats),
            None => bail!("the new game in the settings cannot be played: choose another in `dropline tui`"),
        },
    };
    let variant = game.variant();
    let [red, black] = players.clone();
    let seats =
        [SidePlayer::new(red, variant, seed, book)?, SidePlayer::new(black, variant, seed.wrapping_add(1), book)?];
    let keep = |game: &Game| {
        let saved = SavedGame::new(game, &players, seed, [Duration::ZERO; 2]);
        places.save_game(&saved)
    };
    let screen = PlainScreen { out, keep };
    Session::new(game, seats, false, io::stdin().lock(), screen).run(seed)?;
    Ok(ExitCode::SUCCESS)
}

/// Tells what happens in sentences, and keeps the game.
struct PlainScreen<W, K> {
    out: W,
    keep: K,
}

impl<W: Write, K: FnMut(&Game) -> Result<()>> PlainScreen<W, K> {
    fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{text}")
    }

    fn points(&mut self, points: Option<Points>) -> io::Result<()> {
        match points {
            Some(points) => self.say(&format!("Red has {} points, black has {}.", points.red, points.black)),
            None => Ok(()),
        }
    }

    fn start(&mut self, game: &Game, red: &Spec, black: &Spec) -> io::Result<()> {
        let variant = game.variant();
        let (columns, levels, connect) = (variant.columns(), variant.levels(), variant.connect());
        let aim = match variant.rules() {
            Rules::Connect => format!("The first line of {connect} wins."),
            Rules::Max => format!("Every line of {connect} is a point, and the board is filled."),
        };
        self.say(&format!("A board of {columns} columns and {levels} levels. {aim}"))?;
        self.say(&format!("Red is {red}, black is {black}."))?;
        self.say("Type a column, or board, or help.")?;
        if game.board().checkers() > 0 { self.board(game.board()) } else { Ok(()) }
    }

    /// Every column from the bottom up.
    fn board(&mut self, board: &Board) -> io::Result<()> {
        for column in board.columns() {
            self.say(&column_in_words(board, column))?;
        }
        Ok(())
    }
}

fn column_in_words(board: &Board, column: Column) -> String {
    let height = board.height(column);
    if height == 0 {
        return format!("Column {column} is empty.");
    }
    let checkers = (0..height).filter_map(|level| board.checker_at(column, Level::from_index(level)));
    let words: Vec<String> = checkers.map(|side| side.to_string()).collect();
    let full = if height == board.variant().levels() { ", and full" } else { "" };
    format!("Column {column} from the bottom: {}{full}.", words.join(", "))
}

impl<W: Write, K: FnMut(&Game) -> Result<()>> SessionScreen for PlainScreen<W, K> {
    fn show(&mut self, game: &Game, event: &SessionEvent<'_>) -> io::Result<()> {
        match event {
            SessionEvent::Start { red, black, .. } => self.start(game, red, black)?,
            SessionEvent::Turn { .. } => {}
            SessionEvent::Move { side, player, column, level, points, .. } => {
                let who = if player.is_interactive() { String::new() } else { format!(", {player},") };
                self.say(&format!("{}{who} plays column {column}, level {level}.", prose::capital(*side)))?;
                self.points(*points)?;
            }
            SessionEvent::Refused { problem, .. } => self.say(&format!("{problem}."))?,
            SessionEvent::Undone { columns, points } => {
                self.say(&format!("{} taken back.", prose::number_of(columns.len(), "move")))?;
                self.points(*points)?;
            }
            SessionEvent::Redone { columns, points } => {
                self.say(&format!("{} played again.", prose::number_of(columns.len(), "move")))?;
                self.points(*points)?;
            }
            SessionEvent::Moves { moves, text } => {
                self.say(if moves.is_empty() { "No moves yet." } else { text })?;
            }
            SessionEvent::Board { .. } => self.board(game.board())?,
            SessionEvent::Help { commands } => {
                for help in *commands {
                    self.say(&format!("{}: {}.", help.typed, help.does))?;
                }
            }
            SessionEvent::Saved { file, .. } => self.say(&format!("Saved to {}.", file.display()))?,
            SessionEvent::End { outcome, .. } => self.say(&prose::result(game, *outcome))?,
            SessionEvent::Left { why: Leaving::InputEnded, .. } => self.say("End of input. The game is kept.")?,
            SessionEvent::Left { why: Leaving::Quit, .. } => self.say("Goodbye. The game is kept.")?,
        }
        if let Err(error) = (self.keep)(game) {
            self.say(&format!("The game cannot be kept: {error:#}."))?;
        }
        self.out.flush()
    }

    fn ask(&mut self, game: &Game, asked: Asked) -> io::Result<()> {
        write!(self.out, "{}", asked.prompt(game))?;
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dropline_core::Variant;
    use std::cell::RefCell;

    #[test]
    fn a_game_is_told_in_words_and_kept_after_every_move() {
        let mut out = Vec::new();
        let kept = RefCell::new(Vec::new());
        let screen = PlainScreen {
            out: &mut out,
            keep: |game: &Game| {
                kept.borrow_mut().push(game.moves().len());
                Ok(())
            },
        };
        let variant: Variant = "3x2c3".parse().unwrap();
        let seat = |name: &str| SidePlayer::new(name.parse().unwrap(), variant, 0, &BookChoice::Embedded).unwrap();
        let input = "2\nboard\nundo\nredo\nquit\n".as_bytes();
        let game = Session::new(Game::new(variant), [seat("human"), seat("bad")], false, input, screen).run(0).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.contains("Red plays column 2, level 1.\nBlack, bad, plays column 1, level 1.\n"), "{text}");
        assert!(text.contains("Column 1 from the bottom: black.\nColumn 2 from the bottom: red.\nColumn 3 is empty."));
        assert!(text.contains("2 moves taken back.") && text.contains("2 moves played again."), "{text}");
        assert!(text.is_ascii());
        assert_eq!(game.moves().len(), 2);
        assert_eq!(kept.borrow().last(), Some(&2));
    }
}
