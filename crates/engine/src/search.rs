//! The playing searches: as deep as the time allows, on a board of any size.
//!
//! [`connect`] is how Connect-N is played and [`max`] how Max-Connect-N is; the `engine` player is made of both. What they share with the
//! published players (`players/classic`) is here: [`Lines`] knows where the lines of a variant lie, [`LineBoard`] is a position with counts
//! on those lines, [`table`] holds the positions seen, and columns are tried from the middle.

pub(crate) mod connect;
mod line_board;
mod lines;
pub(crate) mod max;
pub(crate) mod table;

pub(crate) use line_board::{LineBoard, LineCounts, Urgent};
pub(crate) use lines::Lines;
pub use max::evaluate;

use dropline_core::{Column, Game};

/// What every column of a position is worth to the side to move as it looks, the best first.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ColumnValues {
    /// In the units of the search.
    pub(crate) columns: Vec<(Column, f64)>,
    /// Plies looked ahead.
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
}

/// What the positions of the rest of a game grow in number with.
fn extent(open_columns: u32, vacant: u32) -> f64 {
    f64::from(open_columns).log2() * f64::from(vacant)
}

/// How the positions of the rest of a game grow in number, as a power of two: the solvers visit about as many of them, less a factor of their own.
pub(crate) fn growth(open_columns: u32, vacant: u32) -> f64 {
    0.29 * extent(open_columns, vacant)
}

/// Log₂(columns with room) × vacant cells: the more, the longer a proof takes.
pub(crate) fn extent_of(game: &Game) -> f64 {
    extent(game.legal_columns().count().max(1) as u32, game.board().vacant() as u32)
}

/// The columns of a board so wide, nearest to the middle first, the left one of a pair before the right one.
pub(crate) fn centre_first(columns: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..columns).collect();
    order.sort_by_key(|&column| (2 * column).abs_diff(columns - 1));
    order
}

/// The columns with room, nearest to the middle first.
pub(crate) fn open_columns(game: &Game) -> Vec<Column> {
    let columns = centre_first(game.variant().columns()).into_iter().map(Column::from_index);
    columns.filter(|&column| game.board().has_room(column).is_ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::centre_first;

    #[test]
    fn the_middle_comes_first_and_left_before_right() {
        assert_eq!(centre_first(7), [3, 2, 4, 1, 5, 0, 6]);
        assert_eq!(centre_first(4), [1, 2, 0, 3]);
        assert_eq!(centre_first(1), [0]);
    }
}
