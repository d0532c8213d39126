//! A set of cells, and the lines that lie in it.

use dropline_core::{Board, Cell, Side, Variant};

/// Columns and levels from one cell of a line to the next, all but straight up.
const FLAT: [(isize, isize); 3] = [(1, 0), (1, 1), (1, -1)];
const UP: (isize, isize) = (0, 1);

/// Some cells of a board.
#[derive(Clone, Debug)]
pub(super) struct CellGrid {
    variant: Variant,
    held: Vec<bool>,
}

impl CellGrid {
    /// The checkers of a side.
    pub(super) fn checkers(board: &Board, side: Side) -> CellGrid {
        let variant = board.variant();
        let mine = board.checkers_by_column().filter(|&(_, whose)| whose == side).map(|(cell, _)| cell);
        CellGrid { variant, held: vec![false; variant.cells()] }.with(mine)
    }

    /// These cells and others.
    pub(super) fn with(mut self, cells: impl IntoIterator<Item = Cell>) -> CellGrid {
        for cell in cells {
            let at = self.index(cell);
            self.held[at] = true;
        }
        self
    }

    const fn index(&self, cell: Cell) -> usize {
        cell.column.index() * self.variant.levels() + cell.level.index()
    }

    /// The lines of N within these cells.
    pub(super) fn lines(&self) -> impl Iterator<Item = Vec<Cell>> {
        self.flat_lines().chain(self.lines_along(&[UP]))
    }

    /// Those of them that do not go straight up.
    pub(super) fn flat_lines(&self) -> impl Iterator<Item = Vec<Cell>> {
        self.lines_along(&FLAT)
    }

    fn lines_along(&self, steps: &'static [(isize, isize)]) -> impl Iterator<Item = Vec<Cell>> {
        let starts = (0..self.held.len()).filter(|&index| self.held[index]);
        starts.flat_map(move |index| steps.iter().filter_map(move |&step| self.line_from(index, step)))
    }

    fn line_from(&self, index: usize, (right, up): (isize, isize)) -> Option<Vec<Cell>> {
        let levels = self.variant.levels();
        let (column, level) = ((index / levels).cast_signed(), (index % levels).cast_signed());
        let cell = |step: usize| {
            let (column, level) = (column + step.cast_signed() * right, level + step.cast_signed() * up);
            let (column, level) = (usize::try_from(column).ok()?, usize::try_from(level).ok()?);
            let cell = (column < self.variant.columns() && level < levels).then(|| Cell::at(column, level))?;
            self.held[self.index(cell)].then_some(cell)
        };
        (0..self.variant.connect()).map(cell).collect()
    }
}
