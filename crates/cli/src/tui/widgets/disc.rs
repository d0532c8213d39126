//! Round checkers of any size from quarter blocks: red ones are full discs, black ones are rings with square corners, holes are small.

use crate::tui::theme::Glyphs;
use dropline_core::Side;
use ratatui::prelude::*;

/// Quarter blocks by the quarters they fill: upper left 1, upper right 2, lower left 4, lower right 8.
const QUARTERS: [&str; 16] = [" ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█"];

/// Draws a checker or a hole with its upper left corner at a place.
pub(crate) fn draw(
    buffer: &mut Buffer,
    (x, y): (u16, u16),
    (width, height): (u16, u16),
    checker: Option<Side>,
    style: Style,
    glyphs: Glyphs,
) {
    if checker.is_none() && !glyphs.holes {
        buffer.set_string(x + (width - 1) / 2, y + (height - 1) / 2, glyphs.vacant(), style);
        return;
    }
    for row in 0..height {
        for column in 0..width {
            let inside = |dx: u16, dy: u16| shape(2 * column + dx, 2 * row + dy, 2 * width, 2 * height, checker);
            let quarters = [inside(0, 0), inside(1, 0), inside(0, 1), inside(1, 1)];
            let filled: usize = quarters.iter().enumerate().map(|(bit, &set)| usize::from(set) << bit).sum();
            let symbol = match (glyphs.unicode, filled) {
                (true, filled) => QUARTERS[filled],
                (false, 0) => " ",
                (false, _) => checker.map_or(glyphs.vacant(), |side| glyphs.checker(side)),
            };
            buffer.set_string(x + column, y + row, symbol, style);
        }
    }
}

/// Whether a quarter at (x, y) of (width, height) quarters belongs to the shape. The topmost quarters stay free, so that checkers that
/// lie on each other do not run into one.
fn shape(x: u16, y: u16, width: u16, height: u16, checker: Option<Side>) -> bool {
    let Some(y) = y.checked_sub(1) else { return false };
    let height = height - 1;
    // From -1 to 1 within the outline.
    let across = |at: u16, of: u16| (2.0 * f64::from(at) + 1.0) / f64::from(of) - 1.0;
    let (x, y) = (across(x, width).abs(), across(y, height).abs());
    let round = |radius: f64| x * x + y * y <= radius * radius;
    match checker {
        Some(Side::Red) => round(1.06),
        Some(Side::Black) => {
            let opening = x <= 0.55 && y <= if height > 5 { 0.5 } else { 0.41 };
            x.powi(4) + y.powi(4) <= 1.3 && !opening
        }
        None => round(if height > 3 { 0.94 } else { 0.86 }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::layout::Rect;

    fn drawn(height: u16, checker: Option<Side>, unicode: bool) -> Vec<String> {
        let area = Rect { x: 0, y: 0, width: 2 * height, height };
        let mut buffer = Buffer::empty(area);
        draw(
            &mut buffer,
            (0, 0),
            (2 * height, height),
            checker,
            Style::new(),
            Glyphs { unicode, holes: unicode, names: dropline_core::SideNames::RED_YELLOW },
        );
        (0..height).map(|y| (0..2 * height).map(|x| buffer[(x, y)].symbol()).collect()).collect()
    }

    #[test]
    fn the_two_sides_and_holes_differ_in_shape_at_every_size() {
        for height in 2..=5 {
            for unicode in [true, false] {
                let [red, black, hole] =
                    [Some(Side::Red), Some(Side::Black), None].map(|checker| drawn(height, checker, unicode));
                assert_ne!(red, black, "{height}");
                assert_ne!(red, hole, "{height}");
                assert_ne!(black, hole, "{height}");
            }
        }
    }

    #[test]
    fn discs_are_symmetrical() {
        for height in 2..=5 {
            for checker in [Some(Side::Red), Some(Side::Black)] {
                let rows = drawn(height, checker, false);
                let turned: Vec<String> = rows.iter().map(|row| row.chars().rev().collect()).collect();
                assert_eq!(rows, turned);
            }
        }
    }
}
