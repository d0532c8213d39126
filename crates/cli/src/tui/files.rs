//! Where the terminal UI keeps its files, and how they are read and written.

use super::config::Config;
use super::game_file::GameFile;
use crate::args::refuse_empty;
use crate::files::{self, ProgressFile, parsed, write_with_folder};
use crate::lesson_folder;
use crate::lesson_progress::LessonProgress;
use crate::saved_game::SavedGame;
use anyhow::{Context, Result, anyhow, bail};
use directories::ProjectDirs;
use dropline_core::{Notation, Variant, notation};
use dropline_engine::puzzle::PuzzleProgress;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// The files of one user; nothing is remembered where there is no home.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    config: Option<PathBuf>,
    pub(crate) game: GameFile,
    pub(crate) lessons: ProgressFile<LessonProgress>,
    pub(crate) puzzles: ProgressFile<PuzzleProgress>,
    own_lessons: Option<PathBuf>,
}

/// What there was to read at the start.
#[derive(Debug, Default)]
pub(crate) struct Remembered {
    pub(crate) config: Config,
    pub(crate) game: Option<SavedGame>,
    pub(crate) lessons: LessonProgress,
    pub(crate) progress: PuzzleProgress,
    /// What could not be read, in sentences.
    pub(crate) problems: Vec<String>,
}

impl Places {
    /// The platform's usual places.
    pub(crate) fn usual() -> Places {
        let Some(dirs) = ProjectDirs::from("", "", "dropline") else { return Places::default() };
        let state = dirs.state_dir().unwrap_or_else(|| dirs.data_local_dir());
        Places {
            config: Some(dirs.config_dir().join("config.toml")),
            game: GameFile::at(state.join("last-game.json")),
            lessons: ProgressFile::within(state),
            puzzles: ProgressFile::within(state),
            own_lessons: lesson_folder::usual(),
        }
    }

    /// Reads what is there. What is broken is left out, told of, and kept beside under another name, so that writing anew loses nothing.
    pub(crate) fn read(&self) -> Remembered {
        let mut remembered = Remembered::default();
        let problems = &mut remembered.problems;
        let settings = |text: &str| Config::parse(text).map_err(|error| format!("are ignored: {error}"));
        remembered.config = parsed(self.config.as_deref(), "The settings", settings, problems).unwrap_or_default();
        remembered.game = self.game.read(problems);
        remembered.lessons = self.lessons.read(problems);
        remembered.progress = self.puzzles.read(problems);
        problems.extend(lesson_folder::add_own(self.own_lessons.as_deref()));
        remembered
    }

    pub(crate) fn save_config(&self, config: &Config) -> Result<()> {
        match &self.config {
            Some(path) => write_with_folder(path, config.text().as_bytes()),
            None => Ok(()),
        }
    }

    #[cfg(test)]
    pub(crate) fn in_folder(folder: &Path) -> Places {
        Places {
            config: Some(folder.join("c/config.toml")),
            game: GameFile::at(folder.join("s/last-game.json")),
            lessons: ProgressFile::within(&folder.join("s")),
            puzzles: ProgressFile::within(&folder.join("s")),
            own_lessons: None,
        }
    }
}

/// The game in a file, in any notation; or that of a position key, or of moves of the variant, that were typed instead of a name.
pub(crate) fn load(typed: &str, variant: Variant) -> Result<SavedGame> {
    let file = files::home(typed).display().to_string();
    let is_moves = |text: &str| text.chars().all(|c| c.is_ascii_digit() || c == ',' || c.is_whitespace());
    let read = |text: &str, name: &str| {
        // Moves do not say what they were played on; all else does.
        let variant = Some(variant).filter(|_| is_moves(text) && Notation::of(text) == Notation::Moves);
        notation::read(text, variant).map_err(|error| anyhow!("{name}: {error}"))
    };
    if !Path::new(&file).exists() && (is_moves(typed) || Notation::of(typed) == Notation::Key) {
        return read(typed, &format!("there is no file {typed}, and as a position of {variant}")).map(SavedGame::from);
    }
    let text = text(&file)?;
    refuse_empty(&text, &file)?;
    match Notation::of(&text) {
        Notation::Record => SavedGame::parse(&text, &file),
        _ => read(&text, &file).map(SavedGame::from),
    }
}

/// The text of a file, and of nothing else that has a name: while a pipe is waited for, nothing is drawn.
fn text(file: &str) -> Result<String> {
    if files::is_no_file(Path::new(file)) {
        bail!("cannot read {file}: it is not a file");
    }
    files::rest(File::open(file).with_context(|| format!("cannot read {file}"))?, file)
}

/// Saved games in a folder, sorted by name.
pub(crate) fn games_in(folder: &Path) -> Vec<String> {
    const MOST: usize = 200;
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let json = entries.filter(|path| path.extension().is_some_and(|extension| extension == "json"));
    let mut names: Vec<String> = json
        .take(MOST)
        .filter(|path| files::is_game(path))
        .filter_map(|path| path.file_name()?.to_str().map(str::to_owned))
        .collect();
    names.sort();
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use dropline_core::Game;
    use dropline_core::notation::{key, maxconnect};

    fn saved() -> SavedGame {
        let game = Game::from_moves(Variant::STANDARD, "4453").unwrap();
        let players = Some(["human".parse().unwrap(), "bad".parse().unwrap()]);
        SavedGame { players, seed: Some(1), ..SavedGame::from(game) }
    }

    #[test]
    fn what_is_written_comes_back() {
        let folder = tempfile::tempdir().unwrap();
        let places = Places::in_folder(folder.path());
        assert!(places.read().problems.is_empty() && places.read().game.is_none());
        let config = Config { animation: false, ..Config::default() };
        places.save_config(&config).unwrap();
        places.game.save(&saved()).unwrap();
        for lesson in ["lines", "zugzwang"] {
            // Each time by a run that knows nothing of the other.
            let mut lessons = LessonProgress::default();
            lessons.mark(lesson, 2);
            places.lessons.update(&lessons, |kept| kept.add(&lessons)).unwrap();
        }
        let read = places.read();
        assert_eq!((read.lessons.count("lines"), read.lessons.is_done("zugzwang", 2)), (1, true));
        assert_eq!(read.config, config);
        assert_eq!(read.game, Some(saved()));
        assert!(read.problems.is_empty());
    }

    #[test]
    fn broken_files_are_reported_kept_aside_and_ignored() {
        let folder = tempfile::tempdir().unwrap();
        let places = Places::in_folder(folder.path());
        places.save_config(&Config::default()).unwrap();
        places.game.save(&saved()).unwrap();
        fs::write(folder.path().join("c/config.toml"), "theme = 3").unwrap();
        fs::write(folder.path().join("s/last-game.json"), "{\"game\":").unwrap();
        fs::write(folder.path().join("s/lessons.json"), "{\"lines\": 3}").unwrap();
        let read = places.read();
        assert_eq!(read.config, Config::default());
        assert!(read.game.is_none());
        assert_eq!((read.problems.len(), read.lessons), (3, LessonProgress::default()));
        assert!(read.problems[0].contains("config.toml are ignored: line 1"), "{}", read.problems[0]);
        assert_eq!(fs::read_to_string(folder.path().join("c/config.toml.broken")).unwrap(), "theme = 3");
        assert!(folder.path().join("s/last-game.json.broken").exists());
        assert_eq!(fs::read_to_string(folder.path().join("s/lessons.json.broken")).unwrap(), "{\"lines\": 3}");
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_in_the_folder_keeps_nobody_waiting() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe.json");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        fs::write(folder.path().join("game.json"), saved().text().unwrap()).unwrap();
        assert_eq!(games_in(folder.path()), ["game.json"]);
        for typed in [pipe.to_str().unwrap(), folder.path().to_str().unwrap()] {
            let refused = load(typed, Variant::STANDARD).unwrap_err().to_string();
            assert!(refused.ends_with(": it is not a file"), "{refused}");
        }
        assert!(load("-", Variant::STANDARD).is_err(), "there is no standard input to read from");
    }

    #[test]
    fn games_grids_and_keys_are_loaded() {
        let folder = tempfile::tempdir().unwrap();
        let game = Game::from_moves("3x2c3".parse().unwrap(), "211").unwrap();
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::write(&path, text).unwrap();
            path.display().to_string()
        };
        let json = write("game.json", &serde_json::to_string(&game).unwrap());
        let load = |typed: &str| super::load(typed, "9x7c4".parse().unwrap());
        let loaded = |typed: &str| load(typed).unwrap().game;
        assert_eq!(loaded(&json), game);
        let autosave = write("auto.json", &saved().text().unwrap());
        assert_eq!(load(&autosave).unwrap(), saved());
        let course = write("input.txt", &maxconnect::write(game.board(), game.turn(), maxconnect::LineEnds::CrLf));
        assert_eq!(
            (loaded(&course).board().checkers(), loaded(&course).variant().to_string()),
            (3, "3x2m4".to_owned())
        );
        let empty = load(&write("empty.json", " \n")).unwrap_err().to_string();
        assert!(empty.contains("empty.json is empty: there is no position in it"), "{empty}");
        assert_eq!(loaded("44453"), Game::from_moves("9x7c4".parse().unwrap(), "44453").unwrap());
        assert_eq!(loaded(&write("moves.txt", "9 9\n")).moves().len(), 2);
        assert!(
            load("4440").unwrap_err().to_string().contains("there is no file 4440, and as a position of 9x7c4: line 1")
        );
        assert!(load("nothing.json").unwrap_err().to_string().contains("cannot read nothing.json"));
        let damaged = write("damaged.json", "{\"variant\":\"7x6c4\",\n\"moves\":[4,4");
        assert!(load(&damaged).unwrap_err().to_string().contains("damaged.json: line 2, character 12: "));
        let grid = write("grid.txt", "R..\nBR.\nblack\n");
        assert_eq!(loaded(&grid).position(), game.position());
        let key = write("key.txt", &key::write(&game));
        assert_eq!(loaded(&key).position(), game.position());
        assert_eq!(loaded(&key::write(&game)).position(), game.position());
        let wrong = write("wrong.txt", "R..\n.R.\n");
        assert!(load(&wrong).unwrap_err().to_string().contains("hangs in the air"));
        assert_eq!(games_in(folder.path()), ["auto.json", "game.json"]);
    }
}
