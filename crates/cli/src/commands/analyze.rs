//! `dropline analyze`: what every column is worth.

use crate::args::{AnalystArgs, refuse_empty};
use crate::commands::solve;
use crate::{files, output, prose};
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use dropline_core::notation::moves::{self, MovesError};
use dropline_core::{Column, Game, SideNames};
use dropline_engine::analysis::{Analysis, Analyst, Value};
use dropline_engine::told::ToldAnalysis;
use dropline_engine::{Clock, SystemClock, Think};
use std::fmt::Write;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  dropline analyze 4453                       every column in words
  dropline analyze - --variant 6x5c4          the empty board
  dropline analyze 44 --format json
  dropline analyze --file positions.txt       one position a line in, one JSON object a line out (--format text: words)
  echo 4453 | dropline analyze                the same from standard input
  dropline analyze --time 1s --file input.txt  a course's board file, a drawn board or a saved game

The lines are those of `dropline solve`: of several words on a line the last is an expected score, which is not looked at.";

/// Options of `dropline analyze`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct AnalyzeArgs {
    /// The moves so far (- is the empty board); without them, standard input is read: one position, or moves on each line
    #[arg(value_name = "MOVES", conflicts_with_all = ["grid", "load", "key"])]
    moves: Option<String>,
    #[command(flatten)]
    asked: AnalystArgs,
}

pub(crate) fn run(args: &AnalyzeArgs) -> Result<ExitCode> {
    args.asked.refuse_names_for_scripts()?;
    let file = match args.moves.is_some() || args.asked.is_set_up() {
        true => args.asked.lines(),
        false => Some(files::STANDARD_INPUT),
    };
    let (game, names) = &match file {
        None => args.asked.game(args.moves.as_deref())?,
        Some(file) => {
            let (text, name) = (files::read_text(file)?, files::display_name(file));
            if file != files::STANDARD_INPUT {
                refuse_empty(&text, name)?;
            }
            if !args.asked.holds_one(&text)? {
                return lines(args, &text, name);
            }
            args.asked.read(&text, name)?
        }
    };
    let (mut analyst, names) = (args.asked.analyst(game.variant())?, *names);
    prose::refuse_over(game, "there is nothing to analyse", names)?;
    let found = Found::new(&mut analyst, game, &args.asked.think())?;
    output::tell(args.asked.is_json(), &found.told(game), |_| found.text(game, names))?;
    Ok(ExitCode::SUCCESS)
}

/// One JSON object, or words, for each line of a file; a wrong line is told on standard error and the rest goes on.
fn lines(args: &AnalyzeArgs, text: &str, name: &str) -> Result<ExitCode> {
    let variant = args.asked.variant()?;
    let (mut analyst, think) = (args.asked.analyst(variant)?, args.asked.think());
    let bar = output::bar(text.lines().count(), "positions")?;
    let mut code = ExitCode::SUCCESS;
    for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        bar.inc(1);
        if line.trim().is_empty() {
            continue;
        }
        let misread = |error: MovesError| anyhow!("character {}: {}", error.place.character, error.problem);
        let analysed = solve::moves_of(line).and_then(|(moves, _)| {
            let game = Game::from_moves(variant, moves).map_err(misread)?;
            if game.is_over() {
                bail!("the game is over");
            }
            Found::new(&mut analyst, &game, &think).map(|found| (game, found))
        });
        match analysed {
            Ok((game, found)) => bar.suspend(|| {
                output::tell(!args.asked.is_text(), &found.told(&game), |_| {
                    format!("{}\n{}", line.trim(), found.text(&game, args.asked.names()))
                })
            })?,
            Err(error) => {
                bar.suspend(|| output::say(format_args!("dropline: {name}, position {}: {error:#}", index + 1)));
                code = ExitCode::from(2);
            }
        }
    }
    bar.finish_and_clear();
    Ok(code)
}

/// What was found about a position.
pub(crate) struct Found {
    pub(crate) analysis: Analysis,
    line: Vec<Column>,
    seconds: f64,
}

impl Found {
    pub(crate) fn new(analyst: &mut Analyst, game: &Game, think: &Think<'_>) -> Result<Found> {
        let clock = SystemClock::start();
        let status = output::status_line()?;
        let mut tell = |news: &Analysis| {
            if let Some(best) = news.choice() {
                status.set_message(format!("column {best}: {}, {:.1} s", news.best_value(), clock.now().as_secs_f64()));
                status.tick();
            }
        };
        let analysis = analyst.analyze(game, think, &mut tell).context("cannot analyse this position")?;
        let line = analyst.best_line(game, &analysis, think)?;
        status.finish_and_clear();
        Ok(Found { analysis, line, seconds: clock.now().as_secs_f64() })
    }

    /// As JSON; docs/json.md describes it.
    pub(crate) fn told(&self, game: &Game) -> ToldAnalysis {
        ToldAnalysis::new(game, &self.analysis, &self.line, self.seconds)
    }

    fn text(&self, game: &Game, names: SideNames) -> String {
        let (value, best_value) = (self.analysis.value(), self.analysis.best_value());
        let mut text = format!("{} to move {}.\n", names.capital(game.turn()), sentence(value));
        for column in game.board().columns() {
            let _ = match self.analysis.of(column) {
                Some(value) => {
                    let score = value.score().map_or_else(|| "?".to_owned(), |score| format!("{score:+}"));
                    let best = match value == best_value {
                        // Another column may turn out to be better until none is open.
                        true if value.is_exact() && self.analysis.value() == value => "  best",
                        true if !is_unknown(value) => "  looks best",
                        _ => "",
                    };
                    writeln!(text, "column {column:>2}: {score:>4}  {value}{best}")
                }
                None => writeln!(text, "column {column:>2}: full"),
            };
        }
        if !self.line.is_empty() {
            let _ = writeln!(text, "best line: {}", moves::write(game.variant(), &self.line));
        }
        if let Some(points) = prose::points(game) {
            let _ = writeln!(text, "{} so far", prose::points_line(points, names));
        }
        let _ = writeln!(text, "{} nodes, {:.3} s", self.analysis.nodes, self.seconds);
        text
    }
}

/// Whether nobody has had the time to look.
fn is_unknown(value: Value) -> bool {
    !value.is_proven() && value.depth() == Some(0)
}

/// What a position is worth, after "red to move".
fn sentence(value: Value) -> String {
    match value {
        value if is_unknown(value) => "has not been looked at in the time given".to_owned(),
        Value::Tie | Value::Margin { score: 0 } => "ties with best play".to_owned(),
        Value::Between { .. } if !value.is_proven() => "is not decided in the time given".to_owned(),
        value => value.verb(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dropline_core::Variant;

    #[test]
    fn a_column_is_best_only_when_no_open_one_can_be_better() {
        let game = Game::new(Variant::STANDARD);
        let mut analysis = Analysis::new(&game);
        for column in game.legal_columns() {
            analysis.learn(column, Value::of_position(&game, -9));
        }
        let text = |analysis: &Analysis| {
            Found { analysis: analysis.clone(), line: Vec::new(), seconds: 0.0 }.text(&game, SideNames::RED_BLACK)
        };
        assert_eq!((text(&analysis).matches("  best\n").count(), text(&analysis).contains("looks")), (7, false));
        let mut open = Analysis::new(&game);
        open.learn(Column::from_index(0), Value::of_position(&game, -9));
        open.learn(Column::from_index(1), Value::Between { lower: -10, upper: -5 });
        assert!(text(&open).contains("column  1:   -9  loses in 13  looks best\n"), "{}", text(&open));
        assert!(!text(&open).contains("  best\n"), "{}", text(&open));
    }
}
