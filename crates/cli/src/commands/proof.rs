//! `dropline proof`: checking the proofs of hard positions.

use crate::args::{FormatArgs, quantity, whole};
use crate::output;
use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use dropline_core::notation::from_json;
use dropline_engine::solver::{Certificate, CertificateAnswer, Solver, SolverOptions};
use dropline_engine::{Score, Think};
use rayon::prelude::*;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  dropline proof check 9x5.json
  dropline proof check 9x5.json --sample 200 --memory 1G

A certificate holds the answers that prove the score of a position too hard for one computer; python -m
dropline.cluster prove writes it.";

/// Options of `dropline proof`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ProofArgs {
    #[command(subcommand)]
    command: ProofCommand,
}

#[derive(Debug, Subcommand)]
enum ProofCommand {
    /// Put all answers of a certificate together anew, ask the solver for some of them anew, and compare
    #[command(
        after_help = "Examples:\n  dropline proof check 9x5.json --sample 0 --format json\n\nExit codes: 0 all well, 1 something is wrong, 2 it is no certificate."
    )]
    Check {
        /// The certificate
        file: PathBuf,
        /// How many answers to ask anew, evenly spread, each with an empty table
        #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole(0_usize..))]
        sample: usize,
        /// Memory for the table of each thread, as in 64M or 1G
        #[arg(long, value_name = "SIZE", default_value = "64M", value_parser = quantity::bytes)]
        memory: usize,
        #[command(flatten)]
        format: FormatArgs,
    },
}

/// What a check found, as JSON; docs/json.md describes it.
#[derive(Serialize)]
struct CheckedProof {
    score: Score,
    answers: usize,
    asked: usize,
    wrong: Vec<String>,
}

pub(crate) fn run(args: &ProofArgs) -> Result<ExitCode> {
    let ProofCommand::Check { file, sample, memory, format } = &args.command;
    let certificate = read(file)?;
    let name = || file.display().to_string();
    let mut wrong = certificate.problems().with_context(name)?;
    let chosen: Vec<&CertificateAnswer> = certificate.sample(*sample).collect();
    let bar = output::bar(chosen.len(), "answers")?;
    let options = SolverOptions { memory: *memory, ..SolverOptions::default() };
    let ask = |solver: &mut Solver, answer: &&CertificateAnswer| {
        let problem = answer.problem(solver, &Think::default());
        bar.inc(1);
        problem.transpose()
    };
    let found: Result<Vec<String>, _> =
        chosen.par_iter().map_init(|| Solver::new(options), ask).flatten_iter().collect();
    bar.finish_and_clear();
    wrong.extend(found.with_context(name)?);
    let told =
        CheckedProof { score: certificate.score(), answers: certificate.answers().len(), asked: chosen.len(), wrong };
    output::tell(format.is_json(), &told, |told| {
        let CheckedProof { score, answers, asked, wrong } = told;
        let problems: String = wrong.iter().map(|problem| format!("{problem}\n")).collect();
        format!("{problems}score {score}: {answers} answers folded, {asked} asked anew, {} wrong\n", wrong.len())
    })?;
    Ok(if told.wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn read(path: &Path) -> Result<Certificate> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    from_json(&text).with_context(|| format!("{} is no certificate", path.display()))
}
