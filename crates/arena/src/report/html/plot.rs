//! Ratings as dots with error bars.

use super::escape;
use crate::Standings;
use std::fmt::Write;

const WIDTH: f64 = 860.0;
const LEFT: f64 = 230.0;
const RIGHT: f64 = 70.0;
const LINE: f64 = 30.0;
/// The longest name written out.
const LONGEST: usize = 30;

/// The plot, one line a player, the strongest first.
pub(crate) fn svg(standings: &Standings) -> String {
    let low = standings.rows.iter().map(|row| row.elo - row.elo_margin).fold(f64::INFINITY, f64::min);
    let high = standings.rows.iter().map(|row| row.elo + row.elo_margin).fold(f64::NEG_INFINITY, f64::max);
    let step = round_step((high - low) / 6.0);
    let (first, last) = ((low / step).floor() * step, (high / step).ceil() * step);
    let x = |elo: f64| LEFT + (WIDTH - LEFT - RIGHT) * (elo - first) / (last - first).max(1.0);
    let bottom = LINE * standings.rows.len() as f64 + 10.0;
    let mut text = format!(
        "<svg class=\"plot\" role=\"img\" aria-label=\"Elo ratings with 95 % intervals\" viewBox=\"0 0 {WIDTH} {}\">\n",
        bottom + 30.0
    );
    for tick in 0..=((last - first) / step).round() as u32 {
        let elo = first + f64::from(tick) * step;
        let _ = writeln!(
            text,
            "<path class=\"grid\" d=\"M{x:.1} 5V{bottom}\"/><text class=\"tick\" x=\"{x:.1}\" y=\"{:.0}\">{elo:.0}</text>",
            bottom + 20.0,
            x = x(elo),
        );
    }
    for (line, row) in standings.rows.iter().enumerate() {
        let y = LINE * (line as f64 + 0.5) + 5.0;
        let (from, to) = (x(row.elo - row.elo_margin), x(row.elo + row.elo_margin));
        let short: String = match row.name.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("{}…", &row.name[..end]),
            None => row.name.clone(),
        };
        let _ = writeln!(
            text,
            "<g><title>{}: {:.0} ± {:.0}</title><text class=\"label\" x=\"{:.0}\" y=\"{:.1}\">{}</text>\
             <path class=\"bar\" d=\"M{from:.1} {y}H{to:.1}M{from:.1} {:.1}v10M{to:.1} {:.1}v10\"/>\
             <circle class=\"dot\" cx=\"{:.1}\" cy=\"{y}\" r=\"5\"/><text class=\"value\" x=\"{:.1}\" y=\"{:.1}\">{:.0}</text></g>",
            escape(&row.name),
            row.elo,
            row.elo_margin,
            LEFT - 14.0,
            y + 4.0,
            escape(&short),
            y - 5.0,
            y - 5.0,
            x(row.elo),
            to + 8.0,
            y + 4.0,
            row.elo,
        );
    }
    text.push_str("</svg>");
    text
}

/// 1, 2 or 5 times a power of ten, near the step asked for, at least 10.
fn round_step(wanted: f64) -> f64 {
    let power = 10f64.powf(wanted.max(10.0).log10().floor());
    let times = [1.0, 2.0, 5.0, 10.0].into_iter().find(|times| times * power >= wanted);
    times.unwrap_or(10.0) * power
}

#[cfg(test)]
mod tests {
    use super::round_step;

    #[test]
    fn steps_are_round() {
        let rounded = [3.0, 10.0, 11.0, 34.0, 60.0, 180.0, 201.0, 999.0].map(round_step);
        assert_eq!(rounded, [10.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0]);
    }
}
