//! The state of the whole program, and what events do to it. Nothing here reads, writes or waits: what is to be done outside comes back
//! as a list of [`Effect`]s.

mod dialog;
mod draw;
mod mouse;
#[cfg(test)]
pub(crate) mod tests;

use super::config::{Characters, Config};
use super::event::{AttemptQuestion, Effect, Filed, News, PuzzleAsked, PuzzleWork, QuestionId, UiEvent};
use super::files::Remembered;
use super::form::FormAnswer;
use super::game_screen::{GameScreen, ScreenContext};
use super::keys::{self, Action};
use super::layout::is_too_small;
use super::screens::arena::ArenaScreen;
use super::screens::lessons::{Learning, LessonsScreen};
use super::screens::load::{LoadScreen, Loading};
use super::screens::new_game::NewGameForm;
use super::screens::options::OptionsForm;
use super::screens::puzzle::{PuzzleScreen, PuzzleWant};
use super::screens::setup::SetupScreen;
use super::screens::start::{MenuItem, StartMenu};
use super::text_field::TextField;
use super::theme::{Colours, Glyphs, ThemeName};
use crate::lesson_progress::LessonProgress;
use crate::prose;
use crate::saved_game::SavedGame;
use dialog::{Confirm, Dialog, Prompt};
use dropline_core::{Game, SideNames, Variant};
use dropline_engine::puzzle::PuzzleProgress;
use dropline_engine::{Spec, strongest};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::Rect;
use std::collections::HashSet;
use std::time::Duration;

/// What the terminal can do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Abilities {
    pub(crate) unicode: bool,
    pub(crate) colours: Colours,
}

/// Which screen is shown.
#[derive(Clone, Debug)]
enum Screen {
    Start,
    NewGame(Box<NewGameForm>),
    Game,
    Load(LoadScreen),
    SetUp(Box<SetupScreen>),
    Arena(Box<ArenaScreen>),
    Lessons(Box<LessonsScreen>),
    Puzzle(Box<PuzzleScreen>),
    Options(OptionsForm),
}

/// Everything.
#[derive(Clone, Debug)]
pub(crate) struct App {
    abilities: Abilities,
    config: Config,
    screen: Screen,
    dialog: Option<Dialog>,
    menu: StartMenu,
    game_screen: Option<GameScreen>,
    /// The game that was left, in this run or an earlier one.
    saved: Option<SavedGame>,
    lessons: LessonProgress,
    progress: PuzzleProgress,
    /// What could not be kept, as far as that was told since the game began.
    not_kept: HashSet<String>,
    questions: QuestionId,
    seed: u64,
    now: Duration,
    size: (u16, u16),
    over: bool,
}

impl App {
    pub(crate) fn new(abilities: Abilities, remembered: Remembered, seed: u64, size: (u16, u16)) -> App {
        let Remembered { config, game, lessons, progress, problems } = remembered;
        let dialog = (!problems.is_empty()).then(|| Dialog::Notice { text: problems.join("\n\n") });
        App {
            abilities,
            config,
            screen: Screen::Start,
            dialog,
            menu: StartMenu::new(game.is_some()),
            game_screen: None,
            saved: game,
            lessons,
            progress,
            not_kept: HashSet::new(),
            questions: 0,
            seed,
            now: Duration::ZERO,
            size,
            over: false,
        }
    }

    pub(crate) const fn is_over(&self) -> bool {
        self.over
    }

    pub(crate) const fn colours(&self) -> Colours {
        self.abilities.colours
    }

    const fn area(&self) -> Rect {
        Rect { x: 0, y: 0, width: self.size.0, height: self.size.1 }
    }

    /// Whether the terminal is large enough for anything to be seen, and so to be done.
    const fn is_shown(&self) -> bool {
        !is_too_small(self.area())
    }

    fn glyphs(&self) -> Glyphs {
        let unicode = match self.config.characters {
            Characters::Auto => self.abilities.unicode,
            Characters::Unicode => true,
            Characters::Ascii => false,
        };
        Glyphs::new(unicode, self.abilities.colours, self.config.names)
    }

    /// When something changes on the screen by itself.
    pub(crate) fn next_tick(&self) -> Option<Duration> {
        match self.screen {
            Screen::Game => self.game_screen.as_ref()?.next_tick(self.now),
            Screen::Arena(ref arena) => arena.next_tick(),
            _ => None,
        }
    }

    /// Whether somebody is thinking.
    pub(crate) fn expects_news(&self) -> bool {
        match &self.screen {
            Screen::Game => self.game_screen.as_ref().is_some_and(GameScreen::expects_news),
            Screen::Arena(arena) => arena.is_running(),
            Screen::Lessons(screen) => screen.expects_news(),
            Screen::Puzzle(puzzle) => puzzle.waiting.is_some(),
            _ => false,
        }
    }

    /// Takes in what happened and returns what is to be done.
    pub(crate) fn update(&mut self, event: UiEvent, now: Duration) -> Vec<Effect> {
        self.now = now;
        let mut effects = Vec::new();
        match event {
            UiEvent::Key(key) if key.kind != KeyEventKind::Release => self.key(key, &mut effects),
            UiEvent::Key(_) => {}
            UiEvent::Mouse(mouse) if self.config.mouse && self.is_shown() => self.mouse(mouse, &mut effects),
            UiEvent::Mouse(_) => {}
            UiEvent::Paste(text) if self.is_shown() => self.paste(&text),
            UiEvent::Paste(_) => {}
            UiEvent::Resize { width, height } => self.size = (width, height),
            UiEvent::Tick => match &mut self.screen {
                Screen::Arena(arena) => arena.tick(now),
                _ => self.on_game(&mut effects, GameScreen::tick),
            },
            UiEvent::News(news) => self.news(news, &mut effects),
            UiEvent::Filed(filed) => self.filed(filed, &mut effects),
            UiEvent::Terminate => self.quit(&mut effects),
        }
        effects
    }

    /// Does something in the game that is open, if one is.
    fn on_game(&mut self, effects: &mut Vec<Effect>, act: impl FnOnce(&mut GameScreen, &mut ScreenContext<'_>)) {
        if let Some(screen) = &mut self.game_screen {
            let mut context =
                ScreenContext { now: self.now, config: &self.config, questions: &mut self.questions, effects };
            act(screen, &mut context);
        }
    }

    fn key(&mut self, key: KeyEvent, effects: &mut Vec<Effect>) {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            match key.code {
                KeyCode::Char('c') => return self.quit(effects),
                KeyCode::Char('z') => return effects.push(Effect::Suspend),
                KeyCode::Char('l') => return effects.push(Effect::Redraw),
                _ => {}
            }
        }
        if !self.is_shown() {
            return;
        }
        if self.dialog.is_some() {
            return self.dialog_key(key, effects);
        }
        let answer = match &mut self.screen {
            Screen::Start => {
                if let Some(item) = self.menu.key(key.code) {
                    effects.push(Effect::Open(item));
                } else if key.code == KeyCode::Esc {
                    self.quit(effects);
                }
                return;
            }
            Screen::Game => return self.game_key(key, effects),
            Screen::Load(load) => {
                match load.key(key) {
                    Loading::Nothing => {}
                    Loading::Load(file) => effects.push(Effect::Load { file, variant: self.usual_variant() }),
                    Loading::Cancel => self.show_start(),
                }
                return;
            }
            Screen::Lessons(screen) => {
                let learning = screen.key(key.code, &self.lessons, self.now);
                return self.learn(learning, effects);
            }
            Screen::NewGame(new) => new.key(key),
            Screen::SetUp(setup) => {
                if key.code == KeyCode::Char('v') {
                    let variant = setup.variant().to_string();
                    return self.prompt(Prompt::Board, &variant);
                }
                setup.key(key.code, self.now)
            }
            Screen::Arena(arena) => {
                if key.code == KeyCode::Char('e') && arena.result().is_some() {
                    return self.prompt(Prompt::Report, "match.html");
                }
                let was_running = arena.is_running();
                let answer = arena.key(key, self.now);
                if was_running && !arena.is_running() {
                    effects.push(Effect::StopContest);
                }
                answer
            }
            Screen::Puzzle(puzzle) => {
                let was_waiting = puzzle.waiting.is_some();
                let want = puzzle.key(key.code, &self.progress, self.now);
                if was_waiting && (puzzle.waiting.is_none() || matches!(want, PuzzleWant::Leave)) {
                    effects.push(Effect::StopPuzzle);
                }
                return self.puzzle(want, effects);
            }
            Screen::Options(form) => form.key(key),
        };
        if key.code == KeyCode::F(1) {
            self.dialog = Some(Dialog::Help { scroll: 0 });
            return;
        }
        self.answered(answer, effects);
    }

    /// What a form was told.
    fn answered(&mut self, answer: FormAnswer, effects: &mut Vec<Effect>) {
        if let Screen::Options(form) = &self.screen {
            let config = form.apply(&self.config);
            if config.mouse != self.config.mouse {
                effects.push(Effect::Mouse(config.mouse));
            }
            self.config = config;
            if matches!(answer, FormAnswer::Submit | FormAnswer::Cancel) {
                effects.push(Effect::SaveConfig(Box::new(self.config.clone())));
                self.show_start();
            }
            return;
        }
        match answer {
            FormAnswer::Nothing | FormAnswer::Changed => {}
            FormAnswer::Cancel => self.show_start(),
            FormAnswer::Submit => self.submit(effects),
        }
    }

    fn submit(&mut self, effects: &mut Vec<Effect>) {
        match &mut self.screen {
            Screen::NewGame(new) => {
                if let Some(chosen) = new.submit() {
                    self.config.new_game = chosen.choices;
                    effects.push(Effect::SaveConfig(Box::new(self.config.clone())));
                    self.start_game(chosen.game, chosen.seats, effects);
                }
            }
            Screen::SetUp(setup) => {
                let game = setup.game();
                let seats = self.usual_seats(&game);
                self.start_game(game, seats, effects);
            }
            Screen::Arena(arena) => {
                self.questions += 1;
                let question = self.questions;
                if let Some(contest) = arena.submit(question) {
                    effects.push(Effect::Contest { question, contest: Box::new(contest) });
                }
            }
            Screen::Start
            | Screen::Game
            | Screen::Load(_)
            | Screen::Lessons(_)
            | Screen::Puzzle(_)
            | Screen::Options(_) => {}
        }
    }

    /// What somebody wants in the lessons.
    fn learn(&mut self, learning: Learning, effects: &mut Vec<Effect>) {
        match (learning, &mut self.screen) {
            (Learning::Leave, _) => self.show_start(),
            (Learning::Attempt { task, drops }, Screen::Lessons(screen)) => {
                self.questions += 1;
                screen.asked(self.questions, drops.clone());
                effects.push(Effect::Attempt(AttemptQuestion { question: self.questions, task, drops }));
            }
            _ => {}
        }
    }

    /// The players of the last new game, as far as they play the rules; else a person against the strongest.
    fn usual_seats(&self, game: &Game) -> [Spec; 2] {
        let rules = game.variant().rules();
        let computer = strongest(rules);
        let human = "human".parse().unwrap_or_else(|_| computer.clone());
        let choices = &self.config.new_game;
        let usual = |text: &Option<String>, otherwise: Spec| {
            let spec = text.as_ref().and_then(|text| text.parse::<Spec>().ok());
            spec.filter(|spec| dropline_engine::build(spec, game.variant(), 0).is_ok()).unwrap_or(otherwise)
        };
        [usual(&choices.red, human), usual(&choices.black, computer)]
    }

    /// What is played as a rule.
    fn usual_variant(&self) -> Variant {
        self.config.new_game.variant.unwrap_or_default()
    }

    /// A game that was saved, to go on with it.
    fn resumed(&mut self, saved: SavedGame) -> GameScreen {
        let seats = saved.players.clone().unwrap_or_else(|| self.usual_seats(&saved.game));
        self.seed = self.seed.wrapping_add(1);
        GameScreen::resumed(saved, seats, self.seed)
    }

    /// Starts a game.
    fn start_game(&mut self, game: Game, seats: [Spec; 2], effects: &mut Vec<Effect>) {
        self.seed = self.seed.wrapping_add(1);
        let warning = prose::takes_long(&seats, &game);
        let mut screen = GameScreen::new(game, seats, self.seed);
        screen.said = warning.unwrap_or_default();
        self.show_instead(screen, self.config.names, effects);
    }

    /// Shows a game in place of the one that is kept; if that is not over, somebody is asked first.
    fn show_instead(&mut self, screen: GameScreen, names: SideNames, effects: &mut Vec<Effect>) {
        if self.saved.as_ref().is_some_and(|saved| would_be_lost(&saved.game)) {
            self.dialog = Some(Dialog::Confirm { what: Confirm::GiveUp(Box::new(screen), names) });
        } else {
            self.show_game(screen, names, effects);
        }
    }

    fn show_game(&mut self, screen: GameScreen, names: SideNames, effects: &mut Vec<Effect>) {
        self.game_screen = Some(screen);
        self.config.names = names;
        self.screen = Screen::Game;
        self.dialog = None;
        self.not_kept.clear();
        self.on_game(effects, GameScreen::settle);
    }

    fn open(&mut self, item: MenuItem, effects: &mut Vec<Effect>) {
        match item {
            MenuItem::Continue => {
                if let Some(saved) = self.saved.clone() {
                    let mut screen = self.resumed(saved);
                    screen.said = screen.and_wait("The last game goes on.");
                    self.show_game(screen, self.config.names, effects);
                }
            }
            MenuItem::NewGame => {
                self.screen = Screen::NewGame(Box::new(NewGameForm::new(&self.config.new_game, self.config.names)));
            }
            MenuItem::Load => {
                self.screen = Screen::Load(LoadScreen::default());
                effects.push(Effect::ListGames);
            }
            MenuItem::SetUp => {
                let game = self.saved.as_ref().map(|saved| saved.game.clone());
                let setup = match game {
                    Some(game) if game.board().checkers() > 0 => SetupScreen::of(&game),
                    _ => SetupScreen::new(self.config.new_game.variant.unwrap_or_default()),
                };
                self.screen = Screen::SetUp(Box::new(setup));
            }
            MenuItem::Arena => {
                let variant = self.config.new_game.variant.unwrap_or_default();
                let first = self.config.new_game.black.as_ref().and_then(|text| text.parse().ok());
                self.screen = Screen::Arena(Box::new(ArenaScreen::new(variant, first)));
            }
            MenuItem::Lessons => self.screen = Screen::Lessons(Box::default()),
            MenuItem::Puzzles => {
                self.screen = Screen::Puzzle(Box::new(PuzzleScreen::new(self.usual_variant(), &self.progress)));
            }
            MenuItem::Options => self.screen = Screen::Options(OptionsForm::new(&self.config)),
            MenuItem::Help => self.dialog = Some(Dialog::Help { scroll: 0 }),
            MenuItem::Quit => self.quit(effects),
        }
    }

    /// Does what somebody wants who solves puzzles.
    fn puzzle(&mut self, want: PuzzleWant, effects: &mut Vec<Effect>) {
        let work = match want {
            PuzzleWant::Nothing => return,
            PuzzleWant::Leave => return self.show_start(),
            PuzzleWant::Day => return effects.push(Effect::AskDay),
            PuzzleWant::Work(work) => work,
            PuzzleWant::Mistakes => match &self.saved {
                Some(saved) => PuzzleWork::Mistakes { game: Box::new(saved.game.clone()) },
                None => return self.notice("There is no game of yours yet: play one, or load it.".to_owned()),
            },
        };
        self.questions += 1;
        if let Screen::Puzzle(puzzle) = &mut self.screen {
            puzzle.asked(self.questions);
            effects.push(Effect::Puzzle(PuzzleAsked { question: self.questions, work }));
        }
    }

    fn show_start(&mut self) {
        self.screen = Screen::Start;
        self.menu = StartMenu::new(self.saved.is_some());
    }

    fn leave_game(&mut self, effects: &mut Vec<Effect>) {
        self.on_game(effects, GameScreen::leave);
        if let Some(screen) = self.game_screen.take() {
            self.saved = Some(screen.saved(self.now, self.config.names));
        }
        self.show_start();
    }

    fn quit(&mut self, effects: &mut Vec<Effect>) {
        if self.game_screen.is_some() {
            self.leave_game(effects);
        }
        effects.push(Effect::StopContest);
        self.over = true;
    }

    /// Asks for a text that may be changed.
    fn prompt(&mut self, what: Prompt, text: &str) {
        self.dialog = Some(Dialog::Prompt { what, field: TextField::new(text), problem: None });
    }

    fn notice(&mut self, text: String) {
        self.dialog = Some(Dialog::Notice { text });
    }

    fn game_key(&mut self, key: KeyEvent, effects: &mut Vec<Effect>) {
        let Some(screen) = &mut self.game_screen else { return };
        screen.said.clear();
        if let Some(chosen) = screen.list {
            let last = screen.all_moves().len();
            match key.code {
                KeyCode::Up | KeyCode::Char('k') => screen.list = Some(chosen.saturating_sub(2)),
                KeyCode::Down | KeyCode::Char('j') => screen.list = Some((chosen + 2).min(last)),
                KeyCode::Left | KeyCode::Char('h') => screen.list = Some(chosen.saturating_sub(1)),
                KeyCode::Right | KeyCode::Char('l') => screen.list = Some((chosen + 1).min(last)),
                KeyCode::Home => screen.list = Some(0),
                KeyCode::End => screen.list = Some(last),
                KeyCode::Enter | KeyCode::Char(' ') => {
                    screen.list = None;
                    self.on_game(effects, |screen, context| screen.jump(chosen, context));
                }
                _ => screen.list = None,
            }
            return;
        }
        if let KeyCode::Char(digit @ '0'..='9') = key.code {
            return self.on_game(effects, |screen, context| screen.digit(digit, context));
        }
        if key.code == KeyCode::Esc && screen.line > 0 {
            screen.line = 0;
            return;
        }
        if let Some(action) = keys::action(key) {
            self.act(action, effects);
        }
    }

    fn act(&mut self, action: Action, effects: &mut Vec<Effect>) {
        let Some(screen) = &mut self.game_screen else { return };
        let (cursor, variant) = (screen.cursor, screen.game.variant());
        let (played, all) = (screen.game.moves().len(), screen.game.moves().len() + screen.game.redoable());
        match action {
            Action::Left => screen.move_cursor(cursor.saturating_sub(1)),
            Action::Right => screen.move_cursor(cursor + 1),
            Action::First => screen.move_cursor(0),
            Action::Last => screen.move_cursor(variant.columns() - 1),
            Action::ScrollUp => screen.scroll = (screen.scroll + 1).min(variant.levels()),
            Action::ScrollDown => screen.scroll = screen.scroll.saturating_sub(1),
            Action::Drop => self.on_game(effects, GameScreen::drop_here),
            Action::Undo => self.on_game(effects, GameScreen::undo),
            Action::Redo => self.on_game(effects, GameScreen::redo),
            Action::Back => self.on_game(effects, |screen, context| screen.jump(played.saturating_sub(1), context)),
            Action::Forward => self.on_game(effects, |screen, context| screen.jump((played + 1).min(all), context)),
            Action::ToStart => self.on_game(effects, |screen, context| screen.jump(0, context)),
            Action::ToEnd => self.on_game(effects, |screen, context| screen.jump(all, context)),
            Action::MoveList => screen.list = Some(played),
            Action::ComputerMove => self.on_game(effects, GameScreen::computer_move),
            Action::Swap => self.on_game(effects, GameScreen::swap),
            Action::Restart if !would_be_lost(&screen.game) => self.on_game(effects, GameScreen::restart),
            Action::Restart => self.dialog = Some(Dialog::Confirm { what: Confirm::Restart }),
            Action::Resign if screen.game.is_over() => screen.said = "The game is over.".to_owned(),
            Action::Resign => self.dialog = Some(Dialog::Confirm { what: Confirm::Resign }),
            Action::Analysis => self.on_game(effects, GameScreen::toggle_analysis),
            Action::Threats => screen.threats = !screen.threats,
            Action::Hint => self.on_game(effects, GameScreen::more_hint),
            Action::Why => self.on_game(effects, GameScreen::ask_why),
            Action::LineNext => self.on_game(effects, |screen, context| screen.step_line(true, context)),
            Action::LineBack => self.on_game(effects, |screen, context| screen.step_line(false, context)),
            Action::Graph => self.on_game(effects, GameScreen::toggle_graph),
            Action::Judge if screen.game.is_over() => screen.said = "The game is over.".to_owned(),
            Action::Judge => {
                let computer = screen.seats.iter().find(|seat| !seat.is_interactive());
                let player = computer.map_or_else(|| strongest(variant.rules()), Spec::clone);
                self.prompt(Prompt::Judge, &player.to_string());
            }
            Action::Copy => self.dialog = Some(Dialog::Copy { copied: None }),
            Action::Save => self.prompt(Prompt::Save, &format!("{variant}-game.json")),
            Action::Export => self.prompt(Prompt::Export, &format!("{variant}-board.svg")),
            Action::NextTheme => {
                let themes = ThemeName::ALL;
                let at = themes.iter().position(|&theme| theme == self.config.theme).unwrap_or(0);
                self.config.theme = themes[(at + 1) % themes.len()];
                screen.said = format!("Theme: {}.", self.config.theme.name());
                effects.push(Effect::SaveConfig(Box::new(self.config.clone())));
            }
            Action::Animation => {
                self.config.animation = !self.config.animation;
                screen.said = format!("Falling checkers: {}.", if self.config.animation { "on" } else { "off" });
                effects.push(Effect::SaveConfig(Box::new(self.config.clone())));
            }
            Action::Help => self.dialog = Some(Dialog::Help { scroll: 0 }),
            Action::Menu => self.leave_game(effects),
        }
    }

    fn paste(&mut self, text: &str) {
        match (&mut self.dialog, &mut self.screen) {
            (Some(Dialog::Prompt { field, .. }), _) => field.insert(text),
            (None, Screen::Load(load)) => load.field.insert(text),
            (None, Screen::NewGame(new)) => new.paste(text),
            (None, Screen::Arena(arena)) => arena.paste(text),
            _ => {}
        }
    }

    fn news(&mut self, news: News, effects: &mut Vec<Effect>) {
        match (news, &mut self.screen) {
            (News::Played { question, standing, timing, records }, Screen::Arena(arena)) => {
                arena.played(question, standing, timing, records, self.now);
            }
            (News::Attempted { question, answer }, Screen::Lessons(screen)) => {
                if let Some((lesson, task)) = screen.attempted(question, answer) {
                    self.lessons.mark(lesson, task);
                    effects.push(Effect::SaveLessons(Box::new(self.lessons.clone())));
                }
            }
            (News::ContestOver { question, problem }, Screen::Arena(arena)) => arena.over(question, problem),
            (News::Puzzle { question, told }, Screen::Puzzle(puzzle)) if puzzle.waiting == Some(question) => {
                if let Some(tried) = puzzle.told(told, &self.progress)
                    && tried.record(&mut self.progress)
                {
                    effects.push(Effect::SaveProgress(Box::new(self.progress.clone()), Box::new(tried)));
                }
            }
            (News::Reviewed { question, moves, of }, Screen::Puzzle(puzzle)) => puzzle.reviewed(question, moves, of),
            (News::Puzzle { .. }, _) => {}
            (news, _) => self.on_game(effects, |screen, context| screen.news(news, context)),
        }
    }

    fn filed(&mut self, filed: Filed, effects: &mut Vec<Effect>) {
        match filed {
            Filed::Loaded { file, saved } => {
                let names = saved.names.unwrap_or(self.config.names);
                let mut screen = self.resumed(*saved);
                screen.said = screen.and_wait(&format!("Loaded {file}."));
                self.show_instead(screen, names, effects);
            }
            Filed::Open { item, meanwhile: Ok(newer) } => {
                self.saved = newer.map(|game| *game).or(self.saved.take());
                self.open(item, effects);
            }
            Filed::Open { meanwhile: Err(problem), .. } => self.notice(problem),
            Filed::Games(games) => {
                if let Screen::Load(load) = &mut self.screen {
                    load.games = games;
                }
            }
            Filed::Today(day) => {
                if let Screen::Puzzle(puzzle) = &mut self.screen {
                    puzzle.of_the_day(day);
                }
            }
            Filed::Progress(progress) => self.progress = *progress,
            Filed::Done(text) => match (&self.screen, &mut self.game_screen) {
                (Screen::Game, Some(screen)) => screen.said = text,
                _ => self.notice(text),
            },
            Filed::Exists(write) => self.dialog = Some(Dialog::Confirm { what: Confirm::Replace(write) }),
            Filed::Failed(text) => match &mut self.screen {
                Screen::Load(load) => load.problem = Some(text),
                _ => self.notice(text),
            },
            Filed::NotKept(text) => self.tell_not_kept(text),
        }
    }

    /// Tells once what could not be kept, but not in place of a box that somebody is busy with.
    fn tell_not_kept(&mut self, text: String) {
        if self.dialog.is_none() && self.not_kept.insert(text.clone()) {
            self.notice(text);
        }
    }
}

/// Whether there are moves in a game, played or taken back, that nobody would want to lose: it is not over.
fn would_be_lost(game: &Game) -> bool {
    !game.is_over() && game.moves().len() + game.redoable() > 0
}
