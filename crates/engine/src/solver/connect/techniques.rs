//! Which techniques the search uses: those that pay on a board by default, single ones switched off or on to measure
//! or to test them.

use dropline_core::Variant;

/// The techniques of the search that can be switched. None of them changes a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques {
    /// One side answers in the same column; the next seven build on it.
    pub follow_up: bool,
    /// The bottom of an odd column is answered with the bottom of another one.
    pub base_inverse: bool,
    /// Four and more odd columns are matched in pairs.
    pub pairing: bool,
    /// Columns that are of no use to the other side serve for waiting moves.
    pub free_columns: bool,
    /// A threat is given up for a waiting move.
    pub reserve: bool,
    /// With two odd columns, one waiting move comes after the first is full.
    pub late: bool,
    /// A line that cannot be completed in time does not count.
    pub budget_lines: bool,
    /// A line does not count if the other side is sure to complete one before.
    pub refutation: bool,
    /// Children are looked up in the table before any is searched.
    pub enhanced_cutoffs: bool,
    /// A position and its mirror image share an entry of the table.
    pub mirror: bool,
    /// Positions that differ only in checkers of no use to anybody share an entry; four in a row on up to 64 bits.
    pub merge_dead: bool,
    /// Children of positions with few checkers are tried in the order of the open lines they leave.
    pub open_lines: bool,
    /// Drops that have cut off lately, in positions nearby, are tried earlier.
    pub recent_cuts: bool,
    /// Pairing and refutation look at one child at a time: where fewer cells than this are vacant they are left out.
    pub slow_vacant: i32,
}

impl Techniques {
    /// Everything on.
    pub const ALL: Self = Self::every(true);
    /// Everything off: plain search with a table and wins in two.
    pub const NONE: Self = Self::every(false);

    const fn every(on: bool) -> Self {
        Self {
            follow_up: on,
            base_inverse: on,
            pairing: on,
            free_columns: on,
            reserve: on,
            late: on,
            budget_lines: on,
            refutation: on,
            enhanced_cutoffs: on,
            mirror: on,
            merge_dead: on,
            open_lines: on,
            recent_cuts: on,
            slow_vacant: 0,
        }
    }

    /// Those that save more time than they cost on a board, as measured in docs/solver.md.
    ///
    /// ```
    /// use dropline_engine::solver::Techniques;
    ///
    /// let tall = Techniques::best_for("4x14c4".parse().unwrap());
    /// assert!(tall.merge_dead && tall.slow_vacant == 0);
    /// ```
    #[must_use]
    pub fn best_for(variant: Variant) -> Self {
        let (columns, levels) = (variant.columns(), variant.levels());
        let tower = levels >= 2 * columns;
        Self {
            late: levels >= columns,
            budget_lines: false,
            merge_dead: tower && variant.bits() <= 64,
            slow_vacant: if tower { 0 } else { variant.cells() as i32 / 2 + 2 },
            ..Self::ALL
        }
    }

    /// Whether the rules that look at one child at a time pay on a position with so many vacant cells.
    #[inline(always)]
    pub(crate) const fn slow_rules_pay(&self, vacant: i32) -> bool {
        vacant >= self.slow_vacant
    }
}
