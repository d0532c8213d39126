//! The plain picture: bars between cells, `R` and `B`, a floor.

use super::View;
use crate::Side;

pub(super) fn draw(view: &View<'_>) -> String {
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
    text.push_str(&"+-".repeat(view.board.variant().columns()));
    text.push_str("+\n");
    text
}
