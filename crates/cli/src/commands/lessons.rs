//! `dropline lessons`: lessons to play, line by line, and files of your own to check.

use crate::args::{FormatArgs, NamesArgs};
use crate::files::{self, KeptProgress};
use crate::lesson_progress::LessonProgress;
use crate::prose::{column_list, number_of, refusal};
use crate::{lesson_folder, output};
use anyhow::{Result, bail};
use clap::{Args, Subcommand};
use dropline_core::picture::{self, Look, Style, View};
use dropline_core::{Column, Game, SideNames};
use dropline_engine::Think;
use dropline_engine::analysis::Analyst;
use dropline_engine::lesson::{Lesson, LessonTask, TaskState, lessons};
use dropline_engine::told::ToldLessonTitle;
use serde::Serialize;
use std::fmt::Write as _;
use std::io::{self, BufRead, Write};
use std::path::Path;

const EXAMPLES: &str = "\
Examples:
  dropline lessons list
  dropline lessons play zugzwang
  dropline lessons check lesson.txt

Lessons are text files one can write (docs/lessons.md); those in the folder `lessons` of your data folder are listed with the others. The terminal UI and the web app have them too. What was done is kept on this device.";

/// Options of `dropline lessons`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct LessonsArgs {
    #[command(subcommand)]
    command: LessonsCommand,
}

#[derive(Debug, Subcommand)]
enum LessonsCommand {
    /// List the lessons
    #[command(after_help = "Examples:\n  dropline lessons list --format json")]
    List {
        #[command(flatten)]
        format: FormatArgs,
    },
    /// Play a lesson line by line
    #[command(
        after_help = "Examples:\n  dropline lessons play lines\n  dropline lessons play 6\n  dropline lessons play lesson.txt"
    )]
    Play {
        /// The lesson: its number, its name, or a file
        lesson: String,
        #[command(flatten)]
        names: NamesArgs,
    },
    /// Solve every task of lesson files and compare with what they claim
    #[command(after_help = "Examples:\n  dropline lessons check lesson.txt")]
    Check {
        /// The files; - is standard input
        #[arg(required = true, value_name = "FILE")]
        files: Vec<String>,
    },
}

/// A lesson in the list.
#[derive(Serialize)]
struct ListedLesson {
    #[serde(flatten)]
    lesson: ToldLessonTitle,
    /// How many of its tasks were done on this device.
    done: usize,
}

pub(crate) fn run(args: &LessonsArgs) -> Result<()> {
    if let LessonsCommand::Check { files } = &args.command {
        return files.iter().try_for_each(|file| {
            let lesson = lesson_folder::read(file, &Think::default())?;
            output::write(format!("{}: {}, as claimed\n", lesson.id, number_of(lesson.tasks.len(), "task")))
        });
    }
    let mut problems = lesson_folder::add_own(lesson_folder::usual().as_deref());
    let mut progress = KeptProgress::<LessonProgress>::read(&mut problems);
    problems.iter().for_each(|problem| output::say(format_args!("dropline: {problem}")));
    match &args.command {
        LessonsCommand::List { format } => {
            let done = |lesson: &Lesson| progress.now().count(&lesson.id).min(lesson.tasks.len());
            let listed = lessons().iter().map(|lesson| ListedLesson { lesson: lesson.into(), done: done(lesson) });
            output::tell(format.is_json(), &listed.collect::<Vec<_>>(), |told| list(told))
        }
        LessonsCommand::Play { lesson, names } => {
            let names = names.names.unwrap_or_default();
            let (stdin, out) = (io::stdin().lock(), &mut io::stdout().lock());
            match known(lesson) {
                Some(known) => play(known, &mut progress, names, stdin, out),
                None => play(&named(lesson)?, &mut progress, names, stdin, out),
            }
        }
        LessonsCommand::Check { .. } => Ok(()),
    }
}

fn list(told: &[ListedLesson]) -> String {
    let width = told.iter().map(|listed| listed.lesson.id.len()).max().unwrap_or(0);
    let mut text = String::new();
    for (index, ListedLesson { lesson, done }) in told.iter().enumerate() {
        let done = if *done > 0 { format!(", {done} done") } else { String::new() };
        let tasks = number_of(lesson.tasks, "task");
        let _ = writeln!(text, "{:>2}  {:width$}  {} ({tasks}{done})", index + 1, lesson.id, lesson.title.english());
    }
    text
}

/// A lesson of the program by its number or its name.
fn known(name: &str) -> Option<&'static Lesson> {
    let number = name.parse::<usize>().ok();
    let numbered = number.and_then(|number| lessons().get(number.checked_sub(1)?));
    numbered.or_else(|| lessons().iter().find(|lesson| lesson.id == name))
}

/// The lesson in a file that was named instead.
fn named(file: &str) -> Result<Lesson> {
    if file != files::STANDARD_INPUT && !Path::new(file).exists() {
        let names: Vec<&str> = lessons().iter().map(|lesson| lesson.id.as_str()).collect();
        bail!("`{file}` is no lesson of the program (1 to {}, or {}), and no file", names.len(), names.join(", "));
    }
    lesson_folder::read(file, &Think::default())
}

/// Plays all tasks; the end of the input ends it.
fn play(
    lesson: &Lesson,
    progress: &mut KeptProgress<LessonProgress>,
    names: SideNames,
    input: impl BufRead,
    out: &mut impl Write,
) -> Result<()> {
    writeln!(out, "{}\n", lesson.title.english())?;
    for words in &lesson.words {
        writeln!(out, "{}\n", words.english())?;
    }
    writeln!(out, "Type a column; hint, skip and quit are words too.")?;
    let mut lines = files::lines(input);
    for (index, task) in lesson.tasks.iter().enumerate() {
        writeln!(out, "\nTask {} of {}. {}", index + 1, lesson.tasks.len(), task.ask.english())?;
        match play_task(task, names, &mut lines, out)? {
            TaskEnd::Left => return Ok(()),
            TaskEnd::Skipped => {}
            TaskEnd::Done => progress.change(|progress| progress.mark(&lesson.id, index + 1)),
        }
    }
    writeln!(out, "\nThe lesson is done.")?;
    Ok(())
}

/// How a task was left.
enum TaskEnd {
    Done,
    Skipped,
    /// With the whole lesson.
    Left,
}

/// Plays a task until it is done or skipped.
fn play_task(
    task: &LessonTask,
    names: SideNames,
    lines: &mut impl Iterator<Item = io::Result<String>>,
    out: &mut impl Write,
) -> Result<TaskEnd> {
    let mut analyst = Analyst::new(task.start.variant());
    let mut hints = task.hints.iter();
    let (mut drops, mut game) = (Vec::new(), task.start.clone());
    show(&game, names, out)?;
    loop {
        write!(out, "{}> ", names.name(task.start.turn()))?;
        out.flush()?;
        let Some(line) = lines.next().transpose()? else { return Ok(TaskEnd::Left) };
        let column = match line.trim() {
            "" => continue,
            "quit" | "q" => return Ok(TaskEnd::Left),
            "skip" => return Ok(TaskEnd::Skipped),
            "hint" => {
                writeln!(out, "{}", hints.next().map_or("There are no more hints.", |hint| hint.english()))?;
                continue;
            }
            typed => typed.parse().ok().and_then(Column::from_number),
        };
        let Some(column) = column else {
            writeln!(out, "Type a column of 1 to {}, or hint, skip, quit.", game.variant().columns())?;
            continue;
        };
        if let Err(error) = game.clone().play(column) {
            writeln!(out, "{}", refusal(&game, error))?;
            continue;
        }
        drops.push(column);
        let attempt = task.attempt(&drops, &mut analyst, &Think::default())?;
        if attempt.state == TaskState::Wrong {
            let worth = attempt.value.map(|value| format!(" That move {}.", value.verb())).unwrap_or_default();
            writeln!(out, "{}{worth}", task.wrong.english())?;
            if !attempt.line.is_empty() {
                let line: Vec<String> = attempt.line.iter().map(ToString::to_string).collect();
                writeln!(out, "It goes on with {}. Try again.", line.join(", "))?;
            }
            drops.pop();
            continue;
        }
        game = task.start.clone();
        for &played in &attempt.moves {
            game.play(played)?;
        }
        show(&game, names, out)?;
        if attempt.state == TaskState::Done {
            writeln!(out, "Right. {}", task.right.english())?;
            return Ok(TaskEnd::Done);
        }
        let answer = column_list(attempt.moves.last().copied().into_iter());
        writeln!(out, "Right so far; the other side answers in column {answer}.")?;
    }
}

fn show(game: &Game, names: SideNames, out: &mut impl Write) -> io::Result<()> {
    write!(out, "{}", picture::draw(&View::of(game), Style::Scaffold, Look { names: Some(names), ..Look::default() }))
}
