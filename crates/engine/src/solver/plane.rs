//! The masks of a board size.
//!
//! ```text
//!  bit = column × (levels + 1) + level        7×6:   6 13 20 27 34 41 48   sentinel row, never a checker
//!                                                    5 12 19 26 33 40 47   top
//!                                                    …
//!                                                    0  7 14 21 28 35 42   bottom
//! ```
//! The sentinel keeps lines from running around the edge and takes the carry when `mask + bottom` finds the playable
//! cells.

/// The masks of a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plane<W> {
    pub(crate) columns: u32,
    pub(crate) levels: u32,
    pub(crate) connect: u32,
    /// The lowest cell of every column.
    pub(crate) bottom: W,
    /// Every cell.
    pub(crate) board: W,
    /// The bit above the top cell of every column.
    pub(crate) sentinel: W,
    /// The top row, the third from the top, and so on: the second cell of each pair, when a column is filled in pairs from its top down.
    pub(crate) even_rows: W,
}

macro_rules! plane {
    ($word:ty) => {
        impl Plane<$word> {
            /// The masks of a board; (levels + 1) × columns must not exceed the word.
            pub(crate) const fn new(columns: u32, levels: u32, connect: u32) -> Self {
                let (mut bottom, mut column): ($word, u32) = (0, 0);
                while column < columns {
                    bottom |= 1 << (column * (levels + 1));
                    column += 1;
                }
                let (mut board, mut even_rows, mut level): ($word, $word, u32) = (0, 0, 0);
                while level < levels {
                    board |= bottom << level;
                    if (levels - 1 - level) % 2 == 0 {
                        even_rows |= bottom << level;
                    }
                    level += 1;
                }
                let sentinel = bottom << levels;
                Self { columns, levels, connect, bottom, board, sentinel, even_rows }
            }
        }
    };
}
plane!(u64);
plane!(u128);
