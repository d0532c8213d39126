//! The screens, one file each: what keys mean there, and how they are drawn.

pub(crate) mod arena;
pub(crate) mod game;
pub(crate) mod help;
pub(crate) mod lessons;
pub(crate) mod load;
pub(crate) mod new_game;
pub(crate) mod options;
pub(crate) mod puzzle;
pub(crate) mod setup;
pub(crate) mod start;

use super::form::{Form, FormAnswer};
use super::widgets::{self, Pen, centred, row};
use ratatui::prelude::*;

/// A page with a title above and a line of keys below; returns what is between.
pub(crate) fn page(pen: Pen<'_>, buffer: &mut Buffer, area: Rect, title: &str, keys: &str) -> Rect {
    let inside = page_area(area);
    let line = Rect { height: 1, ..inside };
    pen.write(buffer, Rect { y: area.y + 1, ..line }, title, pen.theme.accent());
    pen.write(buffer, Rect { y: area.bottom() - 1, ..line }, keys, pen.theme.faint());
    inside
}

/// Where the contents of a page are.
pub(crate) fn page_area(area: Rect) -> Rect {
    let width = 72.min(area.width.saturating_sub(2));
    let column = centred(area, width, area.height);
    Rect { y: area.y + 3, height: area.height.saturating_sub(5), ..column }
}

/// Where the form of a page is: it makes way for a sentence that says what is wrong.
fn form_area(area: Rect, form: &Form) -> Rect {
    let inside = page_area(area);
    let lines = form.problem.as_ref().map_or(0, |text| problem_lines(inside, text));
    Rect { height: inside.height.saturating_sub(lines), ..inside }
}

/// What a click on the form of a page means.
fn click(form: &mut Form, area: Rect, x: u16, y: u16) -> FormAnswer {
    let line = widgets::form::line_at(form, form_area(area, form), x, y);
    line.map_or(FormAnswer::Nothing, |line| form.click(line))
}

fn problem_lines(inside: Rect, text: &str) -> u16 {
    widgets::wrapped(text, inside.width.into()).len().min(3) as u16
}

/// The sentence of a page that says what is wrong, on its last lines.
pub(crate) fn problem(pen: Pen<'_>, buffer: &mut Buffer, inside: Rect, text: &str) {
    let lines = problem_lines(inside, text);
    let place = Rect { y: inside.bottom().saturating_sub(lines), height: lines, ..inside };
    for line in 0..lines {
        pen.clear(buffer, row(place, line));
    }
    pen.write_wrapped(buffer, place, text, pen.theme.problem());
}
