//! `dropline solve`: the exact score of positions.

mod lines;
mod output;

use crate::args::{VariantArgs, quantity};
use anyhow::{Context, Result};
use clap::ValueEnum;
use dropline_core::{Game, Variant};
use dropline_engine::solver::{Simd, Solution, SolveLimits, SolveProgress, Solver, SolverOptions};
use indicatif::{ProgressBar, ProgressStyle};
use output::{Format, Row};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Options of `dropline solve`.
///
/// Without MOVES, lines `MOVES [EXPECTED]` are read from a file or from standard input, and `MOVES SCORE` is printed for
/// each in the same order. Score: 0 is a tie; k, the side to move wins with its k-th last checker; -k, it loses so.
#[derive(Debug, clap::Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    variant: VariantArgs,
    /// The columns played, as in 4453 or 4,10,2; `-` is the empty board
    #[arg(allow_hyphen_values = true)]
    moves: Option<String>,
    /// Read positions from a file instead of standard input
    #[arg(long, short, value_name = "FILE", conflicts_with = "moves")]
    file: Option<PathBuf>,
    /// Only who wins: 1, 0 or -1 for the side to move
    #[arg(long)]
    weak: bool,
    /// Add nodes and microseconds
    #[arg(long)]
    stats: bool,
    /// Compare with EXPECTED and report every difference; exit code 1 if there is one
    #[arg(long)]
    check: bool,
    /// Threads for one position
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
    /// Positions solved at the same time [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    jobs: Option<u32>,
    /// Table size, as in 64M or 1G; the default fits the processor's cache
    #[arg(long, value_name = "SIZE", value_parser = quantity::bytes)]
    memory: Option<usize>,
    /// Give up on a position after this time, as in 10s; the bounds proven until then are printed as LOW..HIGH
    #[arg(long, value_name = "TIME", value_parser = quantity::duration)]
    time: Option<Duration>,
    /// Search even where an opening book knows the answer
    #[arg(long)]
    no_book: bool,
    /// The instructions to use [default: the best the processor has]
    #[arg(long, value_enum)]
    simd: Option<SimdArg>,
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Instruction sets as typed.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum SimdArg {
    /// Any processor
    Portable,
    /// 256-bit vectors
    Avx2,
    /// 512-bit vectors
    Avx512,
}

impl From<SimdArg> for Simd {
    fn from(simd: SimdArg) -> Simd {
        match simd {
            SimdArg::Portable => Simd::Portable,
            SimdArg::Avx2 => Simd::Avx2,
            SimdArg::Avx512 => Simd::Avx512,
        }
    }
}

/// What to do with each line.
struct Plan {
    variant: Variant,
    options: SolverOptions,
    weak: bool,
    time: Option<Duration>,
    check: bool,
    /// Whether a running solve tells about itself.
    progress: bool,
}

pub(crate) fn run(args: &SolveArgs) -> Result<ExitCode> {
    // No book exists yet; the option is there so that scripts can already say what they mean.
    let _ = args.no_book;
    let jobs =
        args.jobs.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), |jobs| jobs as usize);
    let jobs = if args.moves.is_some() { 1 } else { (jobs / args.threads as usize).max(1) };
    let plan = Plan {
        variant: args.variant.or(Variant::STANDARD)?,
        options: SolverOptions {
            memory: args.memory.unwrap_or(SolverOptions::MEMORY),
            threads: args.threads as usize,
            simd: args.simd.map(Simd::from),
            ..SolverOptions::default()
        },
        weak: args.weak,
        time: args.time,
        check: args.check,
        progress: jobs == 1,
    };
    let input: Box<dyn BufRead + Send> = match (&args.moves, &args.file) {
        (Some(moves), _) => {
            let moves = if moves.trim().is_empty() { "-" } else { moves };
            Box::new(io::Cursor::new(format!("{moves}\n")))
        }
        (None, Some(path)) => {
            Box::new(BufReader::new(File::open(path).with_context(|| format!("cannot read {}", path.display()))?))
        }
        (None, None) => Box::new(BufReader::new(io::stdin())),
    };
    let mut printer = output::Printer::new(io::stdout().lock(), args.format, args.stats)?;
    let mut tally = Tally::default();
    lines::in_order(
        input,
        jobs,
        || Solver::new(plan.options),
        |solver, line| plan.solve(solver, line),
        |number, result| match result {
            Ok(Some(row)) => {
                if let Some(difference) = row.difference(plan.check, plan.weak) {
                    tally.differences += 1;
                    anstream::eprintln!("dropline: line {number}: {difference}");
                }
                printer.print(&row)
            }
            Ok(None) => Ok(()),
            Err(error) => {
                tally.errors += 1;
                anstream::eprintln!("dropline: line {number}: {error:#}");
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

impl Plan {
    /// Solves one line; a blank one is nothing.
    fn solve(&self, solver: &mut Solver, line: &str) -> Result<Option<Row>> {
        let line = line.trim();
        if line.is_empty() {
            return Ok(None);
        }
        let (moves, expected) = match line.rsplit_once(char::is_whitespace) {
            Some((moves, expected)) => {
                let expected = expected.parse().with_context(|| format!("`{expected}` is not a score"))?;
                (moves.trim(), Some(expected))
            }
            None => (line, None),
        };
        let game = Game::from_moves(self.variant, moves)?;
        let bar = if self.progress { spinner() } else { ProgressBar::hidden() };
        let tell = |news: &SolveProgress| bar.set_message(describe(news));
        let limits = SolveLimits { time: self.time, progress: Some(&tell), ..SolveLimits::default() };
        let solved = if self.weak { solver.solve_weak(&game, &limits) } else { solver.solve(&game, &limits) };
        bar.finish_and_clear();
        let Solution { lower, upper, nodes, elapsed, .. } = solved?;
        Ok(Some(Row { moves: moves.to_owned(), lower, upper, nodes, elapsed, expected }))
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

fn describe(news: &SolveProgress) -> String {
    let seconds = news.elapsed.as_secs_f64();
    let bounds = if news.lower == i32::MIN {
        "no bounds yet".to_owned()
    } else {
        format!("score {}..{}", news.lower, news.upper)
    };
    format!(
        "{bounds}  {:.1} M nodes  {:.1} M/s  table {} %  {seconds:.0} s",
        news.nodes as f64 / 1e6,
        news.nodes as f64 / 1e6 / seconds.max(0.001),
        news.table_permille / 10,
    )
}
