//! Which position is meant: moves, or a file in any notation.

use crate::args::{NamesArgs, VariantArgs, one_of};
use crate::files::{self, STANDARD_INPUT};
use crate::output::say;
use crate::saved_game::SavedGame;
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use dropline_core::{Game, MaxFileProblem, Notation, NotationError, SideNames, Variant};
use std::path::Path;

/// The options that set up a position other than by its moves.
#[derive(Debug, Args)]
#[command(next_help_heading = "Where to start")]
pub(crate) struct SetupArgs {
    /// Start from a file: a saved game, a course's board file, a drawn board, a position key or moves, by its look (- reads standard input)
    #[arg(long, short = 'f', visible_alias = "file", value_name = "FILE", conflicts_with_all = ["grid", "key"])]
    load: Option<String>,
    /// How the file is written, where its look does not tell
    #[arg(long, value_name = "NOTATION", requires = "load", conflicts_with_all = ["moves", "grid", "key"], value_parser = one_of(NOTATIONS))]
    from: Option<Notation>,
    /// Start from a board drawn in text: a line for each level, top first, of . R B; then red or black to move (- reads standard input)
    #[arg(long, value_name = "FILE", conflicts_with = "key")]
    grid: Option<String>,
    /// Start from a position key, as `dropline show --to key` prints it
    #[arg(long, value_name = "KEY")]
    key: Option<String>,
}

const NOTATIONS: &[(&str, &str, Notation)] = &[
    ("course", "A board file of the course: rows of 0 1 2, then the digit of the next player", Notation::BoardFile),
    ("grid", "A board drawn in text", Notation::Grid),
    ("key", "A position key", Notation::Key),
    ("moves", "Columns from 1", Notation::Moves),
    ("json", "A saved game", Notation::Record),
];

impl SetupArgs {
    /// Whether a position is set up.
    pub(crate) const fn is_given(&self) -> bool {
        self.grid.is_some() || self.load.is_some() || self.key.is_some()
    }

    /// Whether standard input holds the position, and so nothing else.
    pub(crate) fn reads_standard_input(&self) -> bool {
        [&self.grid, &self.load].into_iter().flatten().any(|file| file == STANDARD_INPUT)
    }

    /// The file that holds one position or, as far as its notation is not said, a line of moves for each of many.
    pub(crate) fn lines(&self) -> Option<&str> {
        self.load.as_deref().filter(|_| matches!(self.from, None | Some(Notation::Moves)))
    }

    /// Whether a text that could be a line of moves for each position holds one in another notation, by its first line.
    pub(crate) fn holds_one(&self, first_line: &str, variant: Variant) -> bool {
        self.from.is_none() && is_one_position(first_line, variant)
    }

    /// The game meant: what was set up, or else `moves` from the empty board.
    pub(crate) fn game(&self, variant: &VariantArgs, moves: Option<&str>) -> Result<Game> {
        Ok(self.saved(variant, moves)?.game)
    }

    /// The game meant, with what was saved beside it.
    pub(crate) fn saved(&self, variant: &VariantArgs, moves: Option<&str>) -> Result<SavedGame> {
        let game = match self {
            SetupArgs { load: Some(file), from, .. } => {
                let (text, name) = (files::read_text(file)?, files::display_name(file));
                refuse_empty(&text, name)?;
                let notation = from.unwrap_or_else(|| Notation::of(&text));
                return read_saved(notation, &text, name, variant).map_err(|error| match (from, notation) {
                    (None, Notation::Moves) => anyhow!("{error:#} (read as moves; --from says how a file is written)"),
                    (None, Notation::Grid) => {
                        anyhow!("{error:#} (read as a drawn board; --from says how a file is written)")
                    }
                    _ => error,
                });
            }
            SetupArgs { grid: Some(file), .. } => {
                let (text, name) = (files::read_text(file)?, files::display_name(file));
                refuse_empty(&text, name)?;
                read(Notation::Grid, &text, name, variant)
            }
            SetupArgs { key: Some(key), .. } => read(Notation::Key, key, "the position key", variant),
            _ => read(Notation::Moves, moves.unwrap_or_default(), "the moves", variant).map_err(|error| {
                let moves = moves.unwrap_or_default();
                match moves.contains(['/', '\\']) || Path::new(moves).is_file() {
                    true => anyhow!("`{moves}` is not a list of moves such as 4453: --file {moves} reads a file"),
                    false => error,
                }
            }),
        };
        game.map(SavedGame::from)
    }
}

/// The game that a text stands for; `name` is what errors call it. Numbers of checkers that contradict a board file's digit are told of.
pub(crate) fn read(notation: Notation, text: &str, name: &str, variant: &VariantArgs) -> Result<Game> {
    let named = || name.to_owned();
    let reading = notation.parse(text, variant.sized()?).map_err(|error| match &error {
        NotationError::BoardFile(wrong)
            if matches!(wrong.problem, MaxFileProblem::FewRows { .. } | MaxFileProblem::ManyRows { .. }) =>
        {
            anyhow!("{name}: {error} (a board of another size than the course's needs --columns and --levels)")
        }
        _ => anyhow!(error).context(named()),
    })?;
    let variant = variant.or(reading.variant().with_context(named)?)?;
    let warning = reading.warning();
    let game = reading.game(variant).map_err(|error| match error {
        NotationError::OtherVariant { own, asked } => {
            anyhow!("{name} is a game of {own}, not of {asked}: leave out the options for the variant")
        }
        error => anyhow!(error).context(named()),
    })?;
    if let Some(warning) = warning {
        say(format_args!("dropline: warning: {name}: {warning}; the digit decides"));
    }
    Ok(game)
}

/// The game that a text stands for, with what was saved with it.
pub(crate) fn read_saved(notation: Notation, text: &str, name: &str, variant: &VariantArgs) -> Result<SavedGame> {
    let game = read(notation, text, name, variant)?;
    if notation == Notation::Record { SavedGame::parse(text, name) } else { Ok(game.into()) }
}

/// Refuses a file without anything in it, such as a program that was killed leaves behind. Moves that are none are written as `-`.
pub(crate) fn refuse_empty(text: &str, name: &str) -> Result<()> {
    match text.trim_start_matches('\u{feff}').trim().is_empty() {
        true => bail!("{name} is empty: there is no position in it"),
        false => Ok(()),
    }
}

/// Whether this is the first line of one position, not a line of moves: nobody plays column 0, so digits with a 0 among them are a row of a board file.
/// Where columns have two digits, a row is as long as the board is wide.
fn is_one_position(first_line: &str, variant: Variant) -> bool {
    let line = first_line.trim_start_matches('\u{feff}').trim();
    let is_row = line.contains('0')
        && line.chars().all(|c| c.is_ascii_digit())
        && (variant.columns() <= 9 || line.len() == variant.columns());
    is_row || Notation::of(line) != Notation::Moves
}

/// A position for commands that look at one: moves as an argument, or a set-up.
#[derive(Debug, Args)]
pub(crate) struct PositionArgs {
    /// The moves so far: columns from 1, as in 4453; with commas on boards wider than 9 (- or nothing: the empty board)
    #[arg(value_name = "MOVES", conflicts_with_all = ["grid", "load", "key"])]
    moves: Option<String>,
    #[command(flatten)]
    names: NamesArgs,
    #[command(flatten)]
    setup: SetupArgs,
    #[command(flatten)]
    variant: VariantArgs,
}

impl PositionArgs {
    /// The option that names the sides, and whether it is given.
    pub(crate) const fn names_given(&self) -> (&'static str, bool) {
        self.names.given()
    }

    /// The game, and the sides' names, if somebody or the file named them.
    pub(crate) fn game(&self) -> Result<(Game, Option<SideNames>)> {
        let saved = self.setup.saved(&self.variant, self.moves.as_deref())?;
        Ok((saved.game, self.names.names.or(saved.names)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_position_is_told_from_lines_of_moves_by_the_first_line() {
        let one = |line: &str, variant: &str| is_one_position(line, variant.parse().unwrap());
        for line in ["0000000", "0200000\r", "\u{feff}0000000", "{\"variant\":\"7x6c4\"}", "7x6c4:--", "..R....", "0"] {
            assert!(one(line, "7x6c4"), "{line}");
        }
        for line in ["4453", "-", "", "4453 10", "4,4,5", "1212121"] {
            assert!(!one(line, "7x6c4"), "{line}");
        }
        assert!(!one("10", "12x10c5"));
        assert!(one("000000000000", "12x10c5"));
    }
}
