//! What people do in a game.

use super::{GameScreen, HintLevel, ScreenContext};
use crate::prose;
use crate::tui::digits::DigitMeaning;
use crate::tui::event::Effect;
use crate::tui::insight::Looked;
use crate::tui::stopwatches::Stopwatches;
use dropline_core::{Column, Game, Side};
use dropline_engine::{Caution, strongest};
use std::time::Duration;

/// How long a drop waits for the coach at most.
const COACH_TIME: Duration = Duration::from_millis(1500);

impl GameScreen {
    pub(crate) fn move_cursor(&mut self, to: usize) {
        self.cursor = to.min(self.game.variant().columns() - 1);
        self.scroll = 0;
    }

    /// Enter, Space or a click: what it means depends on whose turn it is.
    pub(crate) fn drop_here(&mut self, context: &mut ScreenContext<'_>) {
        if self.line > 0 {
            self.line = 0;
        } else if let Some(thinking) = &mut self.thinking {
            thinking.hurried = true;
            // Who does not want to wait does not want to watch either.
            self.fall = None;
            context.effect(Effect::StopPlayer);
            self.take_answer(context);
        } else if self.paused {
            self.paused = false;
            self.settle(context);
        } else if self.game.is_over() {
            self.said = "The game is over: u takes back, n starts again.".to_owned();
        } else {
            let column = self.cursor_column();
            self.look_into(context);
            let again = self.held.take().is_some_and(|(held, _)| held == column);
            let looks = !again && self.coach_looks(column, context);
            if self.cautions(column, context) {
            } else if looks {
                self.held = Some((column, context.now + COACH_TIME));
                self.said = "The coach is looking…".to_owned();
            } else {
                self.play(column, context);
            }
        }
    }

    /// Whether the coach will soon know more about a column: nobody has looked at the position for long enough.
    fn coach_looks(&self, column: Column, context: &ScreenContext<'_>) -> bool {
        context.config.coach
            && self.is_person(self.game.turn())
            && self.cautioned != Some((self.game.position(), column))
            && self.game.board().has_room(column).is_ok()
            && self.insight.looked(&self.game) == Looked::Begun
            && self.insight.is_running()
    }

    /// Plays the drop that waited for the coach, or asks, once the coach knows or has had its time.
    pub(super) fn drop_held(&mut self, context: &mut ScreenContext<'_>) {
        let Some((column, until)) = self.held else { return };
        if self.cautions(column, context) {
            self.held = None;
        } else if until <= context.now || !self.coach_looks(column, context) {
            self.play(column, context);
        }
    }

    /// Lets the coach ask about a column, as far as is known by now; once.
    fn cautions(&mut self, column: Column, context: &ScreenContext<'_>) -> bool {
        let now = Some((self.game.position(), column));
        if !context.config.coach || !self.is_person(self.game.turn()) || self.cautioned == now {
            return false;
        }
        let known = self.insight.at(&self.game);
        let Some(caution) = known.and_then(|known| Caution::of(&known.analysis, column)) else { return false };
        self.cautioned = now;
        self.said = format!("{caution} Again plays it; w: why; i: what is better.");
        true
    }

    /// A digit goes to its column; on boards of up to nine columns the same digit again drops.
    pub(crate) fn digit(&mut self, digit: char, context: &mut ScreenContext<'_>) {
        match self.digits.typed(digit, self.game.variant().columns(), self.cursor, context.now) {
            DigitMeaning::Point(column) => self.move_cursor(column),
            DigitMeaning::Drop if self.thinking.is_some() => {}
            DigitMeaning::Drop => self.drop_here(context),
            DigitMeaning::Nowhere(problem) => self.said = problem,
        }
    }

    /// Back to the last turn of a person.
    pub(crate) fn undo(&mut self, context: &mut ScreenContext<'_>) {
        self.travel(|game| game.undo().is_some(), ("There is nothing to take back.", "Back to"), context);
    }

    /// On to the next turn of a person among the moves that were taken back.
    pub(crate) fn redo(&mut self, context: &mut ScreenContext<'_>) {
        self.travel(|game| game.redo().is_some(), ("There is nothing to play again.", "On to"), context);
    }

    /// A step, and more of them until a person has the turn, if a person plays.
    fn travel(&mut self, step: fn(&mut Game) -> bool, (nothing, how): (&str, &str), context: &mut ScreenContext<'_>) {
        if !step(&mut self.game) {
            self.said = nothing.to_owned();
            return;
        }
        let anybody = Side::BOTH.into_iter().any(|side| self.is_person(side));
        while anybody && self.computer_to_move() && step(&mut self.game) {}
        self.moved_in_time(how, context);
    }

    /// To the position after so many moves.
    pub(crate) fn jump(&mut self, moves: usize, context: &mut ScreenContext<'_>) {
        while self.game.moves().len() > moves && self.game.undo().is_some() {}
        while self.game.moves().len() < moves && self.game.redo().is_some() {}
        self.moved_in_time("At", context);
    }

    fn moved_in_time(&mut self, how: &str, context: &mut ScreenContext<'_>) {
        (self.fall, self.thought) = (None, None);
        self.paused = self.computer_to_move();
        self.said = self.and_wait(&match self.game.moves().len() {
            0 => format!("{how} the start."),
            at => format!("{how} move {at}."),
        });
        self.settle(context);
    }

    /// A computer moves for whoever's turn it is.
    pub(crate) fn computer_move(&mut self, context: &mut ScreenContext<'_>) {
        if self.game.is_over() {
            self.said = "The game is over.".to_owned();
            return;
        }
        self.paused = false;
        self.settle(context);
        if self.thinking.is_none() {
            let spec = match self.seat(self.game.turn()) {
                person if person.is_interactive() => strongest(self.game.variant().rules()),
                computer => computer.clone(),
            };
            self.think(spec, context);
        }
    }

    pub(crate) fn swap(&mut self, context: &mut ScreenContext<'_>) {
        self.seats.swap(0, 1);
        self.paused = false;
        let [first, second] = Side::BOTH.map(|side| context.config.names.name(side));
        self.said = format!("Sides swapped: {first} is {}, {second} is {}.", self.seats[0], self.seats[1]);
        self.settle(context);
    }

    pub(crate) fn restart(&mut self, context: &mut ScreenContext<'_>) {
        let (board, turn) = self.game.start();
        self.game = Game::from_board(board, turn);
        self.clocks = Stopwatches::default();
        self.paused = false;
        (self.fall, self.thought) = (None, None);
        self.said = "A new game.".to_owned();
        self.seed = self.seed.wrapping_add(2);
        self.settle(context);
    }

    /// The person gives up; where two people play, the one whose turn it is.
    pub(crate) fn resign(&mut self, context: &mut ScreenContext<'_>) {
        let turn = self.game.turn();
        let side = if self.is_person(turn) || !self.is_person(turn.other()) { turn } else { turn.other() };
        if self.game.resign(side).is_ok() {
            let result = |outcome| prose::result(&self.game, outcome, context.config.names);
            self.said = self.game.outcome().map_or_else(String::new, result);
            self.settle(context);
        }
    }

    pub(crate) fn toggle_analysis(&mut self, context: &mut ScreenContext<'_>) {
        self.analysis = !self.analysis;
        (self.threats, self.show_graph) = (self.analysis, self.analysis);
        self.line = 0;
        self.look_into(context);
    }

    pub(crate) fn toggle_graph(&mut self, context: &mut ScreenContext<'_>) {
        self.show_graph = !self.show_graph;
        self.look_into(context);
    }

    pub(crate) fn more_hint(&mut self, context: &mut ScreenContext<'_>) {
        self.hint = match self.hint {
            HintLevel::None | HintLevel::Of(..) => HintLevel::Which,
            HintLevel::Which => HintLevel::Why(0),
            HintLevel::Why(which) => HintLevel::Why(which + 1),
        };
        if matches!(self.hint, HintLevel::Why(1..)) && self.lit_reason().is_none() {
            self.hint = HintLevel::None;
        }
        self.line = 0;
        self.look_into(context);
    }

    /// Why the column under the cursor is good or bad; asked again, the next reason that can be shown.
    pub(crate) fn ask_why(&mut self, context: &mut ScreenContext<'_>) {
        let column = self.cursor_column();
        self.hint = match self.hint {
            HintLevel::Of(before, which) if before == column => HintLevel::Of(column, which + 1),
            _ => HintLevel::Of(column, 0),
        };
        if matches!(self.hint, HintLevel::Of(_, 1..)) && self.lit_reason().is_none() {
            self.hint = HintLevel::None;
        }
        self.line = 0;
        self.look_into(context);
    }

    /// Shows one move more, or one less, of the line of the lit reason or the best one.
    pub(crate) fn step_line(&mut self, forward: bool, context: &mut ScreenContext<'_>) {
        if !self.analysis {
            self.toggle_analysis(context);
        }
        let length = self.shown_line().len();
        self.line = if forward { (self.line + 1).min(length) } else { self.line.saturating_sub(1) };
        if length == 0 {
            self.said = "The best line is not known yet.".to_owned();
        }
    }
}
