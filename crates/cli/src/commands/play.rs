//! `dropline play`: a game between people and computers.

use crate::args::look::STYLES;
use crate::args::{
    ColorArgs, FormatArgs, NamesArgs, OpeningBookArgs, SetupArgs, VariantArgs, one_of, player, refuse_unused, whole,
};
use crate::commands::players::boards_of_players;
use crate::session::{JsonScreen, Session, SidePlayer, TextScreen};
use anyhow::{Result, bail};
use clap::Args;
use dropline_core::Rules;
use dropline_core::picture::{Look, Style};
use dropline_engine::{Spec, strongest};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::io::{self, IsTerminal};

/// The player that asks a person.
const PERSON: &str = "human";

/// The end of the help.
fn examples() -> String {
    format!(
        "\
Examples:
  dropline play                                       you are red, the strongest player is black
  dropline play --red random --black human            you are black
  dropline play --red human --black human --board bricks
  dropline play --variant 7x6m4                       Max-Connect: every line of four is a point
  dropline play --columns 10 --levels 8 --connect 5   five in line
  dropline play --red bad --black random --seed 7 --step
  dropline play --coach                               be asked to look again before a move that loses
  dropline play --moves 4453                          go on from a position
  dropline play --load game.json                      go on with a saved game: the same players, names and seed
  printf '4\\n4\\nquit\\n' | dropline play --black bad --format json

At a prompt, type a column or one of hint, why, analyze, undo, redo, moves, save FILE, board, new, players, help, resign, quit.
`dropline players` lists who can play, with their options.

Standard input may be a script: the same lines and seed make the same game, as long as no player thinks against \
the clock. When the input ends, so does the session (exit code 0).

{}",
        boards_of_players()
    )
}

/// Options of `dropline play`.
#[derive(Debug, Args)]
#[command(after_help = examples())]
pub(crate) struct PlayArgs {
    /// Who plays red, the first player, whatever it is called: human, or a player as in random or smart:depth=6 [default: human, against a computer]
    #[arg(long, value_name = "PLAYER", value_parser = player::<Spec>(), hide_possible_values = true)]
    red: Option<Spec>,
    /// Who plays black, the second player [default: the strongest there is, against a human]
    #[arg(long, value_name = "PLAYER", value_parser = player::<Spec>(), hide_possible_values = true)]
    black: Option<Spec>,
    /// What chance is drawn from: the same seed plays the same game [default: 0, or the saved game's]
    #[arg(long, value_name = "NUMBER", value_parser = whole(0_u64..))]
    seed: Option<u64>,
    /// Wait for Enter between the moves of computers
    #[arg(long)]
    step: bool,
    /// Ask people once to look again before a move that throws away a win or a tie; `why` tells the reason
    #[arg(long)]
    coach: bool,
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
    /// Start after these moves: columns from 1, as in 4453; with commas on boards wider than 9
    #[arg(long, value_name = "MOVES", conflicts_with_all = ["grid", "load", "key"], help_heading = "Where to start")]
    moves: Option<String>,
    #[command(flatten)]
    setup: SetupArgs,
    #[command(flatten)]
    book: OpeningBookArgs,
}

pub(crate) fn run(args: PlayArgs) -> Result<()> {
    args.format.refuse_for_scripts(&[("--board", args.board.is_some()), args.color.given()])?;
    let reads_input = args.setup.reads_standard_input();
    let mut saved = args.setup.saved(&args.variant, args.moves.as_deref())?;
    let variant = saved.game.variant();
    let [red, black] = saved.players.take().map_or([None, None], |players| players.map(Some));
    let players = both(args.red.or(red), args.black.or(black), variant.rules());
    let seed = args.seed.or(saved.seed).unwrap_or(0);
    (saved.seed, saved.names) = (Some(seed), args.names.names.or(saved.names));
    if reads_input && (args.step || players.iter().any(Spec::is_interactive)) {
        bail!("standard input cannot hold the position and the answers of a person: put the position into a file");
    }
    if players.iter().all(Spec::is_interactive) {
        refuse_unused(&[("--step", args.step)], "two people")?;
    }
    if !players.iter().any(Spec::is_interactive) {
        refuse_unused(&[("--coach", args.coach)], "two computers")?;
    }
    let book = args.book.choice(variant)?;
    let mut seeds = SplitMix64::seed_from_u64(seed);
    let [red, black] = players.map(|player| SidePlayer::new(player, variant, seeds.next_u64(), &book));
    let (seats, input, out) = ([red?, black?], io::stdin().lock(), io::stdout().lock());
    if args.format.is_json() {
        Session::new(saved, seats, args.step, input, JsonScreen(out)).with_book(book).with_coach(args.coach).run()?;
    } else {
        let look = Look { names: saved.names, ..args.color.look(false) };
        let style = args.board.unwrap_or(Style::Modern);
        let (picture, names) = (Some((style, look)), look.names(style));
        let typed = |is_given: bool, option: &'static str| if is_given { option } else { "" };
        let options = [typed(args.step, " --step"), typed(args.coach, " --coach"), &args.book.typed()].concat();
        let screen = TextScreen::new(out, picture, names, !io::stdin().is_terminal()).with_options(options);
        let session = Session::new(saved, seats, args.step, input, screen).with_book(book).with_names(names);
        session.with_coach(args.coach).run()?;
    }
    Ok(())
}

/// Both players: where one is not named, a person against a computer.
fn both(red: Option<Spec>, black: Option<Spec>, rules: Rules) -> [Spec; 2] {
    let against = |other: Option<&Spec>| match other {
        Some(spec) if spec.is_interactive() => strongest(rules),
        _ => PERSON.parse().unwrap_or_else(|_| strongest(rules)),
    };
    let red = red.unwrap_or_else(|| against(black.as_ref()));
    let black = black.unwrap_or_else(|| against(Some(&red)));
    [red, black]
}
