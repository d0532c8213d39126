//! The cross table as a heat map: blue for the row's player, orange for its opponent, white between.

use super::escape;
use crate::Standings;
use std::fmt::Write;

/// The table, in the order of the standings.
pub(crate) fn table(standings: &Standings) -> String {
    let mut text = String::from(
        "<p class=\"note\">Score of the row's player against the column's in percent. Choose a cell to see its games.</p>\n\
         <div class=\"wide\"><table class=\"cross\"><thead><tr><th></th>",
    );
    for row in &standings.rows {
        let _ = write!(text, "<th scope=\"col\" title=\"{}\">{}</th>", escape(&row.name), row.rank);
    }
    text.push_str("</tr></thead><tbody>\n");
    for row in &standings.rows {
        let _ = write!(
            text,
            "<tr><th scope=\"row\" class=\"name\" title=\"{name}\">{} {name}</th>",
            row.rank,
            name = escape(&row.name)
        );
        for other in &standings.rows {
            let tally = standings.cross[row.player][other.player];
            if tally.games() == 0 {
                text.push_str("<td class=\"none\">·</td>");
                continue;
            }
            let share = tally.share();
            let (colour, strength) = if share >= 0.5 { ("var(--for)", share) } else { ("var(--against)", 1.0 - share) };
            let _ = write!(
                text,
                "<td style=\"background:color-mix(in srgb, {colour} {:.0}%, var(--ground))\"><button data-first=\"{}\" \
                 data-second=\"{}\" title=\"{} against {}: {} wins, {} ties, {} losses\">{:.1}</button></td>",
                200.0 * (strength - 0.5),
                row.player,
                other.player,
                escape(&row.name),
                escape(&other.name),
                tally.wins,
                tally.ties,
                tally.losses,
                100.0 * share,
            );
        }
        text.push_str("</tr>\n");
    }
    text.push_str("</tbody></table></div>");
    text
}
