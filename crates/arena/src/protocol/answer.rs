//! What a program says to the arena.

use dropline_core::Column;
use dropline_engine::Choice;
use std::fmt;
use std::str::FromStr;

/// One line from a program to the arena.
///
/// ```
/// use dropline_arena::protocol::ProtocolAnswer;
/// use dropline_core::Column;
/// let answer: ProtocolAnswer = "move 4 score 12.5 nodes 3000".parse()?;
/// let ProtocolAnswer::Move(choice) = answer else { panic!("a move") };
/// assert_eq!((choice.column.number(), choice.nodes), (4, 3000));
/// # Ok::<(), dropline_arena::protocol::AnswerError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum ProtocolAnswer {
    /// The program is ready for the game; its name may follow.
    Ready(String),
    /// News of a search; not looked at.
    Info(String),
    /// The column chosen.
    Move(Choice),
    /// The program cannot go on.
    Error(String),
}

/// A line that is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AnswerError {
    /// The first word is unknown.
    #[error("`{}` is not an answer: ready, info, move or error", shortened(.0))]
    Word(String),
    /// `move` is not followed by a column.
    #[error("`{}` names no column: write it as in `move 4`", shortened(.0))]
    Column(String),
}

/// The beginning of a line, safe to print.
pub(super) fn shortened(line: &str) -> String {
    let start: String = line.chars().take(60).collect();
    let dots = if start.len() < line.len() { "…" } else { "" };
    format!("{}{dots}", start.escape_debug())
}

impl FromStr for ProtocolAnswer {
    type Err = AnswerError;

    fn from_str(line: &str) -> Result<ProtocolAnswer, AnswerError> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "ready" => Ok(ProtocolAnswer::Ready(rest.trim().to_owned())),
            "info" => Ok(ProtocolAnswer::Info(rest.trim().to_owned())),
            "error" => Ok(ProtocolAnswer::Error(rest.trim().to_owned())),
            "move" => read_move(rest).map(ProtocolAnswer::Move).ok_or_else(|| AnswerError::Column(line.to_owned())),
            _ => Err(AnswerError::Word(line.to_owned())),
        }
    }
}

/// The column, then any of `score`, `depth` and `nodes` with a value; others are passed over.
fn read_move(rest: &str) -> Option<Choice> {
    let mut words = rest.split_whitespace();
    let column = words.next()?.parse().ok().and_then(Column::from_number)?;
    let mut choice = Choice::plain(column);
    while let Some(key) = words.next() {
        let value = words.next().unwrap_or_default();
        match key {
            "score" => choice.score = value.parse().ok().filter(|score: &f64| score.is_finite()),
            "depth" => choice.depth = value.parse().ok(),
            "nodes" => choice.nodes = value.parse().unwrap_or(0),
            _ => {}
        }
    }
    Some(choice)
}

impl fmt::Display for ProtocolAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProtocolAnswer::Ready(name) => write!(f, "ready {name}"),
            ProtocolAnswer::Info(text) => write!(f, "info {text}"),
            ProtocolAnswer::Error(text) => write!(f, "error {text}"),
            ProtocolAnswer::Move(choice) => {
                write!(f, "move {}", choice.column)?;
                if let Some(score) = choice.score {
                    write!(f, " score {score}")?;
                }
                if let Some(depth) = choice.depth {
                    write!(f, " depth {depth}")?;
                }
                if choice.nodes > 0 {
                    write!(f, " nodes {}", choice.nodes)?;
                }
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_answer_is_read_back_as_written() {
        let column = Column::from_number(12).unwrap();
        let answers = [
            ProtocolAnswer::Ready("A name".into()),
            ProtocolAnswer::Info("depth 3".into()),
            ProtocolAnswer::Error("no idea".into()),
            ProtocolAnswer::Move(Choice::plain(column)),
            ProtocolAnswer::Move(Choice { column, score: Some(-0.5), depth: Some(9), nodes: 77, proven: false }),
        ];
        for answer in answers {
            assert_eq!(answer.to_string().parse(), Ok(answer));
        }
    }

    #[test]
    fn nonsense_is_shown_shortened_and_harmless() {
        let said = |line: &str| line.parse::<ProtocolAnswer>().unwrap_err().to_string();
        assert_eq!(said("hello \u{1b}[2J"), "`hello \\u{1b}[2J` is not an answer: ready, info, move or error");
        assert_eq!(said("move"), "`move` names no column: write it as in `move 4`");
        assert_eq!(said("move left"), "`move left` names no column: write it as in `move 4`");
        assert_eq!(said("move 0"), "`move 0` names no column: write it as in `move 4`");
        assert_eq!(
            said(&"x".repeat(1000)),
            format!("`{}…` is not an answer: ready, info, move or error", "x".repeat(60))
        );
    }
}
