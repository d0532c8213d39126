//! Analyses, reviews, explanations, opinions and lessons as every front end tells them in JSON: numbers for programs, words for people.

mod news;
mod players;
mod position;

pub use news::{ToldNews, ToldThreat};
pub use players::{ToldOption, ToldPlayer, ToldPlayers, ToldValue};
pub use position::{By, GameEnd, ToldPosition, ToldSetUp, set_up_key};

use crate::analysis::{Analysis, Outlook, Value};
use crate::book::BookChoice;
use crate::lesson::{Lesson, LessonTask, LessonText, TaskGoal};
use crate::puzzle::{Puzzle, PuzzleSet, PuzzleTheme};
use crate::{GradedMove, Opinion, Reason, Review, Spec, SpecError, build_with};
use dropline_core::{Cell, Column, Game, Level, Side, SideNames, Variant, notation};
use serde::Serialize;

/// A column and what it is worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ToldColumn {
    /// The column.
    pub column: Column,
    /// Whether nothing can be dropped there.
    #[serde(skip_serializing_if = "is_false")]
    pub full: bool,
    /// Its worth; nothing if it is full, or nobody has looked yet.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes what it may skip by reference")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

/// What every column of a position is worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ToldAnalysis {
    /// What is played.
    pub variant: Variant,
    /// The moves so far; nothing for a set-up position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<String>,
    /// Who moves.
    pub turn: Side,
    /// The worth of the position.
    #[serde(flatten)]
    pub value: Value,
    /// All columns, from the left.
    pub columns: Vec<ToldColumn>,
    /// The best of them.
    pub best: Vec<Column>,
    /// A line of best play; its first column alone where the position is not decided.
    pub line: Vec<Column>,
    /// Positions visited.
    pub nodes: u64,
    /// Seconds.
    pub time: f64,
}

impl ToldAnalysis {
    /// What was found about the position of a game, with a line of best play and the seconds it took.
    #[must_use]
    pub fn new(game: &Game, analysis: &Analysis, line: &[Column], seconds: f64) -> ToldAnalysis {
        let told =
            |column| ToldColumn { column, full: game.board().has_room(column).is_err(), value: analysis.of(column) };
        ToldAnalysis {
            variant: game.variant(),
            moves: game.starts_empty().then(|| notation::moves::write(game.variant(), game.moves())),
            turn: game.turn(),
            value: analysis.value(),
            columns: game.board().columns().map(told).collect(),
            best: analysis.best().collect(),
            line: line.to_vec(),
            nodes: analysis.nodes,
            time: seconds,
        }
    }
}

/// A game, graded.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ToldReview {
    /// What was played.
    pub variant: Variant,
    /// The moves with their grades.
    pub moves: Vec<ToldMove>,
    /// The numbers of the moves that changed who wins, or cost points, or look so.
    pub turning_points: Vec<usize>,
    /// How many moves of each side were best.
    pub perfect: [Share; 2],
}

/// A graded move, in words too.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ToldMove {
    /// The grade.
    #[serde(flatten)]
    pub graded: GradedMove,
    /// In words.
    pub words: String,
}

impl From<&GradedMove> for ToldMove {
    fn from(graded: &GradedMove) -> ToldMove {
        ToldMove { graded: graded.clone(), words: graded.to_string() }
    }
}

/// How many moves of a side were best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Share {
    /// The side.
    pub side: Side,
    /// Its moves that are proven to have been best.
    pub best: usize,
    /// Its moves of which that is decided.
    pub decided: usize,
    /// All its moves.
    pub moves: usize,
}

impl ToldReview {
    /// The review of a game of a variant.
    #[must_use]
    pub fn new(variant: Variant, review: &Review) -> ToldReview {
        ToldReview {
            variant,
            moves: review.moves.iter().map(ToldMove::from).collect(),
            turning_points: review.turning_points().map(|graded| graded.number).collect(),
            perfect: Side::BOTH.map(|side| {
                let [best, decided, moves] = review.perfect_moves(side);
                Share { side, best, decided, moves }
            }),
        }
    }
}

/// Why a move is good or bad.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ToldExplanation {
    /// What is played.
    pub variant: Variant,
    /// The column explained.
    pub column: Column,
    /// The reasons, the weightiest first.
    pub reasons: Vec<ToldReason>,
}

/// A reason, in words too, and how to show it on a board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ToldReason {
    /// The reason.
    #[serde(flatten)]
    pub reason: Reason,
    /// The cells to light; for a plan, and for what a line ends with, on the board after `play`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lit: Vec<Cell>,
    /// The moves to play, the column explained or compared first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub play: Vec<Column>,
    /// In words.
    pub words: String,
}

impl ToldExplanation {
    /// The reasons for a column, the sides being called so.
    #[must_use]
    pub fn new(variant: Variant, column: Column, reasons: Vec<Reason>, names: SideNames) -> ToldExplanation {
        let told = |reason: Reason| {
            let (lit, play) = (reason.cells(), reason.line(column));
            ToldReason { words: reason.words(names), lit, play, reason }
        };
        let reasons = reasons.into_iter().map(told).collect();
        ToldExplanation { variant, column, reasons }
    }
}

/// A position as a player sees it without looking ahead, or why it has no opinion.
///
/// ```
/// use dropline_core::{Game, Variant};
/// use dropline_engine::told::ToldOpinion;
/// let game = Game::from_moves(Variant::STANDARD, "44")?;
/// assert!(ToldOpinion::new("forecast".parse()?, &game)?.opinion.is_some());
/// let random = ToldOpinion::new("random".parse()?, &game)?;
/// assert!(random.words.unwrap().starts_with("random judges no position by itself"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ToldOpinion {
    /// What is played.
    pub variant: Variant,
    /// Whose view it is.
    pub player: Spec,
    /// What it sees.
    #[serde(flatten)]
    pub opinion: Option<Opinion>,
    /// Why there is no opinion.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
}

impl ToldOpinion {
    /// What a player makes of a position; an error if it does not play the variant.
    pub fn new(player: Spec, game: &Game) -> Result<ToldOpinion, SpecError> {
        let opinion = build_with(&player, game.variant(), 0, &BookChoice::None)?.opinion(game);
        let sentence = || format!("{player} judges no position by itself: {}", player.info().about);
        let words = opinion.is_none().then(sentence);
        Ok(ToldOpinion { variant: game.variant(), player, opinion, words })
    }
}

/// A lesson in the list of lessons.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ToldLessonTitle {
    /// Its name.
    pub id: String,
    /// Its title in every language it has.
    pub title: LessonText,
    /// How many tasks it has.
    pub tasks: usize,
}

impl From<&Lesson> for ToldLessonTitle {
    fn from(lesson: &Lesson) -> ToldLessonTitle {
        ToldLessonTitle { id: lesson.id.clone(), title: lesson.title.clone(), tasks: lesson.tasks.len() }
    }
}

/// A lesson with all its words; the right columns are not told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ToldLesson {
    /// Its name.
    pub id: String,
    /// Its title.
    pub title: LessonText,
    /// What is read first, paragraph by paragraph.
    pub words: Vec<LessonText>,
    /// Its positions.
    pub tasks: Vec<ToldTask>,
}

/// A task of a lesson.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ToldTask {
    /// What is played.
    pub variant: Variant,
    /// The key of the position.
    pub position: String,
    /// The levels from the top, each from the left.
    pub grid: Vec<Vec<Option<Side>>>,
    /// Whose turn it is: the learner's.
    pub turn: Side,
    /// What is to be done.
    pub goal: TaskGoal,
    /// With how many drops.
    pub drops: usize,
    /// The task in words.
    pub ask: LessonText,
    /// Hints, to be told one after the other.
    pub hints: Vec<LessonText>,
    /// What is said when it is done.
    pub right: LessonText,
    /// What is said to a wrong drop.
    pub wrong: LessonText,
}

impl From<&Lesson> for ToldLesson {
    fn from(lesson: &Lesson) -> ToldLesson {
        ToldLesson {
            id: lesson.id.clone(),
            title: lesson.title.clone(),
            words: lesson.words.clone(),
            tasks: lesson.tasks.iter().map(ToldTask::from).collect(),
        }
    }
}

impl From<&LessonTask> for ToldTask {
    fn from(task: &LessonTask) -> ToldTask {
        let (game, board) = (&task.start, task.start.board());
        let level = |level| board.columns().map(|column| board.checker_at(column, level)).collect();
        ToldTask {
            variant: game.variant(),
            position: notation::key::write(game),
            grid: (0..game.variant().levels()).rev().map(Level::from_index).map(level).collect(),
            turn: game.turn(),
            goal: task.goal,
            drops: task.drops,
            ask: task.ask.clone(),
            hints: task.hints.clone(),
            right: task.right.clone(),
            wrong: task.wrong.clone(),
        }
    }
}

/// A puzzle with its right column.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ToldPuzzle {
    /// Its name: the key of its position.
    pub id: String,
    /// What is played.
    pub variant: Variant,
    /// Who moves.
    pub turn: Side,
    /// What is to be kept.
    pub goal: Outlook,
    /// How many moves are to be found.
    pub moves: u32,
    /// What it is about.
    pub theme: PuzzleTheme,
    /// How hard it is, on the scale of the levels.
    pub rating: f64,
    /// The standard deviation of the rating.
    pub deviation: f64,
    /// What is asked for, in words.
    pub words: String,
    /// The right column; left out where it is to be found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<Column>,
}

impl ToldPuzzle {
    /// A puzzle and its right column.
    #[must_use]
    pub fn new(puzzle: &Puzzle) -> ToldPuzzle {
        ToldPuzzle {
            id: puzzle.id(),
            variant: puzzle.variant(),
            turn: puzzle.game().turn(),
            goal: puzzle.goal,
            moves: puzzle.moves,
            theme: puzzle.theme,
            rating: puzzle.rating.rating.round(),
            deviation: puzzle.rating.deviation.round(),
            words: puzzle.task(),
            column: Some(puzzle.column),
        }
    }

    /// The same to be solved: without the column.
    #[must_use]
    pub fn task(puzzle: &Puzzle) -> ToldPuzzle {
        ToldPuzzle { column: None, ..ToldPuzzle::new(puzzle) }
    }
}

/// The puzzles of a variant that the program has.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ToldPuzzleSet {
    /// What is played.
    pub variant: Variant,
    /// How many there are.
    pub puzzles: usize,
    /// What they are about.
    pub themes: Vec<PuzzleTheme>,
}

impl ToldPuzzleSet {
    /// All sets.
    #[must_use]
    pub fn all() -> Vec<ToldPuzzleSet> {
        PuzzleSet::all_embedded().iter().map(ToldPuzzleSet::from).collect()
    }
}

impl From<&PuzzleSet> for ToldPuzzleSet {
    fn from(set: &PuzzleSet) -> ToldPuzzleSet {
        let has = |theme: &PuzzleTheme| set.puzzles().iter().any(|one| one.theme == *theme);
        let themes = PuzzleTheme::ALL.into_iter().filter(has).collect();
        ToldPuzzleSet { variant: set.variant(), puzzles: set.puzzles().len(), themes }
    }
}
