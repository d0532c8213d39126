//! `dropline match`: two players measured against each other.

use crate::args::{FormatArgs, NamesArgs, OpeningBookArgs, VariantArgs, player, whole};
use crate::contest::{self, Contest};
use crate::interrupt::{self, INTERRUPTED};
use crate::{output, prose};
use anyhow::{Context, Result, bail};
use clap::Args;
use dropline_arena::ratings::sprt::Tally;
use dropline_arena::report::{Timing, TournamentReport};
use dropline_arena::{Contestant, Standing, run as play};
use dropline_core::{Rules, Side, SideNames, Variant};
use serde::Serialize;
use std::fmt::Write;
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

const EXAMPLES: &str = "\
Examples:
  dropline match smart:depth=6 random --games 200 --seed 1
  dropline match smart:depth=4 smart:depth=6 --games 100 --random-plies 6
  dropline match max:depth=4 max:depth=6 --variant 7x6m4 --format json

The first player has red in the first, third, … game. Wins and losses are told from its view.

Players without chance play the same game whenever they start alike: of many games between two such players only \
two differ, one for each colour. --random-plies K starts each pair of games from another opening of K random moves, \
which is played once with each colour, so that no player gains from the opening itself. The result tells how many \
games were different.

The same seed gives the same games whatever --jobs is, as long as no player thinks against the clock; players that \
do are disturbed by games beside theirs, so leave --jobs at 1 for them. Ctrl-C ends a match with the result so far.";

/// More games at a time than any computer has cores for.
const MOST_JOBS: usize = 1024;

/// Options of `dropline match`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct MatchArgs {
    /// The first player, as in random or smart:depth=6 (`dropline players` lists them), or a program as in exec:COMMAND
    #[arg(value_name = "PLAYER", value_parser = player::<Contestant>(), hide_possible_values = true)]
    first: Contestant,
    /// The second player
    #[arg(value_name = "PLAYER", value_parser = player::<Contestant>(), hide_possible_values = true)]
    second: Contestant,
    /// How many games to play
    #[arg(long, value_name = "N", default_value = "100", value_parser = whole(NonZeroUsize::MIN..))]
    games: NonZeroUsize,
    /// Start each pair of games from an opening of this many random moves
    #[arg(long, value_name = "K", default_value_t = 0, value_parser = whole(0_u32..))]
    random_plies: u32,
    /// What chance is drawn from: openings and players
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = whole(0_u64..))]
    seed: u64,
    /// How many games are played at a time
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole(NonZeroUsize::MIN..))]
    jobs: NonZeroUsize,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    names: NamesArgs,
    #[command(flatten)]
    variant: VariantArgs,
    #[command(flatten)]
    book: OpeningBookArgs,
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
    /// Nothing without a game.
    score: Option<f64>,
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

pub(crate) fn run(args: MatchArgs) -> Result<ExitCode> {
    args.format.refuse_for_scripts(&[args.names.given()])?;
    for spec in [&args.first, &args.second] {
        if spec.is_interactive() {
            bail!(
                "{spec} asks a person: a match is between players that choose by themselves (see `dropline players`)"
            );
        }
    }
    let contest = &Contest {
        players: [args.first, args.second],
        variant: args.variant.or(Variant::STANDARD)?,
        games: args.games.get(),
        random_plies: args.random_plies,
        seed: args.seed,
    };
    let (book, names) = (args.book.choice(contest.variant)?, args.names.names.unwrap_or_default());
    let stop = interrupt::stop_flag()?;
    let schedule = contest.schedule()?;
    contest::try_out(&schedule)?;
    let bar = output::bar(schedule.len(), "games")?;
    let jobs = args.jobs.get().min(MOST_JOBS);
    let played = play(&schedule, schedule.participants_with(book), Vec::new(), jobs, &stop, &mut |_| {
        bar.inc(1);
        Ok(())
    })
    .context("cannot start the jobs")?;
    bar.finish_and_clear();
    let report = TournamentReport::new(&schedule, &played);
    output::tell(args.format.is_json(), &told(contest, &report), |_| text(contest, &report, names))?;
    forfeits(contest, &report);
    hints(contest, &report);
    let all_played = contest::all_played(&report);
    Ok(match stop.load(Ordering::Relaxed) {
        true => ExitCode::from(INTERRUPTED),
        false if all_played => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
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
        score: (total.games() > 0).then_some(score),
        as_red,
        as_black,
        points: points(contest, report),
        forfeits: report.forfeits().next().map(|_| standings.iter().map(|row| row.forfeits).collect()),
        time: report.timing.iter().map(time).collect(),
    }
}

fn text(contest: &Contest, report: &TournamentReport<'_>, names: SideNames) -> String {
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
    let as_side = |side| format!("as {}", names.name(side));
    for (name, record) in [("all".to_owned(), total), (as_side(Side::Red), as_red), (as_side(Side::Black), as_black)] {
        let Tally { wins, ties, losses } = record;
        let score = match record.games() {
            0 => "-".to_owned(),
            _ => format!("{:.1} %", 100.0 * record.share()),
        };
        let _ = writeln!(text, "{name:<9} {wins:>6} {ties:>6} {losses:>6} {score:>8}");
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
