//! Switches for the ideas of the exact search.

/// Which ideas the exact search uses: all of them, unless one is to be measured or tested. The values found are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MaxTechniques {
    /// Checkers on no open line of their own are nobody's.
    pub neutral: bool,
    /// Dead cells are taken out in pairs.
    pub tails: bool,
    /// Mirror images are one position.
    pub mirror: bool,
    /// A side can make no more points than it has open lines.
    pub counts: bool,
    /// Positions are remembered.
    pub table: bool,
    /// The bound from answering in the same column.
    pub pairing: bool,
    /// The closed form when every open line misses one cell.
    pub closed_form: bool,
    /// The bound from giving each long line for one of its cells.
    pub relaxed: bool,
    /// In that bound, the other side's long lines count when it gets all their cells.
    pub held: bool,
    /// All children are looked up before one is searched.
    pub cutoffs: bool,
    /// Moves are ordered by points and open lines, instead of centre-first.
    pub order: bool,
}

impl MaxTechniques {
    /// All of them.
    pub const ALL: MaxTechniques = MaxTechniques {
        neutral: true,
        tails: true,
        mirror: true,
        counts: true,
        table: true,
        pairing: true,
        closed_form: true,
        relaxed: true,
        held: true,
        cutoffs: true,
        order: true,
    };
}

impl Default for MaxTechniques {
    fn default() -> MaxTechniques {
        MaxTechniques::ALL
    }
}
