//! A board as SVG.
//!
//! Spots are strokes of no length with round ends: `M20 20h0` drawn 32 wide is a disc around (20, 20). All discs of a kind are one path,
//! which keeps even a board of 4096 cells small, and a square end instead of a round one gives the second player another shape.

use super::{Rgb, SvgTheme, View, digits};
use crate::{Cell, Side, SideNames};
use std::fmt::Write;

/// The side of a cell.
const CELL: usize = 40;
/// The board's frame around the cells.
const FRAME: usize = 6;
/// The ground around the board.
const GROUND: usize = 6;
/// The strip of column numbers below the board.
const NUMBERS: usize = 18;

/// The picture of a view as an SVG document, without fonts or scripts.
///
/// It has a title and a description for screen readers, and tells the players apart by shape as well as by colour: the first side's checkers
/// have a ring, the second's a square. Winning cells have a halo, the last move a dot. A page that holds the picture can change every
/// colour by a custom property, `--dropline-` and the name of the colour in the [theme](SvgTheme) (`--dropline-red-rim`), or style the
/// classes `ground`, `board`, `hole`, `red`, `black`, `halo`, `last` and `number` inside `.dropline`.
///
/// ```
/// use dropline_core::Game;
/// use dropline_core::picture::{SvgTheme, View, svg};
/// let game = Game::from_moves("7x6c4".parse()?, "4453")?;
/// let picture = svg(&View::of(&game), &SvgTheme::dark());
/// assert!(picture.starts_with("<svg ") && picture.contains("Last move: yellow in column 3, level 1."));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn svg(view: &View<'_>, theme: &SvgTheme) -> String {
    let variant = view.board.variant();
    let (board_width, board_height) = (CELL * variant.columns() + 2 * FRAME, CELL * variant.levels() + 2 * FRAME);
    let (width, height) = (board_width + 2 * GROUND, board_height + 2 * GROUND + NUMBERS);
    let vacant = view.board.columns().flat_map(|column| {
        (view.board.height(column)..variant.levels()).map(move |level| Cell::at(column.index(), level))
    });
    let holes = Spots::at(view, vacant);
    let of =
        |side| Spots::at(view, view.board.checkers_by_column().filter(|found| found.1 == side).map(|found| found.0));
    let (red, black) = (of(Side::Red), of(Side::Black));
    let last_side = view.last.and_then(|cell| view.board.checker_at(cell.column, cell.level)).unwrap_or(Side::Red);
    let halo = Spots::at(view, view.marked.iter().copied());
    let last = Spots::at(view, view.last.into_iter());

    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"dropline\" role=\"img\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" fill=\"none\" stroke-linecap=\"round\">\n<title>{}</title>\n<desc>{}</desc>\n<style>{}</style>\n",
        title(view),
        description(view, theme.names),
        properties(theme, last_side),
    );
    let _ = writeln!(text, "<rect class=\"ground\" width=\"{width}\" height=\"{height}\" fill=\"{}\"/>", theme.ground);
    let _ = writeln!(
        text,
        "<rect class=\"board\" x=\"{GROUND}\" y=\"{GROUND}\" width=\"{board_width}\" height=\"{board_height}\" rx=\"12\" \
         fill=\"{}\"/>",
        theme.board,
    );
    holes.draw(&mut text, "hole", theme.hole, Round(32));
    halo.draw(&mut text, "halo", theme.halo, Round(39));
    red.draw(&mut text, "red rim", theme.red_rim, Round(33));
    red.draw(&mut text, "red", theme.red, Round(29));
    red.draw(&mut text, "red rim", theme.red_rim, Round(19));
    red.draw(&mut text, "red", theme.red, Round(15));
    black.draw(&mut text, "black rim", theme.black_rim, Round(33));
    black.draw(&mut text, "black", theme.black, Round(29));
    black.draw(&mut text, "black rim", theme.black_rim, Square(15));
    black.draw(&mut text, "black", theme.black, Square(11));
    last.draw(&mut text, "last", theme.dot(last_side), Round(8));
    let numbers: String = view
        .board
        .columns()
        .map(|column| digits::path(column.number(), x(column.index()), GROUND + board_height + 8))
        .collect();
    let _ = writeln!(
        text,
        "<path class=\"number\" stroke=\"{}\" stroke-width=\"1.6\" stroke-linejoin=\"round\" d=\"{numbers}\"/>\n</svg>",
        theme.number,
    );
    text
}

/// The middles of cells, as path data.
struct Spots(String);

/// What is drawn on a spot, by its size.
enum Shape {
    Round(usize),
    Square(usize),
}
use Shape::{Round, Square};

impl Spots {
    fn at(view: &View<'_>, cells: impl Iterator<Item = Cell>) -> Spots {
        let levels = view.board.variant().levels();
        let mut path = String::new();
        for cell in cells.filter(|cell| cell.level.index() < levels) {
            let y = GROUND + FRAME + CELL * (levels - 1 - cell.level.index()) + CELL / 2;
            let _ = write!(path, "M{} {y}h0", x(cell.column.index()));
        }
        Spots(path)
    }

    fn draw(&self, text: &mut String, class: &str, color: Rgb, shape: Shape) {
        if self.0.is_empty() {
            return;
        }
        let (size, cap) = match shape {
            Round(size) => (size, ""),
            Square(size) => (size, " stroke-linecap=\"square\""),
        };
        let path = &self.0;
        let _ =
            writeln!(text, "<path class=\"{class}\" stroke=\"{color}\" stroke-width=\"{size}\"{cap} d=\"{path}\"/>");
    }
}

/// The middle of a column.
const fn x(column: usize) -> usize {
    GROUND + FRAME + CELL * column + CELL / 2
}

/// Rules that let a page set the colours. Programs that know no custom properties pass over them and use the colours on the elements.
fn properties(theme: &SvgTheme, last: Side) -> String {
    let fill = [("ground", theme.ground), ("board", theme.board)];
    let stroke = [
        ("hole", "hole", theme.hole),
        ("halo", "halo", theme.halo),
        ("last", "last", theme.dot(last)),
        ("red", "red", theme.red),
        ("red.rim", "red-rim", theme.red_rim),
        ("black", "black", theme.black),
        ("black.rim", "black-rim", theme.black_rim),
        ("number", "number", theme.number),
    ];
    let mut rules = String::from("@supports (--a:0){");
    for (class, color) in fill {
        let _ = write!(rules, ".dropline .{class}{{fill:var(--dropline-{class},{color})}}");
    }
    for (class, name, color) in stroke {
        let _ = write!(rules, ".dropline .{class}{{stroke:var(--dropline-{name},{color})}}");
    }
    rules.push('}');
    rules
}

fn title(view: &View<'_>) -> String {
    let variant = view.board.variant();
    let count = |number: usize, one: &str| format!("{number} {one}{}", if number == 1 { "" } else { "s" });
    format!("A board of {} and {}", count(variant.columns(), "column"), count(variant.levels(), "level"))
}

/// What a screen reader says: the counts, the last move, the highlighted cells, and each column from the bottom.
fn description(view: &View<'_>, names: SideNames) -> String {
    let board = view.board;
    let mut text = format!(
        "{} has {} and {} has {} on it.",
        names.capital(Side::Red),
        checkers(board.count(Side::Red)),
        names.name(Side::Black),
        checkers(board.count(Side::Black))
    );
    if let Some(cell) = view.last
        && let Some(side) = board.checker_at(cell.column, cell.level)
    {
        let _ = write!(text, " Last move: {} in column {}, level {}.", names.name(side), cell.column, cell.level);
    }
    if !view.marked.is_empty() {
        let cells: Vec<String> = view.marked.iter().map(Cell::to_string).collect();
        let _ = write!(text, " Highlighted (column/level): {}.", cells.join(", "));
    }
    for column in board.columns().filter(|&column| board.height(column) > 0) {
        let sides: Vec<&str> = (0..board.height(column))
            .filter_map(|level| board.checker_at(column, Cell::at(0, level).level))
            .map(|side| names.name(side))
            .collect();
        let _ = write!(text, " Column {column} from the bottom: {}.", sides.join(", "));
    }
    text
}

fn checkers(number: usize) -> String {
    match number {
        0 => "no checkers".to_owned(),
        1 => "1 checker".to_owned(),
        more => format!("{more} checkers"),
    }
}
