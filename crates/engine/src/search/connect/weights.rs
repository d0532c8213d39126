//! What open lines are worth before anybody completes them.
//!
//! A line counts for a side as long as the other side has no checker in it: the more, the fewer checkers are missing, and the more of the
//! missing ones lie on levels which that side gets when the columns fill up one after the other. On boards with an even number of levels
//! the first player gets the odd levels, counted from 1, and the second the even ones. Vertical lines are worth little: a
//! single checker on top ends them. Closed lines, those that need a cell above a threat, are worth nothing.
//!
//! In Max-Connect a line is worth the points it is expected to make: 0.7 for each cell its owner gets, multiplied, 0.3 for each other, and
//! 0.35 for each after the first, because the other side does not look on.

use dropline_core::{Rules, Side, Variant};

/// The worth of a line that lacks one, two, three … checkers, by how many of them lie on levels its owner gets.
pub(crate) const WORTH: [&[i32]; MOST_MISSING] = [&[16, 40], &[10, 12, 26], &[3, 3, 4, 6], &[1, 1, 1, 1, 1]];

/// The same for vertical lines.
pub(crate) const VERTICAL: [i32; MOST_MISSING] = [14, 14, 3, 1];

/// A point of Max-Connect.
pub(crate) const POINT: i32 = 1000;

/// Lines that lack more checkers count nothing.
const MOST_MISSING: usize = 4;

/// What of a line matters for its worth, besides how many checkers are missing: its vacant cells on levels 0, 2, 4…, or that it is vertical or
/// closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LineKind(u16);

impl LineKind {
    pub(super) const EMPTY: LineKind = LineKind(0);
    /// Not a number of cells that a line can lack.
    pub(super) const VERTICAL: LineKind = LineKind(u16::MAX);
    /// Lines that need a cell above a threat; not a number of cells either.
    pub(super) const CLOSED: LineKind = LineKind(u16::MAX - 1);

    /// One of eight places, the last but one for closed lines and the last for vertical ones. Lines with more vacant cells than that have no worth.
    #[inline]
    const fn place(self) -> usize {
        match self {
            LineKind::VERTICAL => 7,
            LineKind::CLOSED => 6,
            LineKind(even) if even > MOST_MISSING as u16 => 5,
            LineKind(even) => even as usize,
        }
    }

    /// The kind with one vacant cell less.
    #[inline]
    pub(super) const fn without(self, even: bool) -> LineKind {
        if self.0 >= LineKind::CLOSED.0 { self } else { LineKind(self.0 - even as u16) }
    }

    /// The kind with one vacant cell more.
    #[inline]
    pub(super) const fn with(self, even: bool) -> LineKind {
        if self.0 >= LineKind::CLOSED.0 { self } else { LineKind(self.0 + even as u16) }
    }
}

/// What a line is worth by what is missing, its kind and its owner. Closed lines have a place of their own, which is empty.
#[derive(Clone, Debug)]
pub(super) struct LineWeights([[i32; 2]; 8 * (MOST_MISSING + 1)]);

impl LineWeights {
    /// The weights for a game in which `turn` is to move with so many vacant cells.
    pub(super) fn new(variant: Variant, turn: Side, vacant: usize) -> LineWeights {
        let mut points = [[0; 2]; 8 * (MOST_MISSING + 1)];
        let even_filler = filler(variant, turn, vacant, 0);
        // A line without a checker belongs to nobody.
        for missing in 1..variant.connect().min(MOST_MISSING + 1) {
            for side in [Side::Red, Side::Black] {
                for even in 0..=missing {
                    let gets = if even_filler == side { even } else { missing - even };
                    points[8 * missing + even][side.index()] = match variant.rules() {
                        Rules::Connect => WORTH[missing - 1][gets],
                        Rules::Max => expected(gets, missing - gets),
                    };
                }
                points[8 * missing + 7][side.index()] = match variant.rules() {
                    Rules::Connect => VERTICAL[missing - 1],
                    Rules::Max => expected(missing / 2, missing.div_ceil(2)),
                };
            }
        }
        LineWeights(points)
    }

    /// What a line is worth to its owner.
    #[inline]
    pub(super) fn of(&self, owner: usize, missing: u16, kind: LineKind) -> i32 {
        self.0.get(8 * usize::from(missing) + kind.place()).map_or(0, |points| points[owner])
    }
}

/// The points that a line of Max-Connect is expected to make which lacks so many cells that its owner gets, and so many others.
fn expected(gets: usize, others: usize) -> i32 {
    let further = (gets + others) as i32 - 1;
    (f64::from(POINT) * 0.7_f64.powi(gets as i32) * 0.3_f64.powi(others as i32) * 0.35_f64.powi(further)) as i32
}

/// Who drops a checker on a level (from 0) of the last column, when all others have been filled first.
///
/// All vacant cells but the column's own top part are filled before; whatever the column holds now, the drop on `level` is the one after
/// vacant − levels + level others.
const fn filler(variant: Variant, turn: Side, vacant: usize, level: usize) -> Side {
    if (vacant + variant.levels() + level).is_multiple_of(2) { turn } else { turn.other() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_player_gets_the_odd_levels_of_the_standard_board() {
        let at = |level| filler(Variant::STANDARD, Side::Red, 42, level);
        assert_eq!([at(0), at(1), at(2)], [Side::Red, Side::Black, Side::Red]);
        // The same after a move; and it goes by the levels and the cells of the board.
        assert_eq!(filler(Variant::STANDARD, Side::Black, 41, 2), Side::Red);
        assert_eq!(filler("5x5c4".parse().unwrap(), Side::Red, 25, 0), Side::Red);
        assert_eq!(filler("6x5c4".parse().unwrap(), Side::Red, 30, 0), Side::Black);
    }

    #[test]
    fn lines_are_worth_more_the_fuller_they_are_and_the_better_their_levels() {
        let weights = LineWeights::new(Variant::STANDARD, Side::Red, 42);
        let red = |missing, even| weights.of(0, missing, LineKind(even));
        assert!(red(3, 0) < red(3, 3) && red(3, 3) < red(2, 2) && red(1, 0) < red(1, 1));
        assert_eq!(weights.of(1, 2, LineKind(0)), red(2, 2));
        assert_eq!((red(4, 2), red(900, 450)), (0, 0));
        let closed = |missing| weights.of(0, missing, LineKind::CLOSED.without(true));
        assert_eq!([closed(1), closed(2), closed(3)], [0; 3]);
    }

    #[test]
    fn lines_longer_than_the_board_and_of_one_cell_have_weights_too() {
        LineWeights::new("2x2c4294967295".parse().unwrap(), Side::Red, 4);
        assert_eq!(LineWeights::new("2x2c1".parse().unwrap(), Side::Red, 4).of(0, 1, LineKind(1)), 0);
    }
}
