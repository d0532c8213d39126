//! Opening books: every position of what is accepted makes a game that can be looked up.
#![no_main]

use dropline_engine::book::Book;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(book) = Book::from_bytes(with_checksum(bytes.to_vec())) else { return };
    for (key, _) in book.positions() {
        let _ = book.score(&book.game(key));
    }
});

/// With the checksum that its last eight bytes would have to be: chance would hardly ever get past it.
fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
    let Some(length) = bytes.len().checked_sub(8) else { return bytes };
    let mut state = ODD ^ length as u64;
    for chunk in bytes[..length].chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        state = (state ^ u64::from_le_bytes(word)).wrapping_mul(ODD);
        state ^= state >> 29;
    }
    bytes[length..].copy_from_slice(&state.to_le_bytes());
    bytes
}
