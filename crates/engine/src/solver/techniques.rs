//! Which rules the search uses: all by default, single ones switched off to measure or to test them.

/// The techniques of the search that can be switched off. None of them changes a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques {
    /// R answers in the same column, and everything that builds on it.
    pub follow_up: bool,
    /// R answers the bottom of an odd column with another one.
    pub base_inverse: bool,
    /// Four and more odd columns are matched in pairs.
    pub pairing: bool,
    /// R uses columns that are of no use to M for waiting moves.
    pub free_columns: bool,
    /// R gives up a threat for a waiting move.
    pub reserve: bool,
    /// A line that M cannot complete in time does not count.
    pub budget_lines: bool,
    /// Children are looked up in the table before any is searched.
    pub enhanced_cutoffs: bool,
    /// A position and its mirror image share an entry of the table.
    pub mirror: bool,
}

impl Techniques {
    /// Everything on.
    pub const ALL: Self = Self {
        follow_up: true,
        base_inverse: true,
        pairing: true,
        free_columns: true,
        reserve: true,
        budget_lines: true,
        enhanced_cutoffs: true,
        mirror: true,
    };
    /// Everything off: plain search with a table.
    pub const NONE: Self = Self {
        follow_up: false,
        base_inverse: false,
        pairing: false,
        free_columns: false,
        reserve: false,
        budget_lines: false,
        enhanced_cutoffs: false,
        mirror: false,
    };
}

impl Default for Techniques {
    fn default() -> Self {
        Self::ALL
    }
}
