//! In which order children are tried, and from which ply on the costly helpers are left out.
//!
//! Cells near the centre, on many lines and higher up come first, and above all moves that leave many winning cells. Besides that counts only what has cut
//! off lately (`cuts.rs`): orders that remember longer visited up to nine times as many positions. Among equals
//! the one nearer to the centre comes first; on boards taller than wide the one on the left, which halves the work on 4×14.

use crate::search::centre_first;

use super::geometry::{BoardGeometry, Slots};

/// Points for each winning cell after the move.
const THREAT: u32 = 24;

/// The low bits of a rank, which hold the lane, counted down.
const LANE_BITS: u32 = 6;
const LAST_LANE: u32 = (1 << LANE_BITS) - 1;

/// Per-board tables of the search.
pub(crate) struct Order<G: BoardGeometry> {
    /// The column mask of each lane, in the order in which equals are tried; empty lanes up to a whole group.
    pub(crate) lanes: G::Room<G::Word>,
    /// The column of each lane.
    pub(crate) column_of: [u32; 64],
    /// The lane of each column.
    lanes_of: [u8; 64],
    /// The rank of each cell.
    ranks: [u32; 128],
    /// Positions with fewer checkers are kept in the table.
    pub(crate) table_below: i32,
    /// Children of positions with fewer checkers are looked up before searching.
    pub(crate) ahead_below: i32,
    /// Children of positions with fewer checkers are tried by their outlook.
    pub(crate) outlook_below: i32,
    /// The same, by the best reply where the question is whether the side to move holds.
    pub(crate) reply_below: i32,
    /// From so many checkers on, drops that have cut off lately are tried earlier: there are too few positions with fewer to learn from.
    pub(crate) cuts_from: i32,
    /// What has cut off in positions with fewer checkers is remembered apart.
    pub(crate) early_below: i32,
    /// Positions with fewer checkers share an entry with their mirror image.
    pub(crate) mirror_below: i32,
}

impl<G: BoardGeometry> Order<G> {
    pub(crate) fn new(g: &G) -> Self {
        let (columns, levels) = (g.columns() as i32, g.levels() as i32);
        let width = g.columns() as usize;
        let equals = if levels <= columns { centre_first(width) } else { (0..width).collect() };
        let mut order = Self {
            lanes: G::Room::<G::Word>::vacant(),
            column_of: [0; 64],
            lanes_of: [u8::MAX; 64],
            ranks: [0; 128],
            table_below: g.cells() - 10,
            ahead_below: g.cells() - 16,
            outlook_below: g.cells() * 2 / 5,
            reply_below: g.cells() / 3,
            cuts_from: g.cells() / 6,
            early_below: g.cells() / 3,
            mirror_below: g.cells() / 3,
        };
        for (lane, &column) in equals.iter().enumerate() {
            order.lanes.all_mut()[lane] = g.column(column as u32);
            order.column_of[lane] = column as u32;
            order.lanes_of[column] = lane as u8;
        }
        for column in 0..columns {
            let centre = columns - 1 - (2 * column - columns + 1).abs();
            for level in 0..levels {
                let cell = column * (levels + 1) + level;
                let weight = (centre + level + 2 * lines_through(g, column, level)) as u32;
                order.ranks[cell as usize] =
                    weight << LANE_BITS | (LAST_LANE - u32::from(order.lanes_of[column as usize]));
            }
        }
        order
    }

    /// The lane of a column; none for [`Proof::NO_COLUMN`](super::table::Proof::NO_COLUMN).
    #[inline(always)]
    pub(crate) fn lane_of(&self, column: u32) -> usize {
        usize::from(self.lanes_of[column as usize & 63])
    }

    /// How good a move to `cell` looks, and its lane, in one integer: larger is better, the earlier lane among equals.
    #[inline(always)]
    pub(crate) fn rank(&self, cell: usize) -> u32 {
        self.ranks[cell & 127]
    }
}

/// The lane of a move with this rank.
#[inline(always)]
pub(crate) fn lane_in(rank: u32) -> usize {
    (LAST_LANE - (rank & LAST_LANE)) as usize
}

/// The rank of a move that leaves so many winning cells, and that may be the table's.
#[inline(always)]
pub(crate) fn with_threats(rank: u32, threats: u32, from_table: bool) -> u32 {
    rank + ((THREAT * threats) << LANE_BITS) + (u32::from(from_table) << 30)
}

/// The rank of a move that looks so many points better, or worse, than others.
#[inline(always)]
pub(crate) fn with_points(rank: u32, points: i32) -> u32 {
    rank + (((1 << 16) + points) << LANE_BITS) as u32
}

/// The largest of the ranks below this one; zero stands for no move. Their number is a multiple of eight, and there is no branch: in which order moves come
/// cannot be foretold, so sorting them costs more.
#[inline(always)]
pub(crate) fn next_best(ranks: &[u32], below: u32) -> u32 {
    let mut most = [0; 8];
    for eight in ranks.chunks_exact(8) {
        for (most, &rank) in most.iter_mut().zip(eight) {
            *most = (*most).max(if rank < below { rank } else { 0 });
        }
    }
    let most: [u32; 4] = std::array::from_fn(|i| most[i].max(most[i + 4]));
    most[0].max(most[2]).max(most[1].max(most[3]))
}

/// Number of lines of the board through a cell.
fn lines_through<G: BoardGeometry>(g: &G, column: i32, level: i32) -> i32 {
    let (columns, levels, connect) = (g.columns() as i32, g.levels() as i32, g.connect() as i32);
    let inside = |c: i32, l: i32| (0..columns).contains(&c) && (0..levels).contains(&l);
    let mut lines = 0;
    for (dc, dl) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
        for back in 0..connect {
            let (c, l) = (column - back * dc, level - back * dl);
            let far = connect - 1;
            lines += i32::from(inside(c, l) && inside(c + far * dc, l + far * dl));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_come_one_after_the_other_best_first() {
        let ranks = [0, 7, 900, 0, 3, 1 << 30, 8, 0, 0, 4, 0, 901, 2, 0, 0, 6];
        let mut sorted: Vec<u32> = ranks.into_iter().filter(|&rank| rank > 0).collect();
        sorted.sort_unstable_by(|a, b| b.cmp(a));
        let mut rank = u32::MAX;
        for expected in sorted {
            rank = next_best(&ranks, rank);
            assert_eq!(rank, expected);
        }
        assert_eq!(next_best(&ranks, rank), 0, "no move is left");
    }
}
