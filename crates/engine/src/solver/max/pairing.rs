//! A bound from answering every move in its own column.
//!
//! With an even number of vacant cells the side that answers can fill every column in pairs from its top down and so gets the second cell of each pair
//! (see [`Plane::even_rows`]). Columns with an odd number of vacant cells have one cell too many at the bottom, their *base*; bases are paired across
//! columns, and the answering side gets one of each pair, the one that the other side leaves. The worst outcome of a pairing is a
//! bound; the best pairing gives the best bound. With an odd number of vacant cells the mover takes a base and is then the one who answers.

use super::geometry::{LineGeometry, LineSets, Shape};
use super::node::Node;
use crate::solver::CellSet;

/// Below and above every number of points on a board of up to 128 bits.
pub(crate) const FAR: i32 = 1000;

/// With more pairs of bases than this, the answering side gives both bases of the further pairs away.
const PAIRS: usize = 4;

/// A bound on the points still to come, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PairingBound {
    AtLeast(i32),
    AtMost(i32),
}

/// The best pairing bound there is.
pub(crate) fn best_bound<M: CellSet, S: Shape>(
    geometry: &LineGeometry<M, S>,
    node: &Node<M>,
    unfinished: &LineSets<M>,
) -> PairingBound {
    let even = node.vacant(geometry).count() % 2 == 0;
    bound(geometry, node, unfinished, if even { -FAR } else { FAR })
}

/// The pairing bound; `unfinished` are the lines with a vacant cell. It is looked for only until it decides whether the value reaches
/// `beta`.
#[inline(always)]
pub(crate) fn bound<M: CellSet, S: Shape>(
    geometry: &LineGeometry<M, S>,
    node: &Node<M>,
    unfinished: &LineSets<M>,
    beta: i32,
) -> PairingBound {
    let vacant = node.vacant(geometry);
    let bases = geometry.playable(node.filled) & geometry.plane.even_rows;
    if vacant.count() % 2 == 0 {
        let answer = Answer { geometry, unfinished, bases };
        return PairingBound::AtMost(-answer.least([node.theirs, node.mine], vacant, 1 - beta));
    }
    let mut best = -FAR;
    for cell in bases.each() {
        let answer = Answer { geometry, unfinished, bases: bases ^ cell };
        best = best.max(answer.least([node.mine | cell, node.theirs], vacant ^ cell, beta));
        if best >= beta {
            break;
        }
    }
    PairingBound::AtLeast(best)
}

struct Answer<'a, M, S> {
    geometry: &'a LineGeometry<M, S>,
    unfinished: &'a LineSets<M>,
    bases: M,
}

impl<M: CellSet, S: Shape> Answer<'_, M, S> {
    /// The points that the answering side is sure to come out ahead, over the pairings of bases that are looked at: all of them for up to
    /// four bases, neighbours with neighbours beyond. It stops at a pairing that is enough.
    #[inline(always)]
    fn least(&self, [answering, moving]: [M; 2], vacant: M, enough: i32) -> i32 {
        let answering = answering | (vacant & self.geometry.plane.even_rows & !self.bases);
        let moving = moving | (vacant & !self.geometry.plane.even_rows);
        let mut cells = self.bases.each();
        let mut next = || cells.next().unwrap_or(M::EMPTY);
        match self.bases.count() {
            0 => self.margin(answering, moving),
            2 => {
                let (p, q) = (next(), next());
                self.margin(answering | p, moving | q).min(self.margin(answering | q, moving | p))
            }
            4 => {
                let (p, q, r, s) = (next(), next(), next(), next());
                let mut best = -FAR;
                for pairs in [[(p, q), (r, s)], [(p, r), (q, s)], [(p, s), (q, r)]] {
                    best = best.max(self.worst(answering, moving, &pairs, best));
                    if best >= enough {
                        break;
                    }
                }
                best
            }
            _ => self.neighbours(answering, moving),
        }
    }

    /// The worst outcome of one pairing, or something not above `floor`.
    #[inline(always)]
    fn worst(&self, answering: M, moving: M, pairs: &[(M, M)], floor: i32) -> i32 {
        let mut worst = FAR;
        for outcome in 0..1usize << pairs.len() {
            let (mut a, mut m) = (answering, moving);
            for (i, &(p, q)) in pairs.iter().enumerate() {
                let (kept, left) = if outcome >> i & 1 == 0 { (p, q) } else { (q, p) };
                a |= kept;
                m |= left;
            }
            worst = worst.min(self.margin(a, m));
            if worst <= floor {
                break;
            }
        }
        worst
    }

    #[inline(never)]
    fn neighbours(&self, answering: M, mut moving: M) -> i32 {
        let mut pairs = [(M::EMPTY, M::EMPTY); PAIRS];
        let mut count = 0;
        let mut cells = self.bases.each();
        while let (Some(p), Some(q)) = (cells.next(), cells.next()) {
            if count < PAIRS {
                pairs[count] = (p, q);
                count += 1;
            } else {
                moving |= p | q;
            }
        }
        self.worst(answering, moving, &pairs[..count], -FAR)
    }

    /// The points still to come on a board filled like this.
    #[inline(always)]
    fn margin(&self, answering: M, moving: M) -> i32 {
        let mut margin = 0;
        for (i, &step) in self.geometry.shape.steps().iter().enumerate() {
            margin += (self.geometry.lines_in(answering, step) & self.unfinished[i]).count();
            margin -= (self.geometry.lines_in(moving, step) & self.unfinished[i]).count();
        }
        margin
    }
}
