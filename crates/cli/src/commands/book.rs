//! `dropline book`: making and looking at opening books.

mod build;
mod part;

use crate::output;
use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use dropline_core::notation::key;
use dropline_core::{Game, Variant};
use dropline_engine::book::{Book, BookChoice, BookError, Key};
use dropline_engine::{Oracle, OracleOptions, Score, Think};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use serde::Serialize;
use std::fmt::Write;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// Bytes that tell a book from other files.
const BEGINNING: u64 = 8;

/// What to do with which book.
#[derive(Debug)]
pub(crate) enum BookOptions {
    Build(BuildOptions),
    Info {
        file: Option<PathBuf>,
        json: bool,
    },
    /// All positions, or a sample of so many.
    Verify {
        file: Option<PathBuf>,
        sample: Option<usize>,
    },
    Dump {
        file: Option<PathBuf>,
        format: DumpFormat,
    },
}

/// The book to make.
#[derive(Debug)]
pub(crate) struct BuildOptions {
    pub(crate) variant: Variant,
    pub(crate) nodes: u64,
    pub(crate) out: PathBuf,
    pub(crate) jobs: Option<usize>,
}

/// How to list a book.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum DumpFormat {
    /// Position key and score, separated by a blank
    Text,
    /// With a head line, separated by commas
    Csv,
}

/// What a book holds, as JSON; docs/json.md describes it.
#[derive(Serialize)]
struct Told {
    variant: Variant,
    nodes: u64,
    positions: usize,
    bytes: usize,
    /// How many positions have 0, 1, 2, … checkers.
    by_ply: Vec<usize>,
}

pub(crate) fn run(options: &BookOptions) -> Result<ExitCode> {
    match options {
        BookOptions::Build(options) => build::run(options),
        BookOptions::Info { file, json } => info(given_or_embedded(file.as_deref())?.as_ref(), *json),
        BookOptions::Verify { file, sample } => verify(given_or_embedded(file.as_deref())?.as_ref(), *sample),
        BookOptions::Dump { file, format } => dump(given_or_embedded(file.as_deref())?.as_ref(), *format),
    }
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

fn info(book: &Book, json: bool) -> Result<ExitCode> {
    let mut by_ply = vec![0; book.variant().cells()];
    for (key, _) in book.positions() {
        by_ply[book.game(key).board().checkers()] += 1;
    }
    while by_ply.last() == Some(&0) {
        by_ply.pop();
    }
    let told = Told { variant: book.variant(), nodes: book.nodes(), positions: book.len(), bytes: book.size(), by_ply };
    if json {
        output::write_json(&told)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut text = format!(
        "a book for {}: {} positions that take more than {} nodes, {} bytes\n",
        told.variant, told.positions, told.nodes, told.bytes
    );
    for (ply, count) in told.by_ply.iter().enumerate().filter(|&(_, &count)| count > 0) {
        let _ = writeln!(text, "after {ply} moves: {count}");
    }
    output::write(text)?;
    Ok(ExitCode::SUCCESS)
}

fn verify(book: &Book, sample: Option<usize>) -> Result<ExitCode> {
    let positions: Vec<(Key, Score)> = book.positions().collect();
    let step = match sample {
        None => 1,
        Some(0) => bail!("--sample must be 1 or more, not 0"),
        Some(count) => positions.len().div_ceil(count).max(1),
    };
    let chosen: Vec<(Key, Score)> = positions.into_iter().step_by(step).collect();
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} positions, {eta} left")?;
    let bar = ProgressBar::new(chosen.len() as u64).with_style(style);
    let solve = |oracle: &mut Option<Oracle>, &(key, score): &(Key, Score)| -> Result<Option<(Game, Score, Score)>> {
        let oracle = oracle.as_mut().context("the positions of this book cannot be solved")?;
        let game = book.game(key);
        let known = oracle.score(&game, &Think::default())?;
        bar.inc(1);
        let found = known.score().context("a search without limits came to no end")?;
        Ok((found != score).then_some((game, score, found)))
    };
    let wrong: Vec<(Game, Score, Score)> = chosen
        .par_iter()
        .map_init(|| Oracle::with(book.variant(), without_book()).ok(), solve)
        .filter_map(Result::transpose)
        .collect::<Result<_>>()?;
    bar.finish_and_clear();
    for (game, written, found) in &wrong {
        output::write(format!("{}: the book says {written}, solving gives {found}\n", key::write(game)))?;
    }
    output::write(format!("{} of {} positions verified, {} wrong\n", chosen.len(), book.len(), wrong.len()))?;
    Ok(if wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// A book is not asked about itself.
fn without_book() -> OracleOptions {
    OracleOptions { book: BookChoice::None, ..OracleOptions::default() }
}

fn dump(book: &Book, format: DumpFormat) -> Result<ExitCode> {
    let (head, separator) = match format {
        DumpFormat::Text => ("", ' '),
        DumpFormat::Csv => ("position,score\n", ','),
    };
    let mut text = String::from(head);
    for (key, score) in book.positions() {
        let _ = writeln!(text, "{}{separator}{score}", key::write(&book.game(key)));
    }
    output::write(text)?;
    Ok(ExitCode::SUCCESS)
}
