//! A new game: which board, who plays, who starts.

use super::{page, problem};
use crate::tui::config::NewGameChoices;
use crate::tui::form::{EntryValue, Form, FormAnswer};
use crate::tui::text_field::TextField;
use crate::tui::widgets::{self, Pen};
use dropline_core::{Board, Game, MAX_CELLS, Rules, Side, SideNames, Variant};
use dropline_engine::{Spec, ValueInfo, players, strongest};
use ratatui::crossterm::event::KeyEvent;
use ratatui::prelude::*;

/// Boards worth a name.
pub(crate) const PRESETS: [(&str, &str); 9] = [
    ("classic", "7x6c4"),
    ("tiny", "4x3c3"),
    ("small", "6x5c4"),
    ("wide", "9x7c4"),
    ("five in line", "9x7c5"),
    ("large", "12x10c5"),
    ("giant", "20x20c6"),
    ("Max-Connect", "7x6m4"),
    ("Max-Connect, small", "5x4m3"),
];

const OWN: &str = "your own";

/// The lines of the form.
mod line {
    pub(super) const PRESET: usize = 0;
    pub(super) const COLUMNS: usize = 1;
    pub(super) const LEVELS: usize = 2;
    pub(super) const CONNECT: usize = 3;
    pub(super) const RULES: usize = 4;
    /// Each followed by the line of its strength.
    pub(super) const PLAYERS: [usize; 2] = [5, 7];
    pub(super) const FIRST: usize = 9;
}

/// The form for a new game.
#[derive(Clone, Debug)]
pub(crate) struct NewGameForm {
    form: Form,
}

/// What was chosen.
#[derive(Clone, Debug)]
pub(crate) struct Chosen {
    pub(crate) game: Game,
    pub(crate) seats: [Spec; 2],
    pub(crate) choices: NewGameChoices,
}

impl NewGameForm {
    /// The form with the choices of the last time, as far as they still make sense.
    pub(crate) fn new(choices: &NewGameChoices, names: SideNames) -> NewGameForm {
        let variant = choices.variant.unwrap_or_default();
        let (red, black) = (choices.red.as_deref(), choices.black.as_deref());
        let known = |text: Option<&str>| text.and_then(|text| text.parse::<Spec>().ok());
        let red = known(red).or_else(|| known(Some("human")));
        let black = known(black).or_else(|| Some(strongest(variant.rules())));
        let number = |value: usize| EntryValue::Number { value: value as u32, most: MAX_CELLS };
        let sides = Side::BOTH.map(|side| names.name(side).to_owned()).to_vec();
        let first = names.name(choices.first.unwrap_or(Side::Red));
        let form = Form::new([
            ("Board", EntryValue::Button),
            ("Columns", number(variant.columns())),
            ("Levels", number(variant.levels())),
            ("In line", number(variant.connect())),
            ("Rules", rules_entry(variant.rules())),
            (names.capital(Side::Red), player_entry(variant, red.as_ref())),
            ("  strength", strength_entry(red.as_ref())),
            (names.capital(Side::Black), player_entry(variant, black.as_ref())),
            ("  strength", strength_entry(black.as_ref())),
            ("First move", EntryValue::choice(sides, first)),
            ("Start", EntryValue::Button),
        ]);
        let mut new = NewGameForm { form };
        new.name_board();
        new
    }

    pub(crate) fn key(&mut self, key: KeyEvent) -> FormAnswer {
        let answer = self.form.key(key);
        self.answered(answer)
    }

    pub(crate) fn click(&mut self, area: Rect, x: u16, y: u16) -> FormAnswer {
        let answer = super::click(&mut self.form, area, x, y);
        self.answered(answer)
    }

    pub(crate) fn paste(&mut self, text: &str) {
        let answer = self.form.paste(text);
        self.answered(answer);
    }

    fn answered(&mut self, answer: FormAnswer) -> FormAnswer {
        if answer != FormAnswer::Changed {
            return answer;
        }
        match self.form.chosen {
            line::PRESET => {
                let preset = PRESETS.get(self.form.choice(line::PRESET)).and_then(|(_, name)| name.parse().ok());
                if let Some(variant) = preset {
                    self.set_variant(variant);
                }
            }
            line::COLUMNS | line::LEVELS | line::CONNECT | line::RULES => {
                self.name_board();
                self.fit_players();
            }
            player if line::PLAYERS.contains(&player) => fit_strength(&mut self.form, player),
            _ => {}
        }
        answer
    }

    fn set_variant(&mut self, variant: Variant) {
        for (line, value) in
            [(line::COLUMNS, variant.columns()), (line::LEVELS, variant.levels()), (line::CONNECT, variant.connect())]
        {
            self.form.set(line, EntryValue::Number { value: value as u32, most: MAX_CELLS });
        }
        self.form.set(line::RULES, rules_entry(variant.rules()));
        self.fit_players();
    }

    /// Shows the preset that the measures are, or none.
    fn name_board(&mut self) {
        let variant = self.variant().map(|variant| variant.to_string()).unwrap_or_default();
        let mut options: Vec<String> = PRESETS.iter().map(|(name, board)| format!("{name} ({board})")).collect();
        let at = PRESETS.iter().position(|(_, board)| *board == variant).unwrap_or(options.len());
        options.push(if variant.is_empty() { OWN.to_owned() } else { format!("{OWN} ({variant})") });
        self.form.set(line::PRESET, EntryValue::Choice { options, at });
    }

    fn fit_players(&mut self) {
        let Ok(variant) = self.variant() else { return };
        for player in line::PLAYERS {
            let before = self.form.text(player);
            let spec: Option<Spec> = before.parse().ok();
            self.form.set(player, player_entry(variant, spec.as_ref()));
            if self.form.text(player) != before {
                let spec = strongest(variant.rules());
                self.form.set(player, player_entry(variant, Some(&spec)));
                self.form.set(player + 1, strength_entry(Some(&spec)));
            }
        }
    }

    fn rules(&self) -> Rules {
        if self.form.choice(line::RULES) == 0 { Rules::Connect } else { Rules::Max }
    }

    fn variant(&self) -> Result<Variant, String> {
        let number = |line: usize| self.form.number(line) as usize;
        let variant = Variant::new(number(line::COLUMNS), number(line::LEVELS), number(line::CONNECT), self.rules());
        variant.map_err(|error| error.to_string())
    }

    /// The game that was chosen; what is wrong is said on the form.
    pub(crate) fn submit(&mut self) -> Option<Chosen> {
        let chosen = self.chosen();
        self.form.accept(chosen)
    }

    fn chosen(&self) -> Result<Chosen, String> {
        let variant = self.variant()?;
        let [red, black] = line::PLAYERS.map(|player| player_of(&self.form, player));
        let seats = [red?, black?];
        for spec in &seats {
            dropline_engine::build(spec, variant, 0).map_err(|error| error.to_string())?;
        }
        let first = if self.form.choice(line::FIRST) == 0 { Side::Red } else { Side::Black };
        let game = match first {
            Side::Red => Game::new(variant),
            Side::Black => Game::from_board(Board::new(variant), Side::Black),
        };
        let choices = NewGameChoices {
            variant: Some(variant),
            red: Some(seats[0].to_string()),
            black: Some(seats[1].to_string()),
            first: Some(first),
        };
        Ok(Chosen { game, seats, choices })
    }
}

fn rules_entry(rules: Rules) -> EntryValue {
    let options = vec!["Connect".to_owned(), "Max-Connect".to_owned()];
    EntryValue::Choice { options, at: usize::from(rules == Rules::Max) }
}

/// The players of a variant by name.
pub(crate) fn player_entry(variant: Variant, spec: Option<&Spec>) -> EntryValue {
    let names = players().iter().filter(|info| info.plays(variant)).map(|info| info.name.to_owned());
    EntryValue::choice(names.collect(), spec.map_or("", Spec::name))
}

/// After another player was chosen on a line: the next one is about its strength.
pub(crate) fn fit_strength(form: &mut Form, player: usize) {
    let spec = form.text(player).parse().ok();
    form.set(player + 1, strength_entry(spec.as_ref()));
}

/// The player that a line of a form and the next one name: who, and with which options.
pub(crate) fn player_of(form: &Form, player: usize) -> Result<Spec, String> {
    let (name, options) = (form.text(player), form.text(player + 1));
    let text = if options.trim().is_empty() { name } else { format!("{name}:{}", options.trim()) };
    text.parse().map_err(|error: dropline_engine::SpecError| error.to_string())
}

/// What there is to say about the player whose line of a form, or that of its strength, is chosen: who it is, and what its strength is called.
pub(crate) fn about_player(form: &Form, players: [usize; 2]) -> Option<String> {
    let player = players.into_iter().find(|&player| [player, player + 1].contains(&form.chosen))?;
    let spec = player_of(form, player).or_else(|_| form.text(player).parse()).ok()?;
    let options: Vec<String> = spec.info().options.iter().map(|o| format!("{}={}", o.key, o.values)).collect();
    let options = if options.is_empty() { String::new() } else { format!(" Options: {}", options.join(", ")) };
    let named = spec.info().options.iter().find_map(|option| {
        let value = spec.options().get(option.key).unwrap_or(option.default);
        let ValueInfo { name, about, .. } = option.named.iter().find(|named| named.value == value)?;
        Some(format!(" {}={value}: {name}. {about}", option.key))
    });
    Some(format!("{}: {}.{}{options}", spec.name(), spec.info().about, named.unwrap_or_default()))
}

/// The options of a player, with some that are often wanted.
pub(crate) fn strength_entry(spec: Option<&Spec>) -> EntryValue {
    let mut presets = vec![String::new()];
    for option in spec.map_or(&[][..], |spec| spec.info().options) {
        let values: &[&str] = match option.key {
            "depth" => &["2", "4", "6", "8", "10", "12", "14"],
            "n" => &["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"],
            "time" => &["100ms", "500ms", "1s", "2s", "5s", "10s"],
            _ => &[],
        };
        presets.extend(values.iter().map(|value| format!("{}={value}", option.key)));
    }
    let text = spec.map(ToString::to_string).unwrap_or_default();
    let options = text.split_once(':').map_or("", |(_, options)| options);
    EntryValue::Text { field: TextField::new(options), presets }
}

pub(crate) fn draw(pen: Pen<'_>, buffer: &mut Buffer, area: Rect, new: &NewGameForm) {
    let inside = page(pen, buffer, area, "New game", "←→ change · Enter start · Esc back");
    widgets::form::draw(pen, buffer, super::form_area(area, &new.form), &new.form);
    if let Some(text) = &new.form.problem {
        return problem(pen, buffer, inside, text);
    }
    let rules = match new.form.choice(line::RULES) {
        0 => "Connect: the first line wins.",
        _ => "Max-Connect: the board is filled, every line is a point, and most points win.",
    };
    let rules = (new.form.chosen == line::RULES).then(|| rules.to_owned());
    below_form(pen, buffer, inside, &new.form, about_player(&new.form, line::PLAYERS).or(rules));
}

/// Something about what is chosen, where there is room below a form.
pub(crate) fn below_form(pen: Pen<'_>, buffer: &mut Buffer, inside: Rect, form: &Form, about: Option<String>) {
    let below = form.entries.len() as u16 + 1;
    if let Some(about) = about
        && inside.height > below
    {
        let rest = Rect { y: inside.y + below, height: inside.height - below, ..inside };
        pen.write_wrapped(buffer, rest, &about, pen.theme.faint());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::crossterm::event::KeyCode;

    fn press(new: &mut NewGameForm, codes: &[KeyCode]) {
        for &code in codes {
            new.key(code.into());
        }
    }

    #[test]
    fn presets_set_the_measures_and_measures_name_the_board() {
        let mut new = NewGameForm::new(&NewGameChoices::default(), SideNames::RED_YELLOW);
        assert!(new.form.text(line::PRESET).starts_with("classic"));
        press(&mut new, &[KeyCode::Right]);
        assert_eq!(new.variant().unwrap().to_string(), "4x3c3");
        press(&mut new, &[KeyCode::Down, KeyCode::Right]);
        assert_eq!(new.form.text(line::PRESET), "your own (5x3c3)");
        assert_eq!(new.submit().unwrap().game.variant().to_string(), "5x3c3");
    }

    #[test]
    fn a_board_that_is_too_large_is_refused_in_words() {
        let mut new = NewGameForm::new(&NewGameChoices::default(), SideNames::RED_YELLOW);
        press(&mut new, &[KeyCode::Down, KeyCode::Char('9'), KeyCode::Char('9'), KeyCode::Down]);
        press(&mut new, &[KeyCode::Char('9'), KeyCode::Char('9')]);
        assert!(new.submit().is_none());
        assert!(new.form.problem.as_ref().unwrap().contains("more than the 4096"), "{:?}", new.form.problem);
    }

    #[test]
    fn choices_are_remembered_and_unknown_players_are_not_fatal() {
        let choices = NewGameChoices {
            variant: Some("9x7m5".parse().unwrap()),
            red: Some("nobody:x=1".to_owned()),
            black: Some("random".to_owned()),
            first: Some(Side::Black),
        };
        let chosen = NewGameForm::new(&choices, SideNames::RED_YELLOW).submit().unwrap();
        assert_eq!(chosen.game.variant().to_string(), "9x7m5");
        assert_eq!(chosen.game.turn(), Side::Black);
        assert!(chosen.seats[0].is_interactive());
        assert_eq!(chosen.seats[1].name(), "random");
        assert_eq!(chosen.choices.variant, choices.variant);
    }
}
