//! `dropline solve`: what is typed.

use crate::args::position::{self, is_one_position};
use crate::args::{OpeningBookArgs, SetupArgs, VariantArgs, one_of, quantity};
use crate::commands::solve::{NamedGame, SolveFormat, SolveLines, SolveOptions};
use crate::files::{self, STANDARD_INPUT};
use anyhow::{Context, Result, bail};
use clap::Args;
use dropline_core::{Notation, Rules, Variant};
use dropline_engine::solver::MaxSolverOptions;
use dropline_engine::solver::{Simd, SolverOptions, Techniques};
use dropline_engine::{OracleOptions, Strength};
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal};
use std::iter;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  dropline solve 4453                          the score for the side to move after these moves
  dropline solve --weak --variant 8x5c4 -      who wins from the empty board
  dropline solve --check --file positions.txt  compare with the scores in a file
  dropline solve --stats --format csv < games  nodes and microseconds as a table
  dropline solve --keeps --variant 6x4m4 -     Max-Connect: the final margin, and the columns that keep it
  dropline solve --time 1s --file input.txt    a course's board file, a drawn board or a saved game

Without MOVES, lines `MOVES [EXPECTED]` are read and `MOVES SCORE` is printed for each, in the same order; of several
words on a line the last is EXPECTED. At a terminal, the empty board is solved.
Score: 0 is a tie; k, the side to move wins with its k-th last checker; -k, it loses so. In Max-Connect it is the final
margin of points for the side to move. --no-book searches even where the opening book knows the answer.
Exit codes: 0 all well, 1 a check found differences, 2 a line could not be solved.";

/// The most memory for the table of Max-Connect, which grows as it is needed.
const MAX_MEMORY: usize = 2 << 30;

/// Options of `dropline solve`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct SolveArgs {
    /// The columns played, as in 4453 or 4,10,2; `-` is the empty board
    #[arg(allow_hyphen_values = true, value_name = "MOVES", conflicts_with_all = ["grid", "load", "key"])]
    moves: Option<String>,
    /// Only who wins: 1, 0 or -1 for the side to move
    #[arg(long)]
    weak: bool,
    /// Add nodes and microseconds
    #[arg(long)]
    stats: bool,
    /// Compare with EXPECTED and report every difference; exit code 1 if there is one
    #[arg(long, conflicts_with = "moves")]
    check: bool,
    /// Threads for one position
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
    /// Positions solved at the same time [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    jobs: Option<u32>,
    /// Table size, as in 64M or 1G; the default fits the processor's cache (Max-Connect: 2G, taken as needed)
    #[arg(long, value_name = "SIZE", value_parser = quantity::bytes)]
    memory: Option<usize>,
    /// Give up on a position after this time, as in 10s; the bounds proven until then are printed as LOW..HIGH
    #[arg(long, value_name = "TIME", value_parser = quantity::duration)]
    time: Option<Duration>,
    /// Add the columns that keep the score, as in keeps=3,4
    #[arg(long)]
    keeps: bool,
    /// The instructions to use [default: the best the processor has]
    #[arg(long, value_parser = one_of(SIMD))]
    simd: Option<Simd>,
    /// The techniques of the search, to measure them; scores are the same with each
    #[arg(long, default_value = "best", value_parser = one_of(TECHNIQUES))]
    techniques: ChosenTechniques,
    /// How to print
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = SolveFormat::Text)]
    format: SolveFormat,
    #[command(flatten)]
    setup: SetupArgs,
    #[command(flatten)]
    variant: VariantArgs,
    #[command(flatten)]
    book: OpeningBookArgs,
}

/// The instruction sets.
pub(crate) const SIMD: &[(&str, &str, Simd)] = &[
    ("portable", "Any processor", Simd::Portable),
    ("simd128", "128-bit vectors of 64-bit ARM and WebAssembly", Simd::Simd128),
    ("avx2", "256-bit vectors", Simd::Avx2),
    ("avx512", "512-bit vectors", Simd::Avx512),
];

/// The techniques; nothing for the best ones.
pub(crate) type ChosenTechniques = Option<Techniques>;

/// Sets of techniques.
pub(crate) const TECHNIQUES: &[(&str, &str, ChosenTechniques)] = &[
    ("best", "What pays on the board", None),
    ("all", "Everything: fewest nodes", Some(Techniques::ALL)),
    ("search", "Search without proofs by strategy", Some(SEARCH)),
    ("none", "Plain search", Some(Techniques::NONE)),
];

const SEARCH: Techniques = Techniques { enhanced_cutoffs: true, mirror: true, ..Techniques::NONE };

impl SolveArgs {
    pub(crate) fn options(self) -> Result<(SolveOptions, Option<SolveLines>)> {
        let threads = self.threads as usize;
        let processors = || std::thread::available_parallelism().map_or(1, usize::from);
        let jobs = self.jobs.map_or_else(|| (processors() / threads).max(1), |jobs| jobs as usize);
        let (one, lines) = self.asked()?;
        let jobs = if one.is_some() { 1 } else { jobs };
        let variant = one.as_ref().map_or_else(|| self.variant.or(Variant::STANDARD), |one| Ok(one.game.variant()))?;
        let plain = self.simd.is_none() && self.techniques.is_none() && threads == 1;
        if variant.rules() == Rules::Max && !plain {
            bail!("{variant} is solved by one thread without choices: leave --threads, --simd and --techniques out");
        }
        let max_memory = self.memory.unwrap_or(MAX_MEMORY / jobs);
        let options = SolveOptions {
            variant,
            jobs,
            keeps: self.keeps,
            one,
            oracle: OracleOptions {
                solver: SolverOptions {
                    memory: self.memory.unwrap_or(SolverOptions::MEMORY),
                    threads,
                    simd: self.simd,
                    techniques: self.techniques,
                    ..SolverOptions::default()
                },
                max_solver: MaxSolverOptions { memory: max_memory, ..MaxSolverOptions::default() },
                book: self.book.choice(variant)?,
            },
            strength: if self.weak { Strength::Winner } else { Strength::Score },
            stats: self.stats,
            check: self.check,
            time: self.time,
            format: self.format,
        };
        Ok((options, lines))
    }

    /// One position, or else lines of them. Lines are read as they come, so only the first can tell what the rest is.
    fn asked(&self) -> Result<(Option<NamedGame>, Option<SolveLines>)> {
        let game = || self.setup.game(&self.variant, self.moves.as_deref());
        let file = match (&self.moves, self.setup.is_given()) {
            (Some(moves), _) => return Ok((Some(NamedGame::of_moves(game()?, moves)), None)),
            (None, true) => self.setup.lines(),
            (None, false) if io::stdin().is_terminal() => return Ok((Some(NamedGame::of_moves(game()?, "")), None)),
            (None, false) => Some(STANDARD_INPUT),
        };
        let Some(file) = file else { return Ok((Some(NamedGame::set_up(game()?)), None)) };
        let mut input: Box<dyn BufRead + Send> = match file {
            STANDARD_INPUT => Box::new(BufReader::new(io::stdin())),
            _ => Box::new(BufReader::new(File::open(file).with_context(|| format!("cannot read {file}"))?)),
        };
        let first = files::lines(&mut input).next();
        let variant = self.variant.or(Variant::STANDARD)?;
        match first {
            Some(Ok(first)) if is_one_position(&first, variant) => {
                let text = first + "\n" + &files::rest(input, file)?;
                let name = files::display_name(file);
                let game = position::read(Notation::of(&text), &text, name, &self.variant)?;
                Ok((Some(NamedGame::set_up(game)), None))
            }
            Some(Err(error)) => Ok((None, Some(Box::new(iter::once(Err(error)))))),
            first => Ok((None, Some(Box::new(first.into_iter().chain(files::lines(input)))))),
        }
    }
}
