//! `dropline arena`: tournaments, saved game by game, with live standings and a report.

mod live;

use crate::args::ArenaOutputArgs;
use crate::interrupt::{self, INTERRUPTED};
use crate::{contest, files, output, prose};
use anyhow::{Context, Result, anyhow, bail};
use clap::ValueEnum;
use dropline_arena::accuracy::{self, Accuracy};
use dropline_arena::journal::{Journal, JournalError, check_records, check_same};
use dropline_arena::ratings::glicko::Ladder;
use dropline_arena::report::{TournamentReport, csv, html, json, text};
use dropline_arena::{Played, Record, Schedule, Tournament, TournamentError, WORKER, run as play};
use dropline_core::notation::from_json;
use dropline_engine::book::BookChoice;
use live::Live;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

/// The most positions the solver visits to judge one move: a fraction of a second.
const JUDGE_NODES: u64 = 3_000_000;

/// The tournament, and how to play and tell it.
#[derive(Debug)]
pub(crate) struct ArenaOptions {
    /// What is played; nothing to go on with what the journal holds.
    pub(crate) tournament: Option<Tournament>,
    pub(crate) book: BookChoice,
    pub(crate) output: ArenaOutputArgs,
}

/// The forms of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ArenaOutput {
    /// Tables for people
    Text,
    /// Everything, for scripts
    Json,
    /// The standings, for spreadsheets
    Csv,
    /// A page with pictures, which needs nothing else
    Html,
}

impl ArenaOutput {
    /// The form that the end of a file's name asks for.
    pub(crate) fn of(file: &Path) -> Option<ArenaOutput> {
        match file.extension()?.to_str()? {
            "txt" => Some(ArenaOutput::Text),
            "json" => Some(ArenaOutput::Json),
            "csv" => Some(ArenaOutput::Csv),
            "html" | "htm" => Some(ArenaOutput::Html),
            _ => None,
        }
    }

    pub(crate) fn written(self, report: &TournamentReport<'_>) -> Result<String> {
        Ok(match self {
            ArenaOutput::Text => text::write(report),
            ArenaOutput::Json => json::write(report)? + "\n",
            ArenaOutput::Csv => csv::standings(report)?,
            ArenaOutput::Html => html::write(report)?,
        })
    }
}

pub(crate) fn run(options: &ArenaOptions) -> Result<ExitCode> {
    let ladder = options.output.ladder.as_deref();
    // What is no ladder is told of before the games.
    ladder.map(read_ladder).transpose()?;
    // So is a report that cannot be written.
    let reports = options.output.report.iter().map(|(_, path)| path.as_path());
    reports.chain(options.output.games_csv.as_deref()).chain(ladder).try_for_each(files::can_write)?;
    let Opened { path, mut journal, schedule, saved } = open(options)?;
    let stop = interrupt::stop_flag()?;
    keep_quiet_about_players();
    let mut live = Live::new(&schedule, &saved)?;
    let played = play(
        &schedule,
        schedule.participants_with(options.book.clone()),
        saved,
        options.output.jobs(),
        &stop,
        &mut |record| {
            journal.append(record)?;
            live.add(record);
            Ok(())
        },
    );
    live.finish();
    let played = played.with_context(|| format!("cannot save games in {}", path.display()))?;
    if let Some(path) = ladder.filter(|_| played.complete) {
        count(path, journal.id(), &schedule, &played.records)?;
    }
    let accuracy = if options.output.perfect { Some(judge(&schedule, &played, &stop)?) } else { None };
    let all_played = tell(options, &schedule, &played, accuracy)?;
    if played.complete {
        return Ok(if all_played { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    output::say(format_args!(
        "dropline: stopped after {} of {}; `dropline arena --resume --journal {}` goes on",
        played.records.len(),
        prose::number_of(schedule.len(), "game"),
        path.display()
    ));
    Ok(if stop.load(Ordering::Relaxed) { ExitCode::from(INTERRUPTED) } else { ExitCode::FAILURE })
}

/// A journal, new or to go on with, and what it holds.
struct Opened {
    path: PathBuf,
    journal: Journal,
    schedule: Schedule,
    saved: Vec<Record>,
}

impl Opened {
    /// A journal with games already; it is an error if it is one of another tournament than the one given.
    fn saved(path: PathBuf, given: Option<&Tournament>) -> Result<Opened, JournalError> {
        let (journal, tournament, saved) = Journal::resume(&path)?;
        if let Some(given) = given {
            check_same(&path, &tournament, given)?;
        }
        let damaged = |error: TournamentError| JournalError::Header {
            path: path.display().to_string(),
            reason: error.to_string(),
        };
        let schedule = Schedule::new(tournament).map_err(damaged)?;
        check_records(&path, &schedule, &saved)?;
        Ok(Opened { path, journal, schedule, saved })
    }

    fn new(path: PathBuf, tournament: &Tournament, overwrite: bool) -> Result<Opened> {
        let schedule = Schedule::new(tournament.clone())?;
        contest::try_out(&schedule)?;
        let journal = Journal::create(&path, tournament, overwrite)?;
        Ok(Opened { path, journal, schedule, saved: Vec::new() })
    }
}

/// Where the tournaments of a folder are saved unless told otherwise, counted from 1.
fn usual_journal(number: u32) -> PathBuf {
    if number == 1 { "dropline-arena.jsonl".into() } else { format!("dropline-arena-{number}.jsonl").into() }
}

fn open(options: &ArenaOptions) -> Result<Opened> {
    let given = options.tournament.as_ref();
    let first = options.output.journal.clone().unwrap_or_else(|| usual_journal(1));
    let Some(tournament) = given else {
        let nothing =
            format!("there is no tournament to go on with in {}: name its file with --journal", first.display());
        return Opened::saved(first, None).map_err(|error| match nothing_saved(&error) {
            true => anyhow!(nothing),
            false => error.into(),
        });
    };
    if options.output.overwrite {
        return Opened::new(first, tournament, true);
    }
    let mut path = first.clone();
    for number in 2.. {
        match Opened::saved(path.clone(), given) {
            Ok(opened) => {
                let (done, all) = (opened.saved.len(), opened.schedule.len());
                if !options.output.resume {
                    let path = path.display();
                    output::say(format_args!(
                        "dropline: {path} has {done} of the {all} games of this tournament; --overwrite begins anew"
                    ));
                }
                return Ok(opened);
            }
            // A run that was killed before it had written anything left nothing to go on with.
            Err(error) if nothing_saved(&error) => {
                let opened = Opened::new(path, tournament, true)?;
                if opened.path != first {
                    output::say(format_args!(
                        "dropline: {} holds another tournament: this one is saved in {}",
                        first.display(),
                        opened.path.display()
                    ));
                }
                return Ok(opened);
            }
            Err(JournalError::Differs { .. } | JournalError::InUse(_))
                if options.output.journal.is_none() && !options.output.resume =>
            {
                path = usual_journal(number);
            }
            Err(error @ JournalError::Differs { .. }) if options.output.resume => {
                return Err(anyhow::Error::new(error).context("--resume goes on with the same tournament only"));
            }
            Err(error @ JournalError::Differs { .. }) => {
                return Err(
                    anyhow::Error::new(error).context("--journal FILE saves elsewhere, --overwrite begins anew")
                );
            }
            Err(error) => return Err(error.into()),
        }
    }
    bail!("all names of journals are taken")
}

fn nothing_saved(error: &JournalError) -> bool {
    match error {
        JournalError::Empty(_) => true,
        JournalError::Io { error, .. } => error.kind() == std::io::ErrorKind::NotFound,
        _ => false,
    }
}

/// A player that panics loses its game and is told in the report; the rest of the screen stays whole.
fn keep_quiet_about_players() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if std::thread::current().name() != Some(WORKER) {
            usual(panic);
        }
    }));
}

/// Judges all moves; Ctrl-C leaves the rest.
fn judge(schedule: &Schedule, played: &Played, stop: &AtomicBool) -> Result<Vec<Accuracy>> {
    let bar = output::bar(played.records.len(), "games judged")?;
    let judged = accuracy::judge(
        schedule,
        &played.records,
        &mut accuracy::prover(schedule.tournament().variant, JUDGE_NODES),
        &mut |done| {
            bar.set_position(done as u64);
            !stop.load(Ordering::Relaxed)
        },
    );
    bar.finish_and_clear();
    Ok(judged)
}

/// Writes the reports; false if somebody never played.
fn tell(options: &ArenaOptions, schedule: &Schedule, played: &Played, accuracy: Option<Vec<Accuracy>>) -> Result<bool> {
    let report = TournamentReport { accuracy, ..TournamentReport::new(schedule, played) };
    for (form, path) in &options.output.report {
        files::write_whole(path, form.written(&report)?.as_bytes())?;
    }
    if let Some(path) = &options.output.games_csv {
        files::write_whole(path, csv::games(&report)?.as_bytes())?;
    }
    output::write(options.output.format.written(&report)?)?;
    Ok(contest::all_played(&report))
}

fn read_ladder(path: &Path) -> Result<Ladder> {
    if !path.exists() {
        return Ok(Ladder::default());
    }
    let text = files::read_text(&path.display().to_string())?;
    from_json(&text).with_context(|| format!("{} is not a ladder", path.display()))
}

/// Counts a finished tournament in a ladder, once, on top of all that others have counted meanwhile.
fn count(path: &Path, id: &str, schedule: &Schedule, records: &[Record]) -> Result<()> {
    let mut ladder = read_ladder(path)?;
    if !ladder.count(id, schedule, records) {
        output::say(format_args!("dropline: {} counts this tournament already", path.display()));
        return Ok(());
    }
    files::write_whole(path, (serde_json::to_string_pretty(&ladder)? + "\n").as_bytes())?;
    for (place, (name, rung)) in ladder.ranking().enumerate() {
        let margin = 1.96 * rung.rating.deviation;
        output::say(format_args!(
            "{:>3} {name:<30} {:>5.0} ± {margin:.0}, {}",
            place + 1,
            rung.rating.rating,
            prose::number_of(rung.games as usize, "game")
        ));
    }
    Ok(())
}
