//! The shape of a board, as the search of Connect-N asks for it.
//!
//! [`FixedBoard`] boards have the masks of the [`Plane`] as compile-time constants; [`AnyBoard`] holds them in memory, for every other
//! size. The search is the same source for both.

use super::lane_word::LaneWord;
use crate::solver::{CellSet, Plane};

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
    /// Every second level from this one on.
    #[inline(always)]
    fn levels_from_bottom(&self, first: u32) -> Self::Word {
        (first..self.levels()).step_by(2).fold(Self::Word::EMPTY, |rows, level| rows | self.bottom().up(level))
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
        word.mirrored(self.columns(), self.stride())
    }
}

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

/// A board size known when the program runs; `ROOM` columns at most, `CONNECT` in a row and `LEVELS` levels, or any number where that is 0. The distances
/// between cells, and so the shifts, follow from the levels alone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AnyBoard<W, const ROOM: usize, const CONNECT: u32, const LEVELS: u32 = 0>(pub(crate) Plane<W>);

impl<W: LaneWord, const ROOM: usize, const CONNECT: u32, const LEVELS: u32> BoardGeometry
    for AnyBoard<W, ROOM, CONNECT, LEVELS>
{
    type Word = W;
    type Room<T: Copy + Default + Send + Sync + 'static> = [T; ROOM];

    #[inline(always)]
    fn plane(&self) -> &Plane<W> {
        &self.0
    }
    #[inline(always)]
    fn levels(&self) -> u32 {
        if LEVELS == 0 { self.0.levels } else { LEVELS }
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
