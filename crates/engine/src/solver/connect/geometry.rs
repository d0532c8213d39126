//! The shape of a board as masks and shift distances.
//!
//! ```text
//!  bit = column × (levels + 1) + level        7×6:   6 13 20 27 34 41 48   sentinel row, never a checker
//!                                                    5 12 19 26 33 40 47   top
//!                                                    …
//!                                                    0  7 14 21 28 35 42   bottom
//! ```
//! The sentinel keeps lines from running around the edge and takes the carry when `mask + bottom` finds the playable
//! cells. [`FixedBoard`] boards have all of this as compile-time constants; [`Plane`] holds it in memory, for every other
//! size. The search is the same source for both.

use super::lane_word::LaneWord;
use crate::solver::CellSet;

/// A small array, one value a column.
pub(crate) trait Slots<T>: Copy + Send + Sync {
    /// All default values.
    fn vacant() -> Self;
    /// As a slice.
    fn all(&self) -> &[T];
    /// As a slice to change.
    fn all_mut(&mut self) -> &mut [T];
}

impl<T: Copy + Default + Send + Sync, const ROOM: usize> Slots<T> for [T; ROOM] {
    #[inline(always)]
    fn vacant() -> Self {
        [T::default(); ROOM]
    }
    #[inline(always)]
    fn all(&self) -> &[T] {
        self
    }
    #[inline(always)]
    fn all_mut(&mut self) -> &mut [T] {
        self
    }
}

/// The shape of a board.
pub(crate) trait BoardGeometry: Copy + Send + Sync + 'static {
    /// The word that holds one bit a cell.
    type Word: LaneWord;
    /// One value for each column, with room for a whole number of lane groups.
    type Room<T: Copy + Default + Send + Sync + 'static>: Slots<T>;

    /// The masks and distances.
    fn plane(&self) -> &Plane<Self::Word>;
    /// Number of levels.
    fn levels(&self) -> u32;
    /// Number of columns.
    fn columns(&self) -> u32;
    /// How many in a row win.
    fn connect(&self) -> u32;

    /// Distance between neighbours in a row.
    #[inline(always)]
    fn stride(&self) -> u32 {
        self.levels() + 1
    }
    /// Number of cells.
    #[inline(always)]
    fn cells(&self) -> i32 {
        (self.levels() * self.columns()) as i32
    }
    /// Every cell.
    #[inline(always)]
    fn board(&self) -> Self::Word {
        self.plane().board
    }
    /// The lowest cell of every column.
    #[inline(always)]
    fn bottom(&self) -> Self::Word {
        self.plane().bottom
    }
    /// The bit above the top cell of every column.
    #[inline(always)]
    fn sentinel(&self) -> Self::Word {
        self.plane().sentinel
    }
    /// The top row, the third from the top, and so on.
    #[inline(always)]
    fn even_rows(&self) -> Self::Word {
        self.plane().even_rows
    }
    /// Rows counted from the bottom instead.
    #[cfg(test)]
    fn bottom_even_rows(&self) -> Self::Word {
        (1..self.levels()).step_by(2).fold(Self::Word::EMPTY, |rows, level| rows | self.bottom().up(level))
    }
    /// The cells with at least `2 × pairs` rows above them.
    #[inline(always)]
    fn below_top(&self, pairs: u32) -> Self::Word {
        let hidden = 2 * pairs;
        // bottom × (2^(levels − hidden) − 1)
        if hidden >= self.levels() {
            Self::Word::EMPTY
        } else {
            self.bottom().up(self.levels() - hidden).minus(self.bottom())
        }
    }
    /// The cells of a column, 0-based.
    #[inline(always)]
    fn column(&self, column: u32) -> Self::Word {
        Self::Word::FIRST.up(self.levels()).minus(Self::Word::FIRST).up(column * self.stride())
    }
    /// The board seen in a mirror: column c becomes columns − 1 − c, sentinel included.
    #[inline(always)]
    fn mirror(&self, word: Self::Word) -> Self::Word {
        let (stride, last) = (self.stride(), self.columns() - 1);
        let lane = Self::Word::FIRST.up(stride).minus(Self::Word::FIRST);
        let mut image = Self::Word::EMPTY;
        for column in 0..self.columns() {
            image |= (word.down(column * stride) & lane).up((last - column) * stride);
        }
        image
    }
}

/// The masks of a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plane<W> {
    columns: u32,
    levels: u32,
    connect: u32,
    bottom: W,
    board: W,
    sentinel: W,
    even_rows: W,
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

/// A board size of at most 8 columns known when the program is compiled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FixedBoard<const COLUMNS: u32, const LEVELS: u32, const CONNECT: u32>;

impl<const COLUMNS: u32, const LEVELS: u32, const CONNECT: u32> FixedBoard<COLUMNS, LEVELS, CONNECT> {
    const PLANE: Plane<u64> = {
        assert!(COLUMNS <= 8);
        Plane::<u64>::new(COLUMNS, LEVELS, CONNECT)
    };
}

impl<const COLUMNS: u32, const LEVELS: u32, const CONNECT: u32> BoardGeometry for FixedBoard<COLUMNS, LEVELS, CONNECT> {
    type Word = u64;
    type Room<T: Copy + Default + Send + Sync + 'static> = [T; 8];

    #[inline(always)]
    fn plane(&self) -> &Plane<u64> {
        &Self::PLANE
    }
    #[inline(always)]
    fn levels(&self) -> u32 {
        LEVELS
    }
    #[inline(always)]
    fn columns(&self) -> u32 {
        COLUMNS
    }
    #[inline(always)]
    fn connect(&self) -> u32 {
        CONNECT
    }
}

/// A board size known when the program runs; `ROOM` columns at most, `CONNECT` in a row, or any number if it is 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AnyBoard<W, const ROOM: usize, const CONNECT: u32>(pub(crate) Plane<W>);

impl<W: LaneWord, const ROOM: usize, const CONNECT: u32> BoardGeometry for AnyBoard<W, ROOM, CONNECT> {
    type Word = W;
    type Room<T: Copy + Default + Send + Sync + 'static> = [T; ROOM];

    #[inline(always)]
    fn plane(&self) -> &Plane<W> {
        &self.0
    }
    #[inline(always)]
    fn levels(&self) -> u32 {
        self.0.levels
    }
    #[inline(always)]
    fn columns(&self) -> u32 {
        self.0.columns
    }
    #[inline(always)]
    fn connect(&self) -> u32 {
        if CONNECT == 0 { self.0.connect } else { CONNECT }
    }
}
