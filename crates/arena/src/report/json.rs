//! A report for programs; docs/arena.md describes its fields.

use super::{Test, Timing, TournamentReport};
use crate::accuracy::Accuracy;
use crate::ratings::sprt::Tally;
use crate::standings::Standing;
use crate::{Record, Tournament};
use serde::Serialize;

#[derive(Serialize)]
struct Whole<'a> {
    tournament: &'a Tournament,
    players: Vec<String>,
    planned_games: usize,
    played_games: usize,
    distinct_games: usize,
    complete: bool,
    standings: &'a [Standing],
    cross_table: Vec<Cell>,
    forfeits: Vec<Forfeited<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<Test>,
    #[serde(skip_serializing_if = "Option::is_none")]
    accuracy: Option<&'a [Accuracy]>,
    timing: &'a [Timing],
    games: &'a [Record],
}

/// Results of one player against another, from the first one's view.
#[derive(Serialize)]
struct Cell {
    player: usize,
    opponent: usize,
    #[serde(flatten)]
    tally: Tally,
    score: f64,
}

#[derive(Serialize)]
struct Forfeited<'a> {
    game: usize,
    player: usize,
    #[serde(flatten)]
    forfeit: &'a crate::Forfeit,
    #[serde(skip_serializing_if = "str::is_empty")]
    stderr: &'a str,
}

/// The report as one line of JSON.
pub fn write(report: &TournamentReport<'_>) -> Result<String, serde_json::Error> {
    let players = report.standings.cross.len();
    let pairs = (0..players).flat_map(|player| (0..players).map(move |opponent| (player, opponent)));
    let cross_table = pairs
        .map(|(player, opponent)| (player, opponent, report.standings.cross[player][opponent]))
        .filter(|(_, _, tally)| tally.games() > 0)
        .map(|(player, opponent, tally)| Cell { player, opponent, tally, score: tally.share() })
        .collect();
    let forfeited = report.forfeits().map(|(record, forfeit)| Forfeited {
        game: record.game,
        player: record.player(forfeit.side),
        forfeit,
        stderr: record.result.stderr(forfeit.side),
    });
    serde_json::to_string(&Whole {
        tournament: report.schedule.tournament(),
        players: report.schedule.names(),
        planned_games: report.schedule.len(),
        played_games: report.records.len(),
        distinct_games: report.distinct_games,
        complete: report.complete,
        standings: &report.standings.rows,
        cross_table,
        forfeits: forfeited.collect(),
        sprt: report.test,
        accuracy: report.accuracy.as_deref(),
        timing: &report.timing,
        games: report.records,
    })
}
