//! Where progress with puzzles and lessons is kept on this device.

use super::kept::make_folder_for;
use super::{parsed, write_with_folder};
use crate::exit::in_words;
use crate::lesson_progress::LessonProgress;
use crate::output::say;
use anyhow::{Context, Result};
use directories::ProjectDirs;
use dropline_core::notation::from_json;
use dropline_engine::puzzle::PuzzleProgress;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::File;
use std::io;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

/// What is kept in a file of its own.
pub(crate) trait Kept: Clone + Default + Serialize + DeserializeOwned {
    /// The name of the file.
    const FILE: &str;
    /// What it holds, in words.
    const WHAT: &str;
}

impl Kept for PuzzleProgress {
    const FILE: &str = "puzzles.json";
    const WHAT: &str = "Your progress with puzzles";
}

impl Kept for LessonProgress {
    const FILE: &str = "lessons.json";
    const WHAT: &str = "What was learned";
}

/// The file; none where there is no home.
#[derive(Clone, Debug, Default)]
pub(crate) struct ProgressFile<T>(Option<PathBuf>, PhantomData<T>);

impl<T: Kept> ProgressFile<T> {
    /// The platform's usual place.
    pub(crate) fn usual() -> ProgressFile<T> {
        let dirs = ProjectDirs::from("", "", "dropline");
        dirs.map_or_else(ProgressFile::default, |dirs| {
            ProgressFile::within(dirs.state_dir().unwrap_or_else(|| dirs.data_local_dir()))
        })
    }

    /// The file in a folder.
    pub(crate) fn within(folder: &Path) -> ProgressFile<T> {
        ProgressFile(Some(folder.join(T::FILE)), PhantomData)
    }

    /// What is there; a damaged file is set aside, told of in `problems`, and counts for nothing.
    pub(crate) fn read(&self, problems: &mut Vec<String>) -> T {
        self.found(problems).unwrap_or_default()
    }

    fn found(&self, problems: &mut Vec<String>) -> Option<T> {
        let parse = |text: &str| from_json(text).map_err(|error| format!("is ignored: {error}"));
        parsed(self.0.as_deref(), T::WHAT, parse, problems)
    }

    /// Changes what is there now, which another run may have written since it was read, and writes it, whole or not at all; what came of it is returned.
    /// Where nothing can be read, it is what is known that changes.
    pub(crate) fn update(&self, known: &T, change: impl FnOnce(&mut T)) -> Result<T> {
        let _lock = self.0.as_deref().map(lock).transpose()?;
        let mut now = self.found(&mut Vec::new()).unwrap_or_else(|| known.clone());
        change(&mut now);
        let text = serde_json::to_string(&now)? + "\n";
        self.0.as_ref().map_or(Ok(()), |path| write_with_folder(path, text.as_bytes()))?;
        Ok(now)
    }
}

/// What was read at the start, and is changed here and in its file alike.
pub(crate) struct KeptProgress<T> {
    file: ProgressFile<T>,
    now: T,
    /// Whether somebody knows already that the file cannot be written.
    complained: bool,
}

impl<T: Kept> KeptProgress<T> {
    /// What is in the platform's usual place, as [`ProgressFile::read`] says.
    pub(crate) fn read(problems: &mut Vec<String>) -> KeptProgress<T> {
        let file = ProgressFile::usual();
        KeptProgress { now: file.read(problems), file, complained: false }
    }

    /// How it stands.
    pub(crate) const fn now(&self) -> &T {
        &self.now
    }

    /// Changes it; where the file cannot be written, that is said once, and nothing more is lost by it.
    pub(crate) fn change(&mut self, mut change: impl FnMut(&mut T)) {
        match self.file.update(&self.now, &mut change) {
            Ok(now) => self.now = now,
            Err(error) => {
                change(&mut self.now);
                if !std::mem::replace(&mut self.complained, true) {
                    say(format_args!("dropline: progress is not kept: {}", in_words(format!("{error:#}"))));
                }
            }
        }
    }
}

/// Lets other runs that change a file wait until this is dropped. The file itself is replaced, so another one beside it is locked.
fn lock(path: &Path) -> Result<File> {
    make_folder_for(path)?;
    let path = path.with_added_extension("lock");
    let cannot = || format!("cannot use {}", path.display());
    let file = File::create(&path).with_context(cannot)?;
    match file.lock() {
        // A disk without locks keeps progress all the same.
        Err(error) if error.kind() != io::ErrorKind::Unsupported => Err(error).with_context(cannot),
        _ => Ok(file),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dropline_core::Variant;
    use dropline_engine::puzzle::PuzzleSet;

    #[test]
    fn progress_comes_back_and_damage_is_set_aside() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/puzzles.json");
        let (file, mut problems) = (ProgressFile::within(&folder.path().join("deep")), Vec::new());
        let mut progress: PuzzleProgress = file.read(&mut problems);
        progress.record(&PuzzleSet::embedded(Variant::STANDARD).unwrap().puzzles()[0], true, None);
        file.update(&progress, |_| {}).unwrap();
        assert_eq!(file.read(&mut problems).solved(), 1);
        assert!(problems.is_empty());
        for broken in ["", "{\"rating\":", "[]", "{\"rating\":3}", "\0\0"] {
            std::fs::write(&path, broken).unwrap();
            assert_eq!(file.read(&mut problems), PuzzleProgress::default());
            assert!(problems.pop().unwrap().starts_with("Your progress with puzzles in "), "{broken}");
            assert_eq!(std::fs::read_to_string(folder.path().join("deep/puzzles.json.broken")).unwrap(), broken);
        }
        assert_eq!(ProgressFile::default().update(&progress, |_| {}).unwrap(), progress, "without a home");
    }

    #[test]
    fn what_another_run_kept_meanwhile_is_not_lost() {
        let folder = tempfile::tempdir().unwrap();
        let (file, mut runs) = (ProgressFile::within(folder.path()), [(); 2].map(|()| PuzzleProgress::default()));
        let puzzles = PuzzleSet::embedded(Variant::STANDARD).unwrap().puzzles();
        for (index, run) in [0, 1, 0].into_iter().enumerate() {
            let tried = |progress: &mut PuzzleProgress| _ = progress.record(&puzzles[index], true, None);
            runs[run] = file.update(&runs[run], tried).unwrap();
            assert_eq!((runs[run].tried(), runs[run].streak()), (index + 1, index as u32 + 1));
        }
        let file = &file;
        std::thread::scope(|scope| {
            for puzzle in &puzzles[10..30] {
                let tried = |progress: &mut PuzzleProgress| _ = progress.record(puzzle, false, None);
                scope.spawn(move || file.update(&PuzzleProgress::default(), tried).unwrap());
            }
        });
        assert_eq!(file.read(&mut Vec::new()).tried(), 23, "all at the same time");
    }
}
