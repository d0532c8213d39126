//! Boards as arrays of numpy: a row for each level, the top one first; 0 is vacant, 1 red, 2 black.

use crate::errors::{NotationError, bad_notation};
use dropline_core::{Board, Game, Rules, Side, Variant, notation};
use numpy::{PyArray2, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::IntoPyDict;

/// Writes the checkers of a board into cells that are all 0.
pub(crate) fn write(board: &Board, cells: &mut [i8]) {
    let variant = board.variant();
    for (cell, side) in board.checkers_by_column() {
        let row = variant.levels() - 1 - cell.level.index();
        cells[row * variant.columns() + cell.column.index()] = match side {
            Side::Red => 1,
            Side::Black => 2,
        };
    }
}

pub(crate) fn of<'py>(py: Python<'py>, board: &Board) -> PyResult<Bound<'py, PyArray2<i8>>> {
    let variant = board.variant();
    let array = PyArray2::zeros(py, [variant.levels(), variant.columns()], false);
    write(board, array.readwrite().as_slice_mut()?);
    Ok(array)
}

/// Boards of one size, one after the other.
pub(crate) struct Boards {
    pub(crate) levels: usize,
    pub(crate) columns: usize,
    pub(crate) cells: Vec<i8>,
}

impl Boards {
    /// The boards of an array with three dimensions, or the one of an array with two.
    pub(crate) fn read(array: &Bound<'_, PyUntypedArray>) -> PyResult<Boards> {
        let py = array.py();
        let (levels, columns) = match *array.shape() {
            [.., levels, columns] if array.ndim() <= 3 => (levels, columns),
            ref shape => {
                let problem = format!("its shape is {shape:?}, not (levels, columns) or (n, levels, columns)");
                return Err(bad_notation("the array", problem));
            }
        };
        let numpy = py.import("numpy")?;
        let wrong = || bad_notation("the array", "its cells must be 0 (vacant), 1 (red) or 2 (black)");
        // The least and the greatest first: they need no memory, however many boards there are.
        let whole = array.getattr("dtype")?.getattr("kind")?.extract::<String>()? != "f";
        let limit = |name: &str| array.call_method0(name)?.extract::<f64>();
        let fits = if array.is_empty() {
            true
        } else if whole {
            limit("min")? >= 0.0 && limit("max")? <= 2.0
        } else {
            numpy.call_method1("isin", (array, vec![0, 1, 2]))?.call_method0("all")?.extract::<bool>()?
        };
        if !fits {
            return Err(wrong());
        }
        let options = [("dtype", "int8")].into_py_dict(py)?;
        let same = numpy.call_method("ascontiguousarray", (array,), Some(&options))?;
        let cells: PyReadonlyArrayDyn<'_, i8> = same.extract().map_err(|_| wrong())?;
        Ok(Boards { levels, columns, cells: cells.as_slice()?.to_vec() })
    }

    /// The variant asked for or, if none is, four in line on this size.
    pub(crate) fn variant(&self, asked: Option<Variant>) -> PyResult<Variant> {
        let usual = || Variant::new(self.columns, self.levels, Variant::STANDARD.connect(), Rules::Connect);
        asked.map_or_else(usual, Ok).map_err(|error| bad_notation("the array", error))
    }

    pub(crate) fn len(&self) -> usize {
        self.cells.len() / (self.levels * self.columns).max(1)
    }

    /// The game of one board; the turn follows from the counts.
    pub(crate) fn game(&self, index: usize, variant: Variant) -> Result<Game, notation::grid::GridError> {
        let size = self.levels * self.columns;
        let mut text = String::with_capacity(size + self.levels);
        for row in self.cells[index * size..][..size].chunks(self.columns.max(1)) {
            text.extend(row.iter().map(|&cell| match cell {
                1 => 'R',
                2 => 'B',
                _ => '.',
            }));
            text.push('\n');
        }
        notation::grid::parse(&text)?.game(variant)
    }
}

/// The game of an array with two dimensions.
pub(crate) fn game(array: &Bound<'_, PyUntypedArray>, variant: Option<Variant>) -> PyResult<Game> {
    if array.ndim() != 2 {
        let problem = format!("the array: its shape is {:?}, not (levels, columns)", array.shape());
        return Err(NotationError::new_err(problem));
    }
    let boards = Boards::read(array)?;
    let variant = boards.variant(variant)?;
    boards.game(0, variant).map_err(|error| bad_notation("the array", error))
}
