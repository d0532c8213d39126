//! The program without a terminal: keys in, screens out.

mod behaviour;
mod screens;

use super::*;
use crate::tui::event::MoveQuestion;
use crate::tui::insight::PositionInsight;
use dropline_core::{Column, Side};
use dropline_engine::analysis::{Analysis, Analyst, Value};
use dropline_engine::{Choice, Progress, Reason, Think};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use std::collections::VecDeque;

/// A program whose thinking and files are played by the test.
pub(crate) struct Stage {
    pub(crate) app: App,
    pub(crate) now: Duration,
    /// What was asked for and not yet done.
    pub(crate) effects: VecDeque<Effect>,
    /// The game that another program keeps by the time an item of the menu is opened.
    pub(crate) meanwhile: Option<SavedGame>,
}

impl Stage {
    pub(crate) fn new(config: Config) -> Stage {
        Stage::with(Remembered { config, ..Remembered::default() })
    }

    pub(crate) fn with(remembered: Remembered) -> Stage {
        let abilities = Abilities { unicode: true, colours: Colours::All };
        let app = App::new(abilities, remembered, 1, (80, 24));
        Stage { app, now: Duration::ZERO, effects: VecDeque::new(), meanwhile: None }
    }

    /// A game of a variant between two players, after some moves, without animation.
    pub(crate) fn game(variant: &str, red: &str, black: &str, moves: &str) -> Stage {
        let mut stage = Stage::new(Config { animation: false, ..Config::default() });
        let game = Game::from_moves(variant.parse().unwrap(), moves).unwrap();
        let seats = [red.parse().unwrap(), black.parse().unwrap()];
        let mut effects = Vec::new();
        stage.app.start_game(game, seats, &mut effects);
        stage.effects.extend(effects);
        stage
    }

    pub(crate) fn event(&mut self, event: UiEvent) {
        for effect in self.app.update(event, self.now) {
            match effect {
                Effect::Open(item) => {
                    let meanwhile = Ok(self.meanwhile.take().map(Box::new));
                    self.event(UiEvent::Filed(Filed::Open { item, meanwhile }));
                }
                effect => self.effects.push_back(effect),
            }
        }
    }

    pub(crate) fn pass(&mut self, milliseconds: u64) {
        self.now += Duration::from_millis(milliseconds);
        self.event(UiEvent::Tick);
    }

    pub(crate) fn press(&mut self, code: KeyCode) {
        self.event(UiEvent::Key(code.into()));
    }

    pub(crate) fn type_keys(&mut self, text: &str) {
        for c in text.chars() {
            self.press(KeyCode::Char(c));
        }
    }

    pub(crate) fn game_screen(&self) -> &GameScreen {
        self.app.game_screen.as_ref().expect("a game is on the screen")
    }

    pub(crate) fn moves(&self) -> String {
        dropline_core::notation::moves::write(self.game_screen().game.variant(), self.game_screen().game.moves())
    }

    /// The last question to a player.
    pub(crate) fn asked(&self) -> Option<&MoveQuestion> {
        self.effects.iter().rev().find_map(|effect| match effect {
            Effect::Choose(asked) => Some(asked),
            _ => None,
        })
    }

    /// Answers a question to a player.
    pub(crate) fn answer(&mut self, question: QuestionId, column: u32) {
        let choice = Ok(Choice::plain(Column::from_number(column).unwrap()));
        self.event(UiEvent::News(News::Chosen { question, choice }));
    }

    /// Answers the last question about a position: values from the left, and the best line.
    pub(crate) fn analyze(&mut self, values: &[Value], line: &[u32]) {
        self.explain(values, line, Vec::new());
    }

    /// The same with reasons for the column that was asked about, or else for the first move of the line.
    pub(crate) fn explain(&mut self, values: &[Value], line: &[u32], reasons: Vec<Reason>) {
        let asked = self
            .effects
            .iter()
            .rev()
            .find_map(|effect| match effect {
                Effect::Analyze(asked) => Some(asked.clone()),
                _ => None,
            })
            .expect("an analysis was asked for");
        let mut analysis = Analysis::new(&asked.game);
        for (column, &value) in asked.game.legal_columns().zip(values) {
            analysis.learn(column, value);
        }
        let line = line.iter().map(|&number| Column::from_number(number).unwrap()).collect();
        let (why, reasons) = match asked.why {
            Some(column) => (Some((column, reasons)), Vec::new()),
            None => (None, reasons),
        };
        let answer = Ok(PositionInsight { analysis, line, reasons, why, looked: asked.looking });
        self.event(UiEvent::News(News::Examined { question: asked.question, answer }));
    }

    /// Answers the last question about a task of a lesson, as the engine does.
    pub(crate) fn teach(&mut self) {
        let asked = self.effects.iter().rev().find_map(|effect| match effect {
            Effect::Attempt(asked) => Some(asked.clone()),
            _ => None,
        });
        let AttemptQuestion { question, task, drops } = asked.expect("an attempt was asked about");
        let attempt = task.attempt(&drops, &mut Analyst::new(task.start.variant()), &Think::default());
        self.event(UiEvent::News(News::Attempted { question, answer: attempt.map_err(|error| error.to_string()) }));
    }

    pub(crate) fn progress(&mut self, question: QuestionId, depth: u32, nodes: u64, line: &[u32]) {
        let line = line.iter().map(|&number| Column::from_number(number).unwrap()).collect();
        let progress = Progress { depth, nodes, line, ..Progress::default() };
        self.event(UiEvent::News(News::Progress { question, progress }));
    }

    /// The screen as text, at a size.
    pub(crate) fn screen(&mut self, width: u16, height: u16) -> String {
        self.event(UiEvent::Resize { width, height });
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| self.app.draw(frame.buffer_mut())).unwrap();
        let buffer = terminal.backend().buffer();
        let line = |y: u16| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        (0..height).map(|y| line(y).trim_end().to_owned() + "\n").collect()
    }
}
