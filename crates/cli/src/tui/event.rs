//! What happens to the terminal UI, and what it wants done.

use super::config::Config;
use super::insight::{Looked, PositionInsight};
use super::screens::start::MenuItem;
use crate::contest::Contest;
use crate::lesson_progress::LessonProgress;
use crate::saved_game::SavedGame;
use dropline_arena::report::Timing;
use dropline_arena::{Record, Standing};
use dropline_core::picture::SvgTheme;
use dropline_core::{Column, Game, Variant};
use dropline_engine::analysis::Analysis;
use dropline_engine::lesson::{LessonTask, TaskAttempt};
use dropline_engine::puzzle::{Day, Puzzle, PuzzleAnswer, PuzzleAttempt, PuzzleProgress};
use dropline_engine::{Choice, Progress, Spec};
use ratatui::crossterm::event::{KeyEvent, MouseEvent};
use std::path::{Path, PathBuf};

/// A question's number: answers to any but the last question are stale.
pub(crate) type QuestionId = u64;

/// Something that happened.
#[derive(Clone, Debug)]
pub(crate) enum UiEvent {
    Key(KeyEvent),
    Mouse(MouseEvent),
    Paste(String),
    Resize {
        width: u16,
        height: u16,
    },
    /// Time has passed.
    Tick,
    News(News),
    Filed(Filed),
    /// A signal asks the program to end.
    Terminate,
}

/// What the threads behind the screen tell.
#[derive(Clone, Debug)]
pub(crate) enum News {
    Progress {
        question: QuestionId,
        progress: Progress,
    },
    Chosen {
        question: QuestionId,
        choice: Result<Choice, String>,
    },
    Learned {
        question: QuestionId,
        analysis: Analysis,
    },
    Examined {
        question: QuestionId,
        answer: Result<PositionInsight, String>,
    },
    Attempted {
        question: QuestionId,
        answer: Result<TaskAttempt, String>,
    },
    Played {
        question: QuestionId,
        standing: Box<Standing>,
        timing: Vec<Timing>,
        /// The games that ended since the last news.
        records: Vec<Record>,
    },
    ContestOver {
        question: QuestionId,
        problem: Option<String>,
    },
    Puzzle {
        question: QuestionId,
        told: Result<PuzzleNews, String>,
    },
    /// How many moves of a game were looked at for puzzles.
    Reviewed {
        question: QuestionId,
        moves: usize,
        of: usize,
    },
}

/// What came of a question about a puzzle: what was tried, and the answer.
#[derive(Clone, Debug)]
pub(crate) enum PuzzleNews {
    Answer { attempt: Box<PuzzleAttempt>, column: Column, answer: PuzzleAnswer },
    Hint { attempt: Box<PuzzleAttempt>, column: Column },
    Solution { attempt: Box<PuzzleAttempt>, line: Vec<Column> },
    Mistakes(Vec<Puzzle>),
}

/// What came of reading or writing a file.
#[derive(Clone, Debug)]
pub(crate) enum Filed {
    Loaded {
        file: String,
        saved: Box<SavedGame>,
    },
    /// An item of the menu is opened; if another program has kept a game meanwhile, that is the one to continue.
    Open {
        item: MenuItem,
        meanwhile: Result<Option<Box<SavedGame>>, String>,
    },
    Games(Vec<String>),
    Today(Day),
    /// The progress that is kept now, with that of other runs.
    Progress(Box<PuzzleProgress>),
    Done(String),
    /// There is a file of this name already: may it be replaced by what this writes?
    Exists(Box<Effect>),
    Failed(String),
    /// Nobody asked for it: a game, progress or settings could not be kept.
    NotKept(String),
}

/// Something to be done outside the state.
#[derive(Clone, Debug)]
pub(crate) enum Effect {
    /// Ask a player for a move; whatever it was asked before is off.
    Choose(MoveQuestion),
    /// The player should answer soon: to move now, or because nobody waits for it any more.
    StopPlayer,
    /// Analyse a position; whatever was analysed before is off.
    Analyze(PositionQuestion),
    StopAnalyst,
    /// Say what comes of a learner's drops.
    Attempt(AttemptQuestion),
    Contest {
        question: QuestionId,
        contest: Box<Contest>,
    },
    StopContest,
    /// Find out about a puzzle; whatever was asked before is off.
    Puzzle(PuzzleAsked),
    StopPuzzle,
    /// Keep what came of a puzzle; the progress that it has made already goes with it.
    SaveProgress(Box<PuzzleProgress>, Box<TriedPuzzle>),
    /// What day is it?
    AskDay,
    /// Open an item of the menu, after a look at the game that is kept now.
    Open(MenuItem),
    Autosave(Box<SavedGame>),
    SaveConfig(Box<Config>),
    SaveLessons(Box<LessonProgress>),
    /// Save a game under a name that somebody chose, or a picture of it.
    Write {
        file: PathBuf,
        game: Box<SavedGame>,
        picture: Option<SvgTheme>,
        /// Whether a file of this name is replaced; otherwise somebody is asked first.
        replace: bool,
    },
    /// Write the report of a match as far as it was played.
    Report {
        file: PathBuf,
        contest: Box<Contest>,
        records: Vec<Record>,
        replace: bool,
    },
    Load {
        file: String,
        /// What moves are played on.
        variant: Variant,
    },
    ListGames,
    Copy(String),
    /// Whether the mouse is listened to.
    Mouse(bool),
    Suspend,
    /// Draw everything anew, whatever was written over it.
    Redraw,
}

impl Effect {
    /// The same, but a file that is there is replaced.
    pub(crate) fn replacing(self) -> Effect {
        match self {
            Effect::Write { file, game, picture, .. } => Effect::Write { file, game, picture, replace: true },
            Effect::Report { file, contest, records, .. } => Effect::Report { file, contest, records, replace: true },
            other => other,
        }
    }

    /// The file that is written, if it is one that somebody named.
    pub(crate) fn file(&self) -> Option<&Path> {
        match self {
            Effect::Write { file, .. } | Effect::Report { file, .. } => Some(file),
            _ => None,
        }
    }
}

/// A question about a position.
#[derive(Clone, Debug)]
pub(crate) struct PositionQuestion {
    pub(crate) question: QuestionId,
    pub(crate) game: Box<Game>,
    /// What is known of it, and shown.
    pub(crate) known: Analysis,
    pub(crate) looking: Looked,
    /// A column to be explained besides.
    pub(crate) why: Option<Column>,
}

/// A question about a task of a lesson.
#[derive(Clone, Debug)]
pub(crate) struct AttemptQuestion {
    pub(crate) question: QuestionId,
    pub(crate) task: &'static LessonTask,
    pub(crate) drops: Vec<Column>,
}

/// A question to a player.
#[derive(Clone, Debug)]
pub(crate) struct MoveQuestion {
    pub(crate) question: QuestionId,
    pub(crate) spec: Spec,
    pub(crate) seed: u64,
    pub(crate) game: Box<Game>,
}

/// A question about a puzzle.
#[derive(Clone, Debug)]
pub(crate) struct PuzzleAsked {
    pub(crate) question: QuestionId,
    pub(crate) work: PuzzleWork,
}

/// How the first try at a puzzle went, which may be that of a day.
#[derive(Clone, Debug)]
pub(crate) struct TriedPuzzle {
    pub(crate) puzzle: Puzzle,
    pub(crate) solved: bool,
    pub(crate) day: Option<Day>,
}

impl TriedPuzzle {
    /// Takes it in; says whether it counts.
    pub(crate) fn record(&self, progress: &mut PuzzleProgress) -> bool {
        progress.record(&self.puzzle, self.solved, self.day)
    }
}

/// What is to be found out about a puzzle.
#[derive(Clone, Debug)]
pub(crate) enum PuzzleWork {
    Play {
        attempt: Box<PuzzleAttempt>,
        column: Column,
    },
    Hint {
        attempt: Box<PuzzleAttempt>,
    },
    Solution {
        attempt: Box<PuzzleAttempt>,
    },
    /// The mistakes of a game that are puzzles.
    Mistakes {
        game: Box<Game>,
    },
}
