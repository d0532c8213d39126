//! The wall: `[ ]` cells between slanted posts, column numbers on top. The second player is yellow here, also by letter.

use super::{Look, View};
use crate::Side;
use anstyle::{AnsiColor, Style};

pub(super) fn draw(view: &View<'_>, look: Look) -> String {
    let columns = view.board.variant().columns();
    let numbers: String = view.board.columns().map(|column| format!("{:^3}\\\\", column.number())).collect();
    let levels: Vec<String> = view
        .levels()
        .map(|level| {
            let cells: Vec<String> = view.cells(level).map(|(_, checker)| cell(checker, look)).collect();
            format!(" \\\\ {} \\\\\n", cells.join("  "))
        })
        .collect();
    let between = format!(" \\\\{}\\\\\n", " ".repeat(5 * columns));
    let floor = "\\".repeat(5 * columns + 4);
    format!("\\\\\\\\{numbers} \n{}  {floor}\n", levels.join(&between))
}

fn cell(checker: Option<Side>, look: Look) -> String {
    let Some(side) = checker else { return "[ ]".to_owned() };
    let (color, letter) = match side {
        Side::Red => (AnsiColor::Red, 'R'),
        Side::Black => (AnsiColor::Yellow, 'Y'),
    };
    let checker = if look.color && look.unicode { '█' } else { letter };
    format!("[{}]", look.paint(Style::new().fg_color(Some(color.into())), checker))
}
