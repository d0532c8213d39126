//! The puzzles that come with the library.

use super::PuzzleSet;
use dropline_core::Variant;
use std::sync::LazyLock;

/// The texts in the program.
const TEXTS: [&str; 4] = [
    include_str!("../../puzzles/7x6c4.puzzles"),
    include_str!("../../puzzles/6x5c4.puzzles"),
    include_str!("../../puzzles/9x7c4.puzzles"),
    include_str!("../../puzzles/7x6m4.puzzles"),
];

static SETS: LazyLock<Vec<PuzzleSet>> =
    LazyLock::new(|| TEXTS.iter().filter_map(|text| PuzzleSet::parse(text).ok()).collect());

impl PuzzleSet {
    /// The puzzles of a variant that come with the library.
    #[must_use]
    pub fn embedded(variant: Variant) -> Option<&'static PuzzleSet> {
        PuzzleSet::all_embedded().iter().find(|set| set.variant() == variant)
    }

    /// All sets that come with the library.
    #[must_use]
    pub fn all_embedded() -> &'static [PuzzleSet] {
        &SETS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_is_read() {
        assert_eq!(PuzzleSet::all_embedded().len(), TEXTS.len());
        for (set, text) in PuzzleSet::all_embedded().iter().zip(TEXTS) {
            assert_eq!(set.text(), text, "{}", set.variant());
        }
    }
}
