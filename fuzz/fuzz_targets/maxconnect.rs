//! Board files of the Max-Connect course: what is read makes a game of the file's own size, and is written as the same board and turn.
#![no_main]

use dropline_core::notation::maxconnect::{self, LineEnds};
use dropline_core::{Rules, Variant};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(file) = maxconnect::parse(bytes) else { return };
    let _ = file.check_counts();
    let variant =
        Variant::new(file.columns(), file.levels(), 4, Rules::Max).expect("a board that was accepted");
    let game = file.game(variant).expect("a file of this size");
    for ends in [LineEnds::Lf, LineEnds::CrLf] {
        let written = maxconnect::write(game.board(), game.turn(), ends);
        assert_eq!(maxconnect::parse(written.as_bytes()).as_ref(), Ok(&file));
    }
});
