//! Where progress with puzzles and lessons is kept on this device.

use super::{parsed, write_with_folder};
use crate::lesson_progress::LessonProgress;
use anyhow::Result;
use directories::ProjectDirs;
use dropline_core::notation::from_json;
use dropline_engine::puzzle::PuzzleProgress;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

/// What is kept in a file of its own.
pub(crate) trait Kept: Default + Serialize + DeserializeOwned {
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
        let parse = |text: &str| from_json(text).map_err(|error| format!("is ignored: {error}"));
        parsed(self.0.as_deref(), T::WHAT, parse, problems).unwrap_or_default()
    }

    /// Writes it, whole or not at all.
    pub(crate) fn save(&self, progress: &T) -> Result<()> {
        let text = serde_json::to_string(progress)? + "\n";
        self.0.as_ref().map_or(Ok(()), |path| write_with_folder(path, text.as_bytes()))
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
        file.save(&progress).unwrap();
        assert_eq!(file.read(&mut problems).solved(), 1);
        assert!(problems.is_empty());
        for broken in ["", "{\"rating\":", "[]", "{\"rating\":3}", "\0\0"] {
            std::fs::write(&path, broken).unwrap();
            assert_eq!(file.read(&mut problems), PuzzleProgress::default());
            assert!(problems.pop().unwrap().starts_with("Your progress with puzzles in "), "{broken}");
            assert_eq!(std::fs::read_to_string(folder.path().join("deep/puzzles.json.broken")).unwrap(), broken);
        }
        assert!(ProgressFile::default().save(&progress).is_ok());
    }
}
