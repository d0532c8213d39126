//! The board: checkers falling into columns, in any order of colours.

use crate::bits::{BitBoard, Bits, Word};
use crate::{Cell, Column, Level, Position, Side, Variant};

/// A board of any size with the drops that made it.
///
/// The board knows no turns: it takes any order of colours, so positions can be set up. Two boards are equal when they
/// came about by the same drops; to compare checkers alone, compare their [positions](Board::position).
///
/// ```
/// use dropline_core::{Board, Column, Side, Variant};
/// let mut board = Board::new(Variant::STANDARD);
/// let middle = Column::from_index(3);
/// let cell = board.drop(middle, Side::Red)?;
/// assert_eq!(cell.level.number(), 1);
/// assert_eq!(board.vacant(), 41);
/// assert_eq!(board.undo(), Some(middle));
/// # Ok::<(), dropline_core::DropError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    variant: Variant,
    bits: Bits,
    heights: Vec<u16>,
    checkers: usize,
    drops: Vec<Column>,
}

/// Calls the same code for whichever word a board uses.
macro_rules! with_bits {
    ($bits:expr, $name:ident => $body:expr) => {
        match $bits {
            Bits::One($name) => $body,
            Bits::Two($name) => $body,
            Bits::Wide($name) => $body,
        }
    };
}

/// Why a checker could not be dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DropError {
    /// There is no such column.
    #[error("column {column} is off the board")]
    OffBoard {
        /// The column asked for.
        column: Column,
        /// How many columns there are.
        columns: usize,
    },
    /// The column has no room.
    #[error("column {column} is full")]
    Full {
        /// The column asked for.
        column: Column,
    },
}

impl Board {
    /// The empty board of a variant.
    #[must_use]
    pub fn new(variant: Variant) -> Board {
        let bits = match variant.bits() {
            0..=64 => Bits::One(BitBoard::new(variant)),
            65..=128 => Bits::Two(BitBoard::new(variant)),
            _ => Bits::Wide(BitBoard::new(variant)),
        };
        Board { variant, bits, heights: vec![0; variant.columns()], checkers: 0, drops: Vec::new() }
    }

    /// The variant this board belongs to.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The checkers as bits, for engines; no part of the promise of this crate.
    #[doc(hidden)]
    #[must_use]
    pub const fn bits(&self) -> &Bits {
        &self.bits
    }

    /// Drops a checker and returns the cell it came to lie on.
    #[inline]
    pub fn drop(&mut self, column: Column, side: Side) -> Result<Cell, DropError> {
        self.has_room(column)?;
        let level = self.heights[column.index()];
        let bit = self.bit(column.index(), level.into());
        with_bits!(&mut self.bits, bits => bits.put(bit, side));
        self.heights[column.index()] += 1;
        self.checkers += 1;
        self.drops.push(column);
        Ok(Cell { column, level: Level::from_index(level.into()) })
    }

    /// Whether a checker can be dropped into a column, and if not, why.
    #[inline]
    pub fn has_room(&self, column: Column) -> Result<(), DropError> {
        match self.heights.get(column.index()) {
            None => Err(DropError::OffBoard { column, columns: self.variant.columns() }),
            Some(&height) if usize::from(height) == self.variant.levels() => Err(DropError::Full { column }),
            Some(_) => Ok(()),
        }
    }

    /// Takes back the last drop and returns its column; nothing on an untouched or set-up board.
    pub fn undo(&mut self) -> Option<Column> {
        let column = self.drops.pop()?;
        self.heights[column.index()] -= 1;
        self.checkers -= 1;
        let bit = self.bit(column.index(), self.heights[column.index()].into());
        with_bits!(&mut self.bits, bits => bits.take(bit));
        Some(column)
    }

    /// Forgets the drops made so far: what lies on the board stays, and cannot be undone.
    pub fn settle(&mut self) {
        self.drops.clear();
    }

    /// The drops that can be undone, first one first.
    #[must_use]
    pub fn drops(&self) -> &[Column] {
        &self.drops
    }

    /// The cell of the last drop that can be undone.
    #[must_use]
    pub fn last_cell(&self) -> Option<Cell> {
        let &column = self.drops.last()?;
        Some(Cell::at(column.index(), usize::from(self.heights[column.index()]) - 1))
    }

    /// Whose checker lies on a cell; nothing for a vacant cell and for one outside the board.
    #[must_use]
    pub fn checker_at(&self, column: Column, level: Level) -> Option<Side> {
        let height = *self.heights.get(column.index())?;
        if level.index() >= usize::from(height) {
            return None;
        }
        let bit = self.bit(column.index(), level.index());
        with_bits!(&self.bits, bits => bits.at(bit))
    }

    /// How many checkers lie in a column; 0 for one outside the board.
    #[must_use]
    pub fn height(&self, column: Column) -> usize {
        self.heights.get(column.index()).copied().unwrap_or(0).into()
    }

    /// How many cells are empty.
    #[must_use]
    pub const fn vacant(&self) -> usize {
        self.variant.cells() - self.checkers
    }

    /// How many checkers lie on the board.
    #[must_use]
    pub const fn checkers(&self) -> usize {
        self.checkers
    }

    /// How many checkers one side has.
    #[must_use]
    pub fn count(&self, side: Side) -> usize {
        with_bits!(&self.bits, bits => Word::count_ones(bits.side(side))) as usize
    }

    /// Whether no cell is empty.
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.vacant() == 0
    }

    /// The columns of the board, from the left.
    pub fn columns(&self) -> impl DoubleEndedIterator<Item = Column> + use<> {
        (0..self.variant.columns()).map(Column::from_index)
    }

    /// The columns with room, from the left.
    pub fn open_columns(&self) -> impl Iterator<Item = Column> + '_ {
        self.columns().filter(|&column| self.has_room(column).is_ok())
    }

    /// How many lines of N the checker on a cell stands in; 0 for a vacant cell.
    #[must_use]
    #[inline]
    pub fn lines_through(&self, cell: Cell) -> u32 {
        let Some(side) = self.checker_at(cell.column, cell.level) else { return 0 };
        let bit = self.bit(cell.column.index(), cell.level.index());
        with_bits!(&self.bits, bits => bits.lines_through(self.variant, bit, side))
    }

    /// Whether a side that had no line before it dropped a checker on a cell has one now.
    #[inline]
    pub(crate) fn completes_line(&self, cell: Cell, side: Side) -> bool {
        match &self.bits {
            Bits::One(bits) => bits.has_line(self.variant, side),
            Bits::Two(bits) => bits.has_line(self.variant, side),
            Bits::Wide(_) => self.lines_through(cell) > 0,
        }
    }

    /// The cells of all lines of N through the checker on a cell, sorted.
    #[must_use]
    pub fn line_cells_through(&self, cell: Cell) -> Vec<Cell> {
        let Some(side) = self.checker_at(cell.column, cell.level) else { return Vec::new() };
        let bit = self.bit(cell.column.index(), cell.level.index());
        with_bits!(&self.bits, bits => bits.line_cells_through(self.variant, bit, side))
    }

    /// How many lines of N a side has, by a scan of the whole board.
    #[must_use]
    pub fn lines(&self, side: Side) -> u32 {
        with_bits!(&self.bits, bits => bits.lines(self.variant, side))
    }

    /// The cells of all lines of N that a side has, by a scan of the whole board, sorted.
    #[must_use]
    pub fn line_cells(&self, side: Side) -> Vec<Cell> {
        with_bits!(&self.bits, bits => bits.line_cells(self.variant, side))
    }

    /// Every line of N that a side has, each with its N cells in order.
    ///
    /// ```
    /// use dropline_core::{Game, Side};
    /// let game = Game::from_moves("5x2c3".parse()?, "11223")?; // red 1 2 3 on the bottom
    /// let lines = game.board().each_line(Side::Red);
    /// assert_eq!(lines.len(), 1);
    /// assert_eq!(lines[0].iter().map(ToString::to_string).collect::<Vec<_>>(), ["1/1", "2/1", "3/1"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn each_line(&self, side: Side) -> Vec<Vec<Cell>> {
        with_bits!(&self.bits, bits => bits.each_line(self.variant, side))
    }

    /// All cells with their checkers, from the bottom of the first column up.
    pub fn checkers_by_column(&self) -> impl Iterator<Item = (Cell, Side)> + '_ {
        self.columns().flat_map(move |column| {
            (0..self.height(column)).filter_map(move |level| {
                let cell = Cell::at(column.index(), level);
                Some((cell, self.checker_at(column, cell.level)?))
            })
        })
    }

    /// The board seen in a mirror: left and right exchanged, drops included.
    #[must_use]
    pub fn mirrored(&self) -> Board {
        let across = |column: Column| Column::from_index(self.variant.columns() - 1 - column.index());
        let mut mirrored = Board::new(self.variant);
        for (cell, side) in self.checkers_by_column() {
            let bit = self.bit(across(cell.column).index(), cell.level.index());
            with_bits!(&mut mirrored.bits, bits => bits.put(bit, side));
        }
        mirrored.heights = self.heights.iter().rev().copied().collect();
        mirrored.checkers = self.checkers;
        mirrored.drops = self.drops.iter().map(|&column| across(column)).collect();
        mirrored
    }

    /// The position on this board with `turn` to move, small and hashable.
    #[must_use]
    pub fn position(&self, turn: Side) -> Position {
        Position::new(self, turn)
    }

    const fn bit(&self, column: usize, level: usize) -> usize {
        BitBoard::<u64>::bit(self.variant, column, level)
    }
}
