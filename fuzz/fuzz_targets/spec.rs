//! Spec strings of players and contestants: what is read is written as a string that reads as the same.
#![no_main]

use dropline_arena::Contestant;
use dropline_engine::Spec;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(spec) = text.parse::<Spec>() {
        assert_eq!(spec.to_string().parse(), Ok(spec));
    }
    if let Ok(contestant) = text.parse::<Contestant>() {
        assert_eq!(contestant.to_string().parse(), Ok(contestant));
    }
});
