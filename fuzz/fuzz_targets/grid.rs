//! Grids: what is read makes a game of the grid's own size, and is written as a grid of the same position.
#![no_main]

use dropline_core::{Rules, Variant, notation::grid};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(grid) = grid::parse(text) else { return };
    let (columns, levels) = (grid.columns(), grid.levels());
    for rules in [Rules::Connect, Rules::Max] {
        let Ok(variant) = Variant::new(columns, levels, 3, rules) else { return };
        let game = grid.game(variant).expect("a grid of this size");
        let again = grid::parse(&grid::write(game.board(), game.turn())).and_then(|grid| grid.game(variant));
        assert_eq!(again, Ok(game));
    }
});
