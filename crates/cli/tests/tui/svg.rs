//! A terminal's screen as an SVG picture.

use std::fmt::Write;

/// The size of a character.
const WIDTH: f64 = 9.0;
const HEIGHT: f64 = 18.0;

/// The ground where the program sets none.
const GROUND: &str = "#12161c";
const TEXT: &str = "#e6ebf2";

/// The screen with its colours. Blocks are drawn as rectangles, so that no font leaves gaps between them.
pub(crate) fn of(screen: &vt100::Screen, title: &str) -> String {
    let (rows, columns) = screen.size();
    let (width, height) = (f64::from(columns) * WIDTH, f64::from(rows) * HEIGHT);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"'DejaVu Sans Mono',Menlo,Consolas,monospace\" font-size=\"14.5\">\n<title>{title}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{GROUND}\"/>\n"
    );
    for row in 0..rows {
        grounds(screen, row, columns, &mut svg);
        for column in 0..columns {
            symbol(screen, row, column, &mut svg);
        }
    }
    svg + "</svg>\n"
}

/// Ground and ink of a character.
fn colours(cell: &vt100::Cell) -> (String, String) {
    let (ground, ink) = (name(cell.bgcolor(), GROUND), name(cell.fgcolor(), TEXT));
    if cell.inverse() { (ink, ground) } else { (ground, ink) }
}

fn name(colour: vt100::Color, otherwise: &str) -> String {
    match colour {
        vt100::Color::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
        _ => otherwise.to_owned(),
    }
}

/// Neighbours with the same ground in one rectangle.
fn grounds(screen: &vt100::Screen, row: u16, columns: u16, svg: &mut String) {
    let ground = |column: u16| screen.cell(row, column).map_or(GROUND.to_owned(), |cell| colours(cell).0);
    let mut start = 0;
    while start < columns {
        let colour = ground(start);
        let end = (start..columns).find(|&column| ground(column) != colour).unwrap_or(columns);
        if colour != GROUND {
            rect(svg, (f64::from(start), f64::from(row)), (f64::from(end - start), 1.0), &colour);
        }
        start = end;
    }
}

/// A rectangle in characters.
fn rect(svg: &mut String, (x, y): (f64, f64), (width, height): (f64, f64), colour: &str) {
    let _ = writeln!(
        svg,
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{colour}\" shape-rendering=\"crispEdges\"/>",
        x * WIDTH,
        y * HEIGHT,
        width * WIDTH,
        height * HEIGHT
    );
}

fn symbol(screen: &vt100::Screen, row: u16, column: u16, svg: &mut String) {
    let Some(cell) = screen.cell(row, column).filter(|cell| !cell.contents().trim().is_empty()) else { return };
    let (_, ink) = colours(cell);
    let (x, y) = (f64::from(column), f64::from(row));
    let c = cell.contents().chars().next().unwrap_or(' ');
    // Upper left, upper right, lower left, lower right.
    let quarters: u8 = match c {
        '▘' => 1,
        '▝' => 2,
        '▀' => 3,
        '▖' => 4,
        '▌' => 5,
        '▞' => 6,
        '▛' => 7,
        '▗' => 8,
        '▚' => 9,
        '▐' => 10,
        '▜' => 11,
        '▄' => 12,
        '▙' => 13,
        '▟' => 14,
        '█' => 15,
        _ => 0,
    };
    let eighths = ['▁', '▂', '▃', '▅', '▆', '▇'].iter().position(|&block| block == c).map(|at| [1, 2, 3, 5, 6, 7][at]);
    if quarters == 15 {
        rect(svg, (x, y), (1.0, 1.0), &ink);
    } else if quarters > 0 {
        for quarter in (0..4).filter(|quarter| quarters >> quarter & 1 == 1) {
            let (dx, dy) = (f64::from(quarter % 2) / 2.0, f64::from(quarter / 2) / 2.0);
            rect(svg, (x + dx, y + dy), (0.5, 0.5), &ink);
        }
    } else if let Some(eighths) = eighths {
        let height = f64::from(eighths) / 8.0;
        rect(svg, (x, y + 1.0 - height), (1.0, height), &ink);
    } else {
        let text = cell.contents().replace('&', "&amp;").replace('<', "&lt;");
        let weight = if cell.bold() { " font-weight=\"bold\"" } else { "" };
        let line = if cell.underline() { " text-decoration=\"underline\"" } else { "" };
        let (x, y) = (x * WIDTH, y * HEIGHT + 13.5);
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" fill=\"{ink}\"{weight}{line}>{text}</text>");
    }
}
