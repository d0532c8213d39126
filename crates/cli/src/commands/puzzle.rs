//! `dropline puzzle`: solving puzzles line by line.

use super::puzzles::{embedded, read};
use crate::args::look::STYLES;
use crate::args::{ColorArgs, FormatArgs, NamesArgs, VariantArgs, one_of, read_saved, refuse_empty, whole};
use crate::files::{self, KeptProgress};
use crate::output::{self, say};
use crate::prose;
use crate::session::{playable, read_line};
use anyhow::{Context, Result, bail};
use clap::Args;
use dropline_core::picture::{self, Look, Style, View};
use dropline_core::{Column, Notation, SideNames, Variant};
use dropline_engine::analysis::{Analyst, Value};
use dropline_engine::puzzle::{
    Day, Puzzle, PuzzleAnswer, PuzzleAttempt, PuzzleError, PuzzleProgress, PuzzleSet, PuzzleTheme, PuzzleWish,
    puzzle_analyst,
};
use dropline_engine::told::ToldPuzzle;
use dropline_engine::{Limits, Oracle, Review, Think};
use serde::Serialize;
use std::io::{self, IsTerminal};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

const EXAMPLES: &str = "\
Examples:
  dropline puzzle                           one about as hard as you are good
  dropline puzzle --theme zugzwang
  dropline puzzle --rating 1800 --variant 6x5c4
  dropline puzzle --today                   the puzzle of the day, the same for everybody
  dropline puzzle --from-game game.json     the mistakes of a game
  printf '4\\nhint\\nquit\\n' | dropline puzzle --today=2026-11-16 --format json

At a prompt, type a column or one of hint, solution, board, next, quit. A wrong column shows how it is refuted, and is taken back. Your rating, on the scale of the levels, and your streaks are kept on this device; the first try at a puzzle counts.";

/// Options of `dropline puzzle`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct PuzzleArgs {
    /// Only puzzles about this
    #[arg(long, value_name = "THEME", value_parser = one_of(THEMES))]
    theme: Option<PuzzleTheme>,
    /// About this hard, on the scale of the levels [default: your own rating]
    #[arg(long, value_name = "R", value_parser = whole(0..=9999_u16))]
    rating: Option<u16>,
    /// The puzzle of today, in Greenwich, or of another date as in 2026-11-16
    #[arg(long, value_name = "DATE", num_args = 0..=1, require_equals = true, conflicts_with_all = ["theme", "rating", "seed"])]
    today: Option<Option<Day>>,
    /// Puzzles from the mistakes of a game, in any notation; they do not count
    #[arg(long, value_name = "FILE", conflicts_with_all = ["theme", "rating", "today", "set", "seed"])]
    from_game: Option<String>,
    /// Puzzles from a file of `dropline puzzles make` [default: those in the program]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["variant", "columns", "levels", "connect", "rules"])]
    set: Option<String>,
    /// What chance is drawn from [default: how many puzzles you have tried]
    #[arg(long, value_name = "NUMBER", value_parser = whole(0_u64..))]
    seed: Option<u64>,
    /// How the board is drawn [default: modern]
    #[arg(long, value_name = "STYLE", value_parser = one_of(STYLES))]
    board: Option<Style>,
    #[command(flatten)]
    color: ColorArgs,
    #[command(flatten)]
    names: NamesArgs,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    variant: VariantArgs,
}

const THEMES: &[(&str, &str, PuzzleTheme)] = &[
    ("double-threat", "Two ways to complete a line at once", PuzzleTheme::DoubleThreat),
    ("forced-win", "Every answer is forced, up to the win", PuzzleTheme::ForcedWin),
    ("zugzwang", "The other side runs out of moves", PuzzleTheme::Zugzwang),
    ("only-defence", "The one column that saves the tie", PuzzleTheme::OnlyDefence),
    ("sacrifice", "A threat is given up", PuzzleTheme::Sacrifice),
    ("plan", "A plan that needs no looking ahead", PuzzleTheme::Plan),
    ("points", "Max-Connect: more points in the end", PuzzleTheme::Points),
];

/// The most time for a proof. The puzzles in the program take far less; the mistakes of a game may take longer.
const PROOF: Duration = Duration::from_secs(5);

/// Whether there is another puzzle to be solved.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Another,
    Leave,
}

/// What is told, as JSON.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case", tag = "event")]
enum Told<'a> {
    Puzzle {
        #[serde(flatten)]
        puzzle: ToldPuzzle,
    },
    Answer {
        column: Column,
        #[serde(flatten)]
        answer: &'a PuzzleAnswer,
    },
    Hint {
        #[serde(skip_serializing_if = "Option::is_none")]
        theme: Option<PuzzleTheme>,
        #[serde(skip_serializing_if = "Option::is_none")]
        column: Option<Column>,
    },
    Solution {
        line: &'a [Column],
    },
    Refused {
        problem: &'a str,
    },
    Progress {
        solved: bool,
        counted: bool,
        rating: f64,
        deviation: f64,
        streak: u32,
        longest_streak: u32,
    },
}

/// Somebody who solves puzzles.
struct Desk {
    json: bool,
    style: Style,
    look: Look,
    names: SideNames,
    echo: bool,
    progress: KeptProgress<PuzzleProgress>,
    /// Whether what is solved here is kept.
    counts: bool,
    day: Option<Day>,
    analyst: Analyst,
}

pub(crate) fn run(args: &PuzzleArgs) -> Result<()> {
    args.format.refuse_for_scripts(&[("--board", args.board.is_some()), args.color.given(), args.names.given()])?;
    let mut problems = Vec::new();
    let progress = KeptProgress::read(&mut problems);
    problems.iter().for_each(|problem| say(format_args!("dropline: {problem}")));
    let style = args.board.unwrap_or(Style::Modern);
    let look = Look { names: args.names.names, ..args.color.look(false) };
    let day = args.today.map(|day| day.unwrap_or_else(today));
    let mut own = args.from_game.as_deref().map(|game| mistakes(game, args)).transpose()?;
    let set = match (&args.set, &own) {
        (_, Some((set, _))) => set.clone(),
        (Some(file), None) => read(file)?,
        (None, None) => embedded(args.variant.or(Variant::STANDARD)?)?.clone(),
    };
    let mut desk = Desk {
        json: args.format.is_json(),
        style,
        look,
        names: look.names(style),
        echo: !io::stdin().is_terminal(),
        counts: own.is_none(),
        analyst: match own.take() {
            Some((_, analyst)) => analyst,
            None => puzzle_analyst(set.variant())?,
        },
        progress,
        day,
    };
    if let Some(day) = day {
        let puzzle = set.of_the_day(day).context("there is no puzzle in the set")?;
        return desk.solve(puzzle).map(|_| ());
    }
    if !desk.counts {
        for puzzle in set.puzzles() {
            if desk.solve(puzzle)? == Next::Leave {
                break;
            }
        }
        return Ok(());
    }
    let wish = PuzzleWish { theme: args.theme, rating: args.rating.map(f64::from) };
    let mut given = Vec::new();
    loop {
        let seed = args.seed.unwrap_or(desk.progress.now().tried() as u64);
        let Some(puzzle) = set.next(desk.progress.now(), wish, &given, seed) else {
            let with = args.theme.map_or_else(String::new, |theme| format!(" with the theme {}", theme.words()));
            if args.theme.is_some_and(|theme| set.puzzles().iter().all(|puzzle| puzzle.theme != theme)) {
                let variant = set.variant();
                let themes = THEMES.iter().filter(|(.., theme)| set.puzzles().iter().any(|one| one.theme == *theme));
                let names: Vec<&str> = themes.map(|(name, ..)| *name).collect();
                bail!("there is no puzzle of {variant}{with}: choose one of {}, or another board", names.join(", "));
            }
            bail!("there is no puzzle of {}{with} left that you have not tried", set.variant());
        };
        given.push(puzzle.id());
        if desk.solve(puzzle)? == Next::Leave {
            return Ok(());
        }
    }
}

/// The date in Greenwich.
pub(crate) fn today() -> Day {
    Day::of_unix_time(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs())
}

fn thinking() -> Think<'static> {
    Think { limits: Limits { time: Some(PROOF), ..Limits::default() }, ..Think::default() }
}

/// The mistakes of the game in a file that are puzzles, and who can solve them.
fn mistakes(file: &str, args: &PuzzleArgs) -> Result<(PuzzleSet, Analyst)> {
    let text = files::read_text(file)?;
    let name = files::display_name(file);
    refuse_empty(&text, name)?;
    let game = read_saved(Notation::of(&text), &text, name, &args.variant)?.game;
    let mut analyst = Analyst::exact(Oracle::new(game.variant())?);
    let bar = output::bar(game.moves().len(), "moves")?;
    let time = Review::TIME_FOR_MOVE * u32::try_from(game.moves().len()).unwrap_or(u32::MAX);
    let think = Think { limits: Limits { time: Some(time), ..Limits::default() }, ..Think::default() };
    let review = Review::of(&game, &mut analyst, &think, &mut |_| bar.inc(1))?;
    bar.finish_and_clear();
    let puzzles = Puzzle::from_review(&game, &review, &mut analyst, &thinking())?;
    if puzzles.is_empty() {
        bail!(
            "no move of this game is a mistake where one column alone was right: `dropline review --load {file}` says more"
        );
    }
    Ok((PuzzleSet::new(game.variant(), puzzles), analyst))
}

impl Desk {
    /// Lets somebody solve a puzzle.
    fn solve(&mut self, puzzle: &Puzzle) -> Result<Next> {
        puzzle.check(&mut self.analyst, &thinking()).context("this puzzle is refused")?;
        let (mut attempt, mut failed, mut hinted) = (PuzzleAttempt::new(puzzle), false, false);
        self.tell(&Told::Puzzle { puzzle: ToldPuzzle::task(puzzle) }, || introduction(puzzle, self.names))?;
        self.draw(&attempt)?;
        while !attempt.is_solved() {
            let Some(line) = self.ask("Your move: ")? else { return Ok(Next::Leave) };
            match line.to_lowercase().as_str() {
                "" => {}
                "quit" | "q" | "exit" => return Ok(Next::Leave),
                "next" | "n" => return Ok(Next::Another),
                "board" => self.draw(&attempt)?,
                "hint" => self.hint(puzzle, &mut attempt, std::mem::replace(&mut hinted, true))?,
                "solution" => {
                    let line = attempt.solution(&mut self.analyst, &thinking())?;
                    self.tell(&Told::Solution { line: &line }, || {
                        format!("Best play from here: {}.\n", columns(&line))
                    })?;
                }
                _ => self.play(&line, &mut attempt)?,
            }
            if !attempt.is_clean() && !std::mem::replace(&mut failed, true) {
                self.record(puzzle, false)?;
            }
        }
        self.draw(&attempt)?;
        if !failed {
            self.record(puzzle, true)?;
        }
        if self.day.is_some() {
            return Ok(Next::Leave);
        }
        let line = self.ask("Solved. Enter gives another puzzle, quit leaves: ")?;
        let leaves = line.is_none_or(|line| ["quit", "q", "exit"].contains(&line.to_lowercase().as_str()));
        Ok(if leaves { Next::Leave } else { Next::Another })
    }

    /// Names the theme, and the column to those who ask again.
    fn hint(&mut self, puzzle: &Puzzle, attempt: &mut PuzzleAttempt, again: bool) -> Result<()> {
        if !again {
            let words = || format!("The theme is: {}. Another hint names the column.\n", puzzle.theme.words());
            return self.tell(&Told::Hint { theme: Some(puzzle.theme), column: None }, words);
        }
        let column = attempt.hint(&mut self.analyst, &thinking())?;
        self.tell(&Told::Hint { theme: None, column: Some(column) }, || format!("Column {column}.\n"))
    }

    /// Plays what was typed, if it is a column.
    fn play(&mut self, line: &str, attempt: &mut PuzzleAttempt) -> Result<()> {
        let game = attempt.game().clone();
        let Some(column) = line.parse().ok().and_then(Column::from_number) else {
            let possible = playable(&game);
            return self.refuse(format!(
                "`{line}` is not possible here: type a column ({possible}), hint, solution, board, next or quit"
            ));
        };
        let answer = match attempt.play(column, &mut self.analyst, &thinking()) {
            Err(PuzzleError::Play(error)) => return self.refuse(prose::refusal(&game, error)),
            answer => answer?,
        };
        let names = self.names;
        self.tell(&Told::Answer { column, answer: &answer }, || match &answer {
            PuzzleAnswer::Right { reply } => {
                format!("Column {column} is right. {} replies in column {reply}.\n", names.capital(game.turn().other()))
            }
            PuzzleAnswer::Solved { .. } => format!("Column {column} is right, and all is found.\n"),
            PuzzleAnswer::Wrong { value, line } => wrong(column, *value, line),
        })?;
        if let PuzzleAnswer::Right { .. } = answer { self.draw(attempt) } else { Ok(()) }
    }

    /// Keeps how the first try at a puzzle went, and tells what came of it.
    fn record(&mut self, puzzle: &Puzzle, solved: bool) -> Result<()> {
        let (mut before, mut counted) = (self.progress.now().rating(), false);
        if self.counts {
            self.progress.change(|progress| {
                before = progress.rating();
                counted = progress.record(puzzle, solved, self.day);
            });
        }
        let progress = self.progress.now();
        let (rating, streak) = (progress.rating(), progress.streak());
        let told = Told::Progress {
            solved,
            counted,
            rating: rating.rating.round(),
            deviation: rating.deviation.round(),
            streak,
            longest_streak: progress.longest_streak(),
        };
        self.tell(&told, || match counted {
            true => format!(
                "Your rating: {:.0} ({:+.0}), {streak} in a row.\n",
                rating.rating,
                rating.rating.round() - before.rating.round()
            ),
            false => String::new(),
        })
    }

    fn refuse(&self, problem: String) -> Result<()> {
        self.tell(&Told::Refused { problem: &problem }, || format!("{problem}.\n"))
    }

    fn tell(&self, told: &Told<'_>, words: impl FnOnce() -> String) -> Result<()> {
        output::tell(self.json, told, |_| words())
    }

    fn draw(&self, attempt: &PuzzleAttempt) -> Result<()> {
        if self.json { Ok(()) } else { output::write(picture::draw(&View::of(attempt.game()), self.style, self.look)) }
    }

    /// The next line; nothing at the end of the input.
    fn ask(&self, prompt: &str) -> Result<Option<String>> {
        if !self.json {
            output::write(prompt)?;
        }
        let line = read_line(&mut io::stdin().lock())?;
        if self.echo && !self.json {
            output::write(format!("{}\n", line.as_deref().unwrap_or_default()))?;
        }
        Ok(line.map(|line| line.trim().to_owned()))
    }
}

fn introduction(puzzle: &Puzzle, names: SideNames) -> String {
    let side = names.capital(puzzle.game().turn());
    let rated = match puzzle.rating.deviation {
        deviation if deviation < 300.0 => format!(", rated {:.0}", puzzle.rating.rating),
        _ => String::new(),
    };
    format!("Puzzle {}{rated}. {side} to move: {}.\n", puzzle.id(), puzzle.task())
}

fn wrong(column: Column, value: Value, line: &[Column]) -> String {
    let end = if line.is_empty() { String::new() } else { format!(" The answer: {}.", columns(line)) };
    format!("Column {column} {}.{end} It is taken back.\n", value.verb())
}

fn columns(line: &[Column]) -> String {
    line.iter().map(Column::to_string).collect::<Vec<_>>().join(", ")
}
