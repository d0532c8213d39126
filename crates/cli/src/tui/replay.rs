//! The finished games of a match, one of them on the board, move by move.

use dropline_arena::Record;
use dropline_core::{Game, Side, SideNames, Variant};
use ratatui::crossterm::event::KeyCode;
use std::time::Duration;

/// From one move to the next.
const PACE: Duration = Duration::from_millis(250);
/// How long the end of a game is shown before the newest one begins.
const REST: Duration = Duration::from_millis(1500);

/// Which game is shown, and how far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Replay {
    records: Vec<Record>,
    shown: usize,
    /// Moves that are shown of it.
    ply: usize,
    paused: bool,
    /// When the next move is shown.
    due: Option<Duration>,
}

impl Replay {
    pub(crate) fn records(&self) -> &[Record] {
        &self.records
    }

    /// Takes in games that have ended.
    pub(crate) fn add(&mut self, records: Vec<Record>, now: Duration) {
        self.records.extend(records);
        if self.due.is_none() {
            self.due = Some(now + PACE);
        }
    }

    fn record(&self) -> Option<&Record> {
        self.records.get(self.shown)
    }

    fn moves(&self) -> usize {
        self.record().map_or(0, |record| record.result.moves.len())
    }

    pub(crate) fn next_tick(&self) -> Option<Duration> {
        self.due.filter(|_| !self.paused)
    }

    /// Shows the next move, or the newest game.
    pub(crate) fn tick(&mut self, now: Duration) {
        if self.next_tick().is_none_or(|due| due > now) {
            return;
        }
        if self.ply < self.moves() {
            self.ply += 1;
            self.due = Some(now + if self.ply == self.moves() { REST } else { PACE });
        } else if self.shown + 1 < self.records.len() {
            (self.shown, self.ply) = (self.records.len() - 1, 0);
            self.due = Some(now + PACE);
        } else {
            self.due = None;
        }
    }

    /// Another game, another move, or a pause.
    pub(crate) fn key(&mut self, code: KeyCode, now: Duration) {
        let last = self.records.len().saturating_sub(1);
        match code {
            KeyCode::Char(' ') => {
                self.paused = !self.paused;
                if self.ply == self.moves() && !self.paused {
                    self.ply = 0;
                }
                self.due = Some(now + PACE);
                return;
            }
            KeyCode::Left => (self.shown, self.ply) = (self.shown.saturating_sub(1), 0),
            KeyCode::Right => (self.shown, self.ply) = ((self.shown + 1).min(last), 0),
            KeyCode::Char('[') => self.ply = self.ply.saturating_sub(1),
            KeyCode::Char(']') => self.ply = (self.ply + 1).min(self.moves()),
            KeyCode::Char('{') | KeyCode::Home => self.ply = 0,
            KeyCode::Char('}') | KeyCode::End => self.ply = self.moves(),
            _ => return,
        }
        self.paused = !matches!(code, KeyCode::Left | KeyCode::Right);
        self.due = Some(now + PACE);
    }

    /// The position that is shown.
    pub(crate) fn game(&self, variant: Variant) -> Option<Game> {
        let record = self.record()?;
        let mut game = record.start(variant).ok()?;
        let mut moves = record.result.moves.iter().take(self.ply);
        moves.try_for_each(|&column| game.play(column).map(|_| ())).ok()?;
        Some(game)
    }

    /// Which game it is, who plays it, and how far it is shown.
    pub(crate) fn caption(&self, players: &[String; 2], names: SideNames) -> String {
        let Some(record) = self.record() else { return "The first game is being played.".to_owned() };
        let end = match record.result.winner {
            _ if self.ply < self.moves() => String::new(),
            Some(side) => format!(" · {} won", names.name(side)),
            None => " · a tie".to_owned(),
        };
        let paused = if self.paused { " · paused" } else { "" };
        format!(
            "Game {}: {} {} · move {} of {}{end}{paused}",
            record.game + 1,
            names.name(Side::Red),
            players[record.red],
            self.ply,
            self.moves()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dropline_arena::{Schedule, Tournament, run};
    use std::sync::atomic::AtomicBool;

    fn records() -> Vec<Record> {
        let players = ["bad", "random"].map(|name| name.parse().unwrap()).to_vec();
        let schedule = Schedule::new(Tournament { players, games: Some(4), ..Tournament::default() }).unwrap();
        run(&schedule, schedule.participants(), Vec::new(), 1, &AtomicBool::new(false), &mut |_| Ok(()))
            .unwrap()
            .records
    }

    #[test]
    fn games_are_watched_one_after_another_and_stepped_by_hand() {
        let (mut replay, mut now) = (Replay::default(), Duration::ZERO);
        let names = ["bad".to_owned(), "random".to_owned()];
        assert_eq!(replay.caption(&names, SideNames::RED_YELLOW), "The first game is being played.");
        let records = records();
        replay.add(records[..1].to_vec(), now);
        while let Some(due) = replay.next_tick() {
            now = due;
            replay.tick(now);
        }
        assert_eq!(replay.ply, records[0].result.moves.len(), "the whole game was shown");
        assert!(replay.game(Variant::STANDARD).unwrap().is_over());
        assert!(
            replay.caption(&names, SideNames::RED_YELLOW).contains("won")
                || replay.caption(&names, SideNames::RED_YELLOW).contains("tie")
        );
        replay.add(records[1..].to_vec(), now);
        replay.tick(now + PACE);
        assert_eq!((replay.shown, replay.ply), (3, 0), "the newest game follows");
        replay.key(KeyCode::Left, now);
        replay.key(KeyCode::Char(']'), now);
        assert_eq!((replay.shown, replay.ply, replay.next_tick()), (2, 1, None), "a step by hand pauses");
        replay.key(KeyCode::Char('}'), now);
        replay.key(KeyCode::Char(']'), now);
        assert_eq!(replay.ply, replay.moves());
        replay.key(KeyCode::Char(' '), now);
        assert_eq!((replay.ply, replay.next_tick()), (0, Some(now + PACE)), "from the start again");
    }
}
