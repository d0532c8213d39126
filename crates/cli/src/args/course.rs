//! `one-move` and `interactive`, under both names of the program: what is typed.

use crate::args::{ColorArgs, one_of, player, refuse_unused, whole};
use crate::commands::interactive::Interactive;
use crate::commands::one_move::OneMove;
use crate::course::{Course, CoursePicture, SearchDepth};
use crate::exit;
use crate::output::say;
use anyhow::Result;
use clap::{Args, Parser, Subcommand, ValueEnum};
use dropline_core::notation::maxconnect::LineEnds;
use dropline_core::picture::Style;
use dropline_core::{Variant, VariantError};
use dropline_engine::Spec;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write, stdin};
use std::path::PathBuf;
use std::process::ExitCode;

macro_rules! usage {
    ($program:literal) => {
        concat!(
            $program,
            " one-move [OPTIONS] INPUT OUTPUT DEPTH\n       ",
            $program,
            " interactive [OPTIONS] INPUT computer-next|human-next DEPTH"
        )
    };
}

/// The usage of both modes as parts of `dropline`.
pub(crate) const DROPLINE_USAGE: &str = usage!("dropline");

const MAXCONNECT4_USAGE: &str = usage!("maxconnect4");

const EXAMPLES: &str = "\
Examples:
  maxconnect4 one-move input.txt output.txt 5
  maxconnect4 interactive input.txt human-next 7
  maxconnect4 one-move input.txt output.txt 5 --player engine     the strongest instead of the published player

An input file that does not exist is an empty board with player 1 next.

Exit codes: 0 all went well, 2 the input or the arguments were wrong.";

/// The course program Max-Connect-4.
#[derive(Debug, Parser)]
#[command(name = "maxconnect4", version, override_usage = MAXCONNECT4_USAGE, after_help = EXAMPLES)]
#[command(propagate_version = true, disable_help_subcommand = true)]
pub(crate) struct MaxConnect4Args {
    #[command(subcommand)]
    pub(crate) mode: CourseMode,
}

#[derive(Debug, Subcommand)]
pub(crate) enum CourseMode {
    /// Read a board file, make one move, write the board
    #[command(override_usage = MAXCONNECT4_USAGE)]
    OneMove(OneMoveArgs),
    /// Play against the computer from a board file
    #[command(override_usage = MAXCONNECT4_USAGE)]
    Interactive(InteractiveArgs),
}

const ONE_MOVE_EXAMPLES: &str = "\
Examples:
  maxconnect4 one-move input.txt output.txt 5
  dropline one-move input.txt output.txt 5                     the same
  dropline one-move input.txt output.txt 5 --player engine     the strongest instead of the published player";

const INTERACTIVE_EXAMPLES: &str = "\
Examples:
  maxconnect4 interactive input.txt human-next 7
  dropline interactive input.txt computer-next 5               the same program; the computer begins";

/// Options of `one-move`.
#[derive(Debug, Args)]
#[command(after_help = ONE_MOVE_EXAMPLES)]
pub(crate) struct OneMoveArgs {
    /// The board file to read; one that does not exist is an empty board with player 1 next
    #[arg(value_name = "INPUT")]
    input: PathBuf,
    /// The board file to write; may be the same
    #[arg(value_name = "OUTPUT")]
    output: PathBuf,
    #[command(flatten)]
    course: CourseArgs,
}

/// Options of `interactive`.
#[derive(Debug, Args)]
#[command(after_help = INTERACTIVE_EXAMPLES)]
pub(crate) struct InteractiveArgs {
    /// The board file to start from; one that does not exist is an empty board with player 1 next
    #[arg(value_name = "INPUT")]
    input: PathBuf,
    /// Who has the next move, with the colour whose turn it is in the file
    #[arg(value_enum, value_name = "NEXT")]
    next: Next,
    /// Ask for columns from 0 instead of from 1
    #[arg(long)]
    zero_based: bool,
    #[command(flatten)]
    course: CourseArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Next {
    /// The computer (computer-first means the same)
    #[value(alias = "computer-first")]
    ComputerNext,
    /// The person (human-first means the same)
    #[value(alias = "human-first")]
    HumanNext,
}

/// What both modes take.
#[derive(Debug, Args)]
struct CourseArgs {
    /// How many moves the computer looks ahead, 1 or more
    #[arg(value_name = "DEPTH", allow_negative_numbers = true)]
    depth: SearchDepth,
    /// Who plays for the computer; a depth among its options gives way to DEPTH. As published if not given; max and engine play better
    #[arg(long, value_name = "PLAYER", default_value = "max:eval=classic", value_parser = player::<Spec>(), hide_possible_values = true)]
    player: Spec,
    /// How many in line make a point
    #[arg(long, value_name = "N", default_value_t = 4, allow_negative_numbers = true, value_parser = connect)]
    connect: usize,
    /// The size the board must have, as in 9x7 [default: the file's; 7x6 if there is none]
    #[arg(long, value_name = "COLUMNSxLEVELS", value_parser = size)]
    size: Option<Variant>,
    /// Refuse boards whose numbers of checkers contradict the next player's digit
    #[arg(long)]
    strict: bool,
    /// End the lines of written files with CRLF
    #[arg(long)]
    crlf: bool,
    /// What chance is drawn from, for players that use it
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = whole(0_u64..))]
    seed: u64,
    /// How the board is printed
    #[arg(long, value_name = "STYLE", default_value = "course", value_parser = one_of(BOARDS))]
    board: OurStyle,
    #[command(flatten)]
    color: ColorArgs,
}

/// One of our own styles; nothing for the course program's.
type OurStyle = Option<Style>;

const BOARDS: &[(&str, &str, OurStyle)] = &[
    ("course", "Digits in a frame, as the course program prints them", None),
    ("scaffold", "Plain ASCII, the letters of the sides", Some(Style::Scaffold)),
    ("scaffold-underscore", "The same on a base of +_+_+ instead of +-+-+", Some(Style::ScaffoldUnderscore)),
    ("bricks", "Bricks in brackets between walls", Some(Style::Bricks)),
    ("modern", "Round discs, last move highlighted", Some(Style::Modern)),
];

fn connect(text: &str) -> Result<usize, String> {
    let number: i64 = text.parse().map_err(|_| "a whole number, 1 or more".to_owned())?;
    let variant: Result<Variant, VariantError> = format!("1x1m{number}").parse();
    variant.map(Variant::connect).map_err(|error| error.to_string())
}

/// The size is kept as a variant of it; N is set later.
fn size(text: &str) -> Result<Variant, String> {
    format!("{text}m1").parse().map_err(|error| match error {
        VariantError::Syntax { .. } => "columns x levels, as in 7x6".to_owned(),
        error => error.to_string(),
    })
}

impl OneMoveArgs {
    pub(crate) fn options(self) -> Result<OneMove> {
        Ok(OneMove { course: self.course.options(self.input)?, output: self.output })
    }
}

impl InteractiveArgs {
    pub(crate) fn options(self) -> Result<Interactive> {
        Ok(Interactive {
            course: self.course.options(self.input)?,
            computer_next: self.next == Next::ComputerNext,
            zero_based: self.zero_based,
            folder: PathBuf::new(),
            echoed: stdin().is_terminal(),
        })
    }
}

impl CourseArgs {
    fn options(self, input: PathBuf) -> Result<Course> {
        if self.board.is_none() {
            refuse_unused(&[self.color.given()], "--board course")?;
        }
        let ours = |style| CoursePicture::Ours(style, self.color.look(false));
        Ok(Course {
            input,
            size: self.size,
            connect: self.connect,
            strict: self.strict,
            ends: if self.crlf { LineEnds::CrLf } else { LineEnds::Lf },
            player: self.player,
            depth: self.depth,
            seed: self.seed,
            picture: self.board.map_or(CoursePicture::Course, ours),
        })
    }
}

/// Says what is wrong with the arguments of `maxconnect4`, or gives the help that was asked for.
pub(crate) fn refuse(error: &clap::Error) -> ExitCode {
    refuse_with("maxconnect4", error, Some(MAXCONNECT4_USAGE))
}

/// Says what is wrong with the arguments of `dropline`: for the course program's modes always with the usage of both.
pub(crate) fn refuse_dropline(error: &clap::Error, mode: Option<&OsString>) -> ExitCode {
    let is_course = mode.is_some_and(|mode| mode == "one-move" || mode == "interactive");
    refuse_with("dropline", error, is_course.then_some(DROPLINE_USAGE))
}

fn refuse_with(program: &str, error: &clap::Error, usage: Option<&str>) -> ExitCode {
    const MORE: &str = "For more information, try";
    let text = error.render().ansi().to_string();
    match (usage, text.split_once(MORE)) {
        (Some(usage), Some((wrong, more))) if !text.contains(usage) => {
            say(format_args!("{wrong}Usage: {usage}\n\n{MORE}{}", more.trim_end()));
        }
        _ => match error.print().and_then(|()| io::stdout().flush()) {
            Err(problem) if !error.use_stderr() => return exit::report(program, Err(problem.into())),
            // A terminal that has gone away cannot be told anything.
            _ => {}
        },
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(u8::MAX))
}
