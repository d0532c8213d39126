//! How the game went: a bar for every move, up where red is better, down where black is. Full bars are proven, thin ones are estimates.

use super::Pen;
use crate::tui::insight::GraphBar;
use dropline_core::Side;
use ratatui::prelude::*;

/// Parts of a full block from below.
const EIGHTHS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

/// Draws the graph; the point after `now` moves is marked. Red's half is above, black's below, mistakes are marked at the bottom.
pub(crate) fn draw(pen: Pen<'_>, buffer: &mut Buffer, area: Rect, points: &[GraphBar], now: usize) {
    if area.height < 4 || area.width < 4 {
        return;
    }
    let half = (area.height - 2) / 2;
    let axis = area.y + half;
    let shown = usize::from(area.width);
    let first = (now + 1 + shown / 2).min(points.len()).saturating_sub(shown);
    for (x, (index, point)) in (area.x..area.right()).zip(points.iter().enumerate().skip(first)) {
        let here = index == now;
        let style = if here { pen.theme.accent() } else { pen.theme.faint() };
        buffer.set_string(x, axis, pen.glyphs.axis(here), style);
        match point.height {
            Some(height) if point.proven => bar(pen, buffer, (x, axis), half, height),
            Some(height) => thin_bar(pen, buffer, (x, axis), half, height),
            None => {
                buffer.set_string(x, axis, pen.glyphs.vacant(), pen.theme.faint());
            }
        }
        if let Some(mark) = point.mark() {
            buffer.set_string(x, axis + half + 1, mark, pen.theme.problem());
        }
    }
}

/// A bar from the axis up or down, in eighths of a line where the characters allow.
fn bar(pen: Pen<'_>, buffer: &mut Buffer, (x, axis): (u16, u16), half: u16, height: f64) {
    if height == 0.0 {
        return;
    }
    let side = if height > 0.0 { Side::Red } else { Side::Black };
    let style = pen.theme.side(side);
    let eighths = (height.abs().min(1.0) * f64::from(half) * 8.0).round().max(1.0) as u16;
    for line in 0..half {
        let filled = eighths.saturating_sub(8 * line).min(8);
        if filled == 0 {
            break;
        }
        if !pen.glyphs.unicode {
            let y = if height > 0.0 { axis - 1 - line } else { axis + 1 + line };
            buffer.set_string(x, y, pen.glyphs.checker(side), style);
        } else if height > 0.0 {
            buffer.set_string(x, axis - 1 - line, EIGHTHS[usize::from(filled)], style);
        } else {
            // There are no blocks that hang from above: a full one with its lower part taken away by reversing.
            let style = if filled < 8 { style.add_modifier(Modifier::REVERSED) } else { style };
            let symbol = if filled < 8 { EIGHTHS[usize::from(8 - filled)] } else { EIGHTHS[8] };
            buffer.set_string(x, axis + 1 + line, symbol, style);
        }
    }
}

/// A line from the axis up or down, in halves of a line of characters where these allow.
fn thin_bar(pen: Pen<'_>, buffer: &mut Buffer, (x, axis): (u16, u16), half: u16, height: f64) {
    let up = height > 0.0;
    let style = pen.theme.side(if up { Side::Red } else { Side::Black });
    // What is clearly not even shows, however little it is.
    let halves = (height.abs().min(1.0) * f64::from(half) * 2.0 - 0.1).ceil().max(0.0) as u16;
    for line in 0..halves.div_ceil(2) {
        let y = if up { axis - 1 - line } else { axis + 1 + line };
        let end = halves == 2 * line + 1;
        buffer.set_string(x, y, pen.glyphs.thin(end.then_some(up)), style);
    }
}
