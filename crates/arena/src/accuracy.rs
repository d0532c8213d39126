//! How perfect the moves were, where the exact value of every move is known.
//!
//! A move *keeps the value* if it does not turn a win into a tie or a loss, or a tie into a loss. It is *best* if no other wins sooner or
//! loses later (in Max-Connect: wins by more or loses by less).

mod exact;

pub use exact::Exact;

use crate::{Record, Schedule};
use dropline_core::{Column, Game, Position, Side};
use rustc_hash::FxHashMap;
use serde::Serialize;
use std::cmp::Ordering;

/// Somebody who knows the exact value of moves.
pub trait Oracle {
    /// The exact score of each playable column for the side to move: above 0 wins, 0 ties, below 0 loses, and more is better among wins and
    /// among losses. Nothing if the position is too hard.
    fn scores(&mut self, game: &Game) -> Option<Vec<(Column, i32)>>;
}

/// One player's moves, judged.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Accuracy {
    /// The player, by its place in the list.
    pub player: usize,
    /// Its name.
    pub name: String,
    /// Moves judged.
    pub judged: u64,
    /// Moves in positions that were too hard to judge.
    pub not_judged: u64,
    /// Moves that kept the value.
    pub kept: u64,
    /// Moves that were the quickest win or the slowest loss, or kept the tie.
    pub best: u64,
    /// Games in which no judged move lost value.
    pub flawless_games: u64,
    /// For each other game, where it first went wrong.
    pub first_errors: Vec<FirstError>,
}

/// The first move of a game that lost value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FirstError {
    /// The game's number.
    pub game: usize,
    /// The ply in the whole game, opening included, from 1.
    pub ply: usize,
    /// The column played.
    pub played: Column,
    /// What could be had.
    pub was: Value,
    /// What was left after the move.
    pub became: Value,
    /// The columns that kept the value.
    pub better: Vec<Column>,
}

/// What a position is worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Value {
    /// Lost.
    Loss,
    /// Tied.
    Tie,
    /// Won.
    Win,
}

impl Value {
    fn of(score: i32) -> Value {
        match score.cmp(&0) {
            Ordering::Less => Value::Loss,
            Ordering::Equal => Value::Tie,
            Ordering::Greater => Value::Win,
        }
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Value::Loss => "loss",
            Value::Tie => "tie",
            Value::Win => "win",
        })
    }
}

impl Accuracy {
    /// The share of the judged moves that kept the value.
    #[must_use]
    pub fn kept_share(&self) -> f64 {
        self.kept as f64 / self.judged.max(1) as f64
    }

    /// The share of the judged moves that were best.
    #[must_use]
    pub fn best_share(&self) -> f64 {
        self.best as f64 / self.judged.max(1) as f64
    }

    /// The earliest of the first errors.
    #[must_use]
    pub fn earliest_error(&self) -> Option<&FirstError> {
        self.first_errors.iter().min_by_key(|error| (error.ply, error.game))
    }
}

/// Judges all games, from the last moves to the first: late positions are easy, and what is learned there helps with the earlier ones. `told`
/// is called after each game with how many are done; false ends the work, and what is left is not judged.
pub fn judge(
    schedule: &Schedule,
    records: &[Record],
    oracle: &mut dyn Oracle,
    told: &mut dyn FnMut(usize) -> bool,
) -> Vec<Accuracy> {
    let variant = schedule.tournament().variant;
    let named = |(player, name)| Accuracy { player, name, ..Accuracy::default() };
    let mut players: Vec<Accuracy> = schedule.names().into_iter().enumerate().map(named).collect();
    let mut known: FxHashMap<Position, Option<Vec<(Column, i32)>>> = FxHashMap::default();
    for (done, record) in records.iter().enumerate() {
        let Ok(mut game) = record.replay(variant) else { continue };
        let mut first_errors: [Option<FirstError>; 2] = [None, None];
        for _ in 0..record.result.moves.len() {
            let Some(&played) = game.moves().last() else { break };
            game.undo();
            let side = game.turn();
            let accuracy = &mut players[record.player(side)];
            let scores = known.entry(game.position()).or_insert_with(|| oracle.scores(&game));
            match scores.as_deref().and_then(|scores| Judgement::of(played, scores)) {
                None => accuracy.not_judged += 1,
                Some(judgement) => {
                    accuracy.judged += 1;
                    accuracy.kept += u64::from(judgement.was == judgement.became);
                    accuracy.best += u64::from(judgement.best);
                    if judgement.was != judgement.became {
                        let Judgement { was, became, better, .. } = judgement;
                        let (game, ply) = (record.game, game.moves().len() + 1);
                        first_errors[side.index()] = Some(FirstError { game, ply, played, was, became, better });
                    }
                }
            }
        }
        for (side, error) in Side::BOTH.into_iter().zip(first_errors) {
            let accuracy = &mut players[record.player(side)];
            match error {
                Some(error) => accuracy.first_errors.push(error),
                None => accuracy.flawless_games += 1,
            }
        }
        if !told(done + 1) {
            break;
        }
    }
    players
}

struct Judgement {
    was: Value,
    became: Value,
    best: bool,
    better: Vec<Column>,
}

impl Judgement {
    fn of(played: Column, scores: &[(Column, i32)]) -> Option<Judgement> {
        let best = scores.iter().map(|&(_, score)| score).max()?;
        let own = scores.iter().find(|&&(column, _)| column == played)?.1;
        let was = Value::of(best);
        let better = scores.iter().filter(|&&(_, score)| Value::of(score) == was).map(|&(column, _)| column).collect();
        Some(Judgement { was, became: Value::of(own), best: own == best, better })
    }
}

#[cfg(test)]
mod tests;
