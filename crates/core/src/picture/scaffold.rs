//! The plain picture: bars between cells, `R` and `B`, a floor.

use super::View;
use crate::Side;

/// The picture on a base of `+` under each bar and `base` between.
pub(super) fn draw(view: &View<'_>, base: char) -> String {
    let mut text = String::new();
    for level in view.levels() {
        for (_, checker) in view.cells(level) {
            text.push('|');
            text.push(match checker {
                None => ' ',
                Some(Side::Red) => 'R',
                Some(Side::Black) => 'B',
            });
        }
        text.push_str("|\n");
    }
    for _ in 0..view.board.variant().columns() {
        text.extend(['+', base]);
    }
    text.push_str("+\n");
    text
}
