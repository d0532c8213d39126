//! `dropline book complete`: solving all positions of a ply, on all cores, with what is done kept on disk.

use super::build::jobs;
use super::{CompleteArgs, given_or_embedded};
use crate::files::Part;
use crate::interrupt;
use crate::output::say;
use crate::{files, output, prose};
use anyhow::{Context, Result};
use dropline_engine::book::{Book, BookCompletion, Key};
use dropline_engine::solver::{Solver, SolverOptions};
use dropline_engine::{Score, Think};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

/// Positions that one job takes at a time: neighbours help each other through the table.
const NEIGHBOURS: usize = 64;

/// Bytes of a job's table.
const MEMORY: usize = 64 << 20;

pub(super) fn run(args: &CompleteArgs) -> Result<ExitCode> {
    let book = given_or_embedded(args.file.as_deref())?;
    let mut completion = BookCompletion::new(&book, args.plies)?;
    let head = format!("dropline book completion 1: {}, {} moves", book.variant(), args.plies);
    let mut part = Part::open(&args.out, "book", &head, |line| {
        let (key, score) = line.split_once(' ')?;
        completion.record(key.parse().ok()?, score.parse().ok()?);
        Some(())
    })?;
    let stop = interrupt::stop_flag()?;
    let start = Instant::now();
    let left: Vec<Key> = completion.open().iter().copied().filter(|&key| completion.score(key).is_none()).collect();
    let found = solve(&book, &left, args.plies, jobs(args.jobs), &mut part, &stop)?;
    if found.len() < left.len() {
        part.flush()?;
        say(format_args!("dropline: stopped; the same command goes on from here"));
        return Ok(ExitCode::from(interrupt::INTERRUPTED));
    }
    found.into_iter().for_each(|(key, score)| completion.record(key, score));
    let bytes = completion.finish()?;
    files::write_whole(&args.out, &bytes)?;
    part.remove()?;
    let book = Book::from_bytes(bytes)?;
    output::write(format!(
        "{}: all positions of {} of up to {} and {} hard ones beyond, {} bytes, {:.1} s\n",
        args.out.display(),
        book.variant(),
        prose::number_of(args.plies, "move"),
        book.hard(),
        book.size(),
        start.elapsed().as_secs_f64()
    ))?;
    Ok(ExitCode::SUCCESS)
}

/// The scores of positions; fewer if it was stopped before the end.
fn solve(
    book: &Book,
    keys: &[Key],
    ply: usize,
    jobs: usize,
    part: &mut Part,
    stop: &AtomicBool,
) -> Result<Vec<(Key, Score)>> {
    let bar = output::bar(keys.len(), "positions")?;
    let (next, shared) = (AtomicUsize::new(0), Mutex::new((part, Vec::with_capacity(keys.len()))));
    let job = || -> Result<()> {
        let mut solver = Solver::new(SolverOptions { reuse: true, memory: MEMORY, ..SolverOptions::default() });
        for (key, score) in book.positions() {
            let game = book.game(key);
            if game.board().checkers() > ply {
                solver.learn(&game, score)?;
            }
        }
        while let Some(keys) = keys.chunks(NEIGHBOURS).nth(next.fetch_add(1, Ordering::Relaxed)) {
            for &key in keys {
                let solution = solver.solve(&book.game(key), &Think { stop, ..Think::default() })?;
                let Some(score) = solution.score() else { return Ok(()) };
                let mut done = shared.lock().map_err(|_| anyhow::anyhow!("a job failed"))?;
                done.0.add(&format!("{key} {score}"))?;
                done.1.push((key, score));
                bar.inc(1);
            }
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let jobs: Vec<_> = (0..jobs).map(|_| scope.spawn(job)).collect();
        jobs.into_iter().try_for_each(|job| job.join().map_err(|_| anyhow::anyhow!("a job failed"))?)
    })?;
    bar.finish_and_clear();
    let (_, found) = shared.into_inner().ok().context("a job failed")?;
    Ok(found)
}
