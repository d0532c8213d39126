//! The state of the whole program, and what events do to it. Nothing here reads, writes or waits: what is to be done outside comes back
//! as a list of [`Effect`]s.

mod dialog;
mod draw;
mod mouse;
#[cfg(test)]
pub(crate) mod tests;

use super::config::{Characters, Config};
use super::event::{Effect, Event, Filed, News, Question};
use super::field::Field;
use super::files::Remembered;
use super::form::Answer;
use super::keys::{self, Action};
use super::saved::SavedGame;
use super::screens::arena::Arena;
use super::screens::load::{LoadScreen, Loading};
use super::screens::new_game::NewGame;
use super::screens::options::OptionsForm;
use super::screens::setup::Setup;
use super::screens::start::{Item, StartMenu};
use super::table::{Cx, Table};
use super::theme::{Colours, Glyphs, ThemeName};
use dialog::{Confirm, Dialog, Prompt};
use dropline_core::Game;
use dropline_engine::{Spec, strongest};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::Rect;
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
    NewGame(Box<NewGame>),
    Table,
    Load(LoadScreen),
    SetUp(Box<Setup>),
    Arena(Box<Arena>),
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
    table: Option<Table>,
    /// The game that was left, in this run or an earlier one.
    saved: Option<SavedGame>,
    questions: Question,
    seed: u64,
    now: Duration,
    size: (u16, u16),
    over: bool,
}

impl App {
    pub(crate) fn new(abilities: Abilities, remembered: Remembered, seed: u64, size: (u16, u16)) -> App {
        let Remembered { config, game, problems } = remembered;
        let dialog = (!problems.is_empty()).then(|| Dialog::Notice { text: problems.join("\n\n") });
        App {
            abilities,
            config,
            screen: Screen::Start,
            dialog,
            menu: StartMenu::new(game.is_some()),
            table: None,
            saved: game,
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

    fn glyphs(&self) -> Glyphs {
        let unicode = match self.config.characters {
            Characters::Auto => self.abilities.unicode,
            Characters::Unicode => true,
            Characters::Ascii => false,
        };
        Glyphs::new(unicode, self.abilities.colours)
    }

    /// When something changes on the screen by itself.
    pub(crate) fn next_tick(&self) -> Option<Duration> {
        match self.screen {
            Screen::Table => self.table.as_ref()?.next_tick(self.now),
            _ => None,
        }
    }

    /// Whether somebody is thinking.
    pub(crate) fn expects_news(&self) -> bool {
        match &self.screen {
            Screen::Table => self.table.as_ref().is_some_and(Table::expects_news),
            Screen::Arena(arena) => arena.is_running(),
            _ => false,
        }
    }

    /// Takes in what happened and returns what is to be done.
    pub(crate) fn update(&mut self, event: Event, now: Duration) -> Vec<Effect> {
        self.now = now;
        let mut effects = Vec::new();
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key, &mut effects),
            Event::Key(_) => {}
            Event::Mouse(mouse) if self.config.mouse => self.mouse(mouse, &mut effects),
            Event::Mouse(_) => {}
            Event::Paste(text) => self.paste(&text),
            Event::Resize { width, height } => self.size = (width, height),
            Event::Tick => self.at_table(&mut effects, Table::tick),
            Event::News(news) => self.news(news, &mut effects),
            Event::Filed(filed) => self.filed(filed, &mut effects),
            Event::Terminate => self.quit(&mut effects),
        }
        effects
    }

    /// Does something at the table, if there is one.
    fn at_table(&mut self, effects: &mut Vec<Effect>, act: impl FnOnce(&mut Table, &mut Cx<'_>)) {
        if let Some(table) = &mut self.table {
            let mut cx = Cx { now: self.now, config: &self.config, questions: &mut self.questions, effects };
            act(table, &mut cx);
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
        if self.dialog.is_some() {
            return self.dialog_key(key, effects);
        }
        let answer = match &mut self.screen {
            Screen::Start => {
                if let Some(item) = self.menu.key(key.code) {
                    self.open(item, effects);
                } else if key.code == KeyCode::Esc {
                    self.quit(effects);
                }
                return;
            }
            Screen::Table => return self.table_key(key, effects),
            Screen::Load(load) => {
                match load.key(key) {
                    Loading::Nothing => {}
                    Loading::Load(file) => effects.push(Effect::Load { file }),
                    Loading::Cancel => self.show_start(),
                }
                return;
            }
            Screen::NewGame(new) => new.key(key),
            Screen::SetUp(setup) => {
                if key.code == KeyCode::Char('v') {
                    let field = Field::new(&setup.variant().to_string());
                    self.dialog = Some(Dialog::Prompt { what: Prompt::Board, field, problem: None });
                    return;
                }
                setup.key(key.code)
            }
            Screen::Arena(arena) => {
                let was_running = arena.is_running();
                let answer = arena.key(key);
                if was_running && !arena.is_running() {
                    effects.push(Effect::StopContest);
                }
                answer
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
    fn answered(&mut self, answer: Answer, effects: &mut Vec<Effect>) {
        if let Screen::Options(form) = &self.screen {
            let config = form.apply(&self.config);
            if config.mouse != self.config.mouse {
                effects.push(Effect::Mouse(config.mouse));
            }
            self.config = config;
            if matches!(answer, Answer::Submit | Answer::Cancel) {
                effects.push(Effect::SaveConfig(Box::new(self.config.clone())));
                self.show_start();
            }
            return;
        }
        match answer {
            Answer::Nothing | Answer::Changed => {}
            Answer::Cancel => self.show_start(),
            Answer::Submit => self.submit(effects),
        }
    }

    fn submit(&mut self, effects: &mut Vec<Effect>) {
        match &mut self.screen {
            Screen::NewGame(new) => {
                if let Some(chosen) = new.submit() {
                    self.config.new_game = chosen.choices;
                    effects.push(Effect::SaveConfig(Box::new(self.config.clone())));
                    self.seat(chosen.game, chosen.seats, effects);
                }
            }
            Screen::SetUp(setup) => {
                let game = setup.game();
                let seats = self.usual_seats(&game);
                self.seat(game, seats, effects);
            }
            Screen::Arena(arena) => {
                self.questions += 1;
                let question = self.questions;
                if let Some(contest) = arena.submit(question) {
                    effects.push(Effect::Contest { question, contest: Box::new(contest) });
                }
            }
            Screen::Start | Screen::Table | Screen::Load(_) | Screen::Options(_) => {}
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

    /// Starts a game.
    fn seat(&mut self, game: Game, seats: [Spec; 2], effects: &mut Vec<Effect>) {
        self.seed = self.seed.wrapping_add(1);
        self.sit(Table::new(game, seats, self.seed), effects);
    }

    fn sit(&mut self, table: Table, effects: &mut Vec<Effect>) {
        self.table = Some(table);
        self.screen = Screen::Table;
        self.dialog = None;
        self.at_table(effects, Table::sit_down);
    }

    fn open(&mut self, item: Item, effects: &mut Vec<Effect>) {
        match item {
            Item::Continue => {
                let table = self.saved.as_ref().map(Table::resumed);
                match table {
                    Some(Ok(table)) => self.sit(table, effects),
                    Some(Err(error)) => self.notice(format!("The game cannot be continued: {error}")),
                    None => {}
                }
            }
            Item::NewGame => self.screen = Screen::NewGame(Box::new(NewGame::new(&self.config.new_game))),
            Item::Load => {
                self.screen = Screen::Load(LoadScreen::default());
                effects.push(Effect::ListGames);
            }
            Item::SetUp => {
                let game = self.saved.as_ref().and_then(|saved| saved.restored().ok());
                let setup = match game {
                    Some(game) if game.board().checkers() > 0 => Setup::of(&game),
                    _ => Setup::new(self.config.new_game.variant.unwrap_or_default()),
                };
                self.screen = Screen::SetUp(Box::new(setup));
            }
            Item::Arena => {
                let variant = self.config.new_game.variant.unwrap_or_default();
                let first = self.config.new_game.black.as_ref().and_then(|text| text.parse().ok());
                self.screen = Screen::Arena(Box::new(Arena::new(variant, first)));
            }
            Item::Options => self.screen = Screen::Options(OptionsForm::new(&self.config)),
            Item::Help => self.dialog = Some(Dialog::Help { scroll: 0 }),
            Item::Quit => self.quit(effects),
        }
    }

    fn show_start(&mut self) {
        self.screen = Screen::Start;
        self.menu = StartMenu::new(self.saved.is_some());
    }

    fn leave_table(&mut self, effects: &mut Vec<Effect>) {
        self.at_table(effects, Table::leave);
        if let Some(table) = self.table.take() {
            self.saved = Some(table.saved(self.now));
        }
        self.show_start();
    }

    fn quit(&mut self, effects: &mut Vec<Effect>) {
        if self.table.is_some() {
            self.leave_table(effects);
        }
        effects.push(Effect::StopContest);
        self.over = true;
    }

    fn notice(&mut self, text: String) {
        self.dialog = Some(Dialog::Notice { text });
    }

    fn table_key(&mut self, key: KeyEvent, effects: &mut Vec<Effect>) {
        let Some(table) = &mut self.table else { return };
        table.said.clear();
        if let Some(chosen) = table.list {
            let last = table.all_moves().len();
            match key.code {
                KeyCode::Up | KeyCode::Char('k') => table.list = Some(chosen.saturating_sub(2)),
                KeyCode::Down | KeyCode::Char('j') => table.list = Some((chosen + 2).min(last)),
                KeyCode::Left | KeyCode::Char('h') => table.list = Some(chosen.saturating_sub(1)),
                KeyCode::Right | KeyCode::Char('l') => table.list = Some((chosen + 1).min(last)),
                KeyCode::Home => table.list = Some(0),
                KeyCode::End => table.list = Some(last),
                KeyCode::Enter | KeyCode::Char(' ') => {
                    table.list = None;
                    self.at_table(effects, |table, cx| table.jump(chosen, cx));
                }
                _ => table.list = None,
            }
            return;
        }
        if let KeyCode::Char(c) = key.code
            && let Some(digit) = c.to_digit(10)
        {
            return self.at_table(effects, |table, cx| table.digit(digit, cx));
        }
        if key.code == KeyCode::Esc && table.line > 0 {
            table.line = 0;
            return;
        }
        if let Some(action) = keys::action(key) {
            self.act(action, effects);
        }
    }

    fn act(&mut self, action: Action, effects: &mut Vec<Effect>) {
        let Some(table) = &mut self.table else { return };
        let (cursor, columns) = (table.cursor, table.game.variant().columns());
        let (played, all) = (table.game.moves().len(), table.game.moves().len() + table.game.redoable());
        match action {
            Action::Left => table.move_cursor(cursor.saturating_sub(1)),
            Action::Right => table.move_cursor(cursor + 1),
            Action::First => table.move_cursor(0),
            Action::Last => table.move_cursor(columns - 1),
            Action::ScrollUp => table.scroll = (table.scroll + 1).min(table.game.variant().levels()),
            Action::ScrollDown => table.scroll = table.scroll.saturating_sub(1),
            Action::Drop => self.at_table(effects, Table::drop_here),
            Action::Undo => self.at_table(effects, Table::undo),
            Action::Redo => self.at_table(effects, Table::redo),
            Action::Back => self.at_table(effects, |table, cx| table.jump(played.saturating_sub(1), cx)),
            Action::Forward => self.at_table(effects, |table, cx| table.jump((played + 1).min(all), cx)),
            Action::ToStart => self.at_table(effects, |table, cx| table.jump(0, cx)),
            Action::ToEnd => self.at_table(effects, |table, cx| table.jump(all, cx)),
            Action::MoveList => table.list = Some(played),
            Action::ComputerMove => self.at_table(effects, Table::computer_move),
            Action::Swap => self.at_table(effects, Table::swap),
            Action::Restart if played == 0 || table.game.is_over() => self.at_table(effects, Table::restart),
            Action::Restart => self.dialog = Some(Dialog::Confirm { what: Confirm::Restart }),
            Action::Resign if table.game.is_over() => table.said = "The game is over.".to_owned(),
            Action::Resign => self.dialog = Some(Dialog::Confirm { what: Confirm::Resign }),
            Action::Analysis => self.at_table(effects, Table::toggle_analysis),
            Action::Threats => table.threats = !table.threats,
            Action::Hint => self.at_table(effects, Table::more_hint),
            Action::LineNext => self.at_table(effects, |table, cx| table.step_line(true, cx)),
            Action::LineBack => self.at_table(effects, |table, cx| table.step_line(false, cx)),
            Action::Graph => self.at_table(effects, Table::toggle_graph),
            Action::Copy => self.dialog = Some(Dialog::Copy { copied: None }),
            Action::Save => {
                let field = Field::new(&format!("{}-game.json", table.game.variant()));
                self.dialog = Some(Dialog::Prompt { what: Prompt::Save, field, problem: None });
            }
            Action::Export => {
                let field = Field::new(&format!("{}-board.svg", table.game.variant()));
                self.dialog = Some(Dialog::Prompt { what: Prompt::Export, field, problem: None });
            }
            Action::NextTheme => {
                let themes = ThemeName::ALL;
                let at = themes.iter().position(|&theme| theme == self.config.theme).unwrap_or(0);
                self.config.theme = themes[(at + 1) % themes.len()];
                table.said = format!("Theme: {}.", self.config.theme.name());
                effects.push(Effect::SaveConfig(Box::new(self.config.clone())));
            }
            Action::Animation => {
                self.config.animation = !self.config.animation;
                table.said = format!("Falling checkers: {}.", if self.config.animation { "on" } else { "off" });
                effects.push(Effect::SaveConfig(Box::new(self.config.clone())));
            }
            Action::Help => self.dialog = Some(Dialog::Help { scroll: 0 }),
            Action::Menu => self.leave_table(effects),
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
            (News::Played { question, tally, games }, Screen::Arena(arena)) => arena.played(question, tally, games),
            (News::ContestOver { question, problem }, Screen::Arena(arena)) => arena.over(question, problem),
            (news, _) => self.at_table(effects, |table, cx| table.news(news, cx)),
        }
    }

    fn filed(&mut self, filed: Filed, effects: &mut Vec<Effect>) {
        match filed {
            Filed::Loaded { file, game } => {
                let seats = self.usual_seats(&game);
                self.seat(*game, seats, effects);
                if let Some(table) = &mut self.table {
                    table.said = format!("Loaded {file}.");
                }
            }
            Filed::Games(games) => {
                if let Screen::Load(load) = &mut self.screen {
                    load.games = games;
                }
            }
            Filed::Done(text) => match &mut self.table {
                Some(table) => table.said = text,
                None => self.notice(text),
            },
            Filed::Exists(write) => self.dialog = Some(Dialog::Confirm { what: Confirm::Replace(write) }),
            Filed::Failed(text) => match &mut self.screen {
                Screen::Load(load) => load.problem = Some(text),
                _ => self.notice(text),
            },
        }
    }
}
