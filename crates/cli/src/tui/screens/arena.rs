//! The arena: two computers play a match while you watch the score and the games.

use super::{page, problem};
use crate::contest::Contest;
use crate::tui::event::QuestionId;
use crate::tui::form::{EntryValue, Form, FormAnswer};
use crate::tui::layout::{BoardLayout, Focus};
use crate::tui::replay::Replay;
use crate::tui::screens::new_game::{
    PRESETS, about_player, below_form, fit_strength, player_entry, player_of, strength_entry,
};
use crate::tui::text_field::TextField;
use crate::tui::widgets::board::BoardView;
use crate::tui::widgets::{self, Pen, row};
use dropline_arena::ratings::sprt::Tally;
use dropline_arena::report::Timing;
use dropline_arena::{Contestant, Record, Standing};
use dropline_core::picture::View;
use dropline_core::{Side, Variant};
use dropline_engine::{Spec, strongest};
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::prelude::*;
use std::time::Duration;

const BOARD: usize = 0;
/// Each followed by the line of its strength.
const PLAYERS: [usize; 2] = [1, 3];
const GAMES: usize = 5;
const OPENING: usize = 6;

/// The form for a match, and the match.
#[derive(Clone, Debug)]
pub(crate) struct ArenaScreen {
    variant: Variant,
    form: Form,
    running: Option<Running>,
}

#[derive(Clone, Debug)]
struct Running {
    question: QuestionId,
    contest: Contest,
    names: [String; 2],
    replay: Replay,
    /// How the first player stands.
    standing: Box<Standing>,
    timing: Vec<Timing>,
    over: bool,
}

impl ArenaScreen {
    /// The form with a computer to begin with, if it plays the variant.
    pub(crate) fn new(variant: Variant, first: Option<Spec>) -> ArenaScreen {
        let first = first.filter(|spec| !spec.is_interactive() && spec.plays(variant));
        let first = first.unwrap_or_else(|| strongest(variant.rules()));
        let second = "random".parse::<Spec>().ok();
        let player = |spec: Option<&Spec>| computer_entry(variant, spec);
        let form = Form::new([
            ("Board", board_entry(variant)),
            ("First", player(Some(&first))),
            ("  strength", strength_entry(Some(&first))),
            ("Second", player(second.as_ref())),
            ("  strength", strength_entry(second.as_ref())),
            ("Games", EntryValue::Number { value: 20, most: 100_000 }),
            ("Random opening moves", EntryValue::Number { value: 2, most: 1000 }),
            ("Start", EntryValue::Button),
        ]);
        ArenaScreen { variant, form, running: None }
    }

    pub(crate) fn is_running(&self) -> bool {
        self.running.as_ref().is_some_and(|running| !running.over)
    }

    /// The match and its games, if some were played.
    pub(crate) fn result(&self) -> Option<(&Contest, &[Record])> {
        let running = self.running.as_ref().filter(|running| !running.replay.records().is_empty())?;
        Some((&running.contest, running.replay.records()))
    }

    pub(crate) fn next_tick(&self) -> Option<Duration> {
        self.running.as_ref()?.replay.next_tick()
    }

    pub(crate) fn tick(&mut self, now: Duration) {
        if let Some(running) = &mut self.running {
            running.replay.tick(now);
        }
    }

    pub(crate) fn key(&mut self, key: KeyEvent, now: Duration) -> FormAnswer {
        if let Some(running) = &mut self.running {
            return match key.code {
                KeyCode::Esc | KeyCode::Char('q') | KeyCode::Enter => {
                    self.running = None;
                    FormAnswer::Changed
                }
                code => {
                    running.replay.key(code, now);
                    FormAnswer::Nothing
                }
            };
        }
        let answer = self.form.key(key);
        self.answered(answer)
    }

    fn answered(&mut self, answer: FormAnswer) -> FormAnswer {
        if answer != FormAnswer::Changed {
            return answer;
        }
        if self.form.chosen == BOARD {
            self.fit_players();
        } else if PLAYERS.contains(&self.form.chosen) {
            let player = self.form.chosen;
            fit_strength(&mut self.form, player);
        }
        answer
    }

    /// After the board changed: only players that play it can be chosen.
    fn fit_players(&mut self) {
        let Ok(variant) = self.form.text(BOARD).trim().parse::<Variant>() else { return };
        if variant != self.variant {
            for player in PLAYERS {
                let spec: Option<Spec> = self.form.text(player).parse().ok();
                let spec = spec.filter(|spec| spec.plays(variant)).unwrap_or_else(|| strongest(variant.rules()));
                self.form.set(player, computer_entry(variant, Some(&spec)));
                self.form.set(player + 1, strength_entry(Some(&spec)));
            }
        }
        self.variant = variant;
    }

    pub(crate) fn paste(&mut self, text: &str) {
        if self.running.is_none() {
            let answer = self.form.paste(text);
            self.answered(answer);
        }
    }

    pub(crate) fn click(&mut self, area: Rect, x: u16, y: u16) -> FormAnswer {
        if self.running.is_some() {
            return FormAnswer::Nothing;
        }
        let answer = super::click(&mut self.form, area, x, y);
        self.answered(answer)
    }

    /// The match that was chosen; what is wrong is said on the form.
    pub(crate) fn submit(&mut self, question: QuestionId) -> Option<Contest> {
        let contest = self.contest();
        let contest = self.form.accept(contest)?;
        let names = contest.players.each_ref().map(ToString::to_string);
        self.running = Some(Running {
            question,
            contest: contest.clone(),
            names,
            replay: Replay::default(),
            standing: Box::default(),
            timing: Vec::new(),
            over: false,
        });
        Some(contest)
    }

    fn contest(&self) -> Result<Contest, String> {
        let [first, second] = PLAYERS.map(|player| player_of(&self.form, player).map(Contestant::BuiltIn));
        let variant: Variant = self.form.text(BOARD).trim().parse().map_err(|error| format!("{error}"))?;
        let games = self.form.number(GAMES).max(1) as usize;
        let random_plies = self.form.number(OPENING);
        let contest = Contest { players: [first?, second?], variant, games, random_plies, seed: 1 };
        // What is wrong with the players or the openings shows in the first pair of games.
        Contest { games: 2, ..contest.clone() }.schedule().map_err(|error| format!("{error:#}"))?;
        Ok(contest)
    }

    pub(crate) fn played(
        &mut self,
        question: QuestionId,
        standing: Box<Standing>,
        timing: Vec<Timing>,
        records: Vec<Record>,
        now: Duration,
    ) {
        if let Some(running) = self.running.as_mut().filter(|running| running.question == question) {
            (running.standing, running.timing) = (standing, timing);
            running.replay.add(records, now);
        }
    }

    pub(crate) fn over(&mut self, question: QuestionId, problem: Option<String>) {
        if let Some(running) = self.running.as_mut().filter(|running| running.question == question) {
            running.over = true;
            self.form.problem = problem;
        }
    }
}

/// A board by its name, with some that are often wanted.
fn board_entry(variant: Variant) -> EntryValue {
    let presets = PRESETS.iter().map(|(_, name)| (*name).to_owned()).collect();
    EntryValue::Text { field: TextField::new(&variant.to_string()), presets }
}

/// The computers of a rule set: a person cannot play a match.
fn computer_entry(variant: Variant, spec: Option<&Spec>) -> EntryValue {
    match player_entry(variant, spec) {
        EntryValue::Choice { options, at } => {
            let chosen = options.get(at).cloned().unwrap_or_default();
            let computers = options.into_iter().filter(|name| name != "human").collect();
            EntryValue::choice(computers, &chosen)
        }
        other => other,
    }
}

pub(crate) fn draw(pen: Pen<'_>, buffer: &mut Buffer, area: Rect, arena: &ArenaScreen) {
    let keys = match &arena.running {
        None => "←→ change · Enter start · Esc back",
        Some(running) if running.over => "←→ game · [ ] move · Space play · e export · Esc back",
        Some(_) => "←→ game · [ ] move · Space pause · e export · Esc stop",
    };
    let title = match arena.running {
        None => "Arena".to_owned(),
        Some(_) => format!("Arena · {}", arena.variant),
    };
    let inside = page(pen, buffer, area, &title, keys);
    match &arena.running {
        None => {
            widgets::form::draw(pen, buffer, super::form_area(area, &arena.form), &arena.form);
            let about = about_player(&arena.form, PLAYERS).filter(|_| arena.form.problem.is_none());
            below_form(pen, buffer, inside, &arena.form, about);
        }
        Some(running) => {
            score(pen, buffer, inside, running);
            watched(pen, buffer, inside, running);
        }
    }
    if let Some(text) = &arena.form.problem {
        problem(pen, buffer, inside, text);
    }
}

fn score(pen: Pen<'_>, buffer: &mut Buffer, area: Rect, running: &Running) {
    let plain = pen.theme.plain();
    let Running { names: [first, second], standing, timing, over, .. } = running;
    let wanted = running.contest.games;
    let (total, games) = (standing.total, standing.total.games());
    let state = if *over { "played" } else { "so far" };
    pen.write(buffer, row(area, 0), &format!("{first} against {second}"), pen.theme.accent());
    pen.write(buffer, row(area, 1), &format!("{games} of {wanted} games {state}"), plain);
    let bar = row(area, 3);
    let width = f64::from(bar.width);
    let filled = (width * total.share()).round() as u16;
    for x in 0..bar.width {
        let side = if games > 0 && x < filled { Side::Red } else { Side::Black };
        let symbol = if games == 0 { pen.glyphs.vacant() } else { pen.glyphs.checker(side) };
        let style = if games == 0 { pen.theme.faint() } else { pen.theme.side(side) };
        buffer.set_string(bar.x + x, bar.y, symbol, style);
    }
    let percent = format!("{first} scores {:.1} %", 100.0 * total.share());
    pen.write(buffer, row(area, 4), if games == 0 { "" } else { &percent }, plain);
    let as_side = |side, record: Tally| {
        let Tally { wins, ties, losses, .. } = record;
        let name = pen.glyphs.names.name(side);
        let colon = format!("as {name}:");
        format!("{colon:<9} {wins} won, {ties} tied, {losses} lost")
    };
    pen.write(buffer, row(area, 6), &as_side(Side::Red, standing.as_red), plain);
    pen.write(buffer, row(area, 7), &as_side(Side::Black, standing.as_black), plain);
    for (index, name) in running.names.iter().enumerate() {
        let mean = timing.get(index).map_or(0.0, |own| own.mean_ms);
        let text = format!("{name}: {mean:.1} ms a move");
        pen.write(buffer, row(area, 8 + index as u16), &text, pen.theme.faint());
    }
}

/// Where the lines of the score end.
const SCORE_LINES: u16 = 10;

/// A game of the match, as far as there is room below the score.
fn watched(pen: Pen<'_>, buffer: &mut Buffer, area: Rect, running: &Running) {
    let caption = row(area, SCORE_LINES);
    let room = Rect { y: caption.y + 1, height: area.height.saturating_sub(SCORE_LINES + 1), ..area };
    if area.height <= SCORE_LINES {
        return;
    }
    pen.write(buffer, caption, &running.replay.caption(&running.names, pen.glyphs.names), pen.theme.plain());
    let Some(game) = running.replay.game(running.contest.variant).filter(|_| room.height >= 4) else { return };
    let last = View::of(&game).last;
    let focus = last.map_or(Focus { column: game.variant().columns() / 2, level: 0, scroll: 0 }, |cell| Focus {
        column: cell.column.index(),
        level: cell.level.index(),
        scroll: 0,
    });
    let layout = BoardLayout::new(room, game.variant(), false, focus);
    let marked = game.winning_cells().into_iter().collect();
    BoardView { marked, last, ..BoardView::plain(pen, game.board(), &layout) }.render(buffer);
}
