//! `dropline solve`: the exact score of positions.

mod lines;
mod output;

use crate::files;
use crate::output::say;
use anyhow::{Context, Result, anyhow};
use dropline_core::notation::moves::MovesError;
use dropline_core::{Column, Game, Variant};
use dropline_engine::solver::Solution;
use dropline_engine::{Limits, Oracle, OracleError, OracleOptions, Progress, Score, Strength, Think};
use indicatif::{ProgressBar, ProgressStyle};
pub(crate) use output::SolveFormat;
use output::SolvedRow;
use std::fs::File;
use std::io::{self, BufReader, IsTerminal, Write};
use std::iter;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// What to solve, and how.
pub(crate) struct SolveOptions {
    pub(crate) variant: Variant,
    /// One position; otherwise lines are read.
    pub(crate) moves: Option<String>,
    /// Where to read lines; standard input if `None`.
    pub(crate) file: Option<PathBuf>,
    /// Who solves.
    pub(crate) oracle: OracleOptions,
    pub(crate) strength: Strength,
    pub(crate) stats: bool,
    /// Whether the columns that keep the score are told.
    pub(crate) keeps: bool,
    pub(crate) check: bool,
    pub(crate) jobs: usize,
    pub(crate) time: Option<Duration>,
    pub(crate) format: SolveFormat,
}

pub(crate) fn run(options: &SolveOptions) -> Result<ExitCode> {
    let lines: Box<dyn Iterator<Item = io::Result<String>> + Send> = match (&options.moves, &options.file) {
        (Some(moves), _) => Box::new(iter::once(Ok(one_line(moves)))),
        (None, Some(path)) => {
            let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
            Box::new(files::lines(BufReader::new(file)))
        }
        (None, None) if io::stdin().is_terminal() => Box::new(iter::once(Ok("-".to_owned()))),
        (None, None) => Box::new(files::lines(BufReader::new(io::stdin()))),
    };
    let mut printer = output::Printer::new(io::stdout().lock(), options.format, options.stats, options.keeps)?;
    let mut tally = Tally::default();
    lines::in_order(
        lines,
        options.jobs,
        || Oracle::with(options.variant, options.oracle.clone()),
        |oracle, line| options.solve(oracle, line),
        |number, result| match result {
            Ok(Some(row)) => {
                if let Some(difference) = row.difference(options.check, options.strength) {
                    tally.differences += 1;
                    say(format_args!("dropline: {}{difference}", options.place(number)));
                }
                printer.print(&row)
            }
            Ok(None) => Ok(()),
            Err(error) => {
                tally.errors += 1;
                say(format_args!("dropline: {}{error:#}", options.place(number)));
                Ok(())
            }
        },
    )?;
    printer.finish()?.flush()?;
    Ok(tally.exit_code())
}

/// The moves of the argument as a line; the empty board if there are none.
fn one_line(moves: &str) -> String {
    let words: Vec<&str> = moves.split_whitespace().collect();
    if words.is_empty() { "-".to_owned() } else { words.join(" ") }
}

/// What went wrong, counted.
#[derive(Default)]
struct Tally {
    errors: u32,
    differences: u32,
}

impl Tally {
    fn exit_code(&self) -> ExitCode {
        match (self.errors, self.differences) {
            (0, 0) => ExitCode::SUCCESS,
            (0, _) => ExitCode::from(1),
            _ => ExitCode::from(2),
        }
    }
}

impl SolveOptions {
    /// Where a line stands, in front of what is said about it; nothing for the one of the arguments.
    fn place(&self, number: usize) -> String {
        if self.moves.is_some() { String::new() } else { format!("line {number}: ") }
    }

    /// What is wrong with a line's moves.
    fn misread(&self, moves: &str, error: &MovesError) -> anyhow::Error {
        match self.moves {
            Some(_) if moves.contains(['/', '\\']) || Path::new(moves).is_file() => {
                anyhow!("`{moves}` is not a list of moves such as 4453: --file {moves} reads positions from a file")
            }
            Some(_) => anyhow!("the moves: {error}"),
            None => anyhow!("character {}: {}", error.place.column, error.problem),
        }
    }

    /// Solves one line; a blank one is nothing.
    fn solve(&self, oracle: &mut Result<Oracle, OracleError>, line: &str) -> Result<Option<SolvedRow>> {
        let line = line.trim();
        if line.is_empty() {
            return Ok(None);
        }
        // An argument is moves and nothing else: its last word may be a column.
        let (moves, expected) = if self.moves.is_none() { moves_of(line)? } else { (line, None) };
        let game = Game::from_moves(self.variant, moves).map_err(|error| self.misread(moves, &error))?;
        let bar = if self.jobs == 1 { spinner() } else { ProgressBar::hidden() };
        let start = Instant::now();
        let tell = |news: &Progress| bar.set_message(describe(news, start.elapsed()));
        let oracle = oracle.as_mut().map_err(|error| anyhow!("{error}"))?;
        let solved = oracle.solve(&game, self.strength, &Think { progress: &tell, ..self.think() });
        let score = solved.as_ref().ok().filter(|_| self.keeps).and_then(Solution::score);
        let keeps = score.map(|score| self.keeping(oracle, &game, score)).transpose();
        bar.finish_and_clear();
        let (Solution { lower, upper, nodes, elapsed, .. }, keeps) = (solved?, keeps?);
        Ok(Some(SolvedRow { moves: moves.to_owned(), lower, upper, nodes, elapsed, expected, keeps }))
    }

    fn think(&self) -> Think<'static> {
        Think { limits: Limits { time: self.time, ..Limits::default() }, ..Think::default() }
    }

    /// The columns that keep a position's score, from the left.
    fn keeping(&self, oracle: &mut Oracle, game: &Game, score: i32) -> Result<Vec<Column>> {
        let mut keeping = Vec::new();
        for column in game.legal_columns() {
            let kept = oracle.keeps(game, column, score, self.strength, &self.think())?;
            let kept = kept.with_context(|| {
                format!("column {column}: the time is over before it is known whether it keeps the score")
            })?;
            if kept {
                keeping.push(column);
            }
        }
        Ok(keeping)
    }
}

/// A line on the terminal for long solves; nothing elsewhere.
fn spinner() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
        bar.set_style(style);
    }
    bar
}

fn describe(news: &Progress, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    let bounds = match news.bounds {
        None => "no bounds yet".to_owned(),
        Some((lower, upper)) => format!("score {lower}..{upper}"),
    };
    let table = news.table_permille.map_or_else(String::new, |full| format!("table {} %  ", full / 10));
    let millions = news.nodes as f64 / 1e6;
    format!("{bounds}  {millions:.1} M nodes  {:.1} M/s  {table}{seconds:.0} s", millions / seconds.max(0.001))
}

/// The moves of a line, and the score that is expected: of several words the last.
pub(crate) fn moves_of(line: &str) -> Result<(&str, Option<Score>)> {
    match line.trim().rsplit_once(char::is_whitespace) {
        Some((moves, expected)) => {
            let expected = expected.parse().with_context(|| format!("`{expected}` is not a score"))?;
            Ok((moves.trim(), Some(expected)))
        }
        None => Ok((line.trim(), None)),
    }
}
