//! Names of variants: what is read is legal and is written as a name that reads as the same variant.
#![no_main]

use dropline_core::{MAX_CELLS, Variant};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(variant) = text.parse::<Variant>() {
        assert!(variant.connect() >= 1 && (1..=MAX_CELLS as usize).contains(&variant.cells()));
        assert_eq!(variant.to_string().parse(), Ok(variant));
    }
});
