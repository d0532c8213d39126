//! What the arena says to a program.

use super::VERSION;
use super::answer::shortened;
use dropline_core::{Game, GridError, MovesError, Side, Variant, VariantError, notation};
use dropline_engine::Limits;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// One line from the arena to a program.
///
/// ```
/// use dropline_arena::protocol::ProtocolRequest;
/// use dropline_core::{Game, Variant};
/// let request = ProtocolRequest::Position(Box::new(Game::from_moves("4x3c3".parse()?, "2213")?));
/// assert_eq!(request.to_string(), "position ..../.B../RRB. red 2213");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum ProtocolRequest {
    /// A new game begins; the program answers `ready`.
    Game {
        /// What is played.
        variant: Variant,
        /// Chance should come from this.
        seed: u64,
    },
    /// Where the game stands.
    Position(Box<Game>),
    /// Think within these limits and answer with `move`.
    Go(Limits),
    /// Answer now.
    Stop,
    /// The end.
    Quit,
}

/// Why a line is no request.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RequestError {
    /// The first word is unknown.
    #[error("{} is not a command: game, position, go, stop or quit", if .0.is_empty() { "an empty line".to_owned() } else { format!("`{}`", shortened(.0)) })]
    Word(String),
    /// A field is missing.
    #[error("`{command}` needs {field}")]
    Missing {
        /// The command.
        command: &'static str,
        /// What it needs.
        field: &'static str,
    },
    /// A field is not a number in range.
    #[error("`{value}` is not {expected}: write a whole number, 0 or more")]
    Number {
        /// What was given.
        value: String,
        /// What would be right.
        expected: &'static str,
    },
    /// The other side speaks a later protocol.
    #[error("protocol {0} is not known here: the latest is {VERSION}")]
    Version(u32),
    /// The variant cannot be read.
    #[error(transparent)]
    Variant(#[from] VariantError),
    /// The grid cannot be read.
    #[error("the grid: {0}")]
    Grid(#[from] GridError),
    /// The side is neither red nor black.
    #[error(transparent)]
    Side(#[from] dropline_core::SideError),
    /// The moves cannot be played.
    #[error("the moves: {0}")]
    Moves(#[from] MovesError),
    /// The moves lead to another position than the grid shows.
    #[error("the moves do not lead to the grid")]
    Differ,
    /// `position` came before `game`.
    #[error("`position` needs a `game` before it")]
    NoGame,
}

impl fmt::Display for ProtocolRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProtocolRequest::Game { variant, seed } => write!(f, "game {variant} seed {seed} protocol {VERSION}"),
            ProtocolRequest::Position(game) => {
                let grid = notation::grid::write(game.board(), game.turn());
                let rows: Vec<&str> = grid.lines().take(game.variant().levels()).collect();
                write!(f, "position {} {} ", rows.join("/"), game.turn())?;
                if !game.starts_empty() || game.moves().is_empty() {
                    return f.write_str("-");
                }
                f.write_str(&notation::moves::write(game.variant(), game.moves()))
            }
            ProtocolRequest::Go(limits) => {
                f.write_str("go")?;
                if let Some(time) = limits.time {
                    write!(f, " time {}", time.as_millis())?;
                }
                if let Some(depth) = limits.depth {
                    write!(f, " depth {depth}")?;
                }
                match limits.nodes {
                    Some(nodes) => write!(f, " nodes {nodes}"),
                    None => Ok(()),
                }
            }
            ProtocolRequest::Stop => f.write_str("stop"),
            ProtocolRequest::Quit => f.write_str("quit"),
        }
    }
}

impl ProtocolRequest {
    /// Reads a line; a position is one of the variant of the game in progress.
    pub fn read(line: &str, variant: Option<Variant>) -> Result<ProtocolRequest, RequestError> {
        let mut words = line.split_whitespace();
        match words.next().unwrap_or_default() {
            "game" => read_game(words),
            "position" => read_position(words, variant.ok_or(RequestError::NoGame)?),
            "go" => read_go(words),
            "stop" => Ok(ProtocolRequest::Stop),
            "quit" => Ok(ProtocolRequest::Quit),
            other => Err(RequestError::Word(other.to_owned())),
        }
    }
}

fn read_game<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<ProtocolRequest, RequestError> {
    let variant =
        words.next().ok_or(RequestError::Missing { command: "game", field: "a variant, as in 7x6c4" })?.parse()?;
    let mut seed = 0;
    while let Some(key) = words.next() {
        let value = words.next().unwrap_or_default();
        match key {
            "seed" => seed = number("game", value, "a seed")?,
            "protocol" => match number("game", value, "a protocol version")? {
                version if version > VERSION => return Err(RequestError::Version(version)),
                _ => {}
            },
            _ => {}
        }
    }
    Ok(ProtocolRequest::Game { variant, seed })
}

fn read_position<'a>(
    mut words: impl Iterator<Item = &'a str>,
    variant: Variant,
) -> Result<ProtocolRequest, RequestError> {
    let missing = |field| RequestError::Missing { command: "position", field };
    let grid = words.next().ok_or(missing("a grid: the levels from the top with slashes between them"))?;
    let side: Side = words.next().ok_or(missing("the side to move, red or black"))?.parse()?;
    let set_up = notation::grid::parse(&format!("{}\n{side}\n", grid.replace('/', "\n")))?.game(variant)?;
    let game = match words.next() {
        None | Some("-") => set_up,
        Some(moves) => {
            let game = Game::from_moves(variant, moves)?;
            if game.position() != set_up.position() {
                return Err(RequestError::Differ);
            }
            game
        }
    };
    Ok(ProtocolRequest::Position(Box::new(game)))
}

fn read_go<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<ProtocolRequest, RequestError> {
    let mut limits = Limits::default();
    while let Some(key) = words.next() {
        let value = words.next().unwrap_or_default();
        match key {
            "time" => limits.time = Some(Duration::from_millis(number("go", value, "a time in milliseconds")?)),
            "depth" => limits.depth = Some(number("go", value, "a depth")?),
            "nodes" => limits.nodes = Some(number("go", value, "a number of positions")?),
            _ => {}
        }
    }
    Ok(ProtocolRequest::Go(limits))
}

fn number<T: FromStr>(command: &'static str, value: &str, expected: &'static str) -> Result<T, RequestError> {
    if value.is_empty() {
        return Err(RequestError::Missing { command, field: expected });
    }
    value.parse().map_err(|_| RequestError::Number { value: value.to_owned(), expected })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_request_is_read_back_as_written() {
        let wide: Variant = "12x4m3".parse().unwrap();
        let game = Game::from_moves(wide, "1,12,12,3").unwrap();
        let set_up = Game::from_board(game.board().clone(), Side::Black);
        let limits = Limits { time: Some(Duration::from_millis(70)), depth: Some(4), nodes: Some(1_000_000) };
        let requests = [
            ProtocolRequest::Game { variant: wide, seed: u64::MAX },
            ProtocolRequest::Position(Box::new(Game::new(wide))),
            ProtocolRequest::Position(Box::new(game)),
            ProtocolRequest::Position(Box::new(set_up)),
            ProtocolRequest::Go(Limits::default()),
            ProtocolRequest::Go(limits),
            ProtocolRequest::Stop,
            ProtocolRequest::Quit,
        ];
        for request in requests {
            let line = request.to_string();
            assert_eq!(ProtocolRequest::read(&line, Some(wide)).as_ref(), Ok(&request), "{line}");
        }
    }

    #[test]
    fn wrong_lines_are_named() {
        let said = |line: &str| ProtocolRequest::read(line, Some(Variant::STANDARD)).unwrap_err().to_string();
        assert_eq!(said("hello"), "`hello` is not a command: game, position, go, stop or quit");
        assert_eq!(said(""), "an empty line is not a command: game, position, go, stop or quit");
        assert_eq!(said("game"), "`game` needs a variant, as in 7x6c4");
        assert_eq!(said("game 7x6c4 seed x"), "`x` is not a seed: write a whole number, 0 or more");
        assert_eq!(said("game 7x6c4 seed 1 protocol 2"), "protocol 2 is not known here: the latest is 1");
        assert_eq!(said("position"), "`position` needs a grid: the levels from the top with slashes between them");
        assert_eq!(said("position ..."), "`position` needs the side to move, red or black");
        assert_eq!(said("go time -1"), "`-1` is not a time in milliseconds: write a whole number, 0 or more");
        assert_eq!(said("go depth"), "`go` needs a depth");
        let empty = ["......."; 6].join("/");
        assert_eq!(said(&format!("position {empty} red 4")), "the moves do not lead to the grid");
        assert!(ProtocolRequest::read(&format!("position {empty} red -"), None).is_err());
    }
}
