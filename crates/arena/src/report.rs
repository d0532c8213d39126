//! All that is known after a tournament, as text, JSON, CSV and a page.

pub mod csv;
pub mod html;
pub mod json;
mod table;
pub mod text;

use crate::accuracy::Accuracy;
use crate::ratings::sprt::{Sprt, SprtVerdict, Tally};
use crate::{Forfeit, Played, Record, Schedule, Standings};
use dropline_core::Side;
use rustc_hash::FxHashSet;
use serde::Serialize;

/// A tournament and what came of it.
///
/// ```
/// use dropline_arena::{Schedule, Tournament, report::{TournamentReport, text}, run};
/// use std::sync::atomic::AtomicBool;
/// let players = vec!["bad".parse()?, "random".parse()?];
/// let schedule = Schedule::new(Tournament { players, games: Some(10), ..Tournament::default() })?;
/// let played = run(&schedule, schedule.participants(), Vec::new(), 1, &AtomicBool::new(false), &mut |_| Ok(()))?;
/// let report = TournamentReport::new(&schedule, &played);
/// assert!(text::write(&report).starts_with("round robin on 7x6c4: 10 games"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TournamentReport<'a> {
    /// What was to be played.
    pub schedule: &'a Schedule,
    /// The games.
    pub records: &'a [Record],
    /// Whether all of it was played.
    pub complete: bool,
    /// The table.
    pub standings: Standings,
    /// How many games differ from all others in their moves.
    pub distinct_games: usize,
    /// The test, if there is one.
    pub test: Option<Test>,
    /// Each player's thinking.
    pub timing: Vec<Timing>,
    /// How perfect the moves were, if somebody looked.
    pub accuracy: Option<Vec<Accuracy>>,
}

/// Where a sequential test stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Test {
    /// The question.
    #[serde(flatten)]
    pub sprt: Sprt,
    /// The logarithm of the likelihood ratio.
    pub llr: f64,
    /// Where H0 is accepted.
    pub lower: f64,
    /// Where H1 is accepted.
    pub upper: f64,
    /// The answer; nothing while it is open.
    pub verdict: Option<SprtVerdict>,
}

/// What a player's moves took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Timing {
    /// The player, by its place in the list.
    pub player: usize,
    /// Moves made.
    pub moves: u64,
    /// Positions visited.
    pub nodes: u64,
    /// Milliseconds for a move on average.
    pub mean_ms: f64,
    /// Milliseconds for the slowest move.
    pub slowest_ms: f64,
}

impl<'a> TournamentReport<'a> {
    /// The report of what was played.
    #[must_use]
    pub fn new(schedule: &'a Schedule, played: &'a Played) -> TournamentReport<'a> {
        let records = played.records.as_slice();
        let standings = Standings::of(schedule, records);
        let test = schedule.tournament().sprt.map(|sprt| test(sprt, &standings.cross[0][1], played.verdict));
        let distinct: FxHashSet<_> =
            records.iter().map(|record| (record.red, record.black, &record.opening, &record.result.moves)).collect();
        TournamentReport {
            schedule,
            records,
            complete: played.complete,
            distinct_games: distinct.len(),
            test,
            timing: Timing::of(schedule, records),
            standings,
            accuracy: None,
        }
    }

    /// The games that were forfeited, with who did.
    pub fn forfeits(&self) -> impl Iterator<Item = (&'a Record, &'a Forfeit)> {
        self.records.iter().filter_map(|record| record.result.forfeit.as_ref().map(|forfeit| (record, forfeit)))
    }
}

fn test(sprt: Sprt, tally: &Tally, verdict: Option<SprtVerdict>) -> Test {
    let (lower, upper) = sprt.bounds();
    Test { sprt, llr: sprt.llr(*tally), lower, upper, verdict }
}

impl Timing {
    /// Each player's thinking in these games.
    #[must_use]
    pub fn of(schedule: &Schedule, records: &[Record]) -> Vec<Timing> {
        let players = schedule.tournament().players.len();
        let mut timing: Vec<Timing> = (0..players).map(|player| Timing { player, ..Timing::default() }).collect();
        for record in records {
            let Ok(start) = record.start(schedule.tournament().variant) else { continue };
            let times = record.result.micros.iter().zip(&record.result.nodes);
            for (index, (&micros, &nodes)) in times.enumerate() {
                let side: Side = record.mover(&start, index);
                let own = &mut timing[record.player(side)];
                own.moves += 1;
                own.nodes += nodes;
                own.mean_ms += micros as f64 / 1000.0;
                own.slowest_ms = own.slowest_ms.max(micros as f64 / 1000.0);
            }
        }
        timing.iter_mut().for_each(|own| own.mean_ms /= own.moves.max(1) as f64);
        timing
    }
}

#[cfg(test)]
mod tests;
