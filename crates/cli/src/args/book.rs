//! `dropline book`: what is typed.

use crate::args::{FormatArgs, VariantArgs, quantity};
use crate::commands::book::{BookOptions, BuildOptions, DumpFormat};
use anyhow::Result;
use clap::{Args, Subcommand};
use dropline_core::Variant;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  dropline book build --variant 6x5c4 --nodes 10k --out 6x5.book
  dropline book info                     the book in the program
  dropline book info 6x5.book
  dropline book verify 6x5.book --sample 100
  dropline book dump 6x5.book --format csv

A book holds the exact scores of the positions that take more than a number of nodes to solve, so that with it every
position is answered within about that many. --book FILE uses it in analyze, explain and review.";

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
    Build {
        /// How many nodes make a position hard, as in 500k or 2M
        #[arg(long, value_name = "NODES", default_value = "500k", value_parser = quantity::nodes)]
        nodes: u64,
        /// The file to write; while the build runs, FILE.part remembers what is done
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        /// How many positions are solved at a time [default: one for each core]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
        jobs: Option<u16>,
        #[command(flatten)]
        variant: VariantArgs,
    },
    /// Tell what a book holds
    Info {
        /// The book [default: the one for 7x6c4 in the program]
        file: Option<PathBuf>,
        #[command(flatten)]
        format: FormatArgs,
    },
    /// Solve positions of a book anew and compare
    Verify {
        /// The book [default: the one for 7x6c4 in the program]
        file: Option<PathBuf>,
        /// How many positions to solve, evenly spread over the book
        #[arg(long, value_name = "N", default_value_t = 100, conflicts_with = "all")]
        sample: usize,
        /// Solve every position
        #[arg(long)]
        all: bool,
    },
    /// List the positions of a book with their scores
    Dump {
        /// The book [default: the one for 7x6c4 in the program]
        file: Option<PathBuf>,
        /// How to list them
        #[arg(long, value_enum, default_value_t = DumpFormat::Text)]
        format: DumpFormat,
    },
}

impl BookArgs {
    pub(crate) fn options(self) -> Result<BookOptions> {
        Ok(match self.command {
            BookCommand::Build { nodes, out, jobs, variant } => {
                let (variant, jobs) = (variant.or(Variant::STANDARD)?, jobs.map(usize::from));
                BookOptions::Build(BuildOptions { variant, nodes, out, jobs })
            }
            BookCommand::Info { file, format } => BookOptions::Info { file, json: format.is_json() },
            BookCommand::Verify { file, sample, all } => BookOptions::Verify { file, sample: (!all).then_some(sample) },
            BookCommand::Dump { file, format } => BookOptions::Dump { file, format },
        })
    }
}
