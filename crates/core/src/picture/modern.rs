//! Our own picture: discs in a frame, the column numbers below it, where the prompt is.
//!
//! ```text
//!  ╭─────────────────────╮
//!  │ ·  ·  □  ·  ·  ·  · │      (●) the last move,  □  a highlighted vacant cell
//!  │ ·  ·  ○  ·  ·  ·  · │      [●] a highlighted cell
//!  │ ·  ·  ○ {●} ·  ·  · │      {●} both
//!  │ ·  · [●] ○  ○  ·  · │
//!  │ · [●] ●  ●  ○  ·  · │
//!  │[●] ●  ○  ○  ●  ·  · │
//!  ╰─────────────────────╯
//!    1  2  3  4  5  6  7
//! ```
//!
//! Everything the colours say is also said by shape, so that nothing is lost without them.

use super::{Look, View, ink};
use crate::{Cell, SideNames};
use anstyle::Style;
use std::collections::HashSet;

/// The characters of a picture.
struct Glyphs {
    vacant: char,
    /// A vacant cell that is highlighted.
    open: char,
    /// Discs; nothing for the sides' letters.
    discs: Option<[char; 2]>,
    side_wall: char,
    across: char,
    /// Top left, top right, bottom left, bottom right.
    corners: [char; 4],
}

const UNICODE: Glyphs = Glyphs {
    vacant: '·',
    open: '□',
    discs: Some(['●', '○']),
    side_wall: '│',
    across: '─',
    corners: ['╭', '╮', '╰', '╯'],
};

const ASCII: Glyphs = Glyphs { vacant: '.', open: '#', discs: None, side_wall: '|', across: '-', corners: ['+'; 4] };

const FRAME: Style = Style::new().dimmed();

pub(super) fn draw(view: &View<'_>, look: Look, names: SideNames) -> String {
    let glyphs = if look.unicode { &UNICODE } else { &ASCII };
    let columns = view.board.variant().columns();
    // A disc with its brackets takes three places; numbers from 100 on need a blank between them.
    let width = 3.max(columns.to_string().len() + 1);
    let pad = " ".repeat(width - 3);
    let across: String = std::iter::repeat_n(glyphs.across, width * columns - pad.len()).collect();
    let wall = look.paint(FRAME, glyphs.side_wall);
    let [top_left, top_right, bottom_left, bottom_right] = glyphs.corners;
    let marked: HashSet<Cell> = view.marked.iter().copied().collect();

    let mut text = format!(" {}\n", look.paint(FRAME, format_args!("{top_left}{across}{top_right}")));
    for level in view.levels() {
        let cells: Vec<String> = view
            .cells(level)
            .map(|(cell, checker)| {
                let disc = match checker {
                    None if marked.contains(&cell) => {
                        return format!(" {} ", look.paint(Style::new().bold(), glyphs.open));
                    }
                    None => look.paint(FRAME, glyphs.vacant),
                    Some(side) => {
                        let disc = glyphs.discs.map_or_else(|| names.letter(side), |discs| discs[side.index()]);
                        look.paint(ink(names.colour(side)), disc)
                    }
                };
                let style = checker.map_or(Style::new(), |side| ink(names.colour(side)));
                bracketed(&disc, style, view.last == Some(cell), marked.contains(&cell), look)
            })
            .collect();
        text.push_str(&format!(" {wall}{}{wall}\n", cells.join(&pad)));
    }
    text.push_str(&format!(" {}\n", look.paint(FRAME, format_args!("{bottom_left}{across}{bottom_right}"))));
    let numbers: String = view.board.columns().map(|column| format!("{:<width$}", format!("{column:^3}"))).collect();
    text.push_str(&format!("  {}\n", numbers.trim_end()));
    text
}

fn bracketed(disc: &str, style: Style, last: bool, marked: bool, look: Look) -> String {
    let (open, close) = match (last, marked) {
        (false, false) => return format!(" {disc} "),
        (true, false) => ('(', ')'),
        (false, true) => ('[', ']'),
        (true, true) => ('{', '}'),
    };
    let bold = style.bold();
    format!("{}{disc}{}", look.paint(bold, open), look.paint(bold, close))
}
