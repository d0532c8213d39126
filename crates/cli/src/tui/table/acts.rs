//! What people do at the table.

use super::{Cx, DIGITS_TIME, Digits, Hint, Table};
use crate::prose;
use crate::tui::clock::Clocks;
use crate::tui::event::Effect;
use dropline_core::{Game, Side};
use dropline_engine::strongest;

impl Table {
    pub(crate) fn move_cursor(&mut self, to: usize) {
        self.cursor = to.min(self.game.variant().columns() - 1);
        self.scroll = 0;
    }

    /// Enter, Space or a click: what it means depends on whose turn it is.
    pub(crate) fn drop_here(&mut self, cx: &mut Cx<'_>) {
        if self.line > 0 {
            self.line = 0;
        } else if let Some(thinking) = &mut self.thinking {
            thinking.hurried = true;
            // Who does not want to wait does not want to watch either.
            self.fall = None;
            cx.effect(Effect::StopPlayer);
            self.take_answer(cx);
        } else if self.paused {
            self.paused = false;
            self.settle(cx);
        } else if self.game.is_over() {
            self.said = "The game is over: u takes back, n starts again.".to_owned();
        } else {
            self.play(self.cursor_column(), cx);
        }
    }

    /// A digit goes to its column; on boards of up to nine columns the same digit again drops.
    pub(crate) fn digit(&mut self, digit: u32, cx: &mut Cx<'_>) {
        let columns = self.game.variant().columns();
        let before = self.digits.take().map(|digits| digits.number);
        if columns <= 9 {
            let again = before == Some(digit) && self.cursor + 1 == digit as usize;
            if again && self.thinking.is_none() {
                return self.drop_here(cx);
            }
        }
        let longer = before.filter(|_| columns > 9).map(|before| before * 10 + digit);
        let number = longer.filter(|&number| number as usize <= columns).unwrap_or(digit);
        if number == 0 || number as usize > columns {
            self.said = format!("Column {number} is off the board: choose 1 to {columns}.");
            return;
        }
        self.move_cursor(number as usize - 1);
        self.digits = Some(Digits { number, until: cx.now + DIGITS_TIME });
    }

    /// Back to the last turn of a person.
    pub(crate) fn undo(&mut self, cx: &mut Cx<'_>) {
        if self.game.undo().is_none() {
            self.said = "There is nothing to take back.".to_owned();
            return;
        }
        let anybody = Side::BOTH.into_iter().any(|side| self.is_person(side));
        while anybody && self.computer_to_move() && self.game.undo().is_some() {}
        self.moved_in_time("Back to", cx);
    }

    /// On to the next turn of a person among the moves that were taken back.
    pub(crate) fn redo(&mut self, cx: &mut Cx<'_>) {
        if self.game.redo().is_none() {
            self.said = "There is nothing to play again.".to_owned();
            return;
        }
        let anybody = Side::BOTH.into_iter().any(|side| self.is_person(side));
        while anybody && self.computer_to_move() && self.game.redo().is_some() {}
        self.moved_in_time("On to", cx);
    }

    /// To the position after so many moves.
    pub(crate) fn jump(&mut self, moves: usize, cx: &mut Cx<'_>) {
        while self.game.moves().len() > moves && self.game.undo().is_some() {}
        while self.game.moves().len() < moves && self.game.redo().is_some() {}
        self.moved_in_time("At", cx);
    }

    fn moved_in_time(&mut self, how: &str, cx: &mut Cx<'_>) {
        (self.fall, self.thought) = (None, None);
        self.paused = self.computer_to_move();
        let at = self.game.moves().len();
        let wait = if self.paused { " Space: go on." } else { "" };
        self.said = match at {
            0 => format!("{how} the start.{wait}"),
            _ => format!("{how} move {at}.{wait}"),
        };
        self.settle(cx);
    }

    /// A computer moves for whoever's turn it is.
    pub(crate) fn computer_move(&mut self, cx: &mut Cx<'_>) {
        if self.game.is_over() {
            self.said = "The game is over.".to_owned();
            return;
        }
        self.paused = false;
        self.settle(cx);
        if self.thinking.is_none() {
            let spec = match self.seat(self.game.turn()) {
                person if person.is_interactive() => strongest(self.game.variant().rules()),
                computer => computer.clone(),
            };
            self.think(spec, cx);
        }
    }

    pub(crate) fn swap(&mut self, cx: &mut Cx<'_>) {
        self.seats.swap(0, 1);
        self.paused = false;
        self.said = format!("Sides swapped: red is {}, black is {}.", self.seats[0], self.seats[1]);
        self.settle(cx);
    }

    pub(crate) fn restart(&mut self, cx: &mut Cx<'_>) {
        let (board, turn) = self.game.start();
        self.game = Game::from_board(board, turn);
        self.clocks = Clocks::default();
        self.paused = false;
        (self.fall, self.thought) = (None, None);
        self.said = "A new game.".to_owned();
        self.seed = self.seed.wrapping_add(2);
        self.settle(cx);
    }

    /// The person gives up; where two people play, the one whose turn it is.
    pub(crate) fn resign(&mut self, cx: &mut Cx<'_>) {
        let turn = self.game.turn();
        let side = if self.is_person(turn) || !self.is_person(turn.other()) { turn } else { turn.other() };
        if self.game.resign(side).is_ok() {
            self.said = self.game.outcome().map_or_else(String::new, |outcome| prose::result(&self.game, outcome));
            self.settle(cx);
        }
    }

    pub(crate) fn toggle_analysis(&mut self, cx: &mut Cx<'_>) {
        self.analysis = !self.analysis;
        (self.threats, self.show_graph) = (self.analysis, self.analysis);
        self.line = 0;
        self.look_into(cx);
    }

    pub(crate) fn toggle_graph(&mut self, cx: &mut Cx<'_>) {
        self.show_graph = !self.show_graph;
        self.look_into(cx);
    }

    pub(crate) fn more_hint(&mut self, cx: &mut Cx<'_>) {
        self.hint = match self.hint {
            Hint::None => Hint::Which,
            Hint::Which => Hint::Why,
            Hint::Why => Hint::None,
        };
        self.look_into(cx);
    }

    /// Shows one move more, or one less, of the best line.
    pub(crate) fn step_line(&mut self, forward: bool, cx: &mut Cx<'_>) {
        if !self.analysis {
            self.toggle_analysis(cx);
        }
        let length = self.insight.at(&self.game).map_or(0, |known| known.line().len());
        self.line = if forward { (self.line + 1).min(length) } else { self.line.saturating_sub(1) };
        if length == 0 {
            self.said = "The best line is not known yet.".to_owned();
        }
    }
}
