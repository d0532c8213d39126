//! `dropline match`: two players measured against each other.

use crate::contest::Contest;
use crate::interrupt::{self, INTERRUPTED};
use crate::{output, prose};
use anyhow::{Context, Result};
use dropline_arena::ratings::sprt::Tally;
use dropline_arena::report::{Timing, TournamentReport};
use dropline_arena::{Contestant, Standing, run as play};
use dropline_core::{Rules, Side, Variant};
use dropline_engine::book::BookChoice;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::fmt::Write;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

/// More games at a time than any computer has cores for.
const MOST_JOBS: usize = 1024;

/// The match, and how to play and tell it.
#[derive(Debug)]
pub(crate) struct MatchOptions {
    pub(crate) contest: Contest,
    pub(crate) book: BookChoice,
    pub(crate) jobs: usize,
    pub(crate) json: bool,
}

/// The result as JSON; docs/json.md describes it.
#[derive(Serialize)]
struct Told<'a> {
    variant: Variant,
    players: &'a [Contestant; 2],
    seed: u64,
    random_plies: u32,
    games: u32,
    different: usize,
    #[serde(flatten)]
    total: Tally,
    score: f64,
    as_red: Tally,
    as_black: Tally,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<[u64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    forfeits: Option<Vec<u32>>,
    time: Vec<Time>,
}

/// Seconds for a move.
#[derive(Serialize)]
struct Time {
    moves: u64,
    mean: f64,
    most: f64,
}

pub(crate) fn run(options: &MatchOptions) -> Result<ExitCode> {
    let contest = &options.contest;
    let stop = interrupt::stop_flag()?;
    let schedule = contest.schedule()?;
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {eta} left")?;
    let bar = ProgressBar::new(schedule.len() as u64).with_style(style);
    let jobs = options.jobs.min(MOST_JOBS);
    let played =
        play(&schedule, schedule.participants_with(options.book.clone()), Vec::new(), jobs, &stop, &mut |_| {
            bar.inc(1);
            Ok(())
        })
        .context("cannot start the jobs")?;
    bar.finish_and_clear();
    let report = TournamentReport::new(&schedule, &played);
    if options.json {
        output::write_json(&told(contest, &report))?;
    } else {
        output::write(text(contest, &report))?;
    }
    forfeits(contest, &report);
    hints(contest, &report);
    Ok(if stop.load(Ordering::Relaxed) { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

/// The Max-Connect points of both players; nothing where no points are counted.
fn points(contest: &Contest, report: &TournamentReport<'_>) -> Option<[u64; 2]> {
    let mut sums = [0; 2];
    for record in report.records {
        for side in Side::BOTH {
            sums[record.player(side)] += record.result.points.map_or(0, |points| u64::from(points.of(side)));
        }
    }
    (contest.variant.rules() == Rules::Max).then_some(sums)
}

fn told<'a>(contest: &'a Contest, report: &TournamentReport<'_>) -> Told<'a> {
    let standings = report.standings.by_player();
    let Standing { total, score, as_red, as_black, .. } = *standings[0];
    let time = |own: &Timing| Time { moves: own.moves, mean: own.mean_ms / 1000.0, most: own.slowest_ms / 1000.0 };
    Told {
        variant: contest.variant,
        players: &contest.players,
        seed: contest.seed,
        random_plies: contest.random_plies,
        games: total.games(),
        different: report.distinct_games,
        total,
        score,
        as_red,
        as_black,
        points: points(contest, report),
        forfeits: report.forfeits().next().map(|_| standings.iter().map(|row| row.forfeits).collect()),
        time: report.timing.iter().map(time).collect(),
    }
}

fn text(contest: &Contest, report: &TournamentReport<'_>) -> String {
    let [first, second] = &contest.players;
    let Standing { total, as_red, as_black, .. } = *report.standings.by_player()[0];
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{first} against {second} on {}: {}, {} different",
        contest.variant,
        prose::number_of(total.games() as usize, "game"),
        report.distinct_games
    );
    let _ = writeln!(text, "{:<9} {:>6} {:>6} {:>6} {:>8}", "", "wins", "ties", "losses", "score");
    for (name, record) in [("all", total), ("as red", as_red), ("as black", as_black)] {
        let Tally { wins, ties, losses } = record;
        let score = 100.0 * record.share();
        let _ = writeln!(text, "{name:<9} {wins:>6} {ties:>6} {losses:>6} {score:>6.1} %");
    }
    if let Some([own, other]) = points(contest, report) {
        let _ = writeln!(text, "points: {first} {own}, {second} {other}");
    }
    for (spec, own) in contest.players.iter().zip(&report.timing) {
        let (mean, most) = (own.mean_ms / 1000.0, own.slowest_ms / 1000.0);
        let _ = writeln!(text, "time for a move: {spec} {mean:.6} s, at most {most:.6} s");
    }
    text
}

/// Who lost games without playing on, and why the first time.
fn forfeits(contest: &Contest, report: &TournamentReport<'_>) {
    let Some((_, first)) = report.forfeits().next() else { return };
    for (player, row) in contest.players.iter().zip(report.standings.by_player()) {
        if row.forfeits > 0 {
            let games = prose::number_of(row.forfeits as usize, "game");
            output::say(format_args!("dropline: {player} lost {games} by forfeit"));
        }
    }
    output::say(format_args!("dropline: the first was by {}, {}: {}", first.side, first.reason, first.detail));
}

/// Says on standard error what a reader of the figures should know.
fn hints(contest: &Contest, report: &TournamentReport<'_>) {
    let (games, different) = (report.records.len(), report.distinct_games);
    if games < contest.games {
        output::say(format_args!("dropline: stopped after {games} of {} games", contest.games));
    }
    if different * 2 <= games && games > 2 && contest.random_plies == 0 {
        output::say(format_args!(
            "dropline: only {different} games were different: --random-plies K starts each pair from another opening"
        ));
    }
}
