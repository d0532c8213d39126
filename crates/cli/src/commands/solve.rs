//! `dropline solve`: the exact score of positions.

mod lines;
mod output;

use crate::args::position;
use crate::args::{OpeningBookArgs, SetupArgs, VariantArgs, one_of, quantity, whole};
use crate::exit::in_words;
use crate::files::{self, STANDARD_INPUT};
use crate::output::say;
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use dropline_core::notation::key;
use dropline_core::notation::moves::{self, MovesError};
use dropline_core::{Column, Game, Notation, Rules, Variant};
use dropline_engine::solver::{MaxSolverOptions, Simd, Solution, SolveError, SolverOptions, Techniques};
use dropline_engine::{Limits, Oracle, OracleError, OracleOptions, Progress, Score, Strength, Think};
use indicatif::{ProgressBar, ProgressStyle};
use output::{SolveFormat, SolvedRow};
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::iter;
use std::process::ExitCode;
use std::time::{Duration, Instant};

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
    /// Add the nodes (positions visited) and microseconds
    #[arg(long)]
    stats: bool,
    /// Compare with EXPECTED and report every difference; exit code 1 if there is one
    #[arg(long, conflicts_with_all = ["moves", "grid", "key"])]
    check: bool,
    /// Threads for one position
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1_u32..=1024))]
    threads: u32,
    /// Positions solved at the same time [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = whole(1_u32..=1024))]
    jobs: Option<u32>,
    /// Memory for the table of positions, as in 64M or 1G; the default fits the processor's cache (Max-Connect: 2G, taken as needed)
    #[arg(long, value_name = "SIZE", value_parser = quantity::bytes)]
    memory: Option<usize>,
    /// Give up on a position after this time, as in 10s; the bounds proven until then are printed as LOW..HIGH
    #[arg(long, value_name = "TIME", value_parser = quantity::duration)]
    time: Option<Duration>,
    /// Add the columns that keep the score, as in keeps=3,4; keeps=? where --time is over before they are known
    #[arg(long)]
    keeps: bool,
    /// The instructions of the processor to use [default: the best the processor has]
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
    ("simd128", "128-bit vectors (x86-64 since 2008, 64-bit ARM, WebAssembly)", Simd::Simd128),
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

const SEARCH: Techniques =
    Techniques { enhanced_cutoffs: true, mirror: true, open_lines: true, recent_cuts: true, ..Techniques::NONE };

impl SolveArgs {
    const fn strength(&self) -> Strength {
        if self.weak { Strength::Winner } else { Strength::Score }
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
        let (name, variant) = (files::display_name(file), self.variant.or(Variant::STANDARD)?);
        let mut blank = 0;
        let first = loop {
            let line = files::lines(&mut input).next().transpose();
            match line.with_context(|| format!("cannot read {name}"))? {
                Some(line) if line.trim().is_empty() => blank += 1,
                line => break line,
            }
        };
        match first {
            None if file != STANDARD_INPUT => bail!("{name} is empty: there is no position in it"),
            Some(first) if self.setup.holds_one(&first, variant) => {
                let text = "\n".repeat(blank) + &first + "\n" + &files::rest(input, file)?;
                let game = position::read(Notation::of(&text), &text, name, &self.variant)?;
                Ok((Some(NamedGame::set_up(game)), None))
            }
            first => {
                let begin = iter::repeat_n(String::new(), blank).chain(first).map(Ok);
                Ok((None, Some(Box::new(begin.chain(files::lines(input))))))
            }
        }
    }
}

/// Lines with a position on each.
type SolveLines = Box<dyn Iterator<Item = io::Result<String>> + Send>;

/// A position and what it is called in the output.
#[derive(Clone)]
struct NamedGame {
    game: Game,
    /// Its moves or, if it was set up, its key.
    name: String,
    is_set_up: bool,
}

impl NamedGame {
    /// A position by the moves that were typed.
    fn of_moves(game: Game, moves: &str) -> NamedGame {
        let words: Vec<&str> = moves.split_whitespace().collect();
        let name = if words.is_empty() { "-".to_owned() } else { words.join(" ") };
        NamedGame { game, name, is_set_up: false }
    }

    /// A position from a file or a key; one that began on the empty board goes by its moves.
    fn set_up(game: Game) -> NamedGame {
        match game.starts_empty() {
            true => NamedGame::of_moves(game.clone(), &moves::write(game.variant(), game.moves())),
            false => NamedGame { name: key::write(&game), game, is_set_up: true },
        }
    }
}

/// What was asked for, with all that follows from it.
struct Solve {
    args: SolveArgs,
    variant: Variant,
    /// One position; otherwise lines are read.
    one: Option<NamedGame>,
    oracle: OracleOptions,
    jobs: usize,
}

/// Solves the one position, or those on the lines.
pub(crate) fn run(args: SolveArgs) -> Result<ExitCode> {
    let (one, lines) = args.asked()?;
    let lines = lines.unwrap_or_else(|| Box::new(iter::once(Ok(String::new()))));
    let solve = &Solve::new(args, one)?;
    let SolveArgs { format, stats, keeps, check, .. } = solve.args;
    let mut printer = output::Printer::new(io::stdout().lock(), format, stats, keeps)?;
    let mut tally = Tally::default();
    lines::in_order(
        lines,
        solve.jobs,
        || Oracle::with(solve.variant, solve.oracle.clone()),
        |oracle, line| solve.solve(oracle, line),
        |number, result| match result {
            Ok(Some(row)) => {
                tally.compared += u32::from(row.expected.is_some());
                if let Some(difference) = row.difference(check, solve.args.strength()) {
                    tally.differences += 1;
                    say(format_args!("dropline: {}{difference}", solve.place(number)));
                }
                printer.print(&row)
            }
            Ok(None) => Ok(()),
            Err(error) => {
                tally.errors += 1;
                say(format_args!("dropline: {}{}", solve.place(number), in_words(format!("{error:#}"))));
                Ok(())
            }
        },
    )?;
    printer.finish()?.flush()?;
    if check && tally.compared == 0 && tally.errors == 0 {
        bail!("there is nothing to check: --check compares the scores on lines `MOVES EXPECTED`, and no line has one");
    }
    Ok(tally.exit_code())
}

/// What went wrong, counted.
#[derive(Default)]
struct Tally {
    errors: u32,
    differences: u32,
    /// Lines with a score to compare with.
    compared: u32,
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

impl Solve {
    fn new(args: SolveArgs, one: Option<NamedGame>) -> Result<Solve> {
        if args.check && one.is_some() {
            bail!("--check compares the scores on lines `MOVES EXPECTED`, and this is one position without a score");
        }
        let threads = args.threads as usize;
        let processors = || std::thread::available_parallelism().map_or(1, usize::from);
        let jobs = args.jobs.map_or_else(|| (processors() / threads).max(1), |jobs| jobs as usize);
        let jobs = if one.is_some() { 1 } else { jobs };
        let variant = one.as_ref().map_or_else(|| args.variant.or(Variant::STANDARD), |one| Ok(one.game.variant()))?;
        let plain = args.simd.is_none() && args.techniques.is_none() && threads == 1;
        if variant.rules() == Rules::Max && !plain {
            bail!("{variant} is solved by one thread without choices: leave --threads, --simd and --techniques out");
        }
        let (simd, techniques) = (args.simd, args.techniques);
        let memory = args.memory.unwrap_or(SolverOptions::MEMORY);
        let max_memory = args.memory.unwrap_or(MAX_MEMORY / jobs);
        let oracle = OracleOptions {
            solver: SolverOptions { memory, threads, simd, techniques, ..SolverOptions::default() },
            max_solver: MaxSolverOptions { memory: max_memory, ..MaxSolverOptions::default() },
            book: args.book.choice(variant)?,
        };
        Ok(Solve { args, variant, one, oracle, jobs })
    }

    /// Where a line stands, in front of what is said about it; nothing for the one of the arguments.
    fn place(&self, number: usize) -> String {
        match self.args.setup.lines().filter(|&file| file != STANDARD_INPUT) {
            _ if self.one.is_some() => String::new(),
            Some(file) => format!("{file}: line {number}: "),
            None => format!("line {number}: "),
        }
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
        let misread = |error: MovesError| anyhow!("character {}: {}", error.place.character, error.problem);
        let game = Game::from_moves(self.variant, moves).map_err(misread)?;
        Ok(Some((NamedGame::of_moves(game, moves), expected)))
    }

    /// Solves one line; a blank one is nothing.
    fn solve(&self, oracle: &mut Result<Oracle, OracleError>, line: &str) -> Result<Option<SolvedRow>> {
        let Some((NamedGame { game, name, is_set_up }, expected)) = self.position(line)? else { return Ok(None) };
        let bar = if self.jobs == 1 { spinner() } else { ProgressBar::hidden() };
        let start = Instant::now();
        let tell = |news: &Progress| bar.set_message(describe(news, start.elapsed()));
        let oracle = oracle.as_mut().map_err(|error| match error {
            OracleError::Solve(SolveError::TooLarge { .. }) => {
                anyhow!("{error}; `dropline analyze` estimates on boards of any size")
            }
            _ => anyhow!("{error}"),
        })?;
        let limits = Limits { time: self.args.time, ..Limits::default() };
        let solved = oracle.solve(&game, self.args.strength(), &Think { limits, progress: &tell, ..Think::default() });
        let score = solved.as_ref().ok().filter(|_| self.args.keeps).and_then(Solution::score);
        let keeps = score.map_or(Ok(None), |score| self.keeping(oracle, &game, score, start));
        bar.finish_and_clear();
        let (Solution { lower, upper, nodes, elapsed, .. }, keeps) = (solved?, keeps?);
        Ok(Some(SolvedRow { name, is_set_up, lower, upper, nodes, elapsed, expected, keeps }))
    }

    /// The columns that keep a position's score, from the left; nothing if the time since the start is over before all are known.
    fn keeping(&self, oracle: &mut Oracle, game: &Game, score: i32, start: Instant) -> Result<Option<Vec<Column>>> {
        let mut keeping = Vec::new();
        for column in game.legal_columns() {
            let time = self.args.time.map(|time| time.saturating_sub(start.elapsed()));
            let think = Think { limits: Limits { time, ..Limits::default() }, ..Think::default() };
            match oracle.keeps(game, column, score, self.args.strength(), &think)? {
                Some(true) => keeping.push(column),
                Some(false) => {}
                None => return Ok(None),
            }
        }
        Ok(Some(keeping))
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

#[cfg(test)]
mod tests {
    use super::*;
    use dropline_core::Variant;

    #[test]
    fn search_leaves_out_proofs_by_strategy_and_nothing_else() {
        let best = Techniques::best_for(Variant::STANDARD);
        let without_proofs = Techniques {
            follow_up: false,
            base_inverse: false,
            pairing: false,
            free_columns: false,
            reserve: false,
            late: false,
            budget_lines: false,
            refutation: false,
            slow_vacant: SEARCH.slow_vacant,
            ..best
        };
        assert_eq!(SEARCH, without_proofs);
    }
}
