//! Lessons of one's own: text files, and the folder of the user in which they are found by themselves.

use crate::files;
use anyhow::{Result, anyhow};
use directories::ProjectDirs;
use dropline_engine::lesson::{Lesson, add_lessons, lessons};
use dropline_engine::{Limits, Think};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What a proof in a file of the folder may cost: whoever starts the program does not want to wait.
const PROOF: Duration = Duration::from_secs(5);

/// The platform's usual place.
pub(crate) fn usual() -> Option<PathBuf> {
    ProjectDirs::from("", "", "dropline").map(|dirs| dirs.data_dir().join("lessons"))
}

/// Adds the lessons in a folder to those of the program, in the order of their files' names. What is wrong with a file comes back in sentences.
pub(crate) fn add_own(folder: Option<&Path>) -> Vec<String> {
    let entries = folder.and_then(|folder| fs::read_dir(folder).ok());
    let paths = entries.into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|end| end == "txt")).collect();
    files.sort();
    let think = Think { limits: Limits { time: Some(PROOF), ..Limits::default() }, ..Think::default() };
    let (mut own, mut problems) = (Vec::new(), Vec::new());
    for file in files {
        match read(&file.display().to_string(), &think) {
            Ok(lesson) => own.push((file, lesson)),
            Err(error) => problems.push(format!("A lesson is left out: {error:#}")),
        }
    }
    if own.is_empty() {
        return problems;
    }
    add_lessons(own.iter().map(|(_, lesson)| lesson.clone()).collect());
    let twin = own.iter().filter(|(_, lesson)| !lessons().contains(lesson));
    problems.extend(twin.map(|(file, lesson)| {
        format!("A lesson is left out: {}: there is a lesson `{}` already", file.display(), lesson.id)
    }));
    problems
}

/// The lesson in a file, solved.
pub(crate) fn read(file: &str, think: &Think<'_>) -> Result<Lesson> {
    let text = files::read_text(file)?;
    let wrong = |problem: String| anyhow!("{}: {problem}", files::display_name(file));
    let lesson = Lesson::parse(&text).map_err(|error| wrong(error.to_string()))?;
    lesson.check(think).map_err(|fault| wrong(fault.to_string()))?;
    Ok(lesson)
}
