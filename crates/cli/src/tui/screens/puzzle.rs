//! Puzzles: one after the other, by theme, of the day, or from the game that was left.

use crate::prose;
use crate::tui::digits::{DigitMeaning, Digits};
use crate::tui::event::{PuzzleNews, PuzzleWork, QuestionId, TriedPuzzle};
use crate::tui::layout::{Focus, GameLayout};
use crate::tui::widgets::board::{BoardView, landing};
use crate::tui::widgets::{Pen, row};
use dropline_core::{Cell, Column, Game, Variant};
use dropline_engine::puzzle::{
    Day, Puzzle, PuzzleAnswer, PuzzleAttempt, PuzzleProgress, PuzzleSet, PuzzleTheme, PuzzleWish,
};
use ratatui::crossterm::event::{KeyCode, MouseButton, MouseEvent, MouseEventKind};
use ratatui::prelude::*;
use std::time::Duration;

/// What can be done, for the panel: keys, and what they do.
const KEYS: [(&str, &str); 8] = [
    ("Enter", "drop"),
    ("i", "hint"),
    ("s", "solution"),
    ("n", "next"),
    ("t", "theme"),
    ("d", "of the day"),
    ("g", "my last game"),
    ("Esc", "back"),
];

/// A puzzle that is being solved, and where the next one comes from.
#[derive(Clone, Debug)]
pub(crate) struct PuzzleScreen {
    variant: Variant,
    theme: Option<PuzzleTheme>,
    /// Puzzles from a game of one's own that wait to be solved; they do not count.
    own: Option<Vec<Puzzle>>,
    /// The names of those that were given, tried or not.
    given: Vec<String>,
    day: Option<Day>,
    solving: Option<Solving>,
    cursor: usize,
    digits: Digits,
    said: String,
    /// The question that is open.
    pub(crate) waiting: Option<QuestionId>,
    /// How many moves of the game that was left were looked at, and of how many.
    reviewed: Option<(usize, usize)>,
}

#[derive(Clone, Debug)]
struct Solving {
    puzzle: Puzzle,
    attempt: PuzzleAttempt,
    /// Whether the first try is over, for better or worse.
    tried: bool,
    hinted: bool,
    /// Moves that are shown on the board without being played: a refutation, or the solution.
    shown: Vec<Column>,
}

/// What a key asks for.
#[derive(Clone, Debug)]
pub(crate) enum PuzzleWant {
    Nothing,
    Leave,
    Work(PuzzleWork),
    /// What day is it?
    Day,
    /// The mistakes of the game that was left.
    Mistakes,
}

impl PuzzleScreen {
    /// A first puzzle, of this variant if there are some in the program.
    pub(crate) fn new(variant: Variant, progress: &PuzzleProgress) -> PuzzleScreen {
        let variant = PuzzleSet::embedded(variant).map_or(Variant::STANDARD, PuzzleSet::variant);
        let mut screen = PuzzleScreen {
            variant,
            theme: None,
            own: None,
            given: Vec::new(),
            day: None,
            solving: None,
            cursor: 0,
            digits: Digits::default(),
            said: String::new(),
            waiting: None,
            reviewed: None,
        };
        screen.next(progress);
        screen
    }

    /// Gives the next puzzle.
    fn next(&mut self, progress: &PuzzleProgress) {
        self.day = None;
        let puzzle = match &mut self.own {
            Some(own) => own.pop(),
            None => {
                let wish = PuzzleWish { theme: self.theme, rating: None };
                let set = PuzzleSet::embedded(self.variant);
                set.and_then(|set| set.next(progress, wish, &self.given, progress.tried() as u64)).cloned()
            }
        };
        self.given.extend(puzzle.as_ref().map(Puzzle::id));
        self.give(puzzle, "There is no puzzle left here: t chooses another theme.");
    }

    fn give(&mut self, puzzle: Option<Puzzle>, none: &str) {
        self.waiting = None;
        self.said = if puzzle.is_some() { String::new() } else { none.to_owned() };
        self.solving = puzzle.map(|puzzle| {
            let attempt = PuzzleAttempt::new(&puzzle);
            Solving { attempt, puzzle, tried: false, hinted: false, shown: Vec::new() }
        });
        self.cursor = self.game().map_or(0, |game| (game.variant().columns() - 1) / 2);
    }

    /// Gives the puzzle of a day.
    pub(crate) fn of_the_day(&mut self, day: Day) {
        self.own = None;
        let puzzle = PuzzleSet::embedded(self.variant).and_then(|set| set.of_the_day(day)).cloned();
        self.give(puzzle, "There is no puzzle of the day.");
        self.day = Some(day);
    }

    fn game(&self) -> Option<&Game> {
        self.solving.as_ref().map(|solving| solving.attempt.game())
    }

    pub(crate) fn key(&mut self, code: KeyCode, progress: &PuzzleProgress, now: Duration) -> PuzzleWant {
        let last = self.game().map_or(0, |game| game.variant().columns() - 1);
        let was_shown = self.solving.as_mut().is_some_and(|solving| !std::mem::take(&mut solving.shown).is_empty());
        let mut digits = std::mem::take(&mut self.digits);
        match code {
            KeyCode::Esc | KeyCode::Char('q') => return PuzzleWant::Leave,
            KeyCode::Left | KeyCode::Char('h') => self.cursor = self.cursor.saturating_sub(1),
            KeyCode::Right | KeyCode::Char('l') => self.cursor = (self.cursor + 1).min(last),
            KeyCode::Home => self.cursor = 0,
            KeyCode::End => self.cursor = last,
            KeyCode::Char(digit @ '0'..='9') => {
                let meaning = digits.typed(digit, last + 1, self.cursor, now);
                self.digits = digits;
                match meaning {
                    DigitMeaning::Point(column) => self.cursor = column,
                    DigitMeaning::Drop => return self.drop(progress),
                    DigitMeaning::Nowhere(problem) => self.said = problem,
                }
            }
            KeyCode::Enter | KeyCode::Char(' ' | 'j') | KeyCode::Down if !was_shown => return self.drop(progress),
            KeyCode::Char('i') => return self.hint(),
            KeyCode::Char('s') => return self.work(|attempt| PuzzleWork::Solution { attempt }),
            KeyCode::Char('n') => self.next(progress),
            KeyCode::Char('t') => {
                let themes = PuzzleTheme::ALL.into_iter().map(Some).chain([None]);
                self.theme =
                    themes.skip_while(|&theme| theme != self.theme).nth(1).unwrap_or(Some(PuzzleTheme::ALL[0]));
                self.own = None;
                self.next(progress);
            }
            KeyCode::Char('d') => return PuzzleWant::Day,
            KeyCode::Char('g') => return PuzzleWant::Mistakes,
            _ => {}
        }
        PuzzleWant::Nothing
    }

    pub(crate) fn mouse(
        &mut self,
        area: Rect,
        mouse: MouseEvent,
        progress: &PuzzleProgress,
        now: Duration,
    ) -> PuzzleWant {
        let column = self.game().and_then(|game| self.layout(area, game).board.column_at(mouse.column, mouse.row));
        let Some(column) = column else { return PuzzleWant::Nothing };
        self.cursor = column.index();
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => self.key(KeyCode::Enter, progress, now),
            _ => PuzzleWant::Nothing,
        }
    }

    /// Drops where the cursor is; in a puzzle that is solved, gives the next.
    fn drop(&mut self, progress: &PuzzleProgress) -> PuzzleWant {
        let column = Column::from_index(self.cursor);
        match self.game().map(|game| (game, game.clone().play(column))) {
            _ if self.solving.as_ref().is_none_or(|solving| solving.attempt.is_solved()) => self.next(progress),
            Some((game, Err(error))) => self.said = format!("{}.", prose::refusal(game, error)),
            _ => return self.work(|attempt| PuzzleWork::Play { attempt, column }),
        }
        PuzzleWant::Nothing
    }

    fn hint(&mut self) -> PuzzleWant {
        match &mut self.solving {
            Some(solving) if !solving.hinted => {
                solving.hinted = true;
                self.said = format!("The theme is: {}. i again: the column.", solving.puzzle.theme.words());
                PuzzleWant::Nothing
            }
            _ => self.work(|attempt| PuzzleWork::Hint { attempt }),
        }
    }

    /// Asks for something about what is being solved, unless an answer is waited for.
    fn work(&mut self, work: impl FnOnce(Box<PuzzleAttempt>) -> PuzzleWork) -> PuzzleWant {
        match &self.solving {
            Some(solving) if self.waiting.is_none() && !solving.attempt.is_solved() => {
                PuzzleWant::Work(work(Box::new(solving.attempt.clone())))
            }
            _ => PuzzleWant::Nothing,
        }
    }

    /// An answer to this question is waited for.
    pub(crate) fn asked(&mut self, question: QuestionId) {
        (self.waiting, self.reviewed) = (Some(question), None);
    }

    /// Takes in how far the look at the game that was left has come.
    pub(crate) fn reviewed(&mut self, question: QuestionId, moves: usize, of: usize) {
        if self.waiting == Some(question) {
            self.reviewed = Some((moves, of));
        }
    }

    /// Takes an answer in; says how the first try went, if that counts and is known now.
    pub(crate) fn told(&mut self, told: Result<PuzzleNews, String>, progress: &PuzzleProgress) -> Option<TriedPuzzle> {
        self.waiting = None;
        let (attempt, shown, said) = match told {
            Err(problem) => {
                self.said = problem;
                return None;
            }
            Ok(PuzzleNews::Mistakes(puzzles)) => {
                self.own = Some(puzzles);
                self.next(progress);
                if self.solving.is_none() {
                    self.own = None;
                    self.said = "No mistake of your last game is a puzzle: one column alone must be right.".to_owned();
                }
                return None;
            }
            Ok(PuzzleNews::Answer { attempt, column, answer }) => match answer {
                PuzzleAnswer::Right { reply } => (attempt, Vec::new(), format!("Right. The reply is column {reply}.")),
                PuzzleAnswer::Solved { .. } => (attempt, Vec::new(), "Solved. Enter gives the next puzzle.".to_owned()),
                PuzzleAnswer::Wrong { value, line } => {
                    let said = format!("Column {column} {}: this is why.", value.verb());
                    (attempt, [vec![column], line].concat(), said)
                }
            },
            Ok(PuzzleNews::Hint { attempt, column }) => (attempt, Vec::new(), format!("Column {column}.")),
            Ok(PuzzleNews::Solution { attempt, line }) => (attempt, line, "Best play from here.".to_owned()),
        };
        let solving = self.solving.as_mut()?;
        (solving.attempt, solving.shown, self.said) = (*attempt, shown, said);
        if let Some(column) = solving.attempt.game().moves().last().filter(|_| solving.shown.is_empty()) {
            self.cursor = column.index();
        }
        let over = !solving.attempt.is_clean() || solving.attempt.is_solved();
        if !over || std::mem::replace(&mut solving.tried, true) || self.own.is_some() {
            return None;
        }
        Some(TriedPuzzle { puzzle: solving.puzzle.clone(), solved: solving.attempt.is_clean(), day: self.day })
    }

    fn layout(&self, area: Rect, game: &Game) -> GameLayout {
        let level = landing(game.board(), Column::from_index(self.cursor)).index();
        GameLayout::new(area, game.variant(), false, Focus { column: self.cursor, level, scroll: 0 })
    }
}

pub(crate) fn draw(pen: Pen<'_>, buffer: &mut Buffer, area: Rect, screen: &PuzzleScreen, progress: &PuzzleProgress) {
    let theme = pen.theme;
    let empty = Game::new(screen.variant);
    let game = screen.game().unwrap_or(&empty);
    let layout = screen.layout(area, game);
    let of = match (screen.day, &screen.own) {
        (Some(day), _) => format!("of {day}"),
        (None, Some(_)) => "from your last game".to_owned(),
        (None, None) => screen.theme.map_or_else(String::new, |theme| format!("about: {}", theme.words())),
    };
    pen.write(buffer, layout.header, &format!(" Puzzle · {} {of}", game.variant()), theme.accent());
    let (mut shown, mut thought) = (game.clone(), Vec::new());
    for (index, &column) in screen.solving.iter().flat_map(|solving| &solving.shown).enumerate() {
        thought.extend(shown.play(column).ok().map(|cell: Cell| (cell, index + 1)));
    }
    let pointer = screen.solving.as_ref().filter(|solving| !solving.attempt.is_solved() && thought.is_empty());
    BoardView {
        pointer: pointer.map(|_| (Column::from_index(screen.cursor), game.turn())),
        landing: true,
        marked: shown.winning_cells().into_iter().collect(),
        last: shown.board().last_cell(),
        thought,
        ..BoardView::plain(pen, shown.board(), &layout.board)
    }
    .render(buffer);
    let panel = Rect { x: layout.panel.x + 1, width: layout.panel.width - 1, ..layout.panel };
    let mut line = 0;
    let mut write = |buffer: &mut Buffer, text: &str, style: Style| {
        let rest = Rect { y: panel.y + line, height: panel.height.saturating_sub(line), ..panel };
        line += pen.write_wrapped(buffer, rest, text, style);
    };
    if let Some(Solving { puzzle, .. }) = &screen.solving {
        let side = pen.glyphs.names.capital(puzzle.game().turn());
        write(buffer, &format!("{side}: {}", puzzle.task()), theme.side(puzzle.game().turn()));
        if screen.own.is_none() {
            write(buffer, &format!("rated {:.0}", puzzle.rating.rating), theme.faint());
        }
    }
    let (rating, streak) = (progress.rating().rating, progress.streak());
    write(buffer, &format!("You: {rating:.0}, {streak} in a row"), theme.plain());
    for (index, (keys, does)) in KEYS.iter().enumerate() {
        let line = row(panel, line + 1 + index as u16);
        let end = pen.write(buffer, line, &format!("{keys:<5} "), theme.accent());
        pen.write(buffer, Rect { x: end, width: line.right().saturating_sub(end), ..line }, does, theme.plain());
    }
    let said = match (screen.waiting, screen.reviewed) {
        (Some(_), Some((moves, of))) => format!("Looking at move {} of {of}. n stops.", (moves + 1).min(of)),
        (Some(_), None) => "…".to_owned(),
        (None, _) => screen.said.clone(),
    };
    pen.write(buffer, layout.footer, &format!(" {said}"), theme.plain());
}
