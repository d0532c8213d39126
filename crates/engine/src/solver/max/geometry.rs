//! What a board size and N fix once: the directions of lines, the lines through each cell, and the rows that follow-up gives.
//!
//! The cells are those of the [`Plane`]. A line is named by its lowest bit and its direction.

use crate::solver::{CellSet, Plane};
use dropline_core::Variant;

/// The numbers that the innermost loops depend on. A [`FixedShape`] shape lets the compiler unroll them.
pub(crate) trait Shape: Copy + Send + 'static {
    /// How far apart the bits of neighbouring columns lie.
    fn stride(&self) -> usize;
    /// N.
    fn connect(&self) -> usize;
    /// The distances between neighbouring bits in each direction that has room for a line.
    fn steps(&self) -> &[usize];
}

/// A board whose stride and N are known when the program is compiled, with room for lines in all four directions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FixedShape<const STRIDE: usize, const CONNECT: usize>;

impl<const STRIDE: usize, const CONNECT: usize> FixedShape<STRIDE, CONNECT> {
    const STEPS: [usize; 4] = [1, STRIDE, STRIDE + 1, STRIDE - 1];
}

impl<const STRIDE: usize, const CONNECT: usize> Shape for FixedShape<STRIDE, CONNECT> {
    #[inline(always)]
    fn stride(&self) -> usize {
        STRIDE
    }
    #[inline(always)]
    fn connect(&self) -> usize {
        CONNECT
    }
    #[inline(always)]
    fn steps(&self) -> &[usize] {
        &Self::STEPS
    }
}

/// Any board and N.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AnyShape {
    stride: usize,
    connect: usize,
    steps: [usize; 4],
    directions: usize,
}

impl AnyShape {
    pub(crate) fn new(variant: Variant) -> AnyShape {
        let (stride, connect) = (variant.stride(), variant.connect());
        let (up, across) = (connect <= variant.levels(), connect <= variant.columns());
        // A single cell is one line, not four.
        let fits = if connect == 1 { [true, false, false, false] } else { [up, across, up && across, up && across] };
        let mut free = AnyShape { stride, connect, steps: [0; 4], directions: 0 };
        for (step, _) in [1, stride, stride + 1, stride - 1].into_iter().zip(fits).filter(|&(_, fits)| fits) {
            free.steps[free.directions] = step;
            free.directions += 1;
        }
        free
    }
}

impl Shape for AnyShape {
    #[inline(always)]
    fn stride(&self) -> usize {
        self.stride
    }
    #[inline(always)]
    fn connect(&self) -> usize {
        self.connect
    }
    #[inline(always)]
    fn steps(&self) -> &[usize] {
        &self.steps[..self.directions]
    }
}

/// One word of lines for each direction, each line marked by its lowest bit.
pub(crate) type LineSets<M> = [M; 4];

/// The fixed sets of cells of one board.
#[derive(Clone, Debug)]
pub(crate) struct LineGeometry<M, S> {
    pub(crate) shape: S,
    pub(crate) columns: usize,
    pub(crate) plane: Plane<M>,
    /// The cells of the first column.
    first_column: M,
    /// The column in the middle, if there is one.
    middle: M,
    /// The columns to the left of it, and how far away their images are.
    images: Vec<(M, usize)>,
    /// For 1, 2, 4 … cells: the cells that have a cell of the board so far above them.
    below: Vec<(usize, M)>,
    /// For each bit, the lines through it (lines off the board included: they are never asked for).
    through: Vec<LineSets<M>>,
}

impl<M: CellSet, S: Shape> LineGeometry<M, S> {
    pub(crate) fn new(variant: Variant, shape: S) -> LineGeometry<M, S> {
        let (columns, levels) = (variant.columns(), variant.levels());
        let plane = M::plane(columns, levels, variant.connect());
        let first_column = M::FIRST.up(levels as u32).minus(M::FIRST);
        let distances = std::iter::successors(Some(1), |n| Some(2 * n)).take_while(|&n| n < levels);
        let below = |n: usize| plane.bottom.up((levels - n) as u32).minus(plane.bottom);
        let whole_column = |column: usize| M::FIRST.up(levels as u32 + 1).minus(M::FIRST) << (column * (levels + 1));
        let image = |column: usize| (whole_column(column), (columns - 1 - 2 * column) * (levels + 1));
        let mut geometry = LineGeometry {
            shape,
            columns,
            plane,
            first_column,
            middle: if columns % 2 == 0 { M::EMPTY } else { whole_column(columns / 2) },
            images: (0..columns / 2).map(image).collect(),
            below: distances.map(|n| (n, below(n))).collect(),
            through: Vec::new(),
        };
        geometry.through = (0..variant.bits()).map(|bit| geometry.lines_through(M::FIRST << bit)).collect();
        geometry
    }

    fn lines_through(&self, cell: M) -> LineSets<M> {
        let mut lines = [M::EMPTY; 4];
        for (i, &step) in self.shape.steps().iter().enumerate() {
            lines[i] = (0..self.shape.connect()).fold(M::EMPTY, |all, j| all | cell >> (j * step));
        }
        lines
    }

    /// The lines through one cell.
    #[inline(always)]
    pub(crate) fn through(&self, cell: M) -> &LineSets<M> {
        &self.through[cell.first()]
    }

    /// The lines that lie in a set of cells, in one direction.
    ///
    /// By doubling: runs of 2 are starts whose next cell is in the set, runs of 4 are runs of 2 followed by a run of 2, and so on.
    #[inline(always)]
    pub(crate) fn lines_in(&self, cells: M, step: usize) -> M {
        let connect = self.shape.connect();
        let (mut starts, mut length) = (cells, 1);
        while length < connect {
            let more = length.min(connect - length);
            starts &= starts >> (more * step);
            length += more;
        }
        starts
    }

    /// The cells of a set of lines, in one direction.
    #[inline(always)]
    pub(crate) fn cells_of(&self, lines: M, step: usize) -> M {
        let connect = self.shape.connect();
        let (mut cells, mut length) = (lines, 1);
        while length < connect {
            let more = length.min(connect - length);
            cells |= cells << (more * step);
            length += more;
        }
        cells
    }

    /// The lines with at least one, two and three of some cells, in one direction.
    #[inline(always)]
    pub(crate) fn lines_meeting(&self, cells: M, step: usize) -> [M; 3] {
        let [mut once, mut twice, mut thrice] = [cells, M::EMPTY, M::EMPTY];
        for j in 1..self.shape.connect() {
            let more = cells >> (j * step);
            thrice |= twice & more;
            twice |= once & more;
            once |= more;
        }
        [once, twice, thrice]
    }

    /// Some cells and all cells below them.
    #[inline(always)]
    pub(crate) fn and_below(&self, mut cells: M) -> M {
        for &(distance, below) in &self.below {
            cells |= (cells >> distance) & below;
        }
        cells
    }

    /// The cells a checker can fall on now: the lowest vacant one of each column. Filled cells above vacant ones stay as they are.
    #[inline(always)]
    pub(crate) fn playable(&self, filled: M) -> M {
        filled.plus(self.plane.bottom) & !filled & self.plane.board
    }

    /// A set of cells with left and right exchanged.
    #[inline(always)]
    pub(crate) fn mirrored(&self, cells: M) -> M {
        let mut image = cells & self.middle;
        for &(left, distance) in &self.images {
            image |= (cells & left) << distance | (cells >> distance) & left;
        }
        image
    }

    /// The cells of one column.
    #[inline(always)]
    pub(crate) fn column(&self, column: usize) -> M {
        self.first_column << (column * self.shape.stride())
    }

    /// The column of one cell.
    #[inline(always)]
    pub(crate) fn column_of(&self, cell: M) -> usize {
        cell.first() / self.shape.stride()
    }
}
