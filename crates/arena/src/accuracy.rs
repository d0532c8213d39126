//! How perfect the moves were, where the exact value of every move is known.
//!
//! A move *keeps the value* if it does not turn a win into a tie or a loss, or a tie into a loss. It is *best* if no other wins sooner or
//! loses later (in Max-Connect: wins by more or loses by less).

use crate::{Record, Schedule};
use dropline_core::{Column, Game, Position, Side, Variant};
use dropline_engine::analysis::{Analysis, Analyst, Outlook, Value};
use dropline_engine::{Grade, Limits, Oracle, Think};
use rustc_hash::FxHashMap;
use serde::Serialize;

/// Who proves the value of every move with at most so many positions visited for each: early positions of large boards are left out instead of waited
/// for.
///
/// ```
/// use dropline_arena::accuracy::prover;
/// use dropline_core::Game;
/// let game = Game::from_moves("4x1c2".parse()?, "1")?;
/// let analysis = prover(game.variant(), 1_000_000)(&game).expect("it is small");
/// let words: Vec<String> = analysis.columns().iter().map(|known| known.value.to_string()).collect();
/// assert_eq!(words, ["tie", "loses in 1", "loses in 1"]); // red wins unless black plays column 2
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn prover(variant: Variant, nodes: u64) -> impl FnMut(&Game) -> Option<Analysis> {
    let mut analyst = Oracle::new(variant).ok().map(Analyst::exact);
    move |game| {
        if game.is_over() {
            return Some(Analysis::new(game));
        }
        let columns = game.legal_columns().count() as u64;
        let limits = Limits { nodes: Some(nodes.saturating_mul(columns)), ..Limits::default() };
        analyst.as_mut()?.analyze(game, &Think { limits, ..Think::default() }, &mut |_| {}).ok()
    }
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
    pub was: Outlook,
    /// What was left after the move.
    pub became: Outlook,
    /// The columns that kept the value.
    pub better: Vec<Column>,
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

/// Judges all games by what `analyze` says of their positions, from the last moves to the first: late positions are easy, and what is learned there helps
/// with the earlier ones. Only what is exact counts. `told` is called after each game with how many are done; false ends the work, and what is left is not judged.
pub fn judge(
    schedule: &Schedule,
    records: &[Record],
    analyze: &mut dyn FnMut(&Game) -> Option<Analysis>,
    told: &mut dyn FnMut(usize) -> bool,
) -> Vec<Accuracy> {
    let variant = schedule.tournament().variant;
    let named = |(player, name)| Accuracy { player, name, ..Accuracy::default() };
    let mut players: Vec<Accuracy> = schedule.names().into_iter().enumerate().map(named).collect();
    let mut known: FxHashMap<Position, Option<Analysis>> = FxHashMap::default();
    for (done, record) in records.iter().enumerate() {
        let Ok(mut game) = record.replay(variant) else { continue };
        let mut first_errors: [Option<FirstError>; 2] = [None, None];
        for _ in 0..record.result.moves.len() {
            let Some(&played) = game.moves().last() else { break };
            game.undo();
            let side = game.turn();
            let accuracy = &mut players[record.player(side)];
            let analysis = known.entry(game.position()).or_insert_with(|| analyze(&game).filter(Analysis::is_exact));
            let Some(analysis) = analysis else {
                accuracy.not_judged += 1;
                continue;
            };
            let became = analysis.of(played).and_then(Value::outlook);
            let (Some(was), Some(became)) = (analysis.value().outlook(), became) else { continue };
            accuracy.judged += 1;
            accuracy.kept += u64::from(was == became);
            accuracy.best += u64::from(Grade::of(analysis, played) == Grade::Best);
            if was != became {
                let better = analysis.keeping().collect();
                let (game, ply) = (record.game, game.moves().len() + 1);
                first_errors[side.index()] = Some(FirstError { game, ply, played, was, became, better });
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

#[cfg(test)]
mod tests;
