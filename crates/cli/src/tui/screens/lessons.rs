//! Lessons: the list, a page of words, and positions to play.

use super::{page, page_area};
use crate::lesson_progress::LessonProgress;
use crate::tui::digits::{DigitMeaning, Digits};
use crate::tui::event::QuestionId;
use crate::tui::layout::{Focus, GameLayout};
use crate::tui::widgets::board::{BoardView, landing};
use crate::tui::widgets::{Pen, row};
use dropline_core::{Cell, Column, Game, words};
use dropline_engine::lesson::{Lesson, LessonTask, LessonText, TaskAttempt, TaskState, lessons};
use ratatui::crossterm::event::{KeyCode, MouseButton, MouseEvent, MouseEventKind};
use ratatui::prelude::*;
use std::collections::HashSet;
use std::time::Duration;

/// Where somebody is in the lessons.
#[derive(Clone, Debug, Default)]
pub(crate) struct LessonsScreen {
    /// The lesson that is open, or that the cursor is on.
    lesson: usize,
    place: Place,
}

#[derive(Clone, Debug, Default)]
enum Place {
    #[default]
    List,
    Words,
    Task(Box<TaskPlay>),
}

/// A task that is being played.
#[derive(Clone, Debug)]
struct TaskPlay {
    /// Counted from 0.
    index: usize,
    drops: Vec<Column>,
    /// The question that is open.
    asked: Option<QuestionId>,
    attempt: Option<TaskAttempt>,
    hints: usize,
    /// How much of the line after a wrong drop is shown.
    shown: usize,
    cursor: usize,
    digits: Digits,
    said: String,
}

/// What a key meant.
#[derive(Clone, Debug)]
pub(crate) enum Learning {
    Nothing,
    Leave,
    /// Ask what comes of these drops.
    Attempt {
        task: &'static LessonTask,
        drops: Vec<Column>,
    },
}

impl TaskPlay {
    fn new(lesson: &Lesson, index: usize) -> TaskPlay {
        TaskPlay {
            index,
            drops: Vec::new(),
            asked: None,
            attempt: None,
            hints: 0,
            shown: 0,
            cursor: (lesson.tasks[index].start.variant().columns() - 1) / 2,
            digits: Digits::default(),
            said: String::new(),
        }
    }

    fn state(&self) -> TaskState {
        self.attempt.as_ref().map_or(TaskState::Open, |attempt| attempt.state)
    }

    /// The position that is shown.
    fn game(&self, task: &LessonTask) -> Game {
        let mut game = task.start.clone();
        if let Some(attempt) = &self.attempt {
            for &column in attempt.moves.iter().chain(attempt.line.iter().take(self.shown)) {
                // The engine played them.
                let _ = game.play(column);
            }
        }
        game
    }
}

impl LessonsScreen {
    fn lesson(&self) -> &'static Lesson {
        &lessons()[self.lesson]
    }

    pub(crate) fn key(&mut self, code: KeyCode, progress: &LessonProgress, now: Duration) -> Learning {
        let lesson = self.lesson();
        match &mut self.place {
            Place::List => return self.list_key(code),
            Place::Words => match code {
                KeyCode::Esc | KeyCode::Char('q') => self.place = Place::List,
                KeyCode::Enter | KeyCode::Char(' ' | 'n') => {
                    let open = (0..lesson.tasks.len()).find(|index| !progress.is_done(&lesson.id, index + 1));
                    self.place = Place::Task(Box::new(TaskPlay::new(lesson, open.unwrap_or(0))));
                }
                _ => {}
            },
            Place::Task(play) => {
                let last = play.game(&lesson.tasks[play.index]).variant().columns() - 1;
                let mut digits = std::mem::take(&mut play.digits);
                match code {
                    KeyCode::Esc | KeyCode::Char('q') => self.place = Place::Words,
                    KeyCode::Left | KeyCode::Char('h') => play.cursor = play.cursor.saturating_sub(1),
                    KeyCode::Right | KeyCode::Char('l') => play.cursor = (play.cursor + 1).min(last),
                    KeyCode::Home => play.cursor = 0,
                    KeyCode::End => play.cursor = last,
                    KeyCode::Char(digit @ '0'..='9') => {
                        let meaning = digits.typed(digit, last + 1, play.cursor, now);
                        play.digits = digits;
                        match meaning {
                            DigitMeaning::Point(column) => play.cursor = column,
                            DigitMeaning::Drop => return self.drop(),
                            DigitMeaning::Nowhere(problem) => play.said = problem,
                        }
                    }
                    KeyCode::Char('i') => play.hints = (play.hints + 1).min(lesson.tasks[play.index].hints.len()),
                    KeyCode::Char('r') => {
                        let hints = play.hints;
                        **play = TaskPlay { hints, ..TaskPlay::new(lesson, play.index) };
                    }
                    KeyCode::Char('.') => {
                        let line = play.attempt.as_ref().map_or(0, |attempt| attempt.line.len());
                        play.shown = (play.shown + 1).min(line);
                    }
                    KeyCode::Char(',') => play.shown = play.shown.saturating_sub(1),
                    KeyCode::Char('n') => self.next_task(),
                    KeyCode::Enter | KeyCode::Char(' ') if play.state() == TaskState::Done => self.next_task(),
                    KeyCode::Enter | KeyCode::Char(' ' | 'j') | KeyCode::Down => return self.drop(),
                    _ => {}
                }
            }
        }
        Learning::Nothing
    }

    fn list_key(&mut self, code: KeyCode) -> Learning {
        let last = lessons().len() - 1;
        match code {
            KeyCode::Esc | KeyCode::Char('q') => return Learning::Leave,
            KeyCode::Up | KeyCode::Char('k') | KeyCode::BackTab => {
                self.lesson = self.lesson.checked_sub(1).unwrap_or(last);
            }
            KeyCode::Down | KeyCode::Char('j') | KeyCode::Tab => {
                self.lesson = if self.lesson == last { 0 } else { self.lesson + 1 }
            }
            KeyCode::Home => self.lesson = 0,
            KeyCode::End => self.lesson = last,
            KeyCode::Enter | KeyCode::Char(' ') => self.place = Place::Words,
            _ => {}
        }
        Learning::Nothing
    }

    /// The task after this one; after the last one, the next lesson.
    fn next_task(&mut self) {
        let lesson = self.lesson();
        let Place::Task(play) = &self.place else { return };
        let next = play.index + 1;
        if next < lesson.tasks.len() {
            self.place = Place::Task(Box::new(TaskPlay::new(lesson, next)));
        } else if self.lesson + 1 < lessons().len() {
            self.lesson += 1;
            self.place = Place::Words;
        } else {
            self.place = Place::List;
        }
    }

    fn drop(&mut self) -> Learning {
        let lesson = self.lesson();
        let Place::Task(play) = &mut self.place else { return Learning::Nothing };
        if play.asked.is_some() || play.state() != TaskState::Open {
            return Learning::Nothing;
        }
        let (task, column) = (&lesson.tasks[play.index], Column::from_index(play.cursor));
        let game = play.game(task);
        if let Err(error) = game.clone().play(column) {
            play.said = words::refusal(&game, error);
            return Learning::Nothing;
        }
        play.said.clear();
        let drops = play.drops.iter().copied().chain([column]).collect();
        Learning::Attempt { task, drops }
    }

    /// The drops of an attempt were asked about under this number.
    pub(crate) fn asked(&mut self, question: QuestionId, drops: Vec<Column>) {
        if let Place::Task(play) = &mut self.place {
            (play.asked, play.drops) = (Some(question), drops);
        }
    }

    pub(crate) fn expects_news(&self) -> bool {
        matches!(&self.place, Place::Task(play) if play.asked.is_some())
    }

    /// Takes the answer in; the lesson and the number of the task, if it is done with that.
    pub(crate) fn attempted(
        &mut self,
        question: QuestionId,
        answer: Result<TaskAttempt, String>,
    ) -> Option<(&'static str, usize)> {
        let lesson = self.lesson();
        let Place::Task(play) = &mut self.place else { return None };
        if play.asked != Some(question) {
            return None;
        }
        play.asked = None;
        match answer {
            Ok(attempt) => {
                let done = attempt.state == TaskState::Done;
                (play.attempt, play.shown) = (Some(attempt), 0);
                done.then_some((lesson.id.as_str(), play.index + 1))
            }
            Err(problem) => {
                play.drops.pop();
                play.said = problem;
                None
            }
        }
    }

    pub(crate) fn mouse(&mut self, area: Rect, mouse: MouseEvent) -> Learning {
        let click = matches!(mouse.kind, MouseEventKind::Down(MouseButton::Left));
        match &mut self.place {
            Place::List if click => {
                let line = usize::from(mouse.row.saturating_sub(page_area(area).y));
                if mouse.row >= page_area(area).y && line < lessons().len() {
                    self.lesson = line;
                    self.place = Place::Words;
                }
            }
            Place::Task(play) => {
                let task = &lessons()[self.lesson].tasks[play.index];
                if let Some(column) = layout(area, play, task).board.column_at(mouse.column, mouse.row) {
                    play.cursor = column.index();
                    if click {
                        return self.drop();
                    }
                }
            }
            _ => {}
        }
        Learning::Nothing
    }
}

fn layout(area: Rect, play: &TaskPlay, task: &LessonTask) -> GameLayout {
    let game = play.game(task);
    let level = landing(game.board(), Column::from_index(play.cursor)).index();
    GameLayout::new(area, game.variant(), false, Focus { column: play.cursor, level, scroll: 0 })
}

pub(crate) fn draw(pen: Pen<'_>, buffer: &mut Buffer, area: Rect, screen: &LessonsScreen, progress: &LessonProgress) {
    match &screen.place {
        Place::List => draw_list(pen, buffer, area, screen, progress),
        Place::Words => {
            let lesson = screen.lesson();
            let inside = page(pen, buffer, area, lesson.title.english(), "Enter begin · Esc all lessons");
            let text: Vec<&str> = lesson.words.iter().map(LessonText::english).collect();
            pen.write_wrapped(buffer, inside, &text.join("\n\n"), pen.theme.plain());
        }
        Place::Task(play) => draw_task(pen, buffer, area, screen.lesson(), play),
    }
}

fn draw_list(pen: Pen<'_>, buffer: &mut Buffer, area: Rect, screen: &LessonsScreen, progress: &LessonProgress) {
    let inside = page(pen, buffer, area, "Lessons", "↑↓ choose · Enter open · Esc back");
    for (line, lesson) in lessons().iter().enumerate() {
        let place = row(inside, line as u16);
        let chosen = line == screen.lesson;
        let style = if chosen { pen.theme.chosen() } else { pen.theme.plain() };
        if chosen {
            buffer.set_style(place, style);
        }
        let (done, all) = (progress.count(&lesson.id), lesson.tasks.len());
        let state = if done >= all { "done".to_owned() } else { format!("{done} of {all}") };
        let width = state.len() as u16;
        let right = Rect { x: place.right().saturating_sub(width + 1), width: width.min(place.width), ..place };
        pen.write(buffer, right, &state, if chosen { style } else { pen.theme.faint() });
        let caret = if chosen { pen.glyphs.caret() } else { " " };
        let room = Rect { width: right.x.saturating_sub(place.x + 2), ..place };
        pen.write(buffer, room, &format!("{caret} {:>2}  {}", line + 1, lesson.title.english()), style);
    }
}

fn draw_task(pen: Pen<'_>, buffer: &mut Buffer, area: Rect, lesson: &Lesson, play: &TaskPlay) {
    let (theme, glyphs) = (pen.theme, pen.glyphs);
    let task = &lesson.tasks[play.index];
    let (game, layout, state) = (play.game(task), layout(area, play, task), play.state());
    let header = format!(" {} · task {} of {}", lesson.title.english(), play.index + 1, lesson.tasks.len());
    pen.write(buffer, layout.header, &header, theme.accent());
    let open = state == TaskState::Open && play.asked.is_none();
    let lines =
        play.attempt.iter().filter(|_| play.shown == 0).flat_map(|attempt| attempt.lines.iter().flatten().copied());
    let marked: HashSet<Cell> = lines.chain(game.winning_cells()).collect();
    let threats = match &play.attempt {
        Some(attempt) if play.shown == 0 && (play.hints > 0 || state == TaskState::Wrong) => attempt.threats.clone(),
        _ => Vec::new(),
    };
    BoardView {
        pointer: open.then(|| (Column::from_index(play.cursor), task.start.turn())),
        landing: open,
        marked,
        last: game.board().last_cell(),
        threats,
        ..BoardView::plain(pen, game.board(), &layout.board)
    }
    .render(buffer);
    let mut panel = Rect { x: layout.panel.x + 1, width: layout.panel.width - 1, ..layout.panel };
    let mut write = |text: &str, style: Style| {
        let taken = pen.write_wrapped(buffer, panel, text, style) + 1;
        let taken = taken.min(panel.height);
        panel = Rect { y: panel.y + taken, height: panel.height - taken, ..panel };
    };
    write(task.ask.english(), theme.plain());
    for hint in &task.hints[..play.hints] {
        write(hint.english(), theme.faint());
    }
    let side = glyphs.names.capital(task.start.turn());
    match (&play.attempt, state) {
        (Some(_), TaskState::Done) => write(&format!("Right. {}", task.right.english()), theme.accent()),
        (Some(attempt), TaskState::Wrong) => {
            let worth = attempt.value.map(|value| format!(" That move {}.", value.verb())).unwrap_or_default();
            write(&format!("{}{worth}", task.wrong.english()), theme.problem());
        }
        (Some(_), TaskState::Open) => write(&format!("Right so far. {side} to move."), theme.accent()),
        (None, _) => write(&format!("{side} to move."), theme.side(task.start.turn())),
    }
    if !play.said.is_empty() {
        write(&play.said, theme.problem());
    }
    let keys = match state {
        _ if play.asked.is_some() => "…",
        TaskState::Open => "←→ Enter drop · i hint · n next · Esc back",
        TaskState::Done => "Enter next · r again · Esc back",
        TaskState::Wrong => "r try again · . how it goes on · i hint · Esc back",
    };
    pen.write(buffer, layout.footer, &format!(" {keys}"), theme.faint());
}
