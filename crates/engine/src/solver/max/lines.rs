//! The open lines of a position by how many of their cells are vacant.

use super::geometry::{LineGeometry, LineSets, Shape};
use super::node::Node;
use super::weights::{CellWeights, take_in_turn};
use crate::solver::CellSet;

/// The lines of a position sorted by their vacant cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sorted<M> {
    /// Lines with a vacant cell.
    pub(crate) unfinished: LineSets<M>,
    /// Lines with one vacant cell.
    pub(crate) one_missing: LineSets<M>,
    /// Lines with two vacant cells.
    pub(crate) two_missing: LineSets<M>,
    /// Whether no open line misses more than one cell.
    pub(crate) all_miss_one: bool,
}

impl<M: CellSet> Sorted<M> {
    #[inline(always)]
    pub(crate) fn new<S: Shape>(geometry: &LineGeometry<M, S>, node: &Node<M>) -> Sorted<M> {
        let vacant = node.vacant(geometry);
        let mut unfinished = [M::EMPTY; 4];
        let mut one_missing = [M::EMPTY; 4];
        let mut two_missing = [M::EMPTY; 4];
        let mut more_missing = M::EMPTY;
        for (i, &step) in geometry.shape.steps().iter().enumerate() {
            let [once, twice, thrice] = geometry.lines_meeting(vacant, step);
            unfinished[i] = once;
            one_missing[i] = once & !twice;
            two_missing[i] = twice & !thrice;
            more_missing |= (node.my_lines[i] | node.their_lines[i]) & twice;
        }
        Sorted { unfinished, one_missing, two_missing, all_miss_one: more_missing.is_empty() }
    }
}

/// What each vacant cell is worth at once, through lines that miss nothing else: to the side to move, and to the other side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AtOnce<M> {
    pub(crate) mine: CellWeights<M>,
    pub(crate) theirs: CellWeights<M>,
}

impl<M: CellSet> AtOnce<M> {
    #[inline(always)]
    pub(crate) fn new<S: Shape>(geometry: &LineGeometry<M, S>, node: &Node<M>, lines: &Sorted<M>) -> AtOnce<M> {
        let vacant = node.vacant(geometry);
        let (mut mine, mut theirs) = (CellWeights::new(), CellWeights::new());
        for (i, &step) in geometry.shape.steps().iter().enumerate() {
            add_missing(geometry, &mut mine, node.my_lines[i] & lines.one_missing[i], vacant, step);
            add_missing(geometry, &mut theirs, node.their_lines[i] & lines.one_missing[i], vacant, step);
        }
        AtOnce { mine, theirs }
    }

    /// The value when [all open lines miss one cell](Sorted::all_miss_one).
    #[inline(always)]
    pub(crate) fn closed_form<S: Shape>(&self, geometry: &LineGeometry<M, S>, node: &Node<M>) -> i32 {
        take_in_turn(geometry, node.vacant(geometry), &self.mine, &self.theirs)
    }
}

#[inline(always)]
fn add_missing<M: CellSet, S: Shape>(
    geometry: &LineGeometry<M, S>,
    weights: &mut CellWeights<M>,
    lines: M,
    vacant: M,
    step: usize,
) {
    if lines.any() {
        for j in 0..geometry.shape.connect() {
            weights.add(vacant & (lines << (j * step)));
        }
    }
}
