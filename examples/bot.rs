//! A player for Dropline's arena in Rust, without any library.
//!
//! Try it:
//!     rustc -O examples/bot.rs -o bot
//!     dropline arena exec:./bot random --games 20
//!
//! It plays the playable column nearest to the middle. docs/protocol.md describes the lines.

use std::io::{self, BufRead, Write};

fn main() -> io::Result<()> {
    let mut top_row = String::new();
    let mut out = io::stdout();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["game", ..] => writeln!(out, "ready Rust example")?,
            ["position", grid, ..] => top_row = grid.split('/').next().unwrap_or_default().to_owned(),
            ["go", ..] => match nearest_to_the_middle(&top_row) {
                Some(column) => writeln!(out, "move {}", column + 1)?,
                None => writeln!(out, "error there is no room")?,
            },
            ["quit"] => break,
            _ => {}
        }
        // The arena waits for the line: do not keep it in a buffer.
        out.flush()?;
    }
    Ok(())
}

/// The playable column nearest to the middle, counted from 0; a column has room while its top cell is vacant.
fn nearest_to_the_middle(top_row: &str) -> Option<usize> {
    let playable = top_row.char_indices().filter(|&(_, cell)| cell == '.');
    playable.map(|(column, _)| column).min_by_key(|column| (2 * column + 1).abs_diff(top_row.len()))
}
