//! `dropline solve`: the exact score of positions.

mod lines;
mod output;

use crate::output::say;
use anyhow::{Context, Result, anyhow};
use dropline_core::notation::key;
use dropline_core::notation::moves::{self, MovesError};
use dropline_core::{Column, Game, Variant};
use dropline_engine::solver::Solution;
use dropline_engine::{Limits, Oracle, OracleError, OracleOptions, Progress, Score, Strength, Think};
use indicatif::{ProgressBar, ProgressStyle};
pub(crate) use output::SolveFormat;
use output::SolvedRow;
use std::io::{self, Write};
use std::iter;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// What to solve, and how.
pub(crate) struct SolveOptions {
    pub(crate) variant: Variant,
    /// One position; otherwise lines are read.
    pub(crate) one: Option<NamedGame>,
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

/// Lines with a position on each.
pub(crate) type SolveLines = Box<dyn Iterator<Item = io::Result<String>> + Send>;

/// A position and what it is called in the output.
#[derive(Clone)]
pub(crate) struct NamedGame {
    pub(crate) game: Game,
    /// Its moves or, if it was set up, its key.
    name: String,
    is_set_up: bool,
}

impl NamedGame {
    /// A position by the moves that were typed.
    pub(crate) fn of_moves(game: Game, moves: &str) -> NamedGame {
        let words: Vec<&str> = moves.split_whitespace().collect();
        let name = if words.is_empty() { "-".to_owned() } else { words.join(" ") };
        NamedGame { game, name, is_set_up: false }
    }

    /// A position from a file or a key; one that began on the empty board goes by its moves.
    pub(crate) fn set_up(game: Game) -> NamedGame {
        match game.starts_empty() {
            true => NamedGame::of_moves(game.clone(), &moves::write(game.variant(), game.moves())),
            false => NamedGame { name: key::write(&game), game, is_set_up: true },
        }
    }
}

/// Solves the one position, or those on the lines.
pub(crate) fn run((options, lines): (SolveOptions, Option<SolveLines>)) -> Result<ExitCode> {
    let lines = lines.unwrap_or_else(|| Box::new(iter::once(Ok(String::new()))));
    let options = &options;
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
        if self.one.is_some() { String::new() } else { format!("line {number}: ") }
    }

    /// The position on a line and the score expected of it; a blank line is nothing.
    fn position(&self, line: &str) -> Result<Option<(NamedGame, Option<Score>)>> {
        if let Some(one) = &self.one {
            return Ok(Some((one.clone(), None)));
        }
        let line = line.trim();
        if line.is_empty() {
            return Ok(None);
        }
        let (moves, expected) = moves_of(line)?;
        let misread = |error: MovesError| anyhow!("character {}: {}", error.place.column, error.problem);
        let game = Game::from_moves(self.variant, moves).map_err(misread)?;
        Ok(Some((NamedGame::of_moves(game, moves), expected)))
    }

    /// Solves one line; a blank one is nothing.
    fn solve(&self, oracle: &mut Result<Oracle, OracleError>, line: &str) -> Result<Option<SolvedRow>> {
        let Some((NamedGame { game, name, is_set_up }, expected)) = self.position(line)? else { return Ok(None) };
        let bar = if self.jobs == 1 { spinner() } else { ProgressBar::hidden() };
        let start = Instant::now();
        let tell = |news: &Progress| bar.set_message(describe(news, start.elapsed()));
        let oracle = oracle.as_mut().map_err(|error| anyhow!("{error}"))?;
        let solved = oracle.solve(&game, self.strength, &Think { progress: &tell, ..self.think() });
        let score = solved.as_ref().ok().filter(|_| self.keeps).and_then(Solution::score);
        let keeps = score.map(|score| self.keeping(oracle, &game, score)).transpose();
        bar.finish_and_clear();
        let (Solution { lower, upper, nodes, elapsed, .. }, keeps) = (solved?, keeps?);
        Ok(Some(SolvedRow { name, is_set_up, lower, upper, nodes, elapsed, expected, keeps }))
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
