//! A report for people to read in a terminal.

use super::table::align;
use super::{Test, TournamentReport};
use crate::ratings::sprt::{SprtVerdict, Tally};
use dropline_core::words::number_of;
use std::fmt::Write;

/// How many forfeits are told one by one.
const FORFEITS: usize = 20;

/// The whole report.
#[must_use]
pub fn write(report: &TournamentReport<'_>) -> String {
    let mut text = headline(report);
    text.push('\n');
    text.push_str(&standings(report));
    if report.standings.rows.len() > 2 {
        let _ = write!(text, "\nScore of the row's player against the column's, in percent:\n{}", cross_table(report));
    }
    if let [_, _] = report.schedule.tournament().players.as_slice() {
        let (difference, margin) = report.standings.difference(0, 1);
        let names = report.schedule.names();
        let _ = writeln!(text, "\n{} minus {}: {difference:+.0} ± {margin:.0} Elo", names[0], names[1]);
    }
    if let Some(test) = &report.test {
        let _ = write!(text, "\n{}", verdict(test));
    }
    if report.accuracy.is_some() {
        let _ = write!(text, "\nPerfect moves:\n{}", accuracy(report));
    }
    let _ = write!(text, "\nThinking:\n{}", thinking(report));
    text.push_str(&forfeits(report));
    if let Some(hint) = repeats(report) {
        let _ = write!(text, "\n{hint}\n");
    }
    text
}

/// What was played, in a line.
fn headline(report: &TournamentReport<'_>) -> String {
    let tournament = report.schedule.tournament();
    let games = number_of(report.records.len(), "game");
    let planned = if report.complete { String::new() } else { format!(" of {}", report.schedule.len()) };
    format!(
        "{} on {}: {games}{planned}, {} different, seed {}\n",
        tournament.format, tournament.variant, report.distinct_games, tournament.seed
    )
}

/// The table of all players.
#[must_use]
pub fn standings(report: &TournamentReport<'_>) -> String {
    let head =
        ["", "player", "Elo", "± 95 %", "games", "wins", "ties", "losses", "score", "as red", "as black", "forfeits"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for row in &report.standings.rows {
        let Tally { wins, ties, losses } = row.total;
        rows.push(vec![
            row.rank.to_string(),
            row.name.clone(),
            format!("{:.0}", row.elo),
            format!("{:.0}", row.elo_margin),
            row.total.games().to_string(),
            wins.to_string(),
            ties.to_string(),
            losses.to_string(),
            percent(row.total),
            percent(row.as_red),
            percent(row.as_black),
            row.forfeits.to_string(),
        ]);
    }
    let names_width = rows.iter().map(|row| row[1].chars().count()).max().unwrap_or(0);
    rows.iter_mut().for_each(|row| row[1] = format!("{:<names_width$}", row[1]));
    align(&rows)
}

fn percent(tally: Tally) -> String {
    if tally.games() == 0 { "-".to_owned() } else { format!("{:.1} %", 100.0 * tally.share()) }
}

/// Scores of all against all, in the order of the standings.
fn cross_table(report: &TournamentReport<'_>) -> String {
    let standings = &report.standings;
    let mut head = vec![String::new()];
    head.extend(standings.rows.iter().map(|row| row.rank.to_string()));
    let mut rows = vec![head];
    for row in &standings.rows {
        let mut cells = vec![format!("{} {}", row.rank, row.name)];
        cells.extend(standings.rows.iter().map(|other| {
            let tally = standings.cross[row.player][other.player];
            if tally.games() == 0 { "·".to_owned() } else { format!("{:.1}", 100.0 * tally.share()) }
        }));
        rows.push(cells);
    }
    align(&rows)
}

fn verdict(test: &Test) -> String {
    let answer = match test.verdict {
        Some(SprtVerdict::H1) => "H1 accepted: the first player is stronger by elo1 or more",
        Some(SprtVerdict::H0) => "H0 accepted: the first player is not stronger by more than elo0",
        None => "not decided yet",
    };
    let Test { sprt, llr, lower, upper, .. } = test;
    format!(
        "Sequential test {sprt}: {answer} (log-likelihood ratio {llr:.2}, decided below {lower:.2} or above {upper:.2})\n"
    )
}

fn accuracy(report: &TournamentReport<'_>) -> String {
    let head = ["", "judged", "kept the value", "best move", "flawless games", "mean first error", "earliest"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for row in &report.standings.rows {
        let Some(own) = report.accuracy.iter().flatten().find(|own| own.player == row.player) else { continue };
        let errors = own.first_errors.len();
        let mean = own.first_errors.iter().map(|error| error.ply).sum::<usize>() as f64 / errors.max(1) as f64;
        let share = |share: f64| if own.judged == 0 { "-".to_owned() } else { format!("{:.1} %", 100.0 * share) };
        rows.push(vec![
            row.name.clone(),
            own.judged.to_string(),
            share(own.kept_share()),
            share(own.best_share()),
            own.flawless_games.to_string(),
            if errors == 0 { "-".to_owned() } else { format!("ply {mean:.1}") },
            own.earliest_error().map_or_else(
                || "-".to_owned(),
                |error| {
                    let better: Vec<String> = error.better.iter().map(ToString::to_string).collect();
                    let (ply, played) = (error.ply, error.played);
                    format!("game {}, ply {ply}: {played} instead of {}", error.game + 1, better.join("/"))
                },
            ),
        ]);
    }
    align(&rows)
}

fn thinking(report: &TournamentReport<'_>) -> String {
    let head = ["", "moves", "positions/move", "ms/move", "slowest ms"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for row in &report.standings.rows {
        let own = report.timing[row.player];
        rows.push(vec![
            row.name.clone(),
            own.moves.to_string(),
            format!("{:.0}", own.nodes as f64 / own.moves.max(1) as f64),
            format!("{:.3}", own.mean_ms),
            format!("{:.3}", own.slowest_ms),
        ]);
    }
    align(&rows)
}

fn forfeits(report: &TournamentReport<'_>) -> String {
    let all: Vec<_> = report.forfeits().collect();
    if all.is_empty() {
        return String::new();
    }
    let names = report.schedule.names();
    let mut text = String::from("\nForfeits:\n");
    for (record, forfeit) in all.iter().take(FORFEITS) {
        let (name, side) = (&names[record.player(forfeit.side)], forfeit.side);
        let _ = writeln!(text, "game {}: {name} ({side}), {}: {}", record.game + 1, forfeit.reason, forfeit.detail);
        if let Some(line) = record.result.stderr(forfeit.side).trim_end().lines().last() {
            let _ = writeln!(text, "    its standard error ends: {}", line.escape_debug());
        }
    }
    if all.len() > FORFEITS {
        let _ = writeln!(text, "… and {} more", all.len() - FORFEITS);
    }
    text
}

/// A warning when most games are copies of others: then the intervals promise too much.
fn repeats(report: &TournamentReport<'_>) -> Option<String> {
    let games = report.records.len();
    (games > 2 && report.distinct_games * 2 <= games).then(|| {
        format!(
            "Only {} of {games} games are different: players without chance repeat themselves, and the intervals are too narrow.\n\
             Other openings help, as in --openings random:6.",
            report.distinct_games
        )
    })
}
