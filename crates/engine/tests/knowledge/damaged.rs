//! Whatever stands in a book, a spec string, a lesson or a set of puzzles, reading it never panics, and what is read can be written again.

#[path = "../../../../fuzz/damage.rs"]
mod damage;

use damage::Damage;
use dropline_engine::Spec;
use dropline_engine::book::Book;
use dropline_engine::lesson::Lesson;
use dropline_engine::puzzle::PuzzleSet;

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
    let good =
        [super::book::complete(super::book::build("4x3c3", 5, |_| {}), 3), super::book::build("3x3c3", 1, |_| {})];
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

#[test]
fn no_text_breaks_the_parser_of_lessons() {
    let mut damage = Damage::new(3);
    let good = [include_str!("../../lessons/02-block.txt"), include_str!("../../lessons/10-max-connect.txt")];
    let mut read = 0;
    for _ in 0..5000 {
        if let Ok(lesson) = Lesson::parse(&damage.text(&good)) {
            assert!(lesson.tasks.iter().all(|task| task.start.legal_columns().count() > 0), "{}", lesson.id);
            read += 1;
        }
    }
    assert!(read > 500, "only {read} lessons were read");
}

#[test]
fn no_text_breaks_the_parser_of_puzzles() {
    let mut damage = Damage::new(4);
    let good = [include_str!("../../puzzles/6x5c4.puzzles"), include_str!("../../puzzles/7x6m4.puzzles")]
        .map(|text| text.lines().take(8).map(|line| format!("{line}\n")).collect::<String>());
    let mut read = 0;
    for _ in 0..5000 {
        if let Ok(set) = PuzzleSet::parse(&damage.text(&[&good[0], &good[1]])) {
            let written = set.text();
            assert_eq!(PuzzleSet::parse(&written).map(|set| set.text()), Ok(written));
            read += 1;
        }
    }
    assert!(read > 500, "only {read} sets were read");
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
