//! Whatever stands in a book or a spec string, reading it never panics, and what is read can be written again.

#[path = "../../../../fuzz/damage.rs"]
mod damage;

use damage::Damage;
use dropline_engine::Spec;
use dropline_engine::book::Book;

#[test]
fn no_text_breaks_the_parser_of_specs() {
    let mut damage = Damage::new(1);
    let good = ["smart:depth=8,time=100ms", "engine:time=1.5s,nodes=100,threads=2", "level:n=3", "perfect:tie=random"];
    let mut read = 0;
    for _ in 0..20_000 {
        let text = damage.text(&good);
        if let Ok(spec) = text.parse::<Spec>() {
            assert_eq!(spec.to_string().parse(), Ok(spec), "{text:?}");
            read += 1;
        }
    }
    assert!(read > 1000, "only {read} specs were read");
}

#[test]
fn no_bytes_break_the_parser_of_books() {
    let mut damage = Damage::new(2);
    let good = [super::book::build("4x3c3", 5, |_| {}), super::book::build("3x3c3", 1, |_| {})];
    let mut read = 0;
    for _ in 0..10_000 {
        let bytes = with_checksum(damage.bytes(&[&good[0], &good[1]]));
        if let Ok(book) = Book::from_bytes(bytes) {
            for (key, _) in book.positions() {
                let _ = book.score(&book.game(key));
            }
            read += 1;
        }
    }
    assert!(read > 500, "only {read} books were read");
}

/// With the checksum that its last eight bytes would have to be, so that more than the checksum is tested.
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
