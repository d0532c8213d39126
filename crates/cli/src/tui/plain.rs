//! The game line by line in words, for screen readers: no pictures, no colours, nothing that is drawn over.

use super::files::{Places, Remembered};
use super::screens::new_game::NewGameForm;
use crate::saved_game::SavedGame;
use crate::session::{Asked, Session, SessionEvent, SessionScreen, SidePlayer, TextScreen};
use anyhow::{Result, bail};
use dropline_core::Game;
use dropline_engine::book::BookChoice;
use std::io::{self, BufRead, Write};
use std::time::Duration;

/// Goes on with the last game if it is not over, or starts one as the last new game was chosen.
pub(crate) fn run(places: &Places, remembered: &Remembered, seed: u64, book: &BookChoice) -> Result<()> {
    play(places, remembered, seed, book, io::stdin().lock(), io::stdout().lock())
}

fn play(
    places: &Places,
    remembered: &Remembered,
    seed: u64,
    book: &BookChoice,
    input: impl BufRead,
    mut out: impl Write,
) -> Result<()> {
    for problem in &remembered.problems {
        writeln!(out, "{problem}")?;
    }
    let last = remembered.game.as_ref().filter(|saved| !saved.game.is_over());
    let (saved, players) = match last.and_then(|saved| Some((saved.clone(), saved.players.clone()?))) {
        Some(going_on) => {
            writeln!(out, "The last game goes on.")?;
            going_on
        }
        None => match NewGameForm::new(&remembered.config.new_game, remembered.config.names).submit() {
            Some(chosen) => (SavedGame::from(chosen.game), chosen.seats),
            None => bail!("the new game in the settings cannot be played: choose another in `dropline tui`"),
        },
    };
    let (variant, names, seed) = (saved.game.variant(), remembered.config.names, saved.seed.unwrap_or(seed));
    let [red, black] = players.clone();
    let seats =
        [SidePlayer::new(red, variant, seed, book)?, SidePlayer::new(black, variant, seed.wrapping_add(1), book)?];
    let saved = SavedGame { players: Some(players), seed: Some(seed), names: Some(names), ..saved };
    let text = TextScreen::new(out, None, names, false);
    let screen = PlainScreen { text, saved: saved.clone(), keep: |saved: &SavedGame| places.game.save(saved) };
    let session = Session::new(saved, seats, false, input, screen).with_book(book.clone());
    session.with_coach(remembered.config.coach).run()?;
    Ok(())
}

/// The sentences of `dropline play` with the board in words; the game is kept whenever something happens.
struct PlainScreen<W, K> {
    text: TextScreen<W>,
    /// The game that is kept, with all that is kept with it.
    saved: SavedGame,
    keep: K,
}

impl<W: Write, K: FnMut(&SavedGame) -> Result<()>> SessionScreen for PlainScreen<W, K> {
    fn show(&mut self, game: &Game, event: &SessionEvent<'_>) -> io::Result<()> {
        self.text.show(game, event)?;
        match event {
            SessionEvent::Start { red, black, .. } => {
                self.saved.players = Some([(*red).clone(), (*black).clone()]);
                if *game != self.saved.game {
                    self.saved.clocks = [Duration::ZERO; 2];
                }
                if game.board().checkers() > 0 {
                    self.text.tell_board(game)?;
                }
            }
            SessionEvent::Left { .. } => self.text.say("The game is kept.")?,
            _ => {}
        }
        self.saved.game = game.clone();
        match (self.keep)(&self.saved) {
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
    use crate::tui::config::Config;
    use dropline_core::{SideNames, Variant};
    use std::cell::RefCell;

    #[test]
    fn a_game_is_told_in_words_and_kept_after_every_move() {
        let variant: Variant = "3x2c3".parse().unwrap();
        let mut out = Vec::new();
        let kept = RefCell::new(Vec::new());
        let screen = PlainScreen {
            text: TextScreen::new(&mut out, None, SideNames::RED_BLACK, false),
            saved: Game::new(variant).into(),
            keep: |saved: &SavedGame| {
                kept.borrow_mut().push(saved.game.moves().len());
                Ok(())
            },
        };
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
            saved: Game::new(Variant::STANDARD).into(),
            keep: |saved: &SavedGame| {
                let black = saved.players.as_ref().map(|[_, black]| black.to_string());
                kept.borrow_mut().push((saved.game.variant().to_string(), black));
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
        assert_eq!(kept.borrow().last(), Some(&("5x4c4".to_owned(), Some("random".to_owned()))));
    }
    /// What is told while a game that was kept goes on, and the game that is kept then.
    fn gone_on(saved: SavedGame, config: Config, typed: &str) -> (String, SavedGame) {
        let (folder, mut out) = (tempfile::tempdir().unwrap(), Vec::new());
        let places = Places::in_folder(folder.path());
        let remembered = Remembered { game: Some(saved), config, ..Remembered::default() };
        play(&places, &remembered, 1, &BookChoice::Embedded, typed.as_bytes(), &mut out).unwrap();
        (String::from_utf8(out).unwrap(), places.read().game.unwrap())
    }

    fn left(moves: &str) -> SavedGame {
        let players = Some(["human".parse().unwrap(), "human".parse().unwrap()]);
        let clocks = [61_500, 30_000].map(Duration::from_millis);
        let game = Game::from_moves(Variant::STANDARD, moves).unwrap();
        SavedGame { players, seed: Some(77), clocks, ..SavedGame::from(game) }
    }

    #[test]
    fn a_game_that_goes_on_keeps_its_clocks_and_its_seed() {
        let (_, kept) = gone_on(left("445"), Config::default(), "quit\n");
        assert_eq!(kept, SavedGame { names: Some(SideNames::RED_YELLOW), ..left("445") });
        let (_, kept) = gone_on(left("445"), Config::default(), "new 5x4c3\nnew 5x4c3\nquit\n");
        assert_eq!((kept.clocks, kept.game.moves().len()), ([Duration::ZERO; 2], 0), "a new game has used no time");
    }

    #[test]
    fn the_coach_of_the_options_asks_to_look_again() {
        // Red wins at once in columns 3 and 7; in column 2 black wins.
        let coached = |coach| gone_on(left("415161"), Config { coach, ..Config::default() }, "2\nquit\n");
        let (told, kept) = coached(true);
        assert!(told.contains("Look again?") && kept.game.moves().len() == 6, "{told}");
        let (told, kept) = coached(false);
        assert!(!told.contains("Look again?") && kept.game.moves().len() == 7, "{told}");
    }
}
