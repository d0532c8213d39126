//! `dropline match`: two players measured against each other.

use crate::contest::{Contest, MatchTally};
use crate::interrupt::{self, INTERRUPTED};
use crate::{output, prose};
use anyhow::{Context, Result};
use dropline_arena::ratings::sprt::Tally;
use dropline_arena::{Contestant, run as play};
use dropline_core::{Rules, Variant};
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
    forfeits: Option<[usize; 2]>,
    time: [Time; 2],
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
    let tally = MatchTally::of(contest.variant, &played.records);
    if options.json {
        output::write_json(&told(contest, &tally))?;
    } else {
        output::write(text(contest, &tally))?;
    }
    forfeits(contest, &tally);
    hints(contest, &tally);
    Ok(if stop.load(Ordering::Relaxed) { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

fn points(contest: &Contest, tally: &MatchTally) -> Option<[u64; 2]> {
    (contest.variant.rules() == Rules::Max).then_some(tally.points)
}

fn told<'a>(contest: &'a Contest, tally: &MatchTally) -> Told<'a> {
    let total = tally.total();
    Told {
        variant: contest.variant,
        players: &contest.players,
        seed: contest.seed,
        random_plies: contest.random_plies,
        games: total.games(),
        different: tally.different,
        total,
        score: total.share(),
        as_red: tally.as_red,
        as_black: tally.as_black,
        points: points(contest, tally),
        forfeits: tally.first_forfeit.is_some().then_some(tally.forfeits),
        time: tally.pace.map(|pace| Time { moves: pace.moves, mean: pace.mean(), most: pace.most.as_secs_f64() }),
    }
}

fn text(contest: &Contest, tally: &MatchTally) -> String {
    let [first, second] = &contest.players;
    let total = tally.total();
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{first} against {second} on {}: {}, {} different",
        contest.variant,
        prose::number_of(total.games() as usize, "game"),
        tally.different
    );
    let _ = writeln!(text, "{:<9} {:>6} {:>6} {:>6} {:>8}", "", "wins", "ties", "losses", "score");
    for (name, record) in [("all", total), ("as red", tally.as_red), ("as black", tally.as_black)] {
        let Tally { wins, ties, losses } = record;
        let score = 100.0 * record.share();
        let _ = writeln!(text, "{name:<9} {wins:>6} {ties:>6} {losses:>6} {score:>6.1} %");
    }
    if let Some([own, other]) = points(contest, tally) {
        let _ = writeln!(text, "points: {first} {own}, {second} {other}");
    }
    for (spec, pace) in contest.players.iter().zip(tally.pace) {
        let (mean, most) = (pace.mean(), pace.most.as_secs_f64());
        let _ = writeln!(text, "time for a move: {spec} {mean:.6} s, at most {most:.6} s");
    }
    text
}

/// Who lost games without playing on, and why the first time.
fn forfeits(contest: &Contest, tally: &MatchTally) {
    let Some(first) = &tally.first_forfeit else { return };
    for (player, &lost) in contest.players.iter().zip(&tally.forfeits).filter(|(_, lost)| **lost > 0) {
        output::say(format_args!("dropline: {player} lost {} by forfeit", prose::number_of(lost, "game")));
    }
    output::say(format_args!("dropline: the first was by {}, {}: {}", first.side, first.reason, first.detail));
}

/// Says on standard error what a reader of the figures should know.
fn hints(contest: &Contest, tally: &MatchTally) {
    let games = tally.total().games() as usize;
    if games < contest.games {
        output::say(format_args!("dropline: stopped after {games} of {} games", contest.games));
    }
    if tally.different * 2 <= games && games > 2 && contest.random_plies == 0 {
        output::say(format_args!(
            "dropline: only {} games were different: --random-plies K starts each pair from another opening",
            tally.different
        ));
    }
}
