//! Position keys: what is read is written as a key of the same position, and every position has one key only.
#![no_main]

use dropline_core::notation::key;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(game) = key::parse(text) {
        let written = key::write(&game);
        assert_eq!(key::parse(&written), Ok(game));
        let digits = |text: &str| text.split_once(':').map(|(_, digits)| digits.to_owned());
        assert_eq!(digits(text), digits(&written));
    }
});
