//! Lines of M that come too late, because R has one first.
//!
//! To complete a line X, M has to fill the column under each of X's vacant cells. Among the cells below them are some
//! that R is sure of; if these complete a line of R, X is refuted. Worth its time on tall boards, where there is much
//! below a line; done one position at a time.

use crate::solver::CellSet;
use crate::solver::connect::geometry::BoardGeometry;
use crate::solver::connect::lane_word::LaneWord;
use crate::solver::connect::lanes::One;
use crate::solver::connect::lines::all_lines;
use crate::solver::connect::mutation::mutant;

/// R's side of a position: its checkers and the vacant cells it is sure to get.
#[derive(Clone, Copy)]
pub(super) struct Defence<W> {
    pub(super) vacant: W,
    pub(super) other: W,
    pub(super) sure: W,
}

impl<W: LaneWord> Defence<W> {
    /// Whether R completes a line before M can complete this one, which is not vertical.
    #[inline(always)]
    pub(super) fn refutes<G: BoardGeometry<Word = W>>(&self, g: &G, line: W) -> bool {
        let missing = line & self.vacant;
        let bottoms = g.sentinel().minus(missing).down(g.levels() - 1) & g.bottom();
        let before =
            self.sure & mutant!(AfterWholeColumn, bottoms.up(g.levels()).minus(bottoms), missing.minus(bottoms));
        !before.is_empty() && !all_lines(g, One(self.other | before)).0.is_empty()
    }

    /// Whether every line within `reach`, verticals left out, is refuted.
    #[inline(never)]
    pub(super) fn refutes_all<G: BoardGeometry<Word = W>>(&self, g: &G, reach: W) -> bool {
        let stride = g.stride();
        [stride, stride - 1, stride + 1].into_iter().all(|distance| {
            let mut lowest = lowest_cells(g, reach, distance);
            while !lowest.is_empty() {
                if !self.refutes(g, line_from(g, lowest.lowest(), distance)) {
                    return false;
                }
                lowest = lowest.rest();
            }
            true
        })
    }
}

/// The lowest cells of all lines within `set` in one direction.
pub(super) fn lowest_cells<G: BoardGeometry>(g: &G, set: G::Word, distance: u32) -> G::Word {
    (1..g.connect()).fold(set, |lowest, cell| lowest & set.down(cell * distance))
}

/// The line in one direction that starts at `cell`.
pub(super) fn line_from<G: BoardGeometry>(g: &G, cell: G::Word, distance: u32) -> G::Word {
    (1..g.connect()).fold(cell, |line, step| line | cell.up(step * distance))
}
