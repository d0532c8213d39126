//! A session for people: sentences and pictures.

use super::event::{Asked, Farewell, SessionEvent, SessionScreen};
use crate::prose;
use dropline_core::picture::{self, Look, Style, View};
use dropline_core::{Board, Column, Game, Level, Points, Rules, Side, SideNames, Variant, notation};
use dropline_engine::Spec;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, Write};
use std::time::Duration;

/// Writes events as sentences, and the board where it helps: before each turn of a person, after each move when computers play
/// among themselves, and at the end. In words it is told to those who ask for it only.
pub(crate) struct TextScreen<W> {
    out: W,
    /// How the board is drawn; nothing to tell it in words.
    picture: Option<(Style, Look)>,
    names: SideNames,
    /// What it takes, beside the position, to go on with this game: who plays it and how, and what was chosen for the whole session.
    options: String,
    chosen: String,
    /// Whether to write what was typed, because no terminal does.
    echo: bool,
    only_computers: bool,
    spinner: Option<ProgressBar>,
}

impl<W: Write> TextScreen<W> {
    pub(crate) fn new(out: W, picture: Option<(Style, Look)>, names: SideNames, echo: bool) -> TextScreen<W> {
        let (options, chosen) = (String::new(), String::new());
        TextScreen { out, picture, names, options, chosen, echo, only_computers: false, spinner: None }
    }

    /// The same, for a session that was begun with these options besides.
    pub(crate) fn with_options(self, chosen: String) -> TextScreen<W> {
        TextScreen { chosen, ..self }
    }

    /// Writes a line.
    pub(crate) fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.out, "{line}")?;
        self.out.flush()
    }

    fn draw(&mut self, game: &Game) -> io::Result<()> {
        match self.picture {
            Some((style, look)) => write!(self.out, "{}", picture::draw(&View::of(game), style, look)),
            None => Ok(()),
        }
    }

    /// The board, because somebody wants to know.
    pub(crate) fn tell_board(&mut self, game: &Game) -> io::Result<()> {
        if self.picture.is_some() {
            return self.draw(game);
        }
        game.board().columns().try_for_each(|column| self.say(&column_in_words(game.board(), column, self.names)))
    }

    fn start(&mut self, game: &Game, red: &Spec, black: &Spec) -> io::Result<()> {
        self.only_computers = !red.is_interactive() && !black.is_interactive();
        writeln!(self.out, "{}", what_is_played(game.variant()))?;
        let (first, second) = (self.names.capital(Side::Red), self.names.name(Side::Black));
        writeln!(self.out, "{first} is {red}, {second} is {black}.")?;
        if let Some(warning) = prose::takes_long([red, black], game) {
            writeln!(self.out, "{warning}")?;
        }
        if self.only_computers {
            return self.draw(game);
        }
        writeln!(self.out, "Type a column, or help.")
    }

    fn points(&mut self, points: Option<Points>) -> io::Result<()> {
        match points {
            Some(points) => writeln!(self.out, "{}", prose::points_line(points, self.names)),
            None => Ok(()),
        }
    }

    fn replayed(&mut self, how: &str, columns: &[Column], points: Option<Points>) -> io::Result<()> {
        let list = columns.iter().map(Column::to_string).collect::<Vec<_>>().join(", ");
        match columns.len() {
            0 => writeln!(self.out, "{how}: the resignation."),
            1 => writeln!(self.out, "{how}: column {list}."),
            _ => writeln!(self.out, "{how}: columns {list}."),
        }?;
        self.points(points)
    }

    fn left(&mut self, game: &Game, why: Farewell, over: bool) -> io::Result<()> {
        if why == Farewell::InputEnded {
            writeln!(self.out)?;
        }
        if over {
            return Ok(());
        }
        let reason = match why {
            Farewell::Quit => "Goodbye",
            Farewell::InputEnded => "End of input",
        };
        let moves = prose::number_of(game.moves().len(), "move");
        write!(self.out, "{reason}: the game is unfinished after {moves}.")?;
        let position = match game.starts_empty() {
            true if game.moves().is_empty() => return writeln!(self.out),
            true => {
                format!("--variant {} --moves {}", game.variant(), notation::moves::write(game.variant(), game.moves()))
            }
            false => format!("--key {}", notation::key::write(game)),
        };
        writeln!(self.out, " To go on: dropline play {position}{}", self.options)
    }
}

impl<W: Write> SessionScreen for TextScreen<W> {
    fn show(&mut self, game: &Game, event: &SessionEvent<'_>) -> io::Result<()> {
        match event {
            SessionEvent::Start { red, black, seed, .. } => {
                let style = self.picture.map_or(Style::Modern, |(style, _)| style);
                let board = if style == Style::Modern { String::new() } else { format!(" --board {style}") };
                let usual = style.usual_names() == self.names;
                let names = if usual { String::new() } else { format!(" --names {}", self.names) };
                self.options = format!(" --red {red} --black {black} --seed {seed}{board}{names}{}", self.chosen);
                self.start(game, red, black)?;
            }
            SessionEvent::Turn { side, .. } => {
                self.draw(game)?;
                writeln!(self.out, "It is {}'s turn.", self.names.name(*side))?;
            }
            SessionEvent::Move { side, player, column, level, points, .. } => {
                let name = self.names.capital(*side);
                writeln!(self.out, "{name} ({player}) plays column {column}, level {level}.")?;
                if self.only_computers && !game.is_over() {
                    self.draw(game)?;
                }
                self.points(*points)?;
            }
            SessionEvent::Refused { problem, .. } => writeln!(self.out, "{problem}.")?,
            SessionEvent::Undone { columns, points } => self.replayed("Taken back", columns, *points)?,
            SessionEvent::Redone { columns, points } => self.replayed("Played again", columns, *points)?,
            SessionEvent::Moves { moves: [], .. } => writeln!(self.out, "No moves yet.")?,
            SessionEvent::Moves { text, .. } => writeln!(self.out, "{text}")?,
            SessionEvent::Board { .. } => self.tell_board(game)?,
            SessionEvent::Hint { column, value, reasons } => {
                writeln!(self.out, "Column {column}: {value}.")?;
                reasons.iter().try_for_each(|reason| writeln!(self.out, "{reason}"))?;
            }
            SessionEvent::Caution { words, .. } => {
                writeln!(self.out, "{words} Type why for the reason, or the same column again to play it.")?;
            }
            SessionEvent::Why { reasons, .. } => {
                reasons.iter().try_for_each(|reason| writeln!(self.out, "{reason}"))?;
            }
            SessionEvent::Analysis(told) => {
                for column in &told.columns {
                    let worth = column.value.map_or_else(|| "full".to_owned(), |value| value.to_string());
                    writeln!(self.out, "Column {}: {worth}.", column.column)?;
                }
            }
            SessionEvent::Players { players } => {
                players.iter().try_for_each(|player| writeln!(self.out, "  {:<10} {}", player.name, player.about))?;
            }
            SessionEvent::Help { commands } => {
                for help in *commands {
                    writeln!(self.out, "  {:<10} {}", help.typed, help.does)?;
                }
            }
            SessionEvent::Saved { file, replaced: false } => writeln!(self.out, "Saved to {}.", file.display())?,
            SessionEvent::Saved { file, replaced: true } => {
                writeln!(self.out, "Saved to {}, in place of the game that was there.", file.display())?;
            }
            SessionEvent::End { outcome, .. } => {
                self.draw(game)?;
                writeln!(self.out, "{}", prose::result(game, *outcome, self.names))?;
            }
            SessionEvent::Left { why, over, .. } => self.left(game, *why, *over)?,
        }
        self.out.flush()
    }

    fn ask(&mut self, game: &Game, asked: Asked) -> io::Result<()> {
        write!(self.out, "{}", asked.prompt(game, self.names))?;
        self.out.flush()
    }

    fn echo(&mut self, line: &str) -> io::Result<()> {
        if self.echo { writeln!(self.out, "{line}") } else { Ok(()) }
    }

    fn thinking(&mut self, game: &Game) {
        if self.picture.is_none() {
            return;
        }
        let spinner = ProgressBar::new_spinner().with_style(ProgressStyle::default_spinner());
        spinner.set_message(format!("{} is thinking", self.names.capital(game.turn())));
        spinner.enable_steady_tick(Duration::from_millis(120));
        self.spinner = Some(spinner);
    }

    fn thought(&mut self) {
        if let Some(spinner) = self.spinner.take() {
            spinner.finish_and_clear();
        }
    }
}

fn column_in_words(board: &Board, column: Column, names: SideNames) -> String {
    let height = board.height(column);
    if height == 0 {
        return format!("Column {column} is empty.");
    }
    let checkers = (0..height).filter_map(|level| board.checker_at(column, Level::from_index(level)));
    let words: Vec<&str> = checkers.map(|side| names.name(side)).collect();
    let full = if height == board.variant().levels() { ", and full" } else { "" };
    format!("Column {column} from the bottom: {}{full}.", words.join(", "))
}

fn what_is_played(variant: Variant) -> String {
    let (columns, levels, connect) = (variant.columns(), variant.levels(), variant.connect());
    let size = format!("{} by {}", prose::number_of(columns, "column"), prose::number_of(levels, "level"));
    match variant.rules() {
        Rules::Connect => format!("Connect {connect} on {size}: the first line of {connect} wins."),
        Rules::Max => format!("Max-Connect {connect} on {size}: every line of {connect} is a point."),
    }
}
