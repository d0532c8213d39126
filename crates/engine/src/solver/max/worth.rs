//! What the cells look worth for the order of moves: the open lines of both sides through them.
//!
//! Whoever answers in the same column gets the [second](crate::solver::Plane::even_rows) cell of each pair, so each side expects to get its kind of
//! cells and not the other. A line is worth p^f · q^u to both sides alike: f its vacant cells of its owner's kind, u its others, p = 0.7,
//! q = 0.4.

use super::geometry::{LineGeometry, LineSets, Shape};
use super::node::Node;
use crate::solver::CellSet;

/// The worth of cells, by their bits.
pub(crate) struct CellWorth([u32; 128]);

/// Vacant cells of a kind are counted up to here.
const MOST: usize = 7;

/// The worth of a line by its vacant cells of its owner's kind and its others.
const LINE_WORTH: [[u32; MOST + 1]; MOST + 1] = {
    let mut worth = [[4096; MOST + 1]; MOST + 1];
    let mut f = 0;
    while f <= MOST {
        let mut u = 0;
        while u <= MOST {
            if u > 0 {
                worth[f][u] = worth[f][u - 1] * 4 / 10;
            } else if f > 0 {
                worth[f][0] = worth[f - 1][0] * 7 / 10;
            }
            u += 1;
        }
        f += 1;
    }
    worth
};

impl CellWorth {
    /// No worth at all.
    pub(crate) const NONE: CellWorth = CellWorth([0; 128]);

    /// The worth of some cells of a position; of no meaning for others.
    #[inline(always)]
    pub(crate) fn of<M: CellSet, S: Shape>(geometry: &LineGeometry<M, S>, node: &Node<M>, cells: M) -> CellWorth {
        let mut worth = CellWorth::NONE;
        let vacant = node.vacant(geometry);
        let seconds = vacant & geometry.plane.even_rows;
        let firsts = vacant ^ seconds;
        let [mine, theirs] = if vacant.count() % 2 == 0 { [firsts, seconds] } else { [seconds, firsts] };
        worth.add(geometry, &node.my_lines, cells, [mine, theirs]);
        worth.add(geometry, &node.their_lines, cells, [theirs, mine]);
        worth
    }

    #[inline(always)]
    fn add<M: CellSet, S: Shape>(
        &mut self,
        geometry: &LineGeometry<M, S>,
        lines: &LineSets<M>,
        cells: M,
        [kind, other]: [M; 2],
    ) {
        for (i, &step) in geometry.shape.steps().iter().enumerate() {
            for line in (lines[i] & geometry.lines_meeting(cells, step)[0]).each() {
                let of_line = geometry.cells_of(line, step);
                let [f, u] = [kind, other].map(|kind| ((of_line & kind).count() as usize).min(MOST));
                let first = line.first();
                for j in 0..geometry.shape.connect() {
                    self.0[(first + j * step) % 128] += LINE_WORTH[f][u];
                }
            }
        }
    }

    /// The worth of a cell; 0 if there is no cell.
    #[inline(always)]
    pub(crate) fn at<M: CellSet>(&self, cell: M) -> i32 {
        if cell.any() { self.0[cell.first() % 128] as i32 } else { 0 }
    }
}
