//! A live game: its events folded into what stands now, and what may happen next.
//!
//! Nothing here waits, stores or tells. [`LiveGame::decide`] turns an action into events; once they are stored, [`LiveGame::apply`] folds them in. The same fold
//! rebuilds a game after a restart, so what is stored is all there is.

use super::clock::Clocks;
use super::event::{GameEvent, NumberedEvent, Offer, OfferKind};
use super::message::LiveRequest;
use super::setup::{Held, NewGame, PersonNames, SetupError};
use crate::error::ApiError;
use crate::token::GameId;
use axum::http::StatusCode;
use dropline_core::{Column, Game, Side};
use dropline_engine::asked::Refusal;
use dropline_engine::told::{By, GameEnd};

/// The longest name of a person, in characters.
const LONGEST_NAME: usize = 24;

/// What is to be done about it.
#[derive(Debug)]
pub(crate) enum Decision {
    /// It was done before: the event with this number.
    Already(u64),
    /// These events are to be stored, and with them a next game.
    Do(Vec<GameEvent>, Option<Box<NewGame>>),
}

impl Decision {
    fn one(event: GameEvent) -> Decision {
        Decision::Do(vec![event], None)
    }
}

/// Why stored events make no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ReplayError {
    #[error("event {expected} is missing, {found} is there")]
    Gap { expected: u64, found: u64 },
    #[error("event {0} cannot follow on those before it")]
    Impossible(u64),
    #[error("the event of its end is missing")]
    Unfinished,
}

/// A game as it stands.
#[derive(Clone, Debug)]
pub(crate) struct LiveGame {
    made: NewGame,
    game: Game,
    /// Checkers that were there from the start.
    floor: usize,
    seq: u64,
    /// The event of each move since the start.
    move_seqs: Vec<u64>,
    end: Option<(GameEnd, u64)>,
    offer: Option<(Offer, u64)>,
    next: Option<(String, u64)>,
    clocks: Option<Clocks>,
    names: PersonNames,
    /// How often each side was shown what the columns are worth.
    hints: [u32; 2],
    hints_allowed: bool,
}

impl LiveGame {
    pub(crate) fn new(made: NewGame) -> Result<LiveGame, SetupError> {
        let game = made.setup.game()?;
        let clocks = made.setup.clock.map(Clocks::new);
        let floor = game.moves().len();
        let end = GameEnd::on_board(&game).map(|end| (end, 0));
        let names = made.setup.names.clone();
        Ok(LiveGame {
            made,
            game,
            floor,
            seq: 0,
            move_seqs: Vec::new(),
            end,
            offer: None,
            next: None,
            clocks,
            names,
            hints: [0; 2],
            hints_allowed: false,
        })
    }

    pub(crate) const fn made(&self) -> &NewGame {
        &self.made
    }

    pub(crate) const fn game(&self) -> &Game {
        &self.game
    }

    pub(crate) const fn start_ply(&self) -> usize {
        self.floor
    }

    /// The number of the last event.
    pub(crate) const fn seq(&self) -> u64 {
        self.seq
    }

    pub(crate) fn end(&self) -> Option<&GameEnd> {
        self.end.as_ref().map(|(end, _)| end)
    }

    pub(crate) fn offer(&self) -> Option<Offer> {
        self.offer.map(|(offer, _)| offer)
    }

    pub(crate) fn next(&self) -> Option<&str> {
        self.next.as_ref().map(|(id, _)| id.as_str())
    }

    pub(crate) const fn clocks(&self) -> Option<&Clocks> {
        self.clocks.as_ref()
    }

    pub(crate) fn name(&self, side: Side) -> Option<&str> {
        self.names.0[side.index()].as_deref()
    }

    pub(crate) const fn hints(&self, side: Side) -> u32 {
        self.hints[side.index()]
    }

    pub(crate) const fn hints_allowed(&self) -> bool {
        self.hints_allowed
    }

    pub(crate) const fn is_over(&self) -> bool {
        self.end.is_some()
    }

    /// The side of the computer that has the turn, if one has.
    pub(crate) fn computer_to_move(&self) -> Option<Side> {
        let turn = self.game.turn();
        (!self.is_over() && !self.made.setup.seat(turn).is_person()).then_some(turn)
    }

    /// Folds in all events that were stored of a game, by a process that began at a moment. What happened to the clocks before that does not
    /// count against anybody.
    pub(crate) fn replay(&mut self, events: &[NumberedEvent], beginning: u64, now: u64) -> Result<(), ReplayError> {
        events.iter().try_for_each(|numbered| self.apply(numbered))?;
        if self.end.is_none() && self.game.is_over() {
            return Err(ReplayError::Unfinished);
        }
        self.run_clock_within(beginning, now);
        Ok(())
    }

    /// Lets the running clock run from the first moment in this range at which it did.
    pub(crate) fn run_clock_within(&mut self, earliest: u64, latest: u64) {
        if let Some(clocks) = &mut self.clocks {
            clocks.run_within(earliest, latest);
        }
    }

    /// Whether an event can follow on those that were folded in.
    fn check(&self, numbered: &NumberedEvent) -> Result<(), ReplayError> {
        let (expected, found) = (self.seq + 1, numbered.seq);
        if found != expected {
            return Err(ReplayError::Gap { expected, found });
        }
        let plies = self.game.moves().len();
        let possible = match &numbered.event {
            GameEvent::Move { column, side, level, ply } => {
                let dropped = self.game.clone().play_as(*side, *column);
                !self.is_over() && *ply == plies + 1 && dropped.is_ok_and(|cell| cell.level == *level)
            }
            GameEvent::Undo { to_ply } => (self.floor..plies).contains(to_ply),
            GameEvent::Over { outcome } => match outcome.by {
                By::Line | By::Full | By::Points => GameEnd::on_board(&self.game).as_ref() == Some(outcome),
                By::Resignation | By::Time => !self.game.is_over() && outcome.winner.is_some(),
            },
            GameEvent::OfferDeclined => self.offer.is_some(),
            GameEvent::Rematch { .. } => self.is_over(),
            GameEvent::Offer { .. }
            | GameEvent::Resign { .. }
            | GameEvent::HintsAllowed
            | GameEvent::Hint { .. }
            | GameEvent::Name { .. }
            | GameEvent::Reaction { .. } => true,
        };
        if possible { Ok(()) } else { Err(ReplayError::Impossible(found)) }
    }

    /// Folds in an event that was stored; one that cannot be next changes nothing.
    pub(crate) fn apply(&mut self, numbered: &NumberedEvent) -> Result<(), ReplayError> {
        self.check(numbered)?;
        self.seq = numbered.seq;
        let now = numbered.at;
        match &numbered.event {
            GameEvent::Move { column, side, .. } => {
                if self.game.play(*column).is_ok() {
                    self.move_seqs.push(numbered.seq);
                }
                self.offer = None;
                if let Some(clocks) = &mut self.clocks {
                    clocks.moved(*side, now);
                }
            }
            GameEvent::Undo { to_ply } => {
                while self.game.moves().len() > *to_ply && self.game.undo().is_some() {}
                self.move_seqs.truncate(to_ply.saturating_sub(self.floor));
                self.offer = None;
                self.end = None;
                if let Some(clocks) = &mut self.clocks {
                    clocks.set_back(self.game.turn(), self.game.moves().len() > self.floor, now);
                }
            }
            GameEvent::Over { outcome } => {
                self.end = Some((outcome.clone(), numbered.seq));
                self.offer = None;
                if let Some(clocks) = &mut self.clocks {
                    clocks.stop(now);
                }
            }
            GameEvent::Offer { offer } => self.offer = Some((*offer, numbered.seq)),
            GameEvent::OfferDeclined => self.offer = None,
            GameEvent::Rematch { id } => {
                self.next = Some((id.clone(), numbered.seq));
                self.offer = None;
            }
            GameEvent::HintsAllowed => {
                self.hints_allowed = true;
                self.offer = None;
            }
            GameEvent::Hint { side } => self.hints[side.index()] += 1,
            GameEvent::Name { side, name } => self.names.0[side.index()] = Some(name.clone()),
            GameEvent::Resign { .. } | GameEvent::Reaction { .. } => {}
        }
        if let (Some(clocks), Some(left)) = (&mut self.clocks, numbered.clocks) {
            clocks.set_lefts(left);
        }
        Ok(())
    }

    /// The end by time, if the side to move has none left at this moment.
    pub(crate) fn time_up(&self, now: u64) -> Option<GameEvent> {
        let loser = self.clocks.as_ref().filter(|_| !self.is_over())?.run_out(now)?;
        Some(GameEvent::Over { outcome: GameEnd { winner: Some(loser.other()), by: By::Time, lines: Vec::new() } })
    }

    /// What an action comes to, given by somebody who holds these seats. A next game would get the name `fresh`.
    pub(crate) fn decide(&self, action: &LiveRequest, held: Held, fresh: &GameId) -> Result<Decision, ApiError> {
        let Some(any) = held.sides().next() else {
            let message = "you are watching this game: only who holds a seat can do this";
            return Err(ApiError::new(StatusCode::FORBIDDEN, "not_your_seat", message));
        };
        let mine = if held.both() { self.game.turn() } else { any };
        match *action {
            LiveRequest::Move { ply, column, side } => self.decide_move(ply, column, side.unwrap_or(mine), held),
            LiveRequest::Resign {} => self.decide_resign(mine),
            LiveRequest::Undo { ply } => self.decide_undo(ply, mine, held),
            LiveRequest::Rematch {} => self.decide_rematch(mine, held, fresh),
            LiveRequest::Answer { accept } => self.decide_answer(accept, held, fresh),
            LiveRequest::Hint {} => self.decide_hint(mine, held),
            LiveRequest::Name { ref name, side } => self.decide_name(name, side.unwrap_or(mine), held),
            LiveRequest::React { reaction } => Ok(Decision::one(GameEvent::Reaction { side: mine, reaction })),
            LiveRequest::Ping {} => Ok(Decision::Already(self.seq)),
        }
    }

    fn decide_move(&self, ply: usize, number: u32, side: Side, held: Held) -> Result<Decision, ApiError> {
        if !held.holds(side) {
            let message = format!("you do not hold {side}'s seat");
            return Err(ApiError::new(StatusCode::FORBIDDEN, "not_your_seat", message).field("side"));
        }
        let column = Column::from_number(number).ok_or_else(|| Refusal::off_board(&self.game, number))?;
        let played = self.game.moves();
        if ply < played.len() {
            let known = ply.checked_sub(self.floor).and_then(|index| self.move_seqs.get(index));
            return match known {
                Some(&seq) if played[ply] == column && self.mover(ply) == side => Ok(Decision::Already(seq)),
                _ => Err(stale(ply, played.len())),
            };
        }
        if self.is_over() {
            return Err(game_over());
        }
        if ply > played.len() {
            return Err(stale(ply, played.len()));
        }
        let mut after = self.game.clone();
        let cell = after.play_as(side, column).map_err(|error| Refusal::of_move(&self.game, error))?;
        let mut events = vec![GameEvent::Move { side, column, level: cell.level, ply: ply + 1 }];
        events.extend(GameEnd::on_board(&after).map(|outcome| GameEvent::Over { outcome }));
        Ok(Decision::Do(events, None))
    }

    /// Hints are had alone, or where both people agreed to it.
    fn decide_hint(&self, side: Side, held: Held) -> Result<Decision, ApiError> {
        if self.is_over() {
            return Err(game_over());
        }
        let alone = held.both() || !self.made.setup.seat(side.other()).is_person();
        if alone || self.hints_allowed {
            return Ok(Decision::one(GameEvent::Hint { side }));
        }
        Ok(self.propose(OfferKind::Hints, side).unwrap_or_else(|| Decision::one(GameEvent::HintsAllowed)))
    }

    fn decide_name(&self, name: &str, side: Side, held: Held) -> Result<Decision, ApiError> {
        let name = name.trim();
        let length = name.chars().count();
        if !held.holds(side) || length == 0 || length > LONGEST_NAME || name.chars().any(char::is_control) {
            let message = format!("a name has 1 to {LONGEST_NAME} characters, and only who holds the seat gives it");
            return Err(ApiError::bad("bad_name", message).field("name"));
        }
        if self.name(side) == Some(name) {
            return Ok(Decision::Already(self.seq));
        }
        Ok(Decision::one(GameEvent::Name { side, name: name.to_owned() }))
    }

    fn decide_resign(&self, side: Side) -> Result<Decision, ApiError> {
        match &self.end {
            Some((GameEnd { by: By::Resignation, winner, .. }, seq)) if *winner == Some(side.other()) => {
                Ok(Decision::Already(*seq))
            }
            Some(_) => Err(game_over()),
            None => {
                let outcome = GameEnd { winner: Some(side.other()), by: By::Resignation, lines: Vec::new() };
                Ok(Decision::Do(vec![GameEvent::Resign { side }, GameEvent::Over { outcome }], None))
            }
        }
    }

    fn decide_undo(&self, ply: Option<usize>, side: Side, held: Held) -> Result<Decision, ApiError> {
        let now = self.game.moves().len();
        match ply {
            Some(ply) if ply > now => return Ok(Decision::Already(self.seq)),
            Some(ply) if ply < now => return Err(stale(ply, now)),
            _ => {}
        }
        if self.end().is_some_and(|end| matches!(end.by, By::Resignation | By::Time)) {
            return Err(game_over());
        }
        let alone = held.both() || !self.made.setup.seat(side.other()).is_person();
        if alone {
            let to_ply = self.undo_target(side, held.both())?;
            return Ok(Decision::one(GameEvent::Undo { to_ply }));
        }
        if self.is_over() {
            return Err(game_over());
        }
        // Who asks for what the other side has proposed agrees to it.
        match self.propose(OfferKind::Undo, side) {
            Some(proposed) => self.undo_target(side, false).map(|_| proposed),
            None => Ok(Decision::one(GameEvent::Undo { to_ply: self.undo_target(side.other(), false)? })),
        }
    }

    fn decide_rematch(&self, side: Side, held: Held, fresh: &GameId) -> Result<Decision, ApiError> {
        if let Some((_, seq)) = self.next {
            return Ok(Decision::Already(seq));
        }
        if !self.is_over() {
            return Err(ApiError::conflict("not_over", "a rematch can be had once this game is over"));
        }
        let alone = held.both() || !self.made.setup.seat(side.other()).is_person();
        let asked = if alone { None } else { self.propose(OfferKind::Rematch, side) };
        Ok(asked.unwrap_or_else(|| self.rematch(fresh)))
    }

    fn decide_answer(&self, accept: bool, held: Held, fresh: &GameId) -> Result<Decision, ApiError> {
        let offer = self.offer().filter(|offer| held.holds(offer.by.other()));
        let offer = offer.ok_or_else(|| ApiError::conflict("no_offer", "there is nothing to answer"))?;
        Ok(match (accept, offer.kind) {
            (false, _) => Decision::one(GameEvent::OfferDeclined),
            (true, OfferKind::Undo) => Decision::one(GameEvent::Undo { to_ply: self.undo_target(offer.by, false)? }),
            (true, OfferKind::Rematch) => self.rematch(fresh),
            (true, OfferKind::Hints) => Decision::one(GameEvent::HintsAllowed),
        })
    }

    /// An offer to the other side; nothing if that side has proposed the same, so that both agree.
    fn propose(&self, kind: OfferKind, by: Side) -> Option<Decision> {
        match self.offer {
            Some((offer, seq)) if offer.kind == kind && offer.by == by => Some(Decision::Already(seq)),
            Some((offer, _)) if offer.kind == kind => None,
            _ => Some(Decision::one(GameEvent::Offer { offer: Offer { kind, by } })),
        }
    }

    fn rematch(&self, fresh: &GameId) -> Decision {
        let event = GameEvent::Rematch { id: fresh.to_string() };
        let winner = self.end().and_then(|end| end.winner);
        Decision::Do(vec![event], Some(Box::new(self.made.rematch(fresh.clone(), winner, &self.names))))
    }

    /// How many checkers are left when a side takes its last move back, or who plays both sides the very last one.
    fn undo_target(&self, side: Side, both: bool) -> Result<usize, ApiError> {
        let plies = (self.floor..self.game.moves().len()).rev();
        let target = plies.into_iter().find(|&ply| both || self.mover(ply) == side);
        target.ok_or_else(|| ApiError::conflict("nothing_to_undo", "there is no move of yours to take back"))
    }

    /// Who makes a move.
    fn mover(&self, ply: usize) -> Side {
        let (_, first) = self.game.start();
        if ply.is_multiple_of(2) { first } else { first.other() }
    }
}

fn stale(ply: usize, now: usize) -> ApiError {
    let message = format!("this was meant for move {}, but {now} have been played: look at the game again", ply + 1);
    ApiError::conflict("stale", message).field("ply")
}

fn game_over() -> ApiError {
    ApiError::conflict("game_over", "the game is over")
}
