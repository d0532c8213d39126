//! What open lines are worth before anybody threatens to complete them.
//!
//! A line counts for a side as long as the other side has no checker in it, the more the fewer checkers are missing. Vertical lines are worth
//! little, since one checker on top ends them. A row is worth more to the side that gets it when the other columns have been filled:
//! on boards with an even number of levels the first player gets the odd levels and the second the even ones.

use dropline_core::{Side, Variant};

/// The worth of a line by what is missing: nothing, one checker, two, …; four times less for each beyond.
const MISSING: [i32; 6] = [0, 36, 16, 6, 2, 1];

/// In tenths, how much a line counts by how it lies.
const VERTICAL: i32 = 4;
const OWN_ROW: i32 = 14;
const OTHER_ROW: i32 = 7;
const DIAGONAL: i32 = 11;

/// How a line lies, as far as its worth goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lie {
    Vertical = 0,
    /// A row at a level counted from 0: 0, 2, 4…
    EvenRow = 1,
    OddRow = 2,
    Diagonal = 3,
}

/// What a line is worth by how it lies, whose it is and how many checkers it holds.
#[derive(Clone, Debug)]
pub(super) struct Weights {
    points: Vec<[i32; 2]>,
    /// The checkers of a whole line, and one more: the numbers of checkers a line can hold.
    counts: usize,
}

impl Weights {
    /// The weights for games in which `turn` is to move with so many vacant cells.
    pub(super) fn new(variant: Variant, turn: Side, vacant: usize) -> Weights {
        let connect = if variant.has_lines() { variant.connect() } else { 0 };
        let mut points = Vec::with_capacity(4 * (connect + 1));
        for lie in [Lie::Vertical, Lie::EvenRow, Lie::OddRow, Lie::Diagonal] {
            for held in 0..=connect {
                let worth = |side| match held {
                    0 => 0,
                    _ => 10 * worth_missing(connect - held) * lies_for(lie, side, variant, turn, vacant) / 10,
                };
                points.push([worth(Side::Red), worth(Side::Black)]);
            }
        }
        Weights { points, counts: connect + 1 }
    }

    /// What a line is worth to its owner.
    #[inline]
    pub(super) fn of(&self, lie: Lie, owner: Side, held: u16) -> i32 {
        self.points[lie as usize * self.counts + usize::from(held)][owner.index()]
    }
}

fn worth_missing(missing: usize) -> i32 {
    MISSING.get(missing).copied().unwrap_or(0)
}

fn lies_for(lie: Lie, side: Side, variant: Variant, turn: Side, vacant: usize) -> i32 {
    let row = |level| if filler(variant, turn, vacant, level) == side { OWN_ROW } else { OTHER_ROW };
    match lie {
        Lie::Vertical => VERTICAL,
        Lie::EvenRow => row(0),
        Lie::OddRow => row(1),
        Lie::Diagonal => DIAGONAL,
    }
}

/// Who drops a checker on a level (from 0) of the last column, when all others have been filled first.
///
/// All vacant cells but the column's own top part are filled before; whatever the column holds now, the drop on `level` is the one after
/// vacant − levels + level others.
pub(super) const fn filler(variant: Variant, turn: Side, vacant: usize, level: usize) -> Side {
    if (vacant + variant.levels() + level).is_multiple_of(2) { turn } else { turn.other() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_player_gets_the_odd_levels_of_the_standard_board() {
        let at = |level| filler(Variant::STANDARD, Side::Red, 42, level);
        assert_eq!([at(0), at(1), at(2)], [Side::Red, Side::Black, Side::Red]);
        // The same after a move, and the other way round on a board with an odd number of cells and levels.
        assert_eq!(filler(Variant::STANDARD, Side::Black, 41, 2), Side::Red);
        let five: Variant = "5x5c4".parse().unwrap();
        assert_eq!(filler(five, Side::Red, 25, 0), Side::Red);
        let wide: Variant = "6x5c4".parse().unwrap();
        assert_eq!(filler(wide, Side::Red, 30, 0), Side::Black);
    }

    #[test]
    fn fuller_lines_are_worth_more_and_own_rows_more_than_others() {
        let weights = Weights::new(Variant::STANDARD, Side::Red, 42);
        for held in 1..3 {
            for lie in [Lie::Vertical, Lie::EvenRow, Lie::OddRow, Lie::Diagonal] {
                assert!(weights.of(lie, Side::Red, held) < weights.of(lie, Side::Red, held + 1));
            }
        }
        assert!(weights.of(Lie::EvenRow, Side::Red, 2) > weights.of(Lie::OddRow, Side::Red, 2));
        assert_eq!(weights.of(Lie::EvenRow, Side::Red, 2), weights.of(Lie::OddRow, Side::Black, 2));
    }

    #[test]
    fn lines_longer_than_the_board_and_of_one_cell_have_weights_too() {
        Weights::new("2x2c9".parse().unwrap(), Side::Red, 4);
        Weights::new("2x2c1".parse().unwrap(), Side::Red, 4);
    }
}
