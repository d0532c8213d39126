//! How a game went, as an SVG picture: above the middle the first side is ahead, below it the second.

use super::SvgTheme;
use crate::{Side, SideNames};
use std::fmt::Write;

/// A move in the graph.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GraphPoint {
    /// From −1 (the second side wins at once) over 0 (even) to 1 (the first wins at once).
    pub height: f64,
    /// Whether to mark the move.
    pub marked: bool,
}

const STEP: f64 = 14.0;
const HALF: f64 = 60.0;
const MARGIN: f64 = 12.0;

/// The graph of a game, a point for each move.
///
/// ```
/// use dropline_core::SideNames;
/// use dropline_core::picture::{GraphPoint, graph};
/// let even = GraphPoint { height: 0.0, marked: false };
/// let svg = graph(&[even, GraphPoint { height: -1.0, marked: true }], SideNames::RED_BLACK);
/// assert!(svg.starts_with("<svg"));
/// assert_eq!(svg.matches("<circle").count(), 1);
/// ```
#[must_use]
pub fn graph(points: &[GraphPoint], names: SideNames) -> String {
    let theme = SvgTheme::light().with_names(names);
    let width = 2.0 * MARGIN + STEP * points.len() as f64;
    let height = 2.0 * (MARGIN + HALF);
    let middle = MARGIN + HALF;
    let place = |index: usize, point: &GraphPoint| {
        (MARGIN + STEP * (index as f64 + 0.5), middle - HALF * point.height.clamp(-1.0, 1.0))
    };
    let marked = points.iter().filter(|point| point.marked).count();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n\
         <title>How the game went</title>\n\
         <desc>{} moves, {marked} marked as mistakes; above the middle {} is ahead, below it {}.</desc>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n\
         <path d=\"M{MARGIN} {middle}H{}\" stroke=\"#9aa4b2\" fill=\"none\"/>\n",
        points.len(),
        names.name(Side::Red),
        names.name(Side::Black),
        width - MARGIN
    );
    for (index, point) in points.iter().enumerate() {
        let (x, y) = place(index, point);
        let (top, tall) = (y.min(middle), (y - middle).abs());
        let colour = if point.height >= 0.0 { theme.red } else { theme.black };
        let left = x - STEP / 2.0 + 1.0;
        let _ = writeln!(
            svg,
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{colour}\"/>",
            STEP - 2.0,
            tall.max(1.0)
        );
    }
    for (index, point) in points.iter().enumerate().filter(|(_, point)| point.marked) {
        let (x, y) = place(index, point);
        let _ = writeln!(
            svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4.5\" fill=\"#f5c431\" stroke=\"#101820\" stroke-width=\"1.5\"/>"
        );
    }
    svg.push_str("</svg>\n");
    svg
}
