//! Numbers as strokes, so that a picture looks the same everywhere and needs no font.

use std::fmt::Write;

/// How far apart digits stand; each is 6 wide and 10 high.
const ADVANCE: usize = 8;

/// Each digit from its own upper left corner: where the pen is set down, then relative moves.
const DIGITS: [(&str, &str); 10] = [
    ("0 3", "a3 3 0 0 1 6 0v4a3 3 0 0 1-6 0z"),
    ("1 2", "l2-2v10m-2 0h4"),
    ("0 2.9", "a3 2.9 0 0 1 6 0c0 2.3-6 4.1-6 7.1h6"),
    ("0 1.8", "a2.8 2.4 0 1 1 2.6 3h-.6h.8a2.8 2.6 0 1 1-2.8 3.4"),
    ("4.4 10", "v-10l-4.4 7.2h6"),
    ("5.4 0", "h-4.8l-.4 4.4a3.1 3 0 1 1-.2 3.9"),
    ("5.5 1.6", "a2.8 2.8 0 0 0-5.5 1.6v3.8a3 3 0 1 0 6-.3a3 2.8 0 0 0-6 .3"),
    ("0 0", "h6l-3.8 10"),
    ("3 4.7", "a2.5 2.35 0 1 1 0-4.7a2.5 2.35 0 1 1 0 4.7a3 2.65 0 1 1 0 5.3a3 2.65 0 1 1 0-5.3z"),
    ("0.5 8.4", "a2.8 2.8 0 0 0 5.5-1.6v-3.8a3 3 0 1 0-6 .3a3 2.8 0 0 0 6-.3"),
];

/// The path of a number, centred on `x` with its top at `y`.
pub(super) fn path(number: u32, x: usize, y: usize) -> String {
    let digits: Vec<usize> = number.to_string().bytes().map(|byte| usize::from(byte - b'0')).collect();
    let width = ADVANCE * digits.len() - (ADVANCE - 6);
    let mut path = String::new();
    for (index, &digit) in digits.iter().enumerate() {
        let (start, strokes) = DIGITS[digit];
        let left = x + ADVANCE * index - width / 2;
        let _ = write!(path, "M{left} {y}m{start}{strokes}");
    }
    path
}
