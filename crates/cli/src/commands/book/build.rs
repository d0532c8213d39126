//! `dropline book build`: solving, ply by ply, on all cores, with what is done kept on disk.

use super::BuildArgs;
use crate::files::Part;
use crate::interrupt;
use crate::output::say;
use crate::{files, output, prose};
use anyhow::{Context, Result};
use dropline_core::Variant;
use dropline_engine::book::{Book, BookBuilder, Difficulty, Key};
use dropline_engine::solver::{Solver, SolverOptions};
use dropline_engine::{Limits, Think};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

pub(super) fn run(args: &BuildArgs) -> Result<ExitCode> {
    let mut builder = BookBuilder::new(args.variant.or(Variant::STANDARD)?, args.nodes)?;
    let head = format!("dropline book part 2: {}, {} nodes", builder.variant(), builder.nodes());
    let mut part = Part::open(&args.out, "book", &head, |line| {
        let (key, difficulty) = read_difficulty(line)?;
        builder.record(key, difficulty);
        Some(())
    })?;
    let stop = interrupt::stop_flag()?;
    let start = Instant::now();
    let jobs = jobs(args.jobs);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build().context("cannot start the jobs")?;
    while !builder.open().is_empty() {
        if !pool.install(|| solve_ply(&mut builder, &mut part, &stop))? {
            part.flush()?;
            say(format_args!("dropline: stopped; the same command goes on from here"));
            return Ok(ExitCode::from(interrupt::INTERRUPTED));
        }
        builder.next_ply()?;
    }
    let bytes = builder.finish()?;
    files::write_whole(&args.out, &bytes)?;
    part.remove()?;
    let book = Book::from_bytes(bytes)?;
    output::write(format!(
        "{}: {} of {}, {} bytes, {:.1} s\n",
        args.out.display(),
        prose::number_of(book.hard(), "position"),
        book.variant(),
        book.size(),
        start.elapsed().as_secs_f64()
    ))?;
    Ok(ExitCode::SUCCESS)
}

/// How many positions are solved at a time.
pub(super) fn jobs(wanted: Option<u16>) -> usize {
    wanted.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
}

/// Solves what is open on a ply; false if it was stopped before the end.
fn solve_ply(builder: &mut BookBuilder, part: &mut Part, stop: &AtomicBool) -> Result<bool> {
    let left: Vec<Key> = builder.open().iter().copied().filter(|&key| builder.difficulty(key).is_none()).collect();
    let style = ProgressStyle::with_template("{msg} {bar:30} {pos}/{len} positions, {eta} left on this ply")?;
    let bar = ProgressBar::new(builder.open().len() as u64).with_style(style);
    bar.set_message(format!("ply {}, {} hard so far:", builder.ply(), builder.hard()));
    bar.set_position((builder.open().len() - left.len()) as u64);
    bar.reset_eta();
    let limits = Limits { nodes: Some(builder.nodes()), ..Limits::default() };
    let shared = Mutex::new((&mut *part, Vec::with_capacity(left.len())));
    let (variant_games, nothing_failed) = (&*builder, &shared);
    left.par_iter().try_for_each_init(
        || Solver::new(SolverOptions::default()),
        |solver, &key| -> Result<()> {
            if stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            let solution = solver.solve(&variant_games.game(key), &Think { limits, stop, ..Think::default() })?;
            let difficulty = match solution.score() {
                Some(score) => Difficulty::Easy(score),
                None if stop.load(Ordering::Relaxed) => return Ok(()),
                None => Difficulty::Hard,
            };
            let mut done = nothing_failed.lock().map_err(|_| anyhow::anyhow!("a job failed"))?;
            let found = match difficulty {
                Difficulty::Easy(score) => score.to_string(),
                Difficulty::Hard => "hard".to_owned(),
            };
            done.0.add(&format!("{key} {found}"))?;
            done.1.push((key, difficulty));
            bar.inc(1);
            Ok(())
        },
    )?;
    bar.finish_and_clear();
    let (_, found) = shared.into_inner().map_err(|_| anyhow::anyhow!("a job failed"))?;
    let complete = found.len() == left.len();
    for (key, difficulty) in found {
        builder.record(key, difficulty);
    }
    Ok(complete)
}

fn read_difficulty(line: &str) -> Option<(Key, Difficulty)> {
    let (key, found) = line.split_once(' ')?;
    let difficulty = if found == "hard" { Difficulty::Hard } else { Difficulty::Easy(found.parse().ok()?) };
    Some((key.parse().ok()?, difficulty))
}
