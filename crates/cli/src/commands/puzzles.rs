//! `dropline puzzles`: making, checking and listing puzzles.

mod make;

use crate::args::{FormatArgs, VariantArgs, whole};
use crate::{files, output, prose};
use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use dropline_core::Variant;
use dropline_engine::Think;
use dropline_engine::puzzle::{Puzzle, PuzzleBand, PuzzleError, PuzzleSet, PuzzleTheme, puzzle_analyst};
use rayon::prelude::*;
use serde::Serialize;
use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  dropline puzzles make --count 3 --variant 5x4c4 --seed 1
  dropline puzzles list                     how many there are in the program, and how hard
  dropline puzzles list --variant 7x6m4
  dropline puzzles check --sample 5         prove some of them anew

`dropline puzzle` gives them to be solved.";

/// Options of `dropline puzzles`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct PuzzlesArgs {
    #[command(subcommand)]
    command: PuzzlesCommand,
}

#[derive(Debug, Subcommand)]
enum PuzzlesCommand {
    /// Make puzzles from games of the levels; goes on where an interrupted making of the same file stopped
    #[command(
        after_help = "Examples:\n  dropline puzzles make --count 2 --variant 5x4c4 --seed 7 --format json\n  dropline puzzles make --count 2 --variant 5x4c4 --seed 7 --out 5x4.puzzles"
    )]
    Make(MakeArgs),
    /// Prove anew what puzzles say of their positions
    #[command(
        after_help = "Examples:\n  dropline puzzles check --variant 6x5c4 --sample 10\n  dropline puzzles check 5x4.puzzles"
    )]
    Check {
        /// How many to prove, evenly spread over the set [default: all]
        #[arg(long, value_name = "N", value_parser = whole(1_u32..))]
        sample: Option<u32>,
        #[command(flatten)]
        format: FormatArgs,
        #[command(flatten)]
        source: SourceArgs,
    },
    /// Tell how many puzzles there are of each theme and rating
    #[command(after_help = "Examples:\n  dropline puzzles list --variant 9x7c4 --format json")]
    List {
        #[command(flatten)]
        format: FormatArgs,
        #[command(flatten)]
        source: SourceArgs,
    },
}

/// The puzzles to make.
#[derive(Debug, Args)]
struct MakeArgs {
    /// How many puzzles
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole(1_u32..=1_000_000))]
    count: u32,
    /// Where chance comes from: the same seed makes the same puzzles
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = whole(0_u64..))]
    seed: u64,
    /// The file to write; while the work goes on, FILE.part remembers what is done [default: print them]
    #[arg(long, value_name = "FILE", conflicts_with = "format")]
    out: Option<PathBuf>,
    /// How many games are played at a time [default: one for each core]
    #[arg(long, value_name = "N", value_parser = whole(1_u16..=1024))]
    jobs: Option<u16>,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    variant: VariantArgs,
}

/// Which puzzles are meant.
#[derive(Debug, Args)]
pub(crate) struct SourceArgs {
    /// A file of puzzles [default: those in the program]
    #[arg(value_name = "FILE", conflicts_with_all = ["variant", "columns", "levels", "connect", "rules"])]
    file: Option<String>,
    #[command(flatten)]
    variant: VariantArgs,
}

impl SourceArgs {
    fn set(&self) -> Result<PuzzleSet> {
        match &self.file {
            Some(file) => read(file),
            None => Ok(embedded(self.variant.or(Variant::STANDARD)?)?.clone()),
        }
    }
}

/// The puzzles in a file.
pub(crate) fn read(file: &str) -> Result<PuzzleSet> {
    PuzzleSet::parse(&files::read_text(file)?).with_context(|| files::display_name(file).to_owned())
}

/// The puzzles of a variant in the program.
pub(crate) fn embedded(variant: Variant) -> Result<&'static PuzzleSet> {
    PuzzleSet::embedded(variant).with_context(|| {
        let known: Vec<String> = PuzzleSet::all_embedded().iter().map(|set| set.variant().to_string()).collect();
        format!(
            "there are no puzzles of {variant} in the program: choose one of {}, or make some with `dropline puzzles make`",
            known.join(", ")
        )
    })
}

pub(crate) fn run(args: &PuzzlesArgs) -> Result<ExitCode> {
    match &args.command {
        PuzzlesCommand::Make(args) => make::run(args),
        PuzzlesCommand::Check { source, sample, format } => check(&source.set()?, *sample, format.is_json()),
        PuzzlesCommand::List { source, format } => {
            list(&source.set()?, format.is_json())?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// What a check found, as JSON.
#[derive(Serialize)]
struct ToldPuzzleCheck {
    puzzles: usize,
    proven: usize,
    wrong: Vec<String>,
}

fn check(set: &PuzzleSet, sample: Option<u32>, json: bool) -> Result<ExitCode> {
    let step = sample.map_or(1, |count| set.puzzles().len().div_ceil(count as usize).max(1));
    let chosen: Vec<_> = set.puzzles().iter().step_by(step).collect();
    let bar = output::bar(chosen.len(), "puzzles")?;
    let prove = |puzzle: &Puzzle| -> Result<Option<String>> {
        let checked = puzzle.check(&mut puzzle_analyst(set.variant())?, &Think::default());
        bar.inc(1);
        match checked {
            Ok(()) => Ok(None),
            Err(error @ PuzzleError::Untrue { .. }) => Ok(Some(error.to_string())),
            Err(error) => Err(error.into()),
        }
    };
    let wrong: Vec<String> =
        chosen.par_iter().map(|puzzle| prove(puzzle)).filter_map(Result::transpose).collect::<Result<_>>()?;
    bar.finish_and_clear();
    let told = ToldPuzzleCheck { puzzles: set.puzzles().len(), proven: chosen.len() - wrong.len(), wrong };
    output::tell(json, &told, |told| {
        let wrong: String = told.wrong.iter().map(|sentence| format!("{sentence}\n")).collect();
        format!("{wrong}{} of {} puzzles proven, {} wrong\n", told.proven, told.puzzles, told.wrong.len())
    })?;
    Ok(if told.wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// How many puzzles there are, as JSON.
#[derive(Serialize)]
struct ToldPuzzleSet {
    variant: Variant,
    puzzles: usize,
    bands: Vec<ToldBand>,
}

/// How many puzzles there are in a band of ratings.
#[derive(Serialize)]
struct ToldBand {
    name: &'static str,
    from: u32,
    puzzles: usize,
    themes: Vec<(PuzzleTheme, usize)>,
}

fn list(set: &PuzzleSet, json: bool) -> Result<()> {
    let count = |band: PuzzleBand, theme: PuzzleTheme| {
        set.puzzles().iter().filter(|puzzle| puzzle.band() == band && puzzle.theme == theme).count()
    };
    let bands = PuzzleBand::ALL.into_iter().map(|band| {
        let themes: Vec<_> = PuzzleTheme::ALL.into_iter().map(|theme| (theme, count(band, theme))).collect();
        let puzzles = themes.iter().map(|(_, count)| count).sum();
        ToldBand { name: band.name(), from: band.from(), puzzles, themes }
    });
    let told = ToldPuzzleSet { variant: set.variant(), puzzles: set.puzzles().len(), bands: bands.collect() };
    output::tell(json, &told, |told| {
        let mut text = format!("{} of {}\n", prose::number_of(told.puzzles, "puzzle"), told.variant);
        for band in &told.bands {
            let themes = band.themes.iter().filter(|(_, count)| *count > 0);
            let themes: Vec<String> = themes.map(|(theme, count)| format!("{count} {}", theme.words())).collect();
            let _ =
                writeln!(text, "{:<8} from {:>4}: {:>5}  {}", band.name, band.from, band.puzzles, themes.join(", "));
        }
        text
    })
}
