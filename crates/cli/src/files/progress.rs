//! Where progress with puzzles is kept on this device.

use super::{parsed, write_with_folder};
use anyhow::Result;
use directories::ProjectDirs;
use dropline_engine::puzzle::PuzzleProgress;
use std::path::PathBuf;

/// The file; none where there is no home.
#[derive(Clone, Debug, Default)]
pub(crate) struct ProgressFile(Option<PathBuf>);

impl ProgressFile {
    /// The platform's usual place.
    pub(crate) fn usual() -> ProgressFile {
        let dirs = ProjectDirs::from("", "", "dropline");
        let state = dirs.map(|dirs| dirs.state_dir().unwrap_or_else(|| dirs.data_local_dir()).to_owned());
        ProgressFile(state.map(|folder| folder.join("puzzles.json")))
    }

    /// What is there; a damaged file is set aside, told of in `problems`, and counts for nothing.
    pub(crate) fn read(&self, problems: &mut Vec<String>) -> PuzzleProgress {
        let parse = |text: &str| serde_json::from_str(text).map_err(|error| format!("is ignored: {error}"));
        parsed(self.0.as_deref(), "Your progress with puzzles", parse, problems).unwrap_or_default()
    }

    /// Writes it, whole or not at all.
    pub(crate) fn save(&self, progress: &PuzzleProgress) -> Result<()> {
        let text = serde_json::to_string(progress)? + "\n";
        self.0.as_ref().map_or(Ok(()), |path| write_with_folder(path, text.as_bytes()))
    }

    #[cfg(test)]
    pub(crate) fn at(path: PathBuf) -> ProgressFile {
        ProgressFile(Some(path))
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
        let (file, mut problems) = (ProgressFile::at(path.clone()), Vec::new());
        let mut progress = file.read(&mut problems);
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
