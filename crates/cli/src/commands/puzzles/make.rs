//! `dropline puzzles make`: games of the levels, on all cores, with what is done kept on disk.
//!
//! The part file has a line for each game in its order: the puzzles in it, or `-`. So whatever stops the work, and however many games are played at a time, the
//! puzzles are the same.

use super::MakeArgs;
use crate::files::Part;
use crate::output::say;
use crate::{files, interrupt, output, prose};
use anyhow::{Context, Result, bail};
use dropline_arena::PuzzleMaker;
use dropline_core::{Position, Variant};
use dropline_engine::puzzle::{Puzzle, PuzzleSet};
use dropline_engine::told::ToldPuzzle;
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

/// Games for each job that are waited for together.
const GAMES_FOR_JOB: usize = 4;

/// Games without a new puzzle after which there is no hope for another one.
const HOPELESS: u64 = 400;

/// What stands between the puzzles of a game, and for none.
const BETWEEN: &str = "; ";
const NONE: &str = "-";

/// What was found so far.
#[derive(Default)]
struct Found {
    puzzles: Vec<Puzzle>,
    seen: BTreeSet<Position>,
    games: u64,
    in_vain: u64,
}

impl Found {
    /// Takes in the puzzles of the next game.
    fn add(&mut self, puzzles: Vec<Puzzle>) {
        let before = self.puzzles.len();
        self.puzzles.extend(puzzles.into_iter().filter(|puzzle| self.seen.insert(puzzle.canonical())));
        self.games += 1;
        self.in_vain = if self.puzzles.len() > before { 0 } else { self.in_vain + 1 };
    }

    /// Takes in the line of the next game.
    fn read(&mut self, line: &str, variant: Variant) -> Option<()> {
        let lines = line.split(BETWEEN).filter(|&line| line != NONE);
        let puzzles = lines.map(|line| Puzzle::parse(variant, line).ok()).collect::<Option<_>>()?;
        self.add(puzzles);
        Some(())
    }
}

pub(super) fn run(args: &MakeArgs) -> Result<ExitCode> {
    let variant = args.variant.or(Variant::STANDARD)?;
    let maker = PuzzleMaker::new(variant, args.seed)?;
    let mut found = Found::default();
    let head = format!("dropline puzzles part 1: {variant}, seed {}", args.seed);
    let read = |line: &str| found.read(line, variant);
    let mut part = args.out.as_ref().map(|out| Part::open(out, "puzzle set", &head, read)).transpose()?;
    let stop = interrupt::stop_flag()?;
    let jobs = args.jobs.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build().context("cannot start the jobs")?;
    let count = args.count as usize;
    let bar = output::bar(count, "puzzles")?;
    while found.puzzles.len() < count && found.in_vain < HOPELESS {
        bar.set_position(found.puzzles.len() as u64);
        let complete = pool.install(|| play(&maker, &mut found, part.as_mut(), jobs * GAMES_FOR_JOB, &stop))?;
        if !complete {
            bar.finish_and_clear();
            let what_now = if part.is_some() { "; the same command goes on from here" } else { "" };
            part.as_mut().map_or(Ok(()), Part::flush)?;
            say(format_args!("dropline: stopped{what_now}"));
            return Ok(ExitCode::from(interrupt::INTERRUPTED));
        }
    }
    bar.finish_and_clear();
    if found.puzzles.len() < count {
        let Found { puzzles, games, .. } = &found;
        let made = puzzles.len();
        if made == 0 {
            bail!("{games} games of {variant} hold no puzzle: choose a larger board");
        }
        bail!(
            "{} of {variant} hold {}, and the last {HOPELESS} no new one: ask for fewer",
            prose::number_of(*games as usize, "game"),
            prose::number_of(made, "puzzle")
        );
    }
    found.puzzles.truncate(count);
    let set = PuzzleSet::new(variant, found.puzzles);
    match &args.out {
        Some(out) => {
            files::write_whole(out, set.text().as_bytes())?;
            part.map_or(Ok(()), Part::remove)?;
            output::write(format!("{}: {} of {variant}\n", out.display(), prose::number_of(count, "puzzle")))?;
        }
        None if args.format.is_json() => {
            set.puzzles().iter().try_for_each(|puzzle| output::write_json(&ToldPuzzle::new(puzzle)))?;
        }
        None => output::write(set.text())?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Plays so many games more; false if it was stopped before the end.
fn play(
    maker: &PuzzleMaker,
    found: &mut Found,
    mut part: Option<&mut Part>,
    games: usize,
    stop: &AtomicBool,
) -> Result<bool> {
    let first = found.games;
    let numbers: Vec<u64> = (first..first + games as u64).collect();
    let puzzles: Vec<Vec<Puzzle>> =
        numbers.par_iter().map(|&number| maker.puzzles(number, stop)).collect::<Result<_, _>>()?;
    if stop.load(Ordering::Relaxed) {
        return Ok(false);
    }
    for puzzles in puzzles {
        let lines: Vec<String> = puzzles.iter().map(Puzzle::line).collect();
        let line = if lines.is_empty() { NONE.to_owned() } else { lines.join(BETWEEN) };
        part.as_mut().map_or(Ok(()), |part| part.add(&line))?;
        found.add(puzzles);
    }
    Ok(true)
}
