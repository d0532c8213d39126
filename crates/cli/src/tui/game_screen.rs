//! The game on the screen: who plays, where the cursor is, who thinks, what is shown beside the board.

mod acts;
mod fall;

pub(crate) use fall::Fall;

use super::config::Config;
use super::digits::Digits;
use super::event::{Effect, MoveQuestion, News, PositionQuestion, QuestionId};
use super::insight::{GraphBar, Insight, Looked};
use super::stopwatches::Stopwatches;
use crate::prose;
use crate::saved_game::SavedGame;
use dropline_core::{Cell, Column, Game, Outcome, Position, Side, SideNames, WinBy};
use dropline_engine::analysis::Analysis;
use dropline_engine::{Choice, Progress, Reason, Spec};
use std::time::Duration;

/// What the state may use when something happens: the time, the settings, and a list of what to do.
pub(crate) struct ScreenContext<'a> {
    pub(crate) now: Duration,
    pub(crate) config: &'a Config,
    pub(crate) questions: &'a mut QuestionId,
    pub(crate) effects: &'a mut Vec<Effect>,
}

impl ScreenContext<'_> {
    pub(crate) fn question(&mut self) -> QuestionId {
        *self.questions += 1;
        *self.questions
    }

    pub(crate) fn effect(&mut self, effect: Effect) {
        self.effects.push(effect);
    }
}

/// A computer at work on a move.
#[derive(Clone, Debug)]
pub(crate) struct ThinkingComputer {
    question: QuestionId,
    pub(crate) spec: Spec,
    pub(crate) since: Duration,
    pub(crate) progress: Progress,
    /// When it told of that.
    pub(crate) told: Duration,
    /// Whether it was told to move now.
    pub(crate) hurried: bool,
    /// The answer, when it came before the last checker had fallen.
    answer: Option<Choice>,
}

/// How much help is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum HintLevel {
    #[default]
    None,
    /// Which column is good.
    Which,
    /// And why: all reasons, and which of those that can be shown is shown on the board.
    Why(usize),
    /// Why this column is good or bad, in the same way.
    Of(Column, usize),
}

/// Everything about the game that is being played.
#[derive(Clone, Debug)]
pub(crate) struct GameScreen {
    pub(crate) game: Game,
    pub(crate) seats: [Spec; 2],
    pub(crate) seed: u64,
    pub(crate) cursor: usize,
    /// How many levels the view was moved up by hand.
    pub(crate) scroll: usize,
    pub(crate) clocks: Stopwatches,
    pub(crate) fall: Option<Fall>,
    pub(crate) thinking: Option<ThinkingComputer>,
    /// How far the last computer that moved has looked.
    pub(crate) thought: Option<Progress>,
    /// Whether the computer whose turn it is waits to be told.
    pub(crate) paused: bool,
    pub(crate) insight: Insight,
    pub(crate) graph: Vec<GraphBar>,
    pub(crate) analysis: bool,
    pub(crate) threats: bool,
    pub(crate) show_graph: bool,
    pub(crate) hint: HintLevel,
    /// How many moves of the best line are shown on the board.
    pub(crate) line: usize,
    /// The move that is chosen in the move list.
    pub(crate) list: Option<usize>,
    digits: Digits,
    /// The column that the coach asked about last, and where.
    cautioned: Option<(Position, Column)>,
    /// A drop that waits for the coach, and until when.
    held: Option<(Column, Duration)>,
    /// What happened last, in words.
    pub(crate) said: String,
}

impl GameScreen {
    pub(crate) fn new(game: Game, seats: [Spec; 2], seed: u64) -> GameScreen {
        let cursor = (game.variant().columns() - 1) / 2;
        GameScreen {
            game,
            seats,
            seed,
            cursor,
            scroll: 0,
            clocks: Stopwatches::default(),
            fall: None,
            thinking: None,
            thought: None,
            paused: false,
            insight: Insight::default(),
            graph: Vec::new(),
            analysis: false,
            threats: false,
            show_graph: false,
            hint: HintLevel::None,
            line: 0,
            list: None,
            digits: Digits::default(),
            cautioned: None,
            held: None,
            said: String::new(),
        }
    }

    /// A game as it was left. A computer waits where its move would be the end of moves that were taken back.
    pub(crate) fn resumed(saved: SavedGame, seats: [Spec; 2], seed: u64) -> GameScreen {
        let mut screen = GameScreen::new(saved.game, seats, saved.seed.unwrap_or(seed));
        screen.clocks = Stopwatches::with_used(saved.clocks);
        screen.paused = screen.computer_to_move() && screen.game.redoable() > 0;
        screen
    }

    pub(crate) fn saved(&self, now: Duration, names: SideNames) -> SavedGame {
        SavedGame {
            game: self.game.clone(),
            players: Some(self.seats.clone()),
            seed: Some(self.seed),
            names: Some(names),
            clocks: self.clocks.read(now),
        }
    }

    pub(crate) fn seat(&self, side: Side) -> &Spec {
        &self.seats[side.index()]
    }

    pub(crate) fn is_person(&self, side: Side) -> bool {
        self.seat(side).is_interactive()
    }

    /// Some words, and what a computer that waits needs to be told.
    pub(crate) fn and_wait(&self, said: &str) -> String {
        let wait = if self.paused { " Space: go on." } else { "" };
        format!("{said}{wait}")
    }

    fn computer_to_move(&self) -> bool {
        !self.game.is_over() && !self.is_person(self.game.turn())
    }

    pub(crate) fn cursor_column(&self) -> Column {
        Column::from_index(self.cursor)
    }

    /// All moves of the game, those that were taken back included.
    pub(crate) fn all_moves(&self) -> Vec<Column> {
        let mut moves = self.game.moves().to_vec();
        let mut later = self.game.clone();
        if matches!(later.outcome(), Some(Outcome::Win { by: WinBy::Resignation, .. })) {
            later.undo();
        }
        moves.extend(std::iter::from_fn(|| later.redo()));
        moves
    }

    /// The column that is explained, and why it is good or bad, as far as that is known.
    pub(crate) fn explained(&self) -> Option<(Column, &[Reason])> {
        let known = self.insight.at(&self.game)?;
        match self.hint {
            HintLevel::None | HintLevel::Which => None,
            HintLevel::Why(_) => Some((known.best()?.column, known.reasons())),
            HintLevel::Of(column, _) => {
                known.why.as_ref().filter(|why| why.0 == column).map(|(column, reasons)| (*column, reasons.as_slice()))
            }
        }
    }

    /// The reason whose cells are lit on the board.
    pub(crate) fn lit_reason(&self) -> Option<&Reason> {
        let (HintLevel::Why(which) | HintLevel::Of(_, which)) = self.hint else { return None };
        self.explained()?.1.iter().filter(|reason| !reason.cells().is_empty()).nth(which)
    }

    /// The line that can be stepped through: that of the reason that is lit, or the best one.
    pub(crate) fn shown_line(&self) -> Vec<Column> {
        let Some(known) = self.insight.at(&self.game) else { return Vec::new() };
        let told = self.lit_reason().zip(self.explained()).map(|(reason, (column, _))| reason.line(column));
        told.filter(|line| !line.is_empty()).unwrap_or_else(|| known.line())
    }

    /// The game with the shown part of that line played.
    pub(crate) fn with_line(&self) -> Game {
        let mut game = self.game.clone();
        for column in self.shown_line().into_iter().take(self.line) {
            if game.play(column).is_err() {
                break;
            }
        }
        game
    }

    /// Stops everything that runs, before the game is left.
    pub(crate) fn leave(&mut self, context: &mut ScreenContext<'_>) {
        self.stop_thinking(context);
        if self.insight.forget_running() {
            context.effect(Effect::StopAnalyst);
        }
        self.clocks.run(None, context.now);
        self.fall = None;
        context.effect(Effect::Autosave(Box::new(self.saved(context.now, context.config.names))));
    }

    /// Puts everything right after the position or the players changed.
    pub(crate) fn settle(&mut self, context: &mut ScreenContext<'_>) {
        self.stop_thinking(context);
        self.line = 0;
        self.scroll = 0;
        self.digits = Digits::default();
        self.hint = HintLevel::None;
        self.held = None;
        let turn = (!self.game.is_over()).then(|| self.game.turn());
        if self.computer_to_move() && !self.paused {
            let spec = self.seat(self.game.turn()).clone();
            self.think(spec, context);
        }
        self.clocks.run(turn.filter(|_| !self.paused), context.now);
        context.effect(Effect::Autosave(Box::new(self.saved(context.now, context.config.names))));
        self.look_into(context);
    }

    fn think(&mut self, spec: Spec, context: &mut ScreenContext<'_>) {
        let question = context.question();
        // Each move has its own seed, so that a repeated one is not always answered alike.
        let seed = self.seed.wrapping_add(self.game.turn().index() as u64);
        let game = Box::new(self.game.clone());
        context.effect(Effect::Choose(MoveQuestion { question, spec: spec.clone(), seed, game }));
        let (since, progress) = (context.now, Progress::default());
        self.thinking =
            Some(ThinkingComputer { question, spec, since, progress, told: since, hurried: false, answer: None });
    }

    fn stop_thinking(&mut self, context: &mut ScreenContext<'_>) {
        if self.thinking.take().is_some() {
            context.effect(Effect::StopPlayer);
        }
    }

    /// Sees to it that what is shown is analysed: the position briefly, then the rest of the game for the graph, then the position closely.
    fn look_into(&mut self, context: &mut ScreenContext<'_>) {
        self.draw_graph();
        let coached = context.config.coach && self.is_person(self.game.turn());
        let wanted = self.analysis || self.show_graph || self.hint > HintLevel::None || coached;
        let looked = if self.game.is_over() { Looked::Closely } else { self.insight.looked(&self.game) };
        let elsewhere = self.show_graph.then(|| self.insight.unknown(&self.game)).flatten();
        let here = |looking| Some((self.game.clone(), looking));
        let why = match self.hint {
            HintLevel::Of(column, _) if self.explained().is_none() && !self.game.is_over() => Some(column),
            _ => None,
        };
        let next = match (wanted, looked, elsewhere) {
            (false, ..) => None,
            _ if why.is_some() => here(Looked::Briefly),
            // A coach should not keep anybody waiting.
            (true, Looked::Begun, None) if coached => here(Looked::Briefly),
            (true, Looked::Begun, Some(_)) => here(Looked::Briefly),
            (true, _, Some(game)) => Some((game, Looked::Briefly)),
            (true, Looked::Begun | Looked::Briefly, None) => here(Looked::Closely),
            (true, Looked::Closely, None) => None,
        };
        match next {
            Some((game, looking))
                if self.insight.looking(&game) == Some(looking) && self.insight.explaining() == why => {}
            Some((game, looking)) => {
                let question = context.question();
                self.insight.asked(question, &game, looking, why);
                let known = self.insight.at(&game).map_or_else(|| Analysis::new(&game), |at| at.analysis.clone());
                let game = Box::new(game);
                context.effect(Effect::Analyze(PositionQuestion { question, game, known, looking, why }));
            }
            None if self.insight.forget_running() => context.effect(Effect::StopAnalyst),
            None => {}
        }
    }

    fn draw_graph(&mut self) {
        self.graph = if self.show_graph { self.insight.graph(&self.game) } else { Vec::new() };
    }

    /// Plays a column for the side to move.
    pub(crate) fn play(&mut self, column: Column, context: &mut ScreenContext<'_>) {
        let side = self.game.turn();
        match self.game.play(column) {
            Ok(cell) => {
                self.paused = false;
                self.said = match end(&self.game, context.config.names) {
                    Some(end) if context.config.coach => format!("{end} Its mistakes as puzzles: q, p, g."),
                    end => told(side, self.seat(side), cell, end, context.config.names),
                };
                self.drop_from_above(cell, side, context);
                self.settle(context);
            }
            Err(error) => self.said = sentence(&prose::refusal(&self.game, error)),
        }
    }

    fn drop_from_above(&mut self, cell: Cell, side: Side, context: &ScreenContext<'_>) {
        let height = self.game.variant().levels() - cell.level.index();
        self.fall = context.config.animation.then(|| Fall::new(cell, side, height, context.now));
    }

    /// Time has passed: checkers fall on, an answer that waited for one is taken.
    pub(crate) fn tick(&mut self, context: &mut ScreenContext<'_>) {
        self.drop_held(context);
        if self.fall.as_ref().is_some_and(|fall| fall.is_over(context.now)) {
            self.fall = None;
            self.take_answer(context);
        }
    }

    fn take_answer(&mut self, context: &mut ScreenContext<'_>) {
        if self.fall.is_some() {
            return;
        }
        if let Some(choice) = self.thinking.as_mut().and_then(|thinking| thinking.answer.take()) {
            if let Err(error) = self.game.clone().play(choice.column) {
                return self.cannot_move(&prose::refusal(&self.game, error), context);
            }
            // News of a search is told now and then; the answer knows how far it went.
            let thought = self.thinking.take().map(|thinking| Progress {
                depth: choice.depth.unwrap_or(thinking.progress.depth),
                nodes: choice.nodes.max(thinking.progress.nodes),
                ..thinking.progress
            });
            self.play(choice.column, context);
            self.thought = thought.filter(|progress| progress.depth > 0);
        }
    }

    /// A computer that fails waits, and the game stays playable.
    fn cannot_move(&mut self, problem: &str, context: &ScreenContext<'_>) {
        if let Some(thinking) = self.thinking.take() {
            self.said = format!("{} cannot move: {problem}.", thinking.spec);
        }
        self.paused = true;
        self.clocks.run(None, context.now);
    }

    /// Whether a player or the analyst is at work.
    pub(crate) const fn expects_news(&self) -> bool {
        self.thinking.is_some() || self.insight.is_running()
    }

    /// When the screen changes next without anything happening.
    pub(crate) fn next_tick(&self, now: Duration) -> Option<Duration> {
        const FRAME: Duration = Duration::from_millis(16);
        const SPINNER: Duration = Duration::from_millis(120);
        let frame = self.fall.as_ref().map(|_| now + FRAME);
        let spinner = self.expects_news().then(|| now + SPINNER);
        let held = self.held.map(|(_, until)| until);
        [frame, spinner, held, self.clocks.next_second(now)].into_iter().flatten().min()
    }

    /// Takes in what the threads tell. What belongs to an older question changes nothing.
    pub(crate) fn news(&mut self, news: News, context: &mut ScreenContext<'_>) {
        match news {
            News::Progress { question, progress } => {
                if let Some(thinking) = self.thinking.as_mut().filter(|thinking| thinking.question == question) {
                    (thinking.progress, thinking.told) = (progress, context.now);
                }
            }
            News::Chosen { question, choice } => {
                let Some(thinking) = self.thinking.as_mut().filter(|thinking| thinking.question == question) else {
                    return;
                };
                match choice {
                    Ok(choice) => {
                        thinking.answer = Some(choice);
                        self.take_answer(context);
                    }
                    Err(problem) => self.cannot_move(&problem, context),
                }
            }
            News::Learned { question, analysis } => {
                if self.insight.learned(question, &analysis) {
                    self.draw_graph();
                    self.drop_held(context);
                }
            }
            News::Examined { question, answer } => {
                if self.insight.answered(question, answer) {
                    if self.insight.problem.is_none() {
                        self.look_into(context);
                    }
                    self.drop_held(context);
                }
            }
            News::Played { .. }
            | News::ContestOver { .. }
            | News::Attempted { .. }
            | News::Puzzle { .. }
            | News::Reviewed { .. } => {}
        }
    }
}

/// A move in words, and how it ended the game if it did: as much as fits into a line.
fn told(side: Side, who: &Spec, cell: Cell, end: Option<String>, names: SideNames) -> String {
    let name = names.capital(side);
    let played = format!("plays column {}, level {}.", cell.column, cell.level);
    match end {
        Some(end) => format!("{name} {played} {end}"),
        None if who.is_interactive() => format!("{name} {played}"),
        None => format!("{name} ({who}) {played}"),
    }
}

/// How a game ended, without the cells of the line, which are marked on the board.
fn end(game: &Game, names: SideNames) -> Option<String> {
    Some(match game.outcome()? {
        Outcome::Win { side, by: WinBy::Line } => format!("{} wins.", names.capital(side)),
        outcome => prose::result(game, outcome, names),
    })
}

fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", chars.as_str())
}
