//! Sentences about games that every front end says alike: how one ended, and why a move is refused.

use crate::{Cell, Column, DropError, Game, Outcome, PlayError, Points, Rules, SideNames, WinBy};

/// A number of things: `1 move`, `2 moves`.
#[must_use]
pub fn number_of(count: usize, thing: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {thing}{plural}")
}

/// Columns in few words, neighbours together: `1, 2, 4 to 7`.
#[must_use]
pub fn column_list(columns: impl Iterator<Item = Column>) -> String {
    number_list(columns.map(Column::number))
}

/// Numbers in few words, neighbours together.
#[must_use]
pub fn number_list(numbers: impl Iterator<Item = u32>) -> String {
    let mut stretches: Vec<(u32, u32)> = Vec::new();
    for number in numbers {
        match stretches.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => stretches.push((number, number)),
        }
    }
    let words = stretches.iter().map(|&(first, last)| match last - first {
        0 => first.to_string(),
        1 => format!("{first}, {last}"),
        _ => format!("{first} to {last}"),
    });
    words.collect::<Vec<_>>().join(", ")
}

/// Cells as column/level: `4/1, 4/2`.
#[must_use]
pub fn cell_list(cells: &[Cell]) -> String {
    cells.iter().map(Cell::to_string).collect::<Vec<_>>().join(", ")
}

/// The points of both sides; nothing where no points are counted.
#[must_use]
pub fn points(game: &Game) -> Option<Points> {
    (game.variant().rules() == Rules::Max).then(|| game.points())
}

/// How a game ended, in a sentence, the sides being called so.
#[must_use]
pub fn result(game: &Game, outcome: Outcome, names: SideNames) -> String {
    let (points, capital) = (points(game), |side| names.capital(side));
    match (outcome, points) {
        (Outcome::Win { side, by: WinBy::Line }, _) => {
            let cells = game.winning_cells();
            format!("{} wins with the line {} (column/level).", capital(side), cell_list(&cells))
        }
        (Outcome::Win { side, by: WinBy::Points }, Some(points)) => {
            format!("{} wins {} to {}.", capital(side), points.of(side), points.of(side.other()))
        }
        (Outcome::Win { side, .. }, _) => format!("{} wins: {} resigned.", capital(side), names.name(side.other())),
        (Outcome::Tie, Some(points)) => format!("It is a tie, {} to {}.", points.red, points.black),
        (Outcome::Tie, None) => "It is a tie: the board is full.".to_owned(),
    }
}

/// Why a move is not possible, and which would be.
#[must_use]
pub fn refusal(game: &Game, error: PlayError) -> String {
    match error {
        PlayError::Drop(DropError::OffBoard { .. }) => {
            format!("{error}: choose {}", column_list(game.board().columns()))
        }
        PlayError::Drop(DropError::Full { .. }) => {
            format!("{error}: choose {}", column_list(game.legal_columns()))
        }
        PlayError::Over => format!("{error}: no more moves can be played"),
        PlayError::OutOfTurn { .. } => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Side;

    #[test]
    fn neighbours_are_told_together() {
        let said = |numbers: &[u32]| column_list(numbers.iter().map(|&n| Column::from_number(n).unwrap()));
        assert_eq!(said(&[1, 2, 3, 4, 5, 6, 7]), "1 to 7");
        assert_eq!(said(&[1, 2, 4, 6, 7, 8]), "1, 2, 4, 6 to 8");
        assert_eq!(said(&[3]), "3");
        assert_eq!(said(&[]), "");
    }

    #[test]
    fn results_are_sentences() {
        let said = |variant: &str, moves: &str| {
            let game = Game::from_moves(variant.parse().unwrap(), moves).unwrap();
            result(&game, game.outcome().unwrap(), SideNames::RED_BLACK)
        };
        assert_eq!(said("7x6c4", "1212121"), "Red wins with the line 1/1, 1/2, 1/3, 1/4 (column/level).");
        assert_eq!(said("2x1c2", "12"), "It is a tie: the board is full.");
        assert_eq!(said("2x2m2", "1212"), "It is a tie, 1 to 1.");
        assert_eq!(said("3x1m1", "123"), "Red wins 2 to 1.");
        let mut game = Game::new("7x6m4".parse().unwrap());
        game.resign(Side::Red).unwrap();
        let said = |names| result(&game, game.outcome().unwrap(), names);
        assert_eq!(said(SideNames::RED_BLACK), "Black wins: red resigned.");
        assert_eq!(said(SideNames::RED_YELLOW), "Yellow wins: red resigned.");
    }
}
