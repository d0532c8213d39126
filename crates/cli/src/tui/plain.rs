//! The game line by line in words, for screen readers: no pictures, no colours, nothing that is drawn over.

use super::files::{Places, Remembered};
use super::screens::new_game::NewGameForm;
use crate::saved_game::SavedGame;
use crate::session::{Asked, Session, SessionEvent, SessionScreen, SidePlayer, TextScreen};
use anyhow::{Result, bail};
use dropline_core::Game;
use dropline_engine::Spec;
use dropline_engine::book::BookChoice;
use std::io::{self, Write};

/// Goes on with the last game if it is not over, or starts one as the last new game was chosen.
pub(crate) fn run(places: &Places, remembered: &Remembered, seed: u64, book: &BookChoice) -> Result<()> {
    let mut out = io::stdout().lock();
    for problem in &remembered.problems {
        writeln!(out, "{problem}")?;
    }
    let last = remembered.game.as_ref().filter(|saved| !saved.game.is_over());
    let (game, players) = match last.and_then(|saved| Some((saved.game.clone(), saved.players.clone()?))) {
        Some(going_on) => {
            writeln!(out, "The last game goes on.")?;
            going_on
        }
        None => match NewGameForm::new(&remembered.config.new_game, remembered.config.names).submit() {
            Some(chosen) => (chosen.game, chosen.seats),
            None => bail!("the new game in the settings cannot be played: choose another in `dropline tui`"),
        },
    };
    let variant = game.variant();
    let [red, black] = players.clone();
    let seats =
        [SidePlayer::new(red, variant, seed, book)?, SidePlayer::new(black, variant, seed.wrapping_add(1), book)?];
    let names = remembered.config.names;
    let keep = |game: &Game, players: &[Spec; 2]| {
        let (players, seed) = (Some(players.clone()), Some(seed));
        places.game.save(&SavedGame { players, seed, names: Some(names), ..SavedGame::from(game.clone()) })
    };
    let screen = PlainScreen { text: TextScreen::new(out, None, names, false), players, keep };
    let saved = SavedGame { seed: Some(seed), names: Some(names), ..SavedGame::from(game) };
    Session::new(saved, seats, false, io::stdin().lock(), screen).with_book(book.clone()).run()?;
    Ok(())
}

/// The sentences of `dropline play` with the board in words; the game is kept whenever something happens.
struct PlainScreen<W, K> {
    text: TextScreen<W>,
    /// Who plays; told anew when a new game begins.
    players: [Spec; 2],
    keep: K,
}

impl<W: Write, K: FnMut(&Game, &[Spec; 2]) -> Result<()>> SessionScreen for PlainScreen<W, K> {
    fn show(&mut self, game: &Game, event: &SessionEvent<'_>) -> io::Result<()> {
        self.text.show(game, event)?;
        if let SessionEvent::Start { red, black, .. } = event {
            self.players = [(*red).clone(), (*black).clone()];
        }
        match event {
            SessionEvent::Start { .. } if game.board().checkers() > 0 => self.text.tell_board(game)?,
            SessionEvent::Left { .. } => self.text.say("The game is kept.")?,
            _ => {}
        }
        match (self.keep)(game, &self.players) {
            Ok(()) => Ok(()),
            Err(error) => self.text.say(&format!("The game cannot be kept: {error:#}.")),
        }
    }

    fn ask(&mut self, game: &Game, asked: Asked) -> io::Result<()> {
        self.text.ask(game, asked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dropline_core::{SideNames, Variant};
    use std::cell::RefCell;

    #[test]
    fn a_game_is_told_in_words_and_kept_after_every_move() {
        let mut out = Vec::new();
        let kept = RefCell::new(Vec::new());
        let screen = PlainScreen {
            text: TextScreen::new(&mut out, None, SideNames::RED_BLACK, false),
            players: ["human", "bad"].map(|name| name.parse().unwrap()),
            keep: |game: &Game, _: &[Spec; 2]| {
                kept.borrow_mut().push(game.moves().len());
                Ok(())
            },
        };
        let variant: Variant = "3x2c3".parse().unwrap();
        let seat = |name: &str| SidePlayer::new(name.parse().unwrap(), variant, 0, &BookChoice::Embedded).unwrap();
        let input = "2\nboard\nundo\nredo\nquit\n".as_bytes();
        let game =
            Session::new(Game::new(variant).into(), [seat("human"), seat("bad")], false, input, screen).run().unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(
            text.contains("Red (human) plays column 2, level 1.\nBlack (bad) plays column 1, level 1.\n"),
            "{text}"
        );
        assert!(text.contains("Column 1 from the bottom: black.\nColumn 2 from the bottom: red.\nColumn 3 is empty."));
        assert!(
            text.contains("Taken back: columns 1, 2.\n") && text.contains("Played again: columns 2, 1.\n"),
            "{text}"
        );
        assert!(text.ends_with("\nThe game is kept.\n"), "{text}");
        assert!(text.is_ascii());
        assert_eq!(game.moves().len(), 2);
        assert_eq!(kept.borrow().last(), Some(&2));
    }

    #[test]
    fn board_and_players_are_chosen_by_words_and_hints_are_told() {
        let mut out = Vec::new();
        let kept = RefCell::new(Vec::new());
        let screen = PlainScreen {
            text: TextScreen::new(&mut out, None, SideNames::RED_BLACK, false),
            players: ["human", "bad"].map(|name| name.parse().unwrap()),
            keep: |game: &Game, players: &[Spec; 2]| {
                kept.borrow_mut().push((game.variant().to_string(), players[1].to_string()));
                Ok(())
            },
        };
        let seat =
            |name: &str| SidePlayer::new(name.parse().unwrap(), Variant::STANDARD, 0, &BookChoice::Embedded).unwrap();
        let input = "4\nnew 9x9\nnew 5x4c4 human random\nnew 5x4c4 human random\nnew 4x4c3 human clever\nhint\nanalyze\nplayers\nquit\n";
        let seats = [seat("human"), seat("bad")];
        Session::new(Game::new(Variant::STANDARD).into(), seats, false, input.as_bytes(), screen).run().unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.contains("this game is not over: type that again"), "{text}");
        assert!(text.contains("Connect 4 on 5 columns by 4 levels"), "{text}");
        assert!(text.contains("there is no player `clever`"), "{text}");
        assert_eq!(text.matches("Column 3: ").count(), 2, "{text}");
        assert!(text.contains("random"), "{text}");
        assert_eq!(kept.borrow().last(), Some(&("5x4c4".to_owned(), "random".to_owned())));
    }
}
