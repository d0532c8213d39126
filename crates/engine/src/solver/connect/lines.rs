//! Lines and threats, for all lanes at once.
//!
//! A line runs in one of four directions, given by the distance between neighbours: 1 (vertical), `stride`
//! (horizontal), `stride − 1` and `stride + 1` (diagonals). Four in a row is written out; any other number takes the
//! general way, a few operations longer.

use super::geometry::BoardGeometry;
use super::lanes::Lanes;

/// The lowest cells of all lines of `connect` cells within `set` in one direction.
#[inline(always)]
fn runs<L: Lanes>(set: L, distance: u32, connect: u32) -> L {
    if connect == 4 {
        let pairs = set.and(set.down(distance));
        return pairs.and(pairs.down(2 * distance));
    }
    let (mut run, mut length) = (set, 1);
    while 2 * length <= connect {
        run = run.and(run.down(length * distance));
        length *= 2;
    }
    run.and(run.down((connect - length) * distance))
}

/// Not empty where `set` holds a horizontal or diagonal line.
#[inline(always)]
pub(crate) fn flat_lines<G: BoardGeometry, L: Lanes<Word = G::Word>>(g: &G, set: L) -> L {
    let (stride, connect) = (g.stride(), g.connect());
    runs(set, stride, connect).or(runs(set, stride - 1, connect)).or(runs(set, stride + 1, connect))
}

/// Not empty where `set` holds a line in any direction.
#[inline(always)]
pub(crate) fn all_lines<G: BoardGeometry, L: Lanes<Word = G::Word>>(g: &G, set: L) -> L {
    flat_lines(g, set).or(runs(set, 1, g.connect()))
}

/// The vacant cells that complete a line of `own`.
#[inline(always)]
pub(crate) fn threats<G: BoardGeometry, L: Lanes<Word = G::Word>>(g: &G, own: L, vacant: L) -> L {
    let (stride, connect) = (g.stride(), g.connect());
    if connect == 4 {
        let vertical = own.up(1).and(own.up(2)).and(own.up(3));
        vertical.or(open_four(own, stride)).or(open_four(own, stride - 1)).or(open_four(own, stride + 1)).and(vacant)
    } else {
        open_any(own, vacant, 1, connect)
            .or(open_any(own, vacant, stride, connect))
            .or(open_any(own, vacant, stride - 1, connect))
            .or(open_any(own, vacant, stride + 1, connect))
    }
}

/// Cells with three of `own` around them in one direction: `ooo_`, `oo_o`, `o_oo`, `_ooo`.
#[inline(always)]
fn open_four<L: Lanes>(own: L, distance: u32) -> L {
    let (below, above) = (own.up(distance), own.down(distance));
    let two_below = below.and(own.up(2 * distance));
    let two_above = above.and(own.down(2 * distance));
    two_below.and(own.up(3 * distance).or(above)).or(two_above.and(own.down(3 * distance).or(below)))
}

/// The vacant cells of windows of `connect` cells in one direction that hold `own` cells otherwise.
#[inline(always)]
fn open_any<L: Lanes>(own: L, vacant: L, distance: u32, connect: u32) -> L {
    // Windows by their lowest cell, growing: all own so far; one vacant so far.
    let (mut full, mut open) = (own, vacant);
    for cell in 1..connect {
        let (mine, free) = (own.down(cell * distance), vacant.down(cell * distance));
        open = open.and(mine).or(full.and(free));
        full = full.and(mine);
    }
    spread(open, distance, connect).and(vacant)
}

/// The cells of all lines of the board that lie within `set`.
#[inline(always)]
pub(crate) fn line_cells<G: BoardGeometry, L: Lanes<Word = G::Word>>(g: &G, set: L) -> L {
    let (stride, connect) = (g.stride(), g.connect());
    spread(runs(set, 1, connect), 1, connect)
        .or(spread(runs(set, stride, connect), stride, connect))
        .or(spread(runs(set, stride - 1, connect), stride - 1, connect))
        .or(spread(runs(set, stride + 1, connect), stride + 1, connect))
}

/// All cells of the lines in one direction given by their lowest cells.
#[inline(always)]
fn spread<L: Lanes>(lowest: L, distance: u32, connect: u32) -> L {
    let mut cells = lowest;
    for cell in 1..connect {
        cells = cells.or(lowest.up(cell * distance));
    }
    cells
}
