//! Five bands of ratings.

/// How hard puzzles are, roughly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum PuzzleBand {
    /// For whoever knows the rules.
    Simple,
    /// For whoever sees a line coming.
    Easy,
    /// For whoever plays now and then.
    Medium,
    /// For whoever looks ahead.
    Hard,
    /// For whoever counts.
    Expert,
}

impl PuzzleBand {
    /// All of them, the easiest first.
    pub const ALL: [PuzzleBand; 5] =
        [PuzzleBand::Simple, PuzzleBand::Easy, PuzzleBand::Medium, PuzzleBand::Hard, PuzzleBand::Expert];

    /// The band of a rating.
    #[must_use]
    pub fn of(rating: f64) -> PuzzleBand {
        let all = PuzzleBand::ALL.into_iter().rev();
        all.into_iter().find(|band| rating >= f64::from(band.from())).unwrap_or(PuzzleBand::Simple)
    }

    /// The lowest rating in it.
    #[must_use]
    pub const fn from(self) -> u32 {
        match self {
            PuzzleBand::Simple => 0,
            PuzzleBand::Easy => 1500,
            PuzzleBand::Medium => 1700,
            PuzzleBand::Hard => 1900,
            PuzzleBand::Expert => 2100,
        }
    }

    /// What people call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            PuzzleBand::Simple => "simple",
            PuzzleBand::Easy => "easy",
            PuzzleBand::Medium => "medium",
            PuzzleBand::Hard => "hard",
            PuzzleBand::Expert => "expert",
        }
    }
}
