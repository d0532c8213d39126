//! The wall: `[ ]` cells between slanted posts, column numbers on top.

use super::{Look, View};
use crate::{Side, SideColour, SideNames};
use anstyle::{Ansi256Color, AnsiColor, Color, Style};

pub(super) fn draw(view: &View<'_>, look: Look, names: SideNames) -> String {
    let columns = view.board.variant().columns();
    let numbers: String = view.board.columns().map(|column| format!("{:^3}\\\\", column.number())).collect();
    let levels: Vec<String> = view
        .levels()
        .map(|level| {
            let cells: Vec<String> = view.cells(level).map(|(_, checker)| cell(checker, look, names)).collect();
            format!(" \\\\ {} \\\\\n", cells.join("  "))
        })
        .collect();
    let between = format!(" \\\\{}\\\\\n", " ".repeat(5 * columns));
    let floor = "\\".repeat(5 * columns + 4);
    format!("\\\\\\\\{numbers} \n{}  {floor}\n", levels.join(&between))
}

fn cell(checker: Option<Side>, look: Look, names: SideNames) -> String {
    let Some(side) = checker else { return "[ ]".to_owned() };
    let color = match names.colour(side) {
        SideColour::Red => AnsiColor::Red.into(),
        SideColour::Yellow => AnsiColor::Yellow.into(),
        SideColour::Black => AnsiColor::BrightBlack.into(),
        SideColour::White => AnsiColor::White.into(),
        SideColour::Green => AnsiColor::Green.into(),
        SideColour::Orange => Color::Ansi256(Ansi256Color(166)),
        SideColour::Violet => AnsiColor::Magenta.into(),
    };
    let checker = if look.color && look.unicode { '█' } else { names.letter(side) };
    format!("[{}]", look.paint(Style::new().fg_color(Some(color)), checker))
}
