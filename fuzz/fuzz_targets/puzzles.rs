//! Sets of puzzles: what is read is written as a text that reads as the same.
#![no_main]

use dropline_engine::puzzle::PuzzleSet;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(set) = PuzzleSet::parse(text) {
        let written = set.text();
        let again = PuzzleSet::parse(&written).expect("a set that was written");
        assert_eq!(again.text(), written);
    }
});
