//! A game with other moves that were looked at: variations in parentheses after the move they replace, as in `4453(26)6`. The web app writes
//! them; here they are only checked.

use super::moves::{MovesProblem, play_number};
use super::{Place, TextError};
use crate::{Column, Game};

/// What is wrong with variations, and where.
pub type VariationsError = TextError<VariationsProblem>;

/// What is wrong with variations.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VariationsProblem {
    /// A move is wrong.
    #[error(transparent)]
    Moves(#[from] MovesProblem),
    /// A variation with no move before it.
    #[error("a variation stands after the move it replaces, and there is none before this one")]
    Nothing,
    /// A variation that does not end.
    #[error("this variation does not end: `)` is missing")]
    Open,
    /// The end of a variation that has not begun.
    #[error("no variation ends here: `(` is missing")]
    Closed,
}

/// Checks that every move can be played from a start.
///
/// ```
/// use dropline_core::{Game, Variant, notation::variations};
/// let start = Game::new(Variant::STANDARD);
/// assert!(variations::check(start.clone(), "4453(26)6").is_ok());
/// let error = variations::check(start, "4453(29)6").unwrap_err();
/// assert_eq!(error.to_string(), "line 1, character 7: column 9 is off the board (1 to 7)");
/// ```
pub fn check(start: Game, text: &str) -> Result<(), VariationsError> {
    let columns = start.variant().columns();
    let mut game = start;
    // Where each variation began: how many moves stood before, the move it replaces, and the place.
    let mut open: Vec<(usize, Column, usize)> = Vec::new();
    let mut rest = text.char_indices().peekable();
    while let Some((offset, c)) = rest.next() {
        let fail = |problem| VariationsError { place: Place::in_text(text, offset), problem };
        match c {
            '(' => {
                let replaced = *game.moves().last().ok_or_else(|| fail(VariationsProblem::Nothing))?;
                game.undo();
                open.push((game.moves().len(), replaced, offset));
            }
            ')' => {
                let (before, replaced, _) = open.pop().ok_or_else(|| fail(VariationsProblem::Closed))?;
                while game.moves().len() > before {
                    game.undo();
                }
                game.play(replaced).map_err(|_| fail(VariationsProblem::Closed))?;
            }
            '0'..='9' => {
                let mut end = offset + 1;
                while columns > 9
                    && let Some((digit, _)) = rest.next_if(|(_, c)| c.is_ascii_digit())
                {
                    end = digit + 1;
                }
                play_number(&mut game, &text[offset..end]).map_err(|problem| fail(problem.into()))?;
            }
            ',' => {}
            _ if c.is_whitespace() => {}
            _ => return Err(fail(MovesProblem::Character(c).into())),
        }
    }
    match open.last() {
        Some(&(.., offset)) => {
            Err(VariationsError { place: Place::in_text(text, offset), problem: VariationsProblem::Open })
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_played_is_accepted_and_what_cannot_is_pointed_at() {
        let said = |variant: &str, text: &str| {
            let start = Game::new(variant.parse().unwrap());
            check(start, text).err().map(|error| error.to_string())
        };
        for (variant, text) in [
            ("7x6c4", ""),
            ("4x4c3", "121(3)4"),
            ("7x6c4", "4(3(2)4)4(5)(6)"),
            ("12x3c5", "12,(11,1),1,(2),3"),
            ("12x3c5", "12(11,1)1"),
            ("1x1c1", "1"),
        ] {
            assert_eq!(said(variant, text), None, "{variant} {text}");
        }
        for (variant, text, sentence) in [
            ("3x3c3", "1(9)", "line 1, character 3: column 9 is off the board (1 to 3)"),
            ("3x2c3", "1(11)111", "line 1, character 7: column 1 is full"),
            ("1x1c1", "1(11)", "line 1, character 4: the game is already over before this move"),
            (
                "7x6c4",
                "(4)",
                "line 1, character 1: a variation stands after the move it replaces, and there is none before this one",
            ),
            ("7x6c4", "4(3", "line 1, character 2: this variation does not end: `)` is missing"),
            ("7x6c4", "43)", "line 1, character 3: no variation ends here: `(` is missing"),
            ("7x6c4", "4\n(x)", "line 2, character 2: `x` is not a column: columns are numbers from 1"),
            ("12x3c5", "1,13", "line 1, character 3: column 13 is off the board (1 to 12)"),
        ] {
            assert_eq!(said(variant, text).as_deref(), Some(sentence), "{variant} {text}");
        }
    }
}
