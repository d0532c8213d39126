//! Threats: vacant cells where a side would complete a line.

use dropline_core::bits::{BitBoard, Bits, Word};
use dropline_core::{Board, Cell, Column, Side, Variant};

/// A vacant cell where a side would complete a line of N.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Threat {
    /// The cell.
    pub cell: Cell,
    /// Whose line it completes.
    pub side: Side,
    /// Whether its level is odd or even; who fills cells of which parity decides who profits.
    pub parity: Parity,
    /// Whether a checker dropped now would come to lie there.
    pub playable: bool,
}

/// Whether a level, counted from 1 at the bottom, is odd or even.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Parity {
    /// Levels 1, 3, 5, …
    Odd,
    /// Levels 2, 4, 6, …
    Even,
}

/// All threats of both sides, sorted by cell.
///
/// ```
/// use dropline_core::{Game, Variant};
/// use dropline_engine::analysis::{Parity, threats};
/// let game = Game::from_moves(Variant::STANDARD, "415161")?; // red 4 5 6 on the bottom
/// let cells: Vec<String> = threats(game.board()).iter().map(|threat| format!("{} {}", threat.side, threat.cell)).collect();
/// assert_eq!(cells, ["black 1/4", "red 3/1", "red 7/1"]);
/// # Ok::<(), dropline_core::MovesError>(())
/// ```
#[must_use]
pub fn threats(board: &Board) -> Vec<Threat> {
    match board.bits() {
        Bits::One(bits) => threats_in(board, bits),
        Bits::Two(bits) => threats_in(board, bits),
        Bits::Wide(bits) => threats_in(board, bits),
    }
}

fn threats_in<W: Word>(board: &Board, bits: &BitBoard<W>) -> Vec<Threat> {
    let variant: Variant = board.variant();
    let mut found = Vec::new();
    for column in board.columns() {
        let height = board.height(column);
        for level in height..variant.levels() {
            let bit = BitBoard::<W>::bit(variant, column.index(), level);
            let completes = |&side: &Side| bits.lines_through(variant, bit, side) > 0;
            let threat = |side| Threat {
                cell: Cell::at(Column::index(column), level),
                side,
                parity: if level % 2 == 0 { Parity::Odd } else { Parity::Even },
                playable: level == height,
            };
            found.extend(Side::BOTH.into_iter().filter(completes).map(threat));
        }
    }
    found
}
