//! The game screen, drawn: the board, the panel beside it, the dialogs over it.

use crate::tui::game_screen::{GameScreen, HintLevel};
use crate::tui::insight::PositionInsight;
use crate::tui::layout::{Focus, GameLayout};
use crate::tui::widgets::board::{BoardView, Label, landing};
use crate::tui::widgets::panel::{self, Panel};
use crate::tui::widgets::{Pen, moves};
use dropline_core::picture::View;
use dropline_core::{Cell, Game, Rules};
use dropline_engine::Reason;
use dropline_engine::analysis::{ColumnValue, threats};
use ratatui::prelude::*;
use std::time::Duration;

/// The parts of the screen for a game.
pub(crate) fn layout(screen: &GameScreen, area: Rect) -> GameLayout {
    let board = screen.game.board();
    let focus = match &screen.fall {
        // A view that jumps while a checker falls would hide where it goes.
        Some(fall) => Focus { column: screen.cursor, level: fall.cell.level.index(), scroll: screen.scroll },
        None => {
            let level = landing(board, screen.cursor_column()).index();
            Focus { column: screen.cursor, level, scroll: screen.scroll }
        }
    };
    GameLayout::new(area, screen.game.variant(), screen.analysis, focus)
}

pub(crate) fn draw(pen: Pen<'_>, buffer: &mut Buffer, area: Rect, screen: &GameScreen, now: Duration) {
    let layout = layout(screen, area);
    header(pen, buffer, layout.header, screen);
    board(pen, buffer, &layout, screen, now);
    Panel::new(pen, screen, now, layout.panel).render(buffer);
    footer(pen, buffer, layout.footer, screen);
}

/// How many moves had been played at the move under the mouse in the list.
pub(crate) fn move_at(pen: Pen<'_>, screen: &GameScreen, now: Duration, area: Rect, x: u16, y: u16) -> Option<usize> {
    let layout = layout(screen, area);
    let list = Panel::new(pen, screen, now, layout.panel).moves_area();
    moves::at(list, screen, x, y)
}

fn header(pen: Pen<'_>, buffer: &mut Buffer, area: Rect, screen: &GameScreen) {
    let variant = screen.game.variant();
    let what = match variant.rules() {
        Rules::Connect => format!("Connect {}", variant.connect()),
        Rules::Max => format!("Max-Connect {}", variant.connect()),
    };
    let number = format!(" move {} ", screen.game.moves().len());
    let x = area.right().saturating_sub(number.len() as u16);
    pen.write(buffer, Rect { x, width: number.len() as u16, ..area }, &number, pen.theme.faint());
    let board = format!("{what} · {}×{}", variant.columns(), variant.levels());
    let room = Rect { width: x.saturating_sub(area.x), ..area };
    let long = format!(" Dropline · {board}");
    let text = if long.chars().count() <= usize::from(room.width) { long } else { format!(" {board}") };
    pen.write(buffer, room, &text, pen.theme.accent());
}

fn footer(pen: Pen<'_>, buffer: &mut Buffer, area: Rect, screen: &GameScreen) {
    const KEYS: &str = " ←→ Enter play · u back · a analysis · i hint · ? all keys · q menu";
    const FEWER_KEYS: &str = " ←→ Enter play · u back · ? all keys";
    const KEYS_AFTER: &str = " n play again · u take back · a look into it · s save · ? all keys · q menu";
    const FEWER_KEYS_AFTER: &str = " n play again · u back · ? all keys";
    let (keys, fewer) = if screen.game.is_over() { (KEYS_AFTER, FEWER_KEYS_AFTER) } else { (KEYS, FEWER_KEYS) };
    let keys = if usize::from(area.width) > keys.chars().count() { keys } else { fewer };
    let (text, style) = match screen.said.as_str() {
        "" => (keys.to_owned(), pen.theme.faint()),
        said => (format!(" {said}"), pen.theme.plain()),
    };
    pen.write(buffer, area, &text, style);
}

fn board(pen: Pen<'_>, buffer: &mut Buffer, layout: &GameLayout, screen: &GameScreen, now: Duration) {
    let shown = screen.with_line();
    let thought = thought_cells(&screen.game, &shown);
    let view = View::of(&shown);
    let fall = screen.fall.as_ref().filter(|_| thought.is_empty());
    let last = view.last.filter(|_| fall.is_none());
    let marked = if fall.is_some() { Vec::new() } else { view.marked };
    let pointer = (!shown.is_over()).then(|| (screen.cursor_column(), shown.turn()));
    BoardView {
        board: shown.board(),
        layout: &layout.board,
        theme: pen.theme,
        glyphs: pen.glyphs,
        pointer,
        landing: screen.thinking.is_none() && !screen.paused && screen.line == 0,
        marked: marked.into_iter().collect(),
        lit: screen.lit_reason().map(Reason::cells).unwrap_or_default(),
        last,
        thought,
        threats: if screen.threats && !screen.game.is_over() { threats(shown.board()) } else { Vec::new() },
        labels: labels(pen, screen, layout.board.size.pitch),
        fall: fall.map(|fall| (fall, now)),
    }
    .render(buffer);
    if matches!(screen.hint, HintLevel::Which | HintLevel::Why(_)) {
        point_at_hint(pen, buffer, layout, screen);
    }
}

/// The cells of the best line that are shown but not played, with their numbers.
fn thought_cells(game: &Game, shown: &Game) -> Vec<(Cell, usize)> {
    let played = game.moves().len();
    let mut heights: Vec<usize> = game.board().columns().map(|column| game.board().height(column)).collect();
    let mut cells = Vec::new();
    for (number, &column) in shown.moves()[played..].iter().enumerate() {
        if let Some(height) = heights.get_mut(column.index()) {
            cells.push((Cell::at(column.index(), *height), number + 1));
            *height += 1;
        }
    }
    cells
}

fn labels(pen: Pen<'_>, screen: &GameScreen, width: u16) -> Vec<Label> {
    let Some(known) = screen.insight.at(&screen.game).filter(|_| screen.analysis && screen.line == 0) else {
        return Vec::new();
    };
    let best = known.best().map(|best| best.column);
    let label = |found: &ColumnValue| {
        let style = panel::value_style(pen, found.value);
        let style = if best == Some(found.column) { style.add_modifier(Modifier::BOLD) } else { style };
        Label { column: found.column, text: panel::label(found.value, width), style }
    };
    known.analysis.columns().iter().map(label).collect()
}

/// A star above the column that is good.
fn point_at_hint(pen: Pen<'_>, buffer: &mut Buffer, layout: &GameLayout, screen: &GameScreen) {
    let best = screen.insight.at(&screen.game).and_then(PositionInsight::best);
    let x = best.and_then(|best| layout.board.column_x(best.column.index()));
    if let Some(x) = x {
        let style = pen.theme.plain().fg(pen.theme.good).add_modifier(Modifier::BOLD);
        let middle = x + layout.board.size.width / 2;
        let beside = if best.is_some_and(|best| best.column == screen.cursor_column()) { 1 } else { 0 };
        buffer.set_string(middle - beside, layout.board.pointer, pen.glyphs.win_mark(), style);
    }
}

/// What the position is called in texts to copy: every notation it has.
pub(crate) fn notations(game: &Game) -> Vec<(char, &'static str, String)> {
    use dropline_core::notation::{grid, key, moves};
    let mut notations = Vec::new();
    if game.starts_empty() {
        notations.push(('m', "moves", moves::write(game.variant(), game.moves())));
    }
    notations.push(('k', "position key", key::write(game)));
    notations.push(('g', "grid", grid::write(game.board(), game.turn())));
    notations
}
