//! Lists of moves, after the name of a variant on the first line: what is read is written as the same moves.
#![no_main]

use dropline_core::{Game, Variant, notation::moves};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (name, text) = text.split_once('\n').unwrap_or(("7x6c4", text));
    let variant = name.parse().unwrap_or(Variant::STANDARD);
    if let Ok(game) = Game::from_moves(variant, text) {
        assert_eq!(game.outcome(), game.outcome_by_scan());
        assert_eq!(Game::from_moves(variant, &moves::write(variant, game.moves())), Ok(game));
    }
});
