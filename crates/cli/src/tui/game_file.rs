//! The file of the game that Continue brings back.
//!
//! Several terminal UIs of one user share it. Each remembers what it saw there last, so that none replaces the game of another without a word.

use crate::files::{parsed, write_with_folder};
use crate::saved_game::SavedGame;
use anyhow::{Result, bail};
use std::cell::RefCell;
use std::fs;
use std::path::PathBuf;

/// The file, none where there is no home, and what was in it when it was last read or written here.
#[derive(Clone, Debug, Default)]
pub(crate) struct GameFile {
    path: Option<PathBuf>,
    seen: RefCell<Option<Vec<u8>>>,
}

impl GameFile {
    pub(crate) fn at(path: PathBuf) -> GameFile {
        GameFile { path: Some(path), seen: RefCell::default() }
    }

    /// The game that is there; what is wrong with it is added to `problems`.
    pub(crate) fn read(&self, problems: &mut Vec<String>) -> Option<SavedGame> {
        self.seen.replace(self.content());
        let parse = |text: &str| SavedGame::parse(text, "is ignored").map_err(|error| error.to_string());
        parsed(self.path.as_deref(), "The last game", parse, problems)
    }

    /// The game that another program has kept there since, if one has; or what is wrong with that.
    pub(crate) fn meanwhile(&self) -> Result<Option<SavedGame>, String> {
        let mut problems = Vec::new();
        let game = if self.is_newer() { self.read(&mut problems) } else { None };
        if problems.is_empty() { Ok(game) } else { Err(problems.concat()) }
    }

    /// Keeps a game, but not in place of one that another program has kept since.
    pub(crate) fn save(&self, game: &SavedGame) -> Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        if self.is_newer() {
            bail!("another Dropline keeps its game in {} now: save this one under a name", path.display());
        }
        let text = game.text()?.into_bytes();
        write_with_folder(path, &text)?;
        self.seen.replace(Some(text));
        Ok(())
    }

    fn content(&self) -> Option<Vec<u8>> {
        fs::read(self.path.as_ref()?).ok()
    }

    /// Whether there is something that was neither read nor written here.
    fn is_newer(&self) -> bool {
        let content = self.content();
        content.is_some() && content != *self.seen.borrow()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dropline_core::{Game, Variant};

    fn saved(moves: &str) -> SavedGame {
        SavedGame::from(Game::from_moves(Variant::STANDARD, moves).unwrap())
    }

    #[test]
    fn no_program_replaces_the_game_of_another_without_having_seen_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("last-game.json");
        let [one, other] = [(); 2].map(|()| GameFile::at(path.clone()));
        one.save(&saved("4")).unwrap();
        assert_eq!(other.read(&mut Vec::new()), Some(saved("4")));
        one.save(&saved("4444")).unwrap();
        let refused = other.save(&saved("41")).unwrap_err().to_string();
        assert!(refused.starts_with("another Dropline keeps its game in "), "{refused}");
        assert_eq!(other.meanwhile(), Ok(Some(saved("4444"))), "Continue finds the newer game");
        assert_eq!(other.meanwhile(), Ok(None));
        other.save(&saved("44441")).unwrap();
        assert!(one.save(&saved("44442")).is_err());
        fs::remove_file(&path).unwrap();
        one.save(&saved("44442")).unwrap();
    }
}
