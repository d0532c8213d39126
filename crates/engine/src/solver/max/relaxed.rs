//! Bounds from a simpler game, in which every cell has its fixed worth.
//!
//! One side, the *bounded* one, gets more than it should: each of its lines that misses several cells is given for a single one of them, or
//! outright. The other side gets less: its lines of that kind are forgotten, or *held*: each missing cell counts a point, and all but one of
//! these points are taken off again, so that the line counts one point if it is made and otherwise none or less. What is left is the game of
//! [taking numbers from stacks](super::stacks), whose value is known at once and bounds the true one.
//!
//! Any choice of cells gives a bound. One more on a cell, for the bounded side, changes the value by what it adds to the side's points, 1, and
//! to the taking, 1 or −1, together halved: by 1 or by nothing. So a line is given for a cell that makes the taking worth less to the bounded side, if it has one. For the
//! same reason a held line gains its point if each of its cells makes the taking worth more to its side.

use super::geometry::{LineGeometry, LineSets, Shape};
use super::lines::{AtOnce, Sorted};
use super::node::Node;
use super::stacks::Stacks;
use crate::solver::CellSet;

/// A bound that decides a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decided {
    AtLeast(i32),
    AtMost(i32),
}

/// With more than so many points wanting, holding lines hardly ever helps.
const HELD_MOST: i32 = 1;

/// Looks for a bound that tells whether the value reaches `beta`.
#[inline(always)]
pub(crate) fn decide<M: CellSet, S: Shape>(
    stacks: &mut Stacks<M>,
    geometry: &LineGeometry<M, S>,
    node: &Node<M>,
    (lines, at_once): (&Sorted<M>, &AtOnce<M>),
    beta: i32,
    hold: bool,
) -> Option<Decided> {
    let vacant = node.vacant(geometry);
    let taken = stacks.set_up(geometry, vacant, &at_once.mine.plus(&at_once.theirs))?;
    // The value if there were no other lines.
    let alone = (at_once.mine.sum() - at_once.theirs.sum() + taken) / 2;
    let below = alone < beta;
    // The points that the bounded side may get from its long lines, and what it is for the taking that it does not get one.
    let (bounded, other, mut spare, wanted) = if below {
        (&node.my_lines, &node.their_lines, beta - 1 - alone, -1)
    } else {
        (&node.their_lines, &node.my_lines, alone - beta, 1)
    };
    let (mut given, mut held, mut count) = ([[M::EMPTY; 4]; 2], [M::EMPTY; 4], 0);
    for i in 0..geometry.shape.steps().len() {
        let long = bounded[i] & !lines.one_missing[i];
        given[0][i] = long & lines.two_missing[i];
        given[1][i] = long & !lines.two_missing[i];
        held[i] = other[i] & !lines.one_missing[i];
        count += long.count();
    }
    if count <= spare {
        spare -= count;
    } else {
        let more = if hold { HELD_MOST } else { 0 };
        // What the other side expects to get by answering in the same column; what can be played at once is anybody's.
        let seconds = geometry.plane.even_rows;
        let theirs = if below == (vacant.count() % 2 == 0) { seconds } else { !seconds };
        let likely = theirs & !geometry.playable(node.filled);
        spare += more;
        for lines in &given {
            spare = spare_after_giving(stacks, geometry, lines, likely, wanted, spare)?;
        }
        spare -= more;
        if spare < 0 {
            spare += count_held(stacks, geometry, &held, wanted, -spare);
        }
        if spare < 0 {
            return None;
        }
    }
    Some(if below { Decided::AtMost(beta - 1 - spare) } else { Decided::AtLeast(beta + spare) })
}

/// Gives lines for cells that change the taking by `wanted`, likely ones first; what is left of the points that the others cost, nothing if it is not enough.
#[inline(always)]
fn spare_after_giving<M: CellSet, S: Shape>(
    stacks: &mut Stacks<M>,
    geometry: &LineGeometry<M, S>,
    lines: &LineSets<M>,
    likely: M,
    wanted: i32,
    mut spare: i32,
) -> Option<i32> {
    for (i, &step) in geometry.shape.steps().iter().enumerate() {
        for line in lines[i].each() {
            let cells = geometry.cells_of(line, step) & stacks.vacant();
            let found = 'cells: {
                for mut left in [cells & likely, cells & !likely] {
                    while left.any() {
                        let cell = left.highest();
                        if stacks.add(geometry, cell, wanted) {
                            break 'cells true;
                        }
                        left ^= cell;
                    }
                }
                false
            };
            if !found {
                spare -= 1;
                if spare < 0 {
                    return None;
                }
                // It costs its point, wherever it is put; then another line may be good there.
                stacks.add(geometry, cells.lowest(), -wanted);
            }
        }
    }
    Some(spare)
}

/// How many lines can be held, at most `enough`: each of their cells changes the taking by `wanted`.
#[inline(always)]
fn count_held<M: CellSet, S: Shape>(
    stacks: &mut Stacks<M>,
    geometry: &LineGeometry<M, S>,
    lines: &LineSets<M>,
    wanted: i32,
    enough: i32,
) -> i32 {
    let mut held = 0;
    for (i, &step) in geometry.shape.steps().iter().enumerate() {
        for line in lines[i].each() {
            let cells = geometry.cells_of(line, step) & stacks.vacant();
            let mut left = cells;
            while left.any() && stacks.add(geometry, left.lowest(), wanted) {
                left = left.rest();
            }
            if left.any() {
                for cell in (cells ^ left).each() {
                    stacks.take_back(geometry, cell);
                }
                continue;
            }
            held += 1;
            if held == enough {
                return held;
            }
        }
    }
    held
}
