//! Saved games: what is read is written as the same game.
#![no_main]

use dropline_core::Game;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(game) = serde_json::from_slice::<Game>(bytes) {
        let saved = serde_json::to_vec(&game).expect("games have a JSON form");
        assert_eq!(serde_json::from_slice::<Game>(&saved).expect("a record that was written"), game);
    }
});
