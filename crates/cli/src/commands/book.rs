//! `dropline book`: making and looking at opening books.

mod build;
mod complete;

use crate::args::{FormatArgs, VariantArgs, quantity, whole};
use crate::{output, prose};
use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand, ValueEnum};
use dropline_core::Variant;
use dropline_core::notation::key;
use dropline_engine::book::{Book, BookChoice, BookError, Key};
use dropline_engine::{Oracle, OracleOptions, Score, Think};
use rayon::prelude::*;
use serde::Serialize;
use std::fmt::Write;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

const EXAMPLES: &str = "\
Examples:
  dropline book build --variant 6x5c4 --nodes 10k --out 6x5.book
  dropline book complete 6x5.book --plies 6 --out 6x5c.book
  dropline book info                     the book in the program
  dropline book info 6x5.book
  dropline book verify 6x5.book --sample 100
  dropline book dump 6x5.book --format csv

A book holds the exact scores of the positions that take more than a number of nodes to solve, so that with it the empty
board and every position after one in the book are answered within that many. A book that is completed knows every
position of the first moves too. --book FILE asks it, in every command that has the option.";

/// Bytes that tell a book from other files.
const BEGINNING: u64 = 8;

/// Options of `dropline book`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct BookArgs {
    #[command(subcommand)]
    command: BookCommand,
}

#[derive(Debug, Subcommand)]
enum BookCommand {
    /// Make a book; goes on where an interrupted build of the same file stopped
    #[command(after_help = "Examples:\n  dropline book build --variant 5x4c4 --nodes 100 --out 5x4.book")]
    Build(BuildArgs),
    /// Add all positions of the first moves to a book; goes on where it was interrupted
    #[command(after_help = "Examples:\n  dropline book complete 5x4.book --plies 5 --out 5x4c.book")]
    Complete(CompleteArgs),
    /// Tell what a book holds
    #[command(after_help = "Examples:\n  dropline book info --format json")]
    Info {
        /// The book [default: the one for 7x6c4 in the program]
        file: Option<PathBuf>,
        #[command(flatten)]
        format: FormatArgs,
    },
    /// Solve positions of a book anew and compare
    #[command(
        after_help = "Examples:\n  dropline book verify --sample 20\n  dropline book verify 6x5.book --all --format json"
    )]
    Verify {
        /// The book [default: the one for 7x6c4 in the program]
        file: Option<PathBuf>,
        /// How many positions to solve, evenly spread over the book
        #[arg(long, value_name = "N", default_value_t = 100, conflicts_with = "all", value_parser = whole(0_usize..))]
        sample: usize,
        /// Solve every position
        #[arg(long)]
        all: bool,
        #[command(flatten)]
        format: FormatArgs,
    },
    /// List the positions of a book with their scores
    #[command(after_help = "Examples:\n  dropline book dump 6x5.book --format json")]
    Dump {
        /// The book [default: the one for 7x6c4 in the program]
        file: Option<PathBuf>,
        /// How to list them
        #[arg(long, value_enum, default_value_t = DumpFormat::Text)]
        format: DumpFormat,
    },
}

/// The book to make.
#[derive(Debug, Args)]
struct BuildArgs {
    /// How many nodes make a position hard, as in 500k or 2M
    #[arg(long, value_name = "NODES", default_value = "500k", value_parser = quantity::nodes)]
    nodes: u64,
    /// The file to write; while the build runs, FILE.part remembers what is done
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How many positions are solved at a time [default: one for each core]
    #[arg(long, value_name = "N", value_parser = whole(1_u16..=1024))]
    jobs: Option<u16>,
    #[command(flatten)]
    variant: VariantArgs,
}

/// The book to complete.
#[derive(Debug, Args)]
struct CompleteArgs {
    /// The book [default: the one for 7x6c4 in the program]
    file: Option<PathBuf>,
    /// Up to how many moves every position is to be known
    #[arg(long, value_name = "P", value_parser = whole(1_usize..))]
    plies: usize,
    /// The file to write; while it is being made, FILE.part remembers what is done
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How many positions are solved at a time [default: one for each core]
    #[arg(long, value_name = "N", value_parser = whole(1_u16..=1024))]
    jobs: Option<u16>,
}

/// How to list a book.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum DumpFormat {
    /// Position key and score, separated by a blank
    Text,
    /// With a head line, separated by commas
    Csv,
    /// One JSON object a line
    Json,
}

/// What a book holds, as JSON; docs/json.md describes it.
#[derive(Serialize)]
struct Told {
    variant: Variant,
    nodes: u64,
    positions: usize,
    /// Up to how many moves every position is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    complete: Option<usize>,
    bytes: usize,
    /// How many positions have 0, 1, 2, … checkers.
    by_ply: Vec<usize>,
}

/// What a check of a book found, as JSON.
#[derive(Serialize)]
struct ToldCheck {
    positions: usize,
    verified: usize,
    wrong: Vec<WrongEntry>,
}

/// A position about which a book is wrong.
#[derive(Serialize)]
struct WrongEntry {
    position: String,
    written: Score,
    found: Score,
}

pub(crate) fn run(args: &BookArgs) -> Result<ExitCode> {
    match &args.command {
        BookCommand::Build(args) => return build::run(args),
        BookCommand::Complete(args) => return complete::run(args),
        BookCommand::Info { file, format } => info(given_or_embedded(file.as_deref())?.as_ref(), format.is_json())?,
        BookCommand::Verify { file, sample, all, format } => {
            let book = given_or_embedded(file.as_deref())?;
            return verify(&book, (!all).then_some(*sample), format.is_json());
        }
        BookCommand::Dump { file, format } => dump(given_or_embedded(file.as_deref())?.as_ref(), *format)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The book in a file, or without one that of the standard board which the program holds.
fn given_or_embedded(path: Option<&Path>) -> Result<Arc<Book>> {
    match path {
        Some(path) => open(path),
        None => Book::embedded(Variant::STANDARD).context("this program was built without a book: name a FILE"),
    }
}

/// The book in a file.
pub(crate) fn open(path: &Path) -> Result<Arc<Book>> {
    let what = || format!("cannot read {}", path.display());
    let mut file = std::fs::File::open(path).with_context(what)?;
    let mut bytes = Vec::new();
    // What does not begin as a book does may have no end.
    file.by_ref().take(BEGINNING).read_to_end(&mut bytes).with_context(what)?;
    if !matches!(Book::from_bytes(bytes.clone()), Err(BookError::NotABook)) {
        file.read_to_end(&mut bytes).with_context(what)?;
    }
    Ok(Arc::new(Book::from_bytes(bytes).with_context(|| path.display().to_string())?))
}

fn info(book: &Book, json: bool) -> Result<()> {
    let mut by_ply = vec![0; book.variant().cells()];
    for (key, _) in book.positions() {
        by_ply[book.game(key).board().checkers()] += 1;
    }
    while by_ply.last() == Some(&0) {
        by_ply.pop();
    }
    let told = Told {
        variant: book.variant(),
        nodes: book.nodes(),
        positions: by_ply.iter().sum(),
        complete: book.complete(),
        bytes: book.size(),
        by_ply,
    };
    output::tell(json, &told, |told| {
        let mut text = format!("a book for {}: {}", told.variant, prose::number_of(told.positions, "position"));
        let _ = match told.complete {
            None => writeln!(text, " that take more than {} nodes, {} bytes", told.nodes, told.bytes),
            Some(plies) => writeln!(
                text,
                ", {} bytes; it knows every position of up to {}, and of later ones {} that take more than {} nodes",
                told.bytes,
                prose::number_of(plies, "move"),
                book.hard(),
                told.nodes
            ),
        };
        for (ply, count) in told.by_ply.iter().enumerate().filter(|&(_, &count)| count > 0) {
            let _ = writeln!(text, "after {}: {count}", prose::number_of(ply, "move"));
        }
        text
    })
}

fn verify(book: &Book, sample: Option<usize>, json: bool) -> Result<ExitCode> {
    let positions: Vec<(Key, Score)> = book.positions().collect();
    let count = positions.len();
    let step = match sample {
        None => 1,
        Some(0) => bail!("--sample must be 1 or more, not 0"),
        Some(wanted) => count.div_ceil(wanted).max(1),
    };
    let chosen: Vec<(Key, Score)> = positions.into_iter().step_by(step).collect();
    let bar = output::bar(chosen.len(), "positions")?;
    let solve = |oracle: &mut Option<Oracle>, &(key, score): &(Key, Score)| -> Result<Option<WrongEntry>> {
        let oracle = oracle.as_mut().context("the positions of this book cannot be solved")?;
        let game = book.game(key);
        let known = oracle.score(&game, &Think::default())?;
        bar.inc(1);
        let found = known.score().context("a search without limits came to no end")?;
        Ok((found != score).then(|| WrongEntry { position: key::write(&game), written: score, found }))
    };
    let wrong: Vec<WrongEntry> = chosen
        .par_iter()
        .map_init(|| Oracle::with(book.variant(), without_book()).ok(), solve)
        .filter_map(Result::transpose)
        .collect::<Result<_>>()?;
    bar.finish_and_clear();
    let told = ToldCheck { positions: count, verified: chosen.len(), wrong };
    output::tell(json, &told, |told| {
        let mut text = String::new();
        for WrongEntry { position, written, found } in &told.wrong {
            let _ = writeln!(text, "{position}: the book says {written}, solving gives {found}");
        }
        text + &format!("{} of {} positions verified, {} wrong\n", told.verified, told.positions, told.wrong.len())
    })?;
    Ok(if told.wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// A book is not asked about itself.
fn without_book() -> OracleOptions {
    OracleOptions { book: BookChoice::None, ..OracleOptions::default() }
}

fn dump(book: &Book, format: DumpFormat) -> Result<()> {
    let mut text = String::from(if let DumpFormat::Csv = format { "position,score\n" } else { "" });
    for (key, score) in book.positions() {
        let position = key::write(&book.game(key));
        let _ = match format {
            DumpFormat::Text => writeln!(text, "{position} {score}"),
            DumpFormat::Csv => writeln!(text, "{position},{score}"),
            DumpFormat::Json => writeln!(text, r#"{{"position":"{position}","score":{score}}}"#),
        };
    }
    output::write(text)
}
