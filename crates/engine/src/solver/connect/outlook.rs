//! How children look near the root, where a good first choice saves most: by the open lines of both sides, worth what the playing search says.
//!
//! One side has to win, or to win sooner than it is asked, the other to hold; whoever is to move, a child is judged with the side that holds to move, so
//! a move of that side is judged by the best reply. Nothing here is proven or learned from a board: it changes only the order.

use super::geometry::BoardGeometry;
use super::lanes::One;
use super::lines::threats;
use crate::search::connect::{VERTICAL_WORTH, WORTH};
use crate::solver::CellSet;

/// What a unit of worth is in the order, in sixteenths of a point.
const SCALE: i32 = 6;

/// What is not forced stays within this.
const MOST: i32 = 1 << 15;

/// Whether it is worth judging children by their lines where one is to reach `beta`: which side gets the better of it, not how soon it
/// wins, is what lines tell.
#[inline(always)]
pub(super) fn lines_tell(beta: i32) -> bool {
    (-1..=2).contains(&beta)
}

/// Children of one position.
pub(super) struct LineOutlook<'a, G: BoardGeometry> {
    geometry: &'a G,
    mover: G::Word,
    other: G::Word,
    /// The cells that the mover gets when the columns fill up one after the other.
    gets: G::Word,
    /// Judge the best reply instead of the move.
    by_reply: bool,
}

impl<'a, G: BoardGeometry> LineOutlook<'a, G> {
    /// The children of a position with so many checkers, of which one is to reach `beta`.
    pub(super) fn new(geometry: &'a G, mover: G::Word, other: G::Word, played: i32, beta: i32, deep: bool) -> Self {
        let even = geometry.levels_from_bottom(0);
        let vacant = geometry.cells() - played;
        let gets = if (vacant + geometry.levels() as i32) % 2 == 0 { even } else { geometry.board() & !even };
        Self { geometry, mover, other, gets, by_reply: deep && beta <= 0 }
    }

    /// How good a move looks, in points of the order.
    #[inline(never)]
    pub(super) fn points(&self, cell: G::Word) -> i32 {
        let mover = self.mover | cell;
        let value = if self.by_reply { self.after_reply(mover) } else { self.value(mover, self.other) };
        (value * SCALE / 16).clamp(-MOST, MOST)
    }

    /// The value when the other side replies as it likes best, not without need where it loses at once.
    fn after_reply(&self, mover: G::Word) -> i32 {
        let g = self.geometry;
        let filled = mover | self.other;
        let playable = filled.plus(g.bottom()) & g.board();
        let wins = threats(g, One(mover), One(g.board() & !filled)).0;
        let first_of = |set: G::Word, otherwise: G::Word| if set.is_empty() { otherwise } else { set };
        let replies = first_of(playable & wins, playable);
        let mut replies = first_of(replies & !wins.down(1), replies);
        let mut least = MOST;
        while !replies.is_empty() {
            least = least.min(self.value(mover, self.other | replies.lowest()));
            replies = replies.rest();
        }
        least
    }

    /// The mover's open lines less the other side's.
    fn value(&self, mover: G::Word, other: G::Word) -> i32 {
        worth(self.geometry, mover, other, self.gets) - worth(self.geometry, other, mover, !self.gets)
    }
}

/// What the lines are worth that `own` may still complete and has begun, the vacant cells it `gets` told apart.
fn worth<G: BoardGeometry>(g: &G, own: G::Word, other: G::Word, gets: G::Word) -> i32 {
    let vacant = g.board() & !(own | other);
    let stride = g.stride();
    let mut sum = 0;
    for distance in [1, stride - 1, stride, stride + 1] {
        let open = (1..g.connect()).fold(own | vacant, |run, i| run & (own | vacant).down(i * distance));
        if open.is_empty() {
            continue;
        }
        let missing = Counter::of(g, vacant, distance);
        let good = Counter::of(g, vacant & gets, distance);
        for (at, worth) in WORTH[..3].iter().enumerate() {
            let lines = open & missing.equal(at as u32 + 1);
            if distance == 1 {
                sum += VERTICAL_WORTH[at] * lines.count();
                continue;
            }
            for (good_cells, worth) in worth.iter().enumerate() {
                sum += worth * (lines & good.equal(good_cells as u32)).count();
            }
        }
    }
    sum
}

/// For every cell, how many cells of a set lie on the line that begins there: up to three, or more.
struct Counter<W> {
    ones: W,
    twos: W,
    more: W,
}

impl<W: CellSet> Counter<W> {
    #[inline(always)]
    fn of<G: BoardGeometry<Word = W>>(g: &G, set: W, distance: u32) -> Self {
        let mut counter = Self { ones: W::EMPTY, twos: W::EMPTY, more: W::EMPTY };
        for i in 0..g.connect() {
            let cells = set.down(i * distance);
            let carry = counter.ones & cells;
            counter.ones ^= cells;
            counter.more |= counter.twos & carry;
            counter.twos ^= carry;
        }
        counter
    }

    /// Where it counts exactly so many, at most three.
    #[inline(always)]
    fn equal(&self, count: u32) -> W {
        let ones = if count & 1 == 1 { self.ones } else { !self.ones };
        let twos = if count & 2 == 2 { self.twos } else { !self.twos };
        ones & twos & !self.more
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::Plane;
    use crate::solver::connect::geometry::AnyBoard;
    use dropline_core::{Board, Column, Side};

    /// The same, line by line.
    fn slow(board: &Board, own: Side, gets_even: bool) -> i32 {
        let variant = board.variant();
        let (columns, levels, n) = (variant.columns() as i32, variant.levels() as i32, variant.connect() as i32);
        let at = |c: i32, l: i32| {
            board.checker_at(Column::from_index(c as usize), dropline_core::Level::from_index(l as usize))
        };
        let mut sum = 0;
        for (dc, dl) in [(0, 1), (1, -1), (1, 0), (1, 1)] {
            for (c, l) in (0..columns).flat_map(|c| (0..levels).map(move |l| (c, l))) {
                let (end_c, end_l) = (c + (n - 1) * dc, l + (n - 1) * dl);
                if !(0..columns).contains(&end_c) || !(0..levels).contains(&end_l) {
                    continue;
                }
                let cells: Vec<(i32, i32)> = (0..n).map(|i| (c + i * dc, l + i * dl)).collect();
                if cells.iter().any(|&(c, l)| at(c, l) == Some(own.other())) {
                    continue;
                }
                let vacant: Vec<_> = cells.iter().filter(|&&(c, l)| at(c, l).is_none()).collect();
                let good = vacant.iter().filter(|(_, l)| (l % 2 == 0) == gets_even).count();
                sum += match vacant.len() {
                    missing @ 1..=3 if dc == 0 => VERTICAL_WORTH[missing - 1],
                    missing @ 1..=3 => WORTH[missing - 1][good],
                    _ => 0,
                };
            }
        }
        sum
    }

    #[test]
    fn lines_are_worth_what_they_are_one_by_one() {
        let mut random = 7u64;
        for variant in ["7x6c4", "6x7c4", "9x7c4", "5x5c3", "10x8c5", "12x4c6"] {
            let variant: dropline_core::Variant = variant.parse().unwrap();
            let (columns, levels) = (variant.columns() as u32, variant.levels() as u32);
            let geometry = AnyBoard::<u128, 64, 0>(Plane::<u128>::new(columns, levels, variant.connect() as u32));
            for _ in 0..200 {
                let mut board = Board::new(variant);
                let mut sides = [0u128; 2];
                for ply in 0..random % variant.cells() as u64 {
                    random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    let side = Side::BOTH[(ply % 2) as usize];
                    if let Ok(cell) = board.drop(Column::from_index((random >> 33) as usize % columns as usize), side) {
                        sides[side.index()] |= 1 << (cell.column.index() * (levels as usize + 1) + cell.level.index());
                    }
                }
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let even = geometry.levels_from_bottom(0);
                for (gets, gets_even) in [(even, true), (!even, false)] {
                    let fast = worth(&geometry, sides[0], sides[1], gets);
                    assert_eq!(fast, slow(&board, Side::Red, gets_even), "{:?}", board.drops());
                }
            }
        }
    }
}
