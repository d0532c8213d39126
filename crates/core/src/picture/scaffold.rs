//! The plain picture: bars between cells, the sides' letters, a floor.

use super::View;
use crate::SideNames;

/// The picture on a base of `+` under each bar and `base` between.
pub(super) fn draw(view: &View<'_>, base: char, names: SideNames) -> String {
    let mut text = String::new();
    for level in view.levels() {
        for (_, checker) in view.cells(level) {
            text.push('|');
            text.push(checker.map_or(' ', |side| names.letter(side)));
        }
        text.push_str("|\n");
    }
    for _ in 0..view.board.variant().columns() {
        text.extend(['+', base]);
    }
    text.push_str("+\n");
    text
}
