//! What stands beside the board: players, clocks, thinking, values, the graph and the moves.

use super::{Pen, graph, moves, row};
use crate::prose;
use crate::tui::clock;
use crate::tui::insight::Known;
use crate::tui::oracle::{ColumnValue, Value};
use crate::tui::table::{Hint, Table, Thinking};
use dropline_core::{Column, Rules, Side};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use std::time::Duration;

/// From this width on, a player takes one line instead of two.
const WIDE: u16 = 28;

/// The lines of the graph, where there is room for it.
const GRAPH_LINES: u16 = 9;

/// A panel that fills up from the top.
pub(crate) struct Panel<'a> {
    pub(crate) pen: Pen<'a>,
    pub(crate) table: &'a Table,
    pub(crate) now: Duration,
    /// What is left to draw on.
    rest: Rect,
}

impl<'a> Panel<'a> {
    pub(crate) fn new(pen: Pen<'a>, table: &'a Table, now: Duration, area: Rect) -> Panel<'a> {
        let rest = Rect { x: area.x + 1, width: area.width.saturating_sub(1), ..area };
        Panel { pen, table, now, rest }
    }

    pub(crate) fn render(mut self, buffer: &mut Buffer) {
        let moves = self.fill(buffer);
        moves::draw(self.pen, buffer, moves, self.table);
    }

    /// Where the list of moves is.
    pub(crate) fn moves_area(mut self) -> Rect {
        let mut nowhere = Buffer::empty(self.rest);
        self.fill(&mut nowhere)
    }

    /// Draws everything above the moves and returns what is left for them.
    fn fill(&mut self, buffer: &mut Buffer) -> Rect {
        self.players(buffer);
        self.status(buffer);
        self.hint(buffer);
        if self.table.analysis {
            self.values(buffer);
        }
        if self.table.show_graph {
            self.graph(buffer);
        }
        self.skip(1);
        self.rest
    }

    fn line(&mut self, buffer: &mut Buffer, text: &str, style: Style) {
        self.pen.write(buffer, row(self.rest, 0), text, style);
        self.skip(1);
    }

    fn skip(&mut self, lines: u16) {
        let lines = lines.min(self.rest.height);
        self.rest.y += lines;
        self.rest.height -= lines;
    }

    fn players(&mut self, buffer: &mut Buffer) {
        let game = &self.table.game;
        let clocks = self.table.clocks.read(self.now);
        for side in Side::BOTH {
            let to_move = !game.is_over() && game.turn() == side;
            let caret = if to_move { self.pen.glyphs.caret() } else { " " };
            let points = match game.variant().rules() {
                Rules::Max => format!(" {}", game.points().of(side)),
                Rules::Connect => String::new(),
            };
            let name = format!("{caret}{} {}{points}", self.pen.glyphs.checker(side), prose::capital(side));
            let who = seat_name(self.table, side);
            let clock = clock::shown(clocks[side.index()]);
            let style = self.pen.theme.side(side);
            let style = if to_move { style.add_modifier(Modifier::BOLD) } else { style };
            let line = row(self.rest, 0);
            let end = self.pen.write(buffer, line, &name, style);
            let clock_x = line.right().saturating_sub(clock.len() as u16);
            if self.rest.width >= WIDE {
                let room = Rect { x: end + 2, width: clock_x.saturating_sub(end + 3), ..line };
                self.pen.write(buffer, room, &who, self.pen.theme.plain());
            }
            self.pen.write(
                buffer,
                Rect { x: clock_x, width: clock.len() as u16, ..line },
                &clock,
                self.pen.theme.plain(),
            );
            self.skip(1);
            if self.rest.width < WIDE {
                self.line(buffer, &format!("   {who}"), self.pen.theme.plain());
            }
        }
    }

    fn status(&mut self, buffer: &mut Buffer) {
        let (table, game) = (self.table, &self.table.game);
        let accent = self.pen.theme.accent();
        if let Some(thinking) = &table.thinking {
            return self.thinking(thinking, buffer);
        }
        let text = match game.outcome() {
            Some(outcome) => match outcome.winner() {
                Some(side) => format!("{} wins!", prose::capital(side)),
                None => "A tie".to_owned(),
            },
            None if table.line > 0 => format!("Best line, {} of {}", table.line, line_of(table).len()),
            None if table.paused => "Paused: Space goes on".to_owned(),
            None if table.is_person(game.turn()) && table.is_person(game.turn().other()) => {
                format!("{} to move", prose::capital(game.turn()))
            }
            None => "Your turn".to_owned(),
        };
        self.line(buffer, &text, accent);
    }

    fn thinking(&mut self, thinking: &Thinking, buffer: &mut Buffer) {
        let time = self.now.saturating_sub(thinking.since);
        let spinner = self.pen.glyphs.spinner((self.now.as_millis() / 120) as usize);
        let what = if thinking.hurried { "moving now" } else { "thinking" };
        self.line(buffer, &format!("{spinner} {what} {}s", time.as_secs()), self.pen.theme.accent());
        let progress = &thinking.progress;
        if progress.nodes == 0 && progress.depth == 0 {
            return;
        }
        let speed = progress.nodes as f64 / time.as_secs_f64().max(0.001);
        let (nodes, speed) = (short_number(progress.nodes as f64), short_number(speed));
        let plain = self.pen.theme.plain();
        if self.rest.width >= WIDE {
            self.line(buffer, &format!("depth {}, {nodes} nodes, {speed}/s", progress.depth), plain);
        } else {
            self.line(buffer, &format!("d{} {nodes} {speed}/s", progress.depth), plain);
        }
        if !progress.line.is_empty() {
            self.line(buffer, &format!("line {}", spaced(&progress.line)), plain);
        }
    }

    fn hint(&mut self, buffer: &mut Buffer) {
        let table = self.table;
        if table.hint == Hint::None || table.game.is_over() {
            return;
        }
        let known = table.insight.at(&table.game);
        let mut sentences = Vec::new();
        match known.and_then(Known::best) {
            None => sentences.push("Hint: looking…".to_owned()),
            Some(best) => {
                sentences.push(format!("Hint: column {} is good.", best.column));
                if table.hint == Hint::Why {
                    sentences.extend(reasons(known, best));
                }
            }
        }
        for sentence in sentences {
            let lines =
                self.pen.write_wrapped(buffer, self.rest, &sentence, self.pen.theme.plain().fg(self.pen.theme.good));
            self.skip(lines);
        }
    }

    /// The value of every column, in words; the best first where not all fit.
    fn values(&mut self, buffer: &mut Buffer) {
        let table = self.table;
        if table.game.is_over() {
            return;
        }
        let running = table.insight.is_running_for(&table.game);
        let spinner = if running { self.pen.glyphs.spinner((self.now.as_millis() / 120) as usize) } else { "" };
        self.line(buffer, &format!("{} can {spinner}", prose::capital(table.game.turn())), self.pen.theme.faint());
        if let Some(problem) = &table.insight.problem {
            let lines = self.pen.write_wrapped(buffer, self.rest, problem, self.pen.theme.problem());
            return self.skip(lines);
        }
        let Some(known) = table.insight.at(&table.game) else { return };
        let best = known.best();
        let below = 2 + if table.show_graph { GRAPH_LINES } else { 0 };
        let room = usize::from(self.rest.height.saturating_sub(below)).max(3);
        let mut columns = known.columns.clone();
        if columns.len() > room {
            columns.sort_by(|one, two| two.value.cmp_for_mover(&one.value).then(one.column.cmp(&two.column)));
        }
        for found in columns.iter().take(room) {
            let is_best = best.is_some_and(|best| best.column == found.column);
            let mark = if is_best { self.pen.glyphs.win_mark() } else { " " };
            let style = self.pen.theme.plain().fg(colour(self.pen, found.value));
            let style = if is_best { style.add_modifier(Modifier::BOLD) } else { style };
            let text = format!("{mark}{:>2} {}", found.column.number(), words(found.value, self.rest.width));
            let pointed = found.column == table.cursor_column();
            let style = if pointed { style.add_modifier(Modifier::UNDERLINED) } else { style };
            self.line(buffer, &text, style);
        }
        if !known.line().is_empty() {
            self.line(buffer, &format!("Best: {}", spaced(known.line())), self.pen.theme.plain());
        }
    }

    fn graph(&mut self, buffer: &mut Buffer) {
        if self.rest.height < 6 {
            return;
        }
        self.line(buffer, "Red up, black down", self.pen.theme.faint());
        let height = GRAPH_LINES.min(self.rest.height);
        let area = Rect { height, ..self.rest };
        graph::draw(self.pen, buffer, area, &self.table.graph, self.table.game.moves().len());
        self.skip(height);
    }
}

fn line_of(table: &Table) -> &[Column] {
    table.insight.at(&table.game).map_or(&[], |known| known.line())
}

/// Why a column is good, in sentences: those of the engine, or what its value and that of the next best say.
fn reasons(known: Option<&Known>, best: ColumnValue) -> Vec<String> {
    if let Some(whole) = known.and_then(|known| known.whole.as_ref())
        && !whole.reasons.is_empty()
    {
        return whole.reasons.clone();
    }
    let mut sentences = vec![format!("It {}.", verb(best.value))];
    let others = known.map_or(&[][..], |known| &known.columns).iter().filter(|found| found.column != best.column);
    let next = others.max_by(|one, two| one.value.cmp_for_mover(&two.value));
    match next {
        None => sentences.push("There is no other.".to_owned()),
        Some(next) if next.value.cmp_for_mover(&best.value).is_eq() => {
            sentences.push(format!("Column {} is as good.", next.column));
        }
        Some(next) => sentences.push(format!("The next best, column {}, {}.", next.column, verb(next.value))),
    }
    sentences
}

fn verb(value: Value) -> String {
    match value {
        Value::Wins { .. } | Value::Winning | Value::Loses { .. } | Value::Losing => value.in_words(),
        Value::Tie | Value::Margin(0) => "ties".to_owned(),
        Value::Margin(_) => format!("is worth {}", value.in_words()),
        Value::Estimate { .. } | Value::Expected { .. } => format!("looks {}", value.in_words()),
    }
}

/// Who sits on a side, in a word.
pub(crate) fn seat_name(table: &Table, side: Side) -> String {
    match (table.is_person(side), table.is_person(side.other())) {
        (true, false) => "you".to_owned(),
        (true, true) => "human".to_owned(),
        (false, _) => table.seat(side).to_string(),
    }
}

/// A value in words as long as the place allows.
fn words(value: Value, width: u16) -> String {
    match value {
        Value::Estimate { .. } | Value::Expected { .. } if width < WIDE => short(value),
        _ => value.in_words(),
    }
}

/// A value in at most three characters, or four where there is room.
pub(crate) fn label(value: Value, width: u16) -> String {
    match value {
        Value::Estimate { score, .. } | Value::Expected { margin: score, .. } if width < 4 => {
            match (score * 10.0).round() {
                more if more > 0.0 => "~+".to_owned(),
                less if less < 0.0 => "~-".to_owned(),
                _ => "~".to_owned(),
            }
        }
        _ => short(value),
    }
}

/// A value in three or four characters.
pub(crate) fn short(value: Value) -> String {
    match value {
        Value::Wins { moves } => format!("W{moves}"),
        Value::Winning => "W".to_owned(),
        Value::Losing => "L".to_owned(),
        Value::Tie => "=".to_owned(),
        Value::Loses { moves } => format!("L{moves}"),
        Value::Margin(margin) => format!("{margin:+}"),
        Value::Estimate { score, .. } => format!("{score:+.1}"),
        Value::Expected { margin, .. } => format!("~{margin:+.0}"),
    }
}

/// Green for what is good for the side to move, red for what is bad.
pub(crate) fn colour(pen: Pen<'_>, value: Value) -> Color {
    let by_sign = |sign: f64| match sign {
        sign if sign > 0.0 => pen.theme.good,
        sign if sign < 0.0 => pen.theme.bad,
        _ => pen.theme.even,
    };
    match value {
        Value::Wins { .. } | Value::Winning => pen.theme.good,
        Value::Tie => pen.theme.even,
        Value::Loses { .. } | Value::Losing => pen.theme.bad,
        Value::Margin(margin) => by_sign(margin.into()),
        Value::Estimate { score, .. } | Value::Expected { margin: score, .. } => by_sign((score * 10.0).round()),
    }
}

fn spaced(columns: &[Column]) -> String {
    columns.iter().map(Column::to_string).collect::<Vec<_>>().join(" ")
}

/// A number in at most five characters: `950`, `12.3k`, `4.56M`.
fn short_number(number: f64) -> String {
    let scaled = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")].into_iter().find(|(scale, _)| number >= *scale);
    match scaled {
        None => format!("{number:.0}"),
        Some((scale, unit)) if number / scale >= 100.0 => format!("{:.0}{unit}", number / scale),
        Some((scale, unit)) if number / scale >= 10.0 => format!("{:.1}{unit}", number / scale),
        Some((scale, unit)) => format!("{:.2}{unit}", number / scale),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let said: Vec<_> = [0.0, 950.0, 1234.0, 12_345.0, 999_400.0, 4.56e6, 2e9].map(short_number).to_vec();
        assert_eq!(said, ["0", "950", "1.23k", "12.3k", "999k", "4.56M", "2.00G"]);
    }

    #[test]
    fn short_values_differ() {
        assert_eq!(short(Value::Wins { moves: 5 }), "W5");
        assert_eq!(short(Value::Loses { moves: 12 }), "L12");
        assert_eq!(short(Value::Margin(-3)), "-3");
        let estimate = Value::Estimate { score: 0.25, depth: 4 };
        assert_eq!((short(estimate), label(estimate, 3)), ("+0.2".to_owned(), "~+".to_owned()));
    }
}
