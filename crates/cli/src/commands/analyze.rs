//! `dropline analyze`: what every column is worth.

use crate::{files, output, prose};
use anyhow::{Context, Result, anyhow, bail};
use dropline_core::notation::moves::{self, MovesError};
use dropline_core::{Column, Game, Variant};
use dropline_engine::analysis::{Analysis, Analyst, Value};
use dropline_engine::told::ToldAnalysis;
use dropline_engine::{Clock, Limits, SystemClock, Think};
use indicatif::{ProgressBar, ProgressStyle};
use std::fmt::Write;
use std::process::ExitCode;

/// What to analyse, and how.
#[derive(Debug)]
pub(crate) struct AnalyzeOptions {
    pub(crate) what: What,
    pub(crate) analyst: Analyst,
    pub(crate) limits: Limits,
    pub(crate) json: bool,
}

/// One position, or a file of them.
#[derive(Debug)]
pub(crate) enum What {
    One(Box<Game>),
    Lines { variant: Variant, file: String },
}

pub(crate) fn run(options: AnalyzeOptions) -> Result<ExitCode> {
    let mut analyst = options.analyst;
    match options.what {
        What::One(game) => {
            if let Some(outcome) = game.outcome() {
                bail!("there is nothing to analyse, the game is over: {}", prose::result(&game, outcome));
            }
            let found = Found::new(&mut analyst, &game, options.limits)?;
            if options.json {
                output::write_json(&found.told(&game))?;
            } else {
                output::write(found.text(&game))?;
            }
            Ok(ExitCode::SUCCESS)
        }
        What::Lines { variant, file } => lines(&mut analyst, variant, &file, options.limits),
    }
}

/// One JSON object for each line of a file; a wrong line is told on standard error and the rest goes on.
fn lines(analyst: &mut Analyst, variant: Variant, file: &str, limits: Limits) -> Result<ExitCode> {
    let text = files::read_text(file)?;
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} positions, {eta} left")?;
    let bar = ProgressBar::new(text.lines().count() as u64).with_style(style);
    let mut code = ExitCode::SUCCESS;
    for (index, line) in text.lines().enumerate() {
        bar.inc(1);
        if line.trim().is_empty() {
            continue;
        }
        let misread = |error: MovesError| anyhow!("character {}: {}", error.place.column, error.problem);
        let analysed = Game::from_moves(variant, line).map_err(misread).and_then(|game| {
            if game.is_over() {
                bail!("the game is over");
            }
            Found::new(analyst, &game, limits).map(|found| (game, found))
        });
        match analysed {
            Ok((game, found)) => bar.suspend(|| output::write_json(&found.told(&game)))?,
            Err(error) => {
                let name = files::display_name(file);
                bar.suspend(|| output::say(format_args!("dropline: {name}, position {}: {error:#}", index + 1)));
                code = ExitCode::from(2);
            }
        }
    }
    bar.finish_and_clear();
    Ok(code)
}

/// What was found about a position.
struct Found {
    analysis: Analysis,
    line: Vec<Column>,
    seconds: f64,
}

impl Found {
    fn new(analyst: &mut Analyst, game: &Game, limits: Limits) -> Result<Found> {
        let clock = SystemClock::start();
        let think = Think { limits, ..Think::default() };
        let analysis = analyst.analyze(game, &think, &mut |_| {}).context("cannot analyse this position")?;
        let line = analyst.best_line(game, &analysis, &think)?;
        Ok(Found { analysis, line, seconds: clock.now().as_secs_f64() })
    }

    /// As JSON; docs/json.md describes it.
    fn told(&self, game: &Game) -> ToldAnalysis {
        ToldAnalysis::new(game, &self.analysis, &self.line, self.seconds)
    }

    fn text(&self, game: &Game) -> String {
        let (value, best_value) = (self.analysis.value(), self.analysis.best_value());
        let mut text = format!("{} to move {}.\n", prose::capital(game.turn()), sentence(value));
        for column in game.board().columns() {
            let _ = match self.analysis.of(column) {
                Some(value) => {
                    let score = value.score().map_or_else(|| "?".to_owned(), |score| format!("{score:+}"));
                    let best = match value == best_value {
                        true if value.is_exact() => "  best",
                        true => "  looks best",
                        false => "",
                    };
                    writeln!(text, "column {column:>2}: {score:>4}  {value}{best}")
                }
                None => writeln!(text, "column {column:>2}: full"),
            };
        }
        if !self.line.is_empty() {
            let _ = writeln!(text, "best line: {}", moves::write(game.variant(), &self.line));
        }
        let _ = writeln!(text, "{} nodes, {:.3} s", self.analysis.nodes, self.seconds);
        text
    }
}

/// What a position is worth, after "red to move".
fn sentence(value: Value) -> String {
    match value {
        Value::Tie | Value::Margin { score: 0 } => "ties with best play".to_owned(),
        Value::Between { lower, upper } if value.outlook().is_none() => {
            format!("is not decided in the time given: the score is {lower} to {upper}")
        }
        value => value.verb(),
    }
}
