//! What stands beside the board: players, clocks, thinking, values, the graph and the moves.

use super::{Pen, graph, moves, row};
use crate::tui::game_screen::{GameScreen, HintLevel, ThinkingComputer};
use crate::tui::insight::PositionInsight;
use crate::tui::stopwatches;
use dropline_core::{Column, Rules, Side};
use dropline_engine::analysis::{ColumnValue, Outlook, Value};
use dropline_engine::{Progress, Reason};
use ratatui::prelude::*;
use std::time::Duration;

/// From this width on, a player takes one line instead of two.
const WIDE: u16 = 28;

/// The lines of the graph: at least, and where there is room.
const GRAPH_LINES: (u16, u16) = (6, 9);

/// The lines that are kept for the moves where possible: a blank one and two of moves.
const MOVE_LINES: u16 = 3;

/// With so many lines, there is room for everything.
const ROOMY: u16 = 28;

/// How many values are shown before the graph gets anything.
const FIRST_VALUES: usize = 6;

/// A panel that fills up from the top.
pub(crate) struct Panel<'a> {
    pub(crate) pen: Pen<'a>,
    pub(crate) screen: &'a GameScreen,
    pub(crate) now: Duration,
    /// What is left to draw on.
    rest: Rect,
}

impl<'a> Panel<'a> {
    pub(crate) fn new(pen: Pen<'a>, screen: &'a GameScreen, now: Duration, area: Rect) -> Panel<'a> {
        let rest = Rect { x: area.x + 1, width: area.width.saturating_sub(1), ..area };
        Panel { pen, screen, now, rest }
    }

    pub(crate) fn render(mut self, buffer: &mut Buffer) {
        let moves = self.fill(buffer);
        moves::draw(self.pen, buffer, moves, self.screen);
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
        if self.screen.analysis {
            self.values(buffer);
        }
        if self.screen.show_graph {
            self.graph(buffer);
        }
        self.skip(1);
        self.rest
    }

    fn line(&mut self, buffer: &mut Buffer, text: &str, style: Style) {
        self.pen.write(buffer, row(self.rest, 0), text, style);
        self.skip(1);
    }

    /// The first of some texts that fits into a line; the last if none does.
    fn fitting(&self, texts: &[String]) -> String {
        let fits = |text: &&String| text.chars().count() <= usize::from(self.rest.width);
        texts.iter().find(fits).or(texts.last()).cloned().unwrap_or_default()
    }

    fn skip(&mut self, lines: u16) {
        let lines = lines.min(self.rest.height);
        self.rest.y += lines;
        self.rest.height -= lines;
    }

    fn players(&mut self, buffer: &mut Buffer) {
        let game = &self.screen.game;
        let clocks = self.screen.clocks.read(self.now);
        for side in Side::BOTH {
            let to_move = !game.is_over() && game.turn() == side;
            let caret = if to_move { self.pen.glyphs.caret() } else { " " };
            let points = match game.variant().rules() {
                Rules::Max => format!(" {}", game.points().of(side)),
                Rules::Connect => String::new(),
            };
            let name =
                format!("{caret}{} {}{points}", self.pen.glyphs.checker(side), self.pen.glyphs.names.capital(side));
            let who = seat_name(self.screen, side);
            let clock = stopwatches::shown(clocks[side.index()]);
            let style = self.pen.theme.side(side);
            let style = if to_move { style.add_modifier(Modifier::BOLD) } else { style };
            let line = row(self.rest, 0);
            let end = self.pen.write(buffer, line, &name, style);
            let clock_x = line.right().saturating_sub(clock.len() as u16);
            // Many points push the clock into the next line.
            let crowded = end >= clock_x;
            let clock_line = row(self.rest, u16::from(crowded));
            if self.rest.width >= WIDE {
                let room = Rect { x: end + 2, width: clock_x.saturating_sub(end + 3), ..line };
                self.pen.write(buffer, room, &who, self.pen.theme.plain());
            }
            self.skip(1);
            if self.rest.width < WIDE {
                self.line(buffer, &format!("   {who}"), self.pen.theme.plain());
            }
            let place = Rect { x: clock_x - 1, width: clock.len() as u16 + 1, ..clock_line };
            self.pen.write(buffer, place, &format!(" {clock}"), self.pen.theme.plain());
        }
    }

    fn status(&mut self, buffer: &mut Buffer) {
        let (screen, game) = (self.screen, &self.screen.game);
        let accent = self.pen.theme.accent();
        if let Some(thinking) = &screen.thinking {
            return self.thinking(thinking, buffer);
        }
        let text = match game.outcome() {
            Some(outcome) => match outcome.winner() {
                Some(side) => format!("{} wins!", self.pen.glyphs.names.capital(side)),
                None => "A tie".to_owned(),
            },
            None if screen.line > 0 => {
                let (at, of) = (screen.line, screen.shown_line().len());
                self.fitting(&[format!("Best line, {at} of {of}"), format!("Line {at} of {of}")])
            }
            None if screen.paused => self.fitting(&["Paused: Space goes on".to_owned(), "Paused: Space".to_owned()]),
            None if screen.is_person(game.turn()) && screen.is_person(game.turn().other()) => {
                format!("{} to move", self.pen.glyphs.names.capital(game.turn()))
            }
            None => "Your turn".to_owned(),
        };
        self.line(buffer, &text, accent);
        // What was thought last stays, and so does its place: nothing below jumps when a computer begins or ends to think.
        let computers = Side::BOTH.into_iter().any(|side| !screen.is_person(side));
        if computers && (!screen.analysis || self.rest.height >= ROOMY) {
            self.progress(screen.thought.as_ref(), self.pen.theme.faint(), buffer);
        }
    }

    fn thinking(&mut self, thinking: &ThinkingComputer, buffer: &mut Buffer) {
        let time = self.now.saturating_sub(thinking.since);
        let spinner = self.pen.glyphs.spinner((self.now.as_millis() / 120) as usize);
        let (what, seconds) = (if thinking.hurried { "moving now" } else { "thinking" }, time.as_secs());
        let searched = thinking.told.saturating_sub(thinking.since);
        let speed = thinking.progress.nodes as f64 / searched.as_secs_f64().max(0.001);
        let state = format!("{spinner} {what} {seconds}s");
        let speed = format!("{}/s", short_number(speed));
        let texts = match thinking.progress.nodes {
            0 => vec![state],
            _ if thinking.hurried => vec![format!("{state}, {speed}"), state],
            _ => vec![format!("{state}, {speed}"), format!("{spinner} {seconds}s, {speed}")],
        };
        self.line(buffer, &self.fitting(&texts), self.pen.theme.accent());
        self.progress(Some(&thinking.progress), self.pen.theme.plain(), buffer);
    }

    /// Two lines about how far somebody has looked; blank ones if nobody has.
    fn progress(&mut self, progress: Option<&Progress>, style: Style, buffer: &mut Buffer) {
        let Some(progress) = progress.filter(|progress| progress.nodes > 0 || progress.depth > 0) else {
            return self.skip(2);
        };
        let (depth, nodes) = (progress.depth, short_number(progress.nodes as f64));
        let texts = [format!("depth {depth}, {nodes} nodes"), format!("depth {depth}, {nodes}")];
        self.line(buffer, &self.fitting(&texts), style);
        let line = if progress.line.is_empty() { String::new() } else { format!("line {}", spaced(&progress.line)) };
        self.line(buffer, &line, style);
    }

    fn hint(&mut self, buffer: &mut Buffer) {
        let screen = self.screen;
        if screen.hint == HintLevel::None || screen.game.is_over() {
            return;
        }
        let known = screen.insight.at(&screen.game);
        let plain = self.pen.theme.plain().fg(self.pen.theme.good);
        let mut sentences = Vec::new();
        match (screen.hint, known.and_then(PositionInsight::best)) {
            (HintLevel::Of(column, _), _) => {
                sentences.push((format!("Column {column}:"), plain));
                let told = screen.explained().map(|(_, reasons)| self.told(reasons, plain));
                sentences.extend(told.unwrap_or_else(|| vec![("Looking…".to_owned(), plain)]));
            }
            (_, None) => sentences.push(("Hint: looking…".to_owned(), plain)),
            (_, Some(best)) => {
                sentences.push((format!("Hint: column {} {}.", best.column, praise(best.value)), plain));
                if matches!(screen.hint, HintLevel::Why(_)) {
                    sentences.extend(self.reasons(known, best, plain));
                }
            }
        }
        for (sentence, style) in sentences {
            let lines = self.pen.write_wrapped(buffer, self.rest, &sentence, style);
            self.skip(lines);
        }
    }

    /// Why a column is good, in sentences, the one that is lit on the board in bold: those of the engine, or what its value and that of the next best say.
    fn reasons(&self, known: Option<&PositionInsight>, best: ColumnValue, plain: Style) -> Vec<(String, Style)> {
        let told = known.map_or(&[][..], PositionInsight::reasons);
        if told.is_empty() {
            return compared(known, best).into_iter().map(|sentence| (sentence, plain)).collect();
        }
        self.told(told, plain)
    }

    /// Reasons in words, the one that is lit on the board in bold.
    fn told(&self, reasons: &[Reason], plain: Style) -> Vec<(String, Style)> {
        let lit = self.screen.lit_reason();
        let style = |reason| if lit == Some(reason) { plain.add_modifier(Modifier::BOLD) } else { plain };
        reasons.iter().map(|reason| (reason.words(self.pen.glyphs.names), style(reason))).collect()
    }

    /// The value of every column, in words; the best first where not all fit.
    fn values(&mut self, buffer: &mut Buffer) {
        let screen = self.screen;
        if screen.game.is_over() {
            return;
        }
        let running = screen.insight.looking(&screen.game).is_some();
        let spinner = if running { self.pen.glyphs.spinner((self.now.as_millis() / 120) as usize) } else { "" };
        self.line(
            buffer,
            &format!("{} plays {spinner}", self.pen.glyphs.names.capital(screen.game.turn())),
            self.pen.theme.faint(),
        );
        if let Some(problem) = &screen.insight.problem {
            let lines = self.pen.write_wrapped(buffer, self.rest, problem, self.pen.theme.problem());
            return self.skip(lines);
        }
        let Some(known) = screen.insight.at(&screen.game) else { return };
        let best = known.best();
        let below = 1 + MOVE_LINES + if screen.show_graph { 1 + GRAPH_LINES.0 } else { 0 };
        let room = usize::from(self.rest.height.saturating_sub(below)).max(FIRST_VALUES);
        let mut columns = known.analysis.columns().to_vec();
        if columns.len() > room {
            let is_best = |found: &ColumnValue| best.is_some_and(|best| best.column == found.column);
            columns.sort_by(|one, two| {
                let by_value = two.value.cmp(&one.value);
                by_value.then(is_best(two).cmp(&is_best(one))).then(one.column.cmp(&two.column))
            });
        }
        for found in columns.iter().take(room) {
            let is_best = best.is_some_and(|best| best.column == found.column);
            let mark = if is_best { self.pen.glyphs.win_mark() } else { " " };
            let style = value_style(self.pen, found.value);
            let style = if is_best { style.add_modifier(Modifier::BOLD) } else { style };
            let text =
                format!("{mark}{:>2} {}", found.column.number(), words(found.value, self.rest.width.saturating_sub(4)));
            let pointed = found.column == screen.cursor_column();
            let style = if pointed { style.add_modifier(Modifier::UNDERLINED) } else { style };
            self.line(buffer, &text, style);
        }
        if best.is_some() {
            self.line(buffer, &format!("Best: {}", spaced(&known.line())), self.pen.theme.plain());
        }
    }

    fn graph(&mut self, buffer: &mut Buffer) {
        if self.rest.height < GRAPH_LINES.0 {
            return;
        }
        let estimated = self.screen.graph.iter().any(|point| point.height.is_some() && !point.proven);
        let thin = if estimated { ", thin: estimated" } else { "" };
        // The first bar is the start, which no move led to.
        let all = self.screen.graph.len().saturating_sub(1);
        let known = self.screen.graph.iter().skip(1).filter(|point| point.height.is_some()).count();
        let [first, second] = Side::BOTH.map(|side| self.pen.glyphs.names.name(side));
        let legend = match self.screen.insight.is_running() && known < all {
            true => [format!("↑{first} ↓{second}, move {known} of {all}"), format!("move {known} of {all}")],
            false => [format!("↑{first} ↓{second}{thin}"), format!("↑{first} ↓{second}")],
        };
        self.line(buffer, &self.fitting(&legend), self.pen.theme.faint());
        let roomy = self.rest.height.saturating_sub(MOVE_LINES).clamp(GRAPH_LINES.0, GRAPH_LINES.1);
        let height = roomy.min(self.rest.height);
        let area = Rect { height, ..self.rest };
        graph::draw(self.pen, buffer, area, &self.screen.graph, self.screen.game.moves().len());
        self.skip(height);
    }
}

/// What can be said for the best column.
fn praise(value: Value) -> &'static str {
    match (value, value.outlook()) {
        (Value::Margin { .. }, Some(Outlook::Loss)) => "loses least",
        (_, Some(Outlook::Loss)) => "holds out longest",
        _ if value.bounds().is_some_and(|[lower, _]| lower >= 0) => "is good",
        _ => "looks good",
    }
}

/// What a column's value and that of the next best say for it.
fn compared(known: Option<&PositionInsight>, best: ColumnValue) -> Vec<String> {
    let mut sentences = vec![format!("It {}.", best.value.verb())];
    let columns = known.map_or(&[][..], |known| known.analysis.columns());
    let next = columns.iter().filter(|found| found.column != best.column).max_by_key(|found| found.value);
    match next {
        None => sentences.push("There is no other.".to_owned()),
        Some(next) if next.value == best.value => sentences.push(format!("Column {} is as good.", next.column)),
        Some(next) => sentences.push(format!("The next best, column {}, {}.", next.column, next.value.verb())),
    }
    sentences
}

/// Who sits on a side, in a word.
pub(crate) fn seat_name(screen: &GameScreen, side: Side) -> String {
    match (screen.is_person(side), screen.is_person(side.other())) {
        (true, false) => "you".to_owned(),
        (true, true) => "human".to_owned(),
        (false, _) => screen.seat(side).to_string(),
    }
}

/// A value in as many words as the place allows: bounds are never told, but how deep an estimate looks.
fn words(value: Value, width: u16) -> String {
    let long = if value.is_proven() { value.brief() } else { value.to_string() };
    let fits = |text: &String| text.chars().count() <= usize::from(width);
    [long, value.brief()].into_iter().find(fits).unwrap_or_else(|| value.short())
}

/// A value in at most three characters, four where there is room, one where there is little.
pub(crate) fn label(value: Value, width: u16) -> String {
    let short = value.short();
    match value {
        _ if width < 3 => sign(value).to_owned(),
        Value::Estimate { .. } | Value::Expected { .. } if width < 4 => match value.leaning() {
            0 => "~".to_owned(),
            _ => format!("~{}", sign(value)),
        },
        // What fills its place to the last character would run into its neighbour.
        _ if short.len() >= usize::from(width) => sign(value).to_owned(),
        _ => short,
    }
}

/// A value in one character: a letter or `=` where it is proven, else `+`, `-` or `~`.
fn sign(value: Value) -> &'static str {
    match (value.outlook(), value.leaning()) {
        (Some(Outlook::Win), _) => "W",
        (Some(Outlook::Loss), _) => "L",
        (Some(Outlook::Tie), _) => "=",
        (None, 1..) => "+",
        (None, ..=-1) => "-",
        (None, 0) => "~",
    }
}

/// The colour of a value, green for what is good for the side to move, red for what is bad; what is only estimated is slanted.
pub(crate) fn value_style(pen: Pen<'_>, value: Value) -> Style {
    let colour = match value.leaning() {
        1.. => pen.theme.good,
        ..=-1 => pen.theme.bad,
        0 => pen.theme.even,
    };
    let style = pen.theme.plain().fg(colour);
    if value.is_proven() { style } else { style.add_modifier(Modifier::ITALIC) }
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
    fn only_what_does_not_lose_is_good() {
        let at_most_a_tie = Value::expected(-0.2, 6).joined(Value::Between { lower: -69, upper: 0 });
        assert!(at_most_a_tie.is_proven() && praise(at_most_a_tie) == "looks good");
        let at_least_a_tie = Value::expected(0.2, 6).joined(Value::Between { lower: 0, upper: 69 });
        assert_eq!([at_least_a_tie, Value::Tie, Value::Between { lower: 1, upper: 9 }].map(praise), ["is good"; 3]);
        assert_eq!(praise(Value::Between { lower: -9, upper: -1 }), "holds out longest");
    }

    #[test]
    fn labels_fit_their_place() {
        let estimate = Value::estimate(0.625, 4);
        assert_eq!([2, 3, 5].map(|width| label(estimate, width)), ["+", "~+", "63%"]);
        assert_eq!([2, 3].map(|width| label(Value::Loses { moves: 12, score: -3 }, width)), ["L", "L"]);
    }

    #[test]
    fn words_are_as_many_as_fit() {
        let estimate = Value::estimate(0.625, 14);
        let said = [30, 11, 4].map(|width| words(estimate, width));
        assert_eq!(said, ["~ 63% (depth 14)", "~ 63%", "63%"]);
        let expected = Value::expected(-12.3, 4);
        let said = [30, 12, 11].map(|width| words(expected, width));
        assert_eq!(said, ["~ -12 points (depth 4)", "~ -12 points", "~-12"]);
        assert_eq!(words(Value::Between { lower: 1, upper: 9 }, 30), "wins");
    }
}
