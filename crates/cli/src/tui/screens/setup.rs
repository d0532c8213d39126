//! Setting up a position by hand.

use crate::tui::digits::{DigitMeaning, Digits};
use crate::tui::form::FormAnswer;
use crate::tui::layout::{Focus, GameLayout};
use crate::tui::widgets::board::{BoardView, landing};
use crate::tui::widgets::{Pen, row};
use dropline_core::{Board, Cell, Column, Game, Side, Variant};
use ratatui::crossterm::event::{KeyCode, MouseButton, MouseEvent, MouseEventKind};
use ratatui::prelude::*;
use std::time::Duration;

/// A board that is being set up.
#[derive(Clone, Debug)]
pub(crate) struct SetupScreen {
    board: Board,
    turn: Side,
    /// The colour that is dropped next.
    side: Side,
    /// Whether the colours alternate by themselves.
    alternate: bool,
    cursor: usize,
    digits: Digits,
    said: String,
    /// What was dropped last.
    dropped: Option<(Side, Cell)>,
}

/// What can be done, for the panel: keys, what they do, and that in a word.
const KEYS: [(&str, &str, &str); 11] = [
    ("Enter", "drop", "drop"),
    ("r b", "drop one of a side", "a side's"),
    ("Tab", "other colour", "colour"),
    ("x", "take the top one", "take off"),
    ("t", "who moves", "who moves"),
    ("m", "mirror", "mirror"),
    ("c", "clear", "clear"),
    ("o", "alternate colours", "alternate"),
    ("v", "another board", "board"),
    ("p", "play from here", "play"),
    ("Esc", "back", "back"),
];

impl SetupScreen {
    pub(crate) fn new(variant: Variant) -> SetupScreen {
        SetupScreen {
            board: Board::new(variant),
            turn: Side::Red,
            side: Side::Red,
            alternate: true,
            cursor: (variant.columns() - 1) / 2,
            digits: Digits::default(),
            said: String::new(),
            dropped: None,
        }
    }

    /// The position of a game, to be changed.
    pub(crate) fn of(game: &Game) -> SetupScreen {
        let board = game.board().clone();
        SetupScreen { board, turn: game.turn(), side: game.turn(), ..SetupScreen::new(game.variant()) }
    }

    pub(crate) const fn variant(&self) -> Variant {
        self.board.variant()
    }

    pub(crate) fn game(&self) -> Game {
        let game = Game::from_board(self.board.clone(), self.turn);
        // A board that red could not start from, if it is empty, is an ordinary new game.
        if self.board.checkers() == 0 && self.turn == Side::Red { Game::new(self.board.variant()) } else { game }
    }

    pub(crate) fn key(&mut self, code: KeyCode, now: Duration) -> FormAnswer {
        let columns = self.board.variant().columns();
        self.said.clear();
        self.dropped = None;
        let mut digits = std::mem::take(&mut self.digits);
        match code {
            KeyCode::Esc | KeyCode::Char('q') => return FormAnswer::Cancel,
            KeyCode::Char('p') => return FormAnswer::Submit,
            KeyCode::Left | KeyCode::Char('h') => self.cursor = self.cursor.saturating_sub(1),
            KeyCode::Right | KeyCode::Char('l') => self.cursor = (self.cursor + 1).min(columns - 1),
            KeyCode::Home => self.cursor = 0,
            KeyCode::End => self.cursor = columns - 1,
            KeyCode::Char(digit @ '0'..='9') => {
                match digits.typed(digit, columns, self.cursor, now) {
                    DigitMeaning::Point(column) => self.cursor = column,
                    DigitMeaning::Drop => self.drop(self.side),
                    DigitMeaning::Nowhere(problem) => self.said = problem,
                }
                self.digits = digits;
            }
            KeyCode::Enter | KeyCode::Char(' ' | 'j') | KeyCode::Down => self.drop(self.side),
            KeyCode::Char('r') => self.drop(Side::Red),
            KeyCode::Char('b') => self.drop(Side::Black),
            KeyCode::Tab => self.side = self.side.other(),
            KeyCode::Backspace | KeyCode::Delete | KeyCode::Char('x') => self.take(Column::from_index(self.cursor)),
            KeyCode::Char('t') => self.turn = self.turn.other(),
            KeyCode::Char('o') => self.alternate = !self.alternate,
            KeyCode::Char('m') => self.board = self.board.mirrored(),
            KeyCode::Char('c') => self.board = Board::new(self.board.variant()),
            _ => return FormAnswer::Nothing,
        }
        FormAnswer::Changed
    }

    pub(crate) fn mouse(&mut self, area: Rect, mouse: MouseEvent) {
        let Some(column) = self.layout(area).board.column_at(mouse.column, mouse.row) else { return };
        self.cursor = column.index();
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => self.drop(self.side),
            MouseEventKind::Down(MouseButton::Right) => self.drop(self.side.other()),
            MouseEventKind::Down(MouseButton::Middle) => self.take(column),
            _ => {}
        }
    }

    fn drop(&mut self, side: Side) {
        let column = Column::from_index(self.cursor);
        match self.board.drop(column, side) {
            Ok(cell) => {
                self.dropped = Some((side, cell));
                if self.alternate {
                    self.side = side.other();
                    self.turn = self.side;
                }
            }
            Err(error) => self.said = format!("{error}."),
        }
    }

    /// Takes the top checker of a column away, whenever it was put there.
    fn take(&mut self, column: Column) {
        let mut board = Board::new(self.board.variant());
        let height = self.board.height(column);
        for (cell, side) in self.board.checkers_by_column() {
            if cell.column != column || cell.level.index() + 1 < height {
                let _ = board.drop(cell.column, side);
            }
        }
        self.board = board;
    }

    fn layout(&self, area: Rect) -> GameLayout {
        let column = Column::from_index(self.cursor);
        let focus = Focus { column: self.cursor, level: landing(&self.board, column).index(), scroll: 0 };
        GameLayout::new(area, self.board.variant(), false, focus)
    }
}

pub(crate) fn draw(pen: Pen<'_>, buffer: &mut Buffer, area: Rect, setup: &SetupScreen) {
    let (theme, names) = (pen.theme, pen.glyphs.names);
    let layout = setup.layout(area);
    pen.write(buffer, layout.header, &format!(" Set up a position · {}", setup.board.variant()), theme.accent());
    let game = setup.game();
    BoardView {
        pointer: Some((Column::from_index(setup.cursor), setup.side)),
        landing: true,
        marked: game.winning_cells().into_iter().collect(),
        ..BoardView::plain(pen, &setup.board, &layout.board)
    }
    .render(buffer);
    let panel = Rect { x: layout.panel.x + 1, width: layout.panel.width - 1, ..layout.panel };
    let [first, second] = Side::BOTH.map(|side| setup.board.count(side));
    let counts = format!("{} {first}, {} {second}", names.capital(Side::Red), names.name(Side::Black));
    pen.write(buffer, row(panel, 0), &counts, theme.plain());
    pen.write(buffer, row(panel, 1), &format!("{} moves", names.capital(setup.turn)), theme.side(setup.turn));
    let alternate = if setup.alternate { "alternating" } else { "one colour" };
    pen.write(buffer, row(panel, 2), alternate, theme.faint());
    let longest = KEYS.iter().map(|(_, does, _)| does.len()).max().unwrap_or(0);
    for (index, (keys, does, word)) in KEYS.iter().enumerate() {
        let line = row(panel, index as u16 + 3);
        let end = pen.write(buffer, line, &format!("{keys:<5} "), theme.accent());
        let room = Rect { x: end, width: line.right().saturating_sub(end), ..line };
        let text = if usize::from(room.width) >= longest { does } else { word };
        pen.write(buffer, room, text, theme.plain());
    }
    let dropped = |(side, cell): (Side, Cell)| {
        format!("{} at column {}, level {}.", names.capital(side), cell.column, cell.level)
    };
    let said = setup.dropped.map_or_else(|| setup.said.clone(), dropped);
    pen.write(buffer, layout.footer, &format!(" {said}"), theme.plain());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(setup: &mut SetupScreen, keys: &str) {
        for key in keys.chars() {
            setup.key(KeyCode::Char(key), Duration::ZERO);
        }
    }

    #[test]
    fn columns_above_nine_can_be_typed_and_those_off_the_board_are_refused() {
        let mut setup = SetupScreen::new("20x20c5".parse().unwrap());
        typed(&mut setup, "12r");
        assert_eq!(setup.dropped, Some((Side::Red, Cell::at(11, 0))));
        let mut setup = SetupScreen::new(Variant::STANDARD);
        typed(&mut setup, "9");
        assert_eq!((setup.cursor, setup.said.as_str()), (3, "Column 9 is off the board: choose 1 to 7."));
        typed(&mut setup, "22");
        assert_eq!(setup.dropped, Some((Side::Red, Cell::at(1, 0))));
    }

    #[test]
    fn checkers_are_put_and_taken_in_any_order() {
        let mut setup = SetupScreen::new(Variant::STANDARD);
        typed(&mut setup, "1rr2b1x");
        assert_eq!((setup.board.count(Side::Red), setup.board.count(Side::Black)), (1, 1));
        assert_eq!(setup.key(KeyCode::Char('p'), Duration::ZERO), FormAnswer::Submit);
        let game = setup.game();
        assert_eq!(game.turn(), Side::Red, "black dropped last");
        assert!(game.moves().is_empty());
        typed(&mut setup, "c");
        assert_eq!(setup.game(), Game::new(Variant::STANDARD));
        typed(&mut setup, "t");
        assert_eq!(setup.game().turn(), Side::Black);
    }

    #[test]
    fn a_full_column_is_refused_in_words() {
        let mut setup = SetupScreen::new("1x1c4".parse().unwrap());
        setup.key(KeyCode::Enter, Duration::ZERO);
        setup.key(KeyCode::Enter, Duration::ZERO);
        assert_eq!(setup.said, "column 1 is full.");
    }
}
