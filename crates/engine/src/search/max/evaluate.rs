//! What a position looks like before the end is in reach.
//!
//! Three quarters *parity* and one quarter *pairing bound* (the best of ten evaluations tried, 200 games each). Parity: whoever answers in the same column
//! gets the [second](Plane::even_rows) cell of each pair, so a side expects to get its kind of cells and not the other: a line is worth
//! p^f · (1 − p)^u points, f its vacant cells of its owner's kind, u its others, p = 0.7.

use crate::solver::CellSet;
use crate::solver::max::geometry::{LineGeometry, Shape};
use crate::solver::max::lines::Sorted;
use crate::solver::max::node::Node;
use crate::solver::max::pairing::{self, PairingBound};
use crate::solver::max::weights::CellWeights;

/// Units of the evaluation in a point.
pub(crate) const POINT: i32 = 64;

/// Powers are kept with this many binary places.
const PLACES: u32 = 12;

/// The evaluation for one N.
#[derive(Clone, Debug)]
pub(crate) struct Evaluation {
    /// Powers of p and of 1 − p.
    expected: Vec<i32>,
    unexpected: Vec<i32>,
}

impl Evaluation {
    pub(crate) fn new(connect: usize) -> Evaluation {
        let powers = |tenths: i32| {
            let first = Some(1 << PLACES);
            // Beyond 127 vacant cells nothing is left to count.
            std::iter::successors(first, |power| Some(power * tenths / 10)).take(connect.min(127) + 1).collect()
        };
        Evaluation { expected: powers(7), unexpected: powers(3) }
    }

    /// The points still to come as they look, for the side to move.
    pub(crate) fn of<M: CellSet, S: Shape>(&self, geometry: &LineGeometry<M, S>, node: &Node<M>) -> i32 {
        let lines = Sorted::new(geometry, node);
        let (PairingBound::AtLeast(bound) | PairingBound::AtMost(bound)) =
            pairing::best_bound(geometry, node, &lines.unfinished);
        let value = (3 * self.parity(geometry, node) + POINT * bound) / 4;
        value.clamp(-POINT * node.their_most, POINT * node.my_most)
    }

    fn parity<M: CellSet, S: Shape>(&self, geometry: &LineGeometry<M, S>, node: &Node<M>) -> i32 {
        let vacant = node.vacant(geometry);
        let seconds = vacant & geometry.plane.even_rows;
        let even = vacant.count() % 2 == 0;
        let [mine, theirs] = if even { [vacant ^ seconds, seconds] } else { [seconds, vacant ^ seconds] };
        let mut value = 0;
        for (i, &step) in geometry.shape.steps().iter().enumerate() {
            let (my_lines, their_lines) = (node.my_lines[i], node.their_lines[i]);
            let open = my_lines | their_lines;
            if open.is_empty() {
                continue;
            }
            let (mut of_mine, mut of_theirs) = (CellWeights::new(), CellWeights::new());
            for j in 0..geometry.shape.connect() {
                of_mine.add((mine >> (j * step)) & open);
                of_theirs.add((theirs >> (j * step)) & open);
            }
            for f in 0..self.expected.len() {
                let so_many = open & of_mine.equal(f as u32);
                if so_many.is_empty() {
                    continue;
                }
                for u in 0..self.expected.len() - f {
                    let lines = so_many & of_theirs.equal(u as u32);
                    value += (my_lines & lines).count() * self.worth(f, u);
                    value -= (their_lines & lines).count() * self.worth(u, f);
                }
            }
        }
        value >> 4
    }

    /// A line with so many vacant cells that its owner expects to get and so many others, in sixteenths of units.
    fn worth(&self, expected: usize, unexpected: usize) -> i32 {
        (self.expected[expected] * self.unexpected[unexpected]) >> (2 * PLACES - (16 * POINT).ilog2())
    }
}
