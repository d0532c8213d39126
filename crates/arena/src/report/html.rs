//! A report as one page that needs nothing else: no other file, no network.

mod cross;
mod plot;

use super::TournamentReport;
use crate::ratings::sprt::SprtVerdict;
use dropline_core::words::number_of;
use dropline_core::{Rules, Side, notation};
use serde::Serialize;
use std::fmt::Write;

const STYLE: &str = include_str!("html/page.css");
const SCRIPT: &str = include_str!("html/page.js");

/// What the page's script needs to show games.
#[derive(Serialize)]
struct Data {
    columns: usize,
    levels: usize,
    max: bool,
    players: Vec<String>,
    games: Vec<Game>,
}

/// A game in short: the page may hold a hundred thousand of them.
#[derive(Serialize)]
struct Game {
    /// Its number, from 1.
    n: usize,
    r: usize,
    b: usize,
    /// The winner: 1 red, 2 black, 0 nobody.
    w: u8,
    /// The opening's moves and the others.
    o: String,
    m: String,
    /// The winning cells as column and level from 0.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    l: Vec<[usize; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    p: Option<[u32; 2]>,
    /// The forfeit in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    f: Option<String>,
    /// Microseconds of the moves after the opening.
    t: Vec<u64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    e: Vec<String>,
}

/// The whole page.
pub fn write(report: &TournamentReport<'_>) -> Result<String, serde_json::Error> {
    let tournament = report.schedule.tournament();
    let title = format!("{} on {}", capital(&tournament.format.to_string()), tournament.variant);
    // A `<` inside a string of the data must not end the script element.
    let data = serde_json::to_string(&data(report))?.replace('<', "\\u003c");
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
         script-src 'unsafe-inline'; img-src data:\">\n\
         <title>{title} · Dropline arena</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <header><h1>{title}</h1>{}</header>\n<main>\n",
        facts(report),
        title = escape(&title),
    );
    section(&mut page, "standings", "Standings", &standings(report));
    section(&mut page, "ratings", "Ratings with 95 % intervals", &plot::svg(&report.standings));
    section(&mut page, "cross", "Who beats whom", &cross::table(&report.standings));
    if report.accuracy.is_some() {
        section(&mut page, "accuracy", "Perfect moves", &accuracy(report));
    }
    if report.forfeits().next().is_some() {
        section(&mut page, "forfeits", "Forfeits", &forfeits(report));
    }
    section(&mut page, "games", "Games", include_str!("html/games.html"));
    let _ = write!(
        page,
        "</main>\n<script type=\"application/json\" id=\"data\">{data}</script>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n"
    );
    Ok(page)
}

fn section(page: &mut String, id: &str, title: &str, body: &str) {
    let _ = write!(page, "<section id=\"{id}\">\n<h2>{title}</h2>\n{body}\n</section>\n");
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + chars.as_str())
}

/// Text that is safe between tags and in quoted attributes.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;")
}

fn facts(report: &TournamentReport<'_>) -> String {
    let tournament = report.schedule.tournament();
    let control = tournament.control;
    let mut facts = vec![number_of(report.records.len(), "game"), format!("{} different", report.distinct_games)];
    if !report.complete {
        facts.push(format!("{} planned: not finished", report.schedule.len()));
    }
    facts.extend(control.time_ms.map(|ms| format!("{ms} ms a move")));
    facts.extend(control.depth.map(|depth| format!("depth {depth}")));
    facts.extend(control.nodes.map(|nodes| format!("{nodes} positions a move")));
    facts.push(format!("seed {}", tournament.seed));
    if let Some(test) = &report.test {
        let answer = match test.verdict {
            Some(SprtVerdict::H1) => "H1 accepted",
            Some(SprtVerdict::H0) => "H0 accepted",
            None => "not decided",
        };
        facts.push(format!("sequential test {}: {answer}, log-likelihood ratio {:.2}", test.sprt, test.llr));
    }
    format!("<p class=\"facts\">{}</p>", escape(&facts.join(" · ")))
}

fn standings(report: &TournamentReport<'_>) -> String {
    let mut text = String::from(
        "<div class=\"wide\"><table><thead><tr><th></th><th class=\"name\">Player</th><th>Elo</th><th>± 95 %</th><th>Glicko-2</th>\
         <th>Games</th><th>Wins</th><th>Ties</th><th>Losses</th><th>Score</th><th>As red</th><th>As black</th><th>Forfeits</th>\
         <th>ms/move</th></tr></thead><tbody>\n",
    );
    for row in &report.standings.rows {
        let percent = |share: f64| format!("{:.1} %", 100.0 * share);
        let _ = writeln!(
            text,
            "<tr><td>{}</td><th scope=\"row\" class=\"name\" title=\"{name}\">{name}</th><td>{:.0}</td><td>{:.0}</td><td>{:.0} ± {:.0}</td><td>{}</td>\
             <td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{:.3}</td></tr>",
            row.rank,
            row.elo,
            row.elo_margin,
            row.glicko,
            1.96 * row.glicko_deviation,
            row.total.games(),
            row.total.wins,
            row.total.ties,
            row.total.losses,
            percent(row.score),
            percent(row.as_red.share()),
            percent(row.as_black.share()),
            row.forfeits,
            report.timing[row.player].mean_ms,
            name = escape(&row.name),
        );
    }
    text.push_str("</tbody></table></div>");
    text
}

fn accuracy(report: &TournamentReport<'_>) -> String {
    let mut text = String::from(
        "<div class=\"wide\"><table><thead><tr><th class=\"name\">Player</th><th>Moves judged</th><th>Kept the value</th>\
         <th>Best move</th><th>Flawless games</th><th class=\"name\">Earliest error</th></tr></thead><tbody>\n",
    );
    for own in report.accuracy.iter().flatten() {
        let earliest = own.earliest_error().map_or_else(String::new, |error| {
            let better: Vec<String> = error.better.iter().map(ToString::to_string).collect();
            let (game, ply) = (error.game + 1, error.ply);
            format!(
                "<button class=\"link\" data-game=\"{game}\" data-ply=\"{ply}\">game {game}, ply {ply}</button>: column {} turned a {} into \
                 a {} ({} kept it)",
                error.played,
                error.was,
                error.became,
                better.join(", "),
            )
        });
        let _ = writeln!(
            text,
            "<tr><th scope=\"row\" class=\"name\">{}</th><td>{}</td><td>{:.1} %</td><td>{:.1} %</td><td>{}</td>\
             <td class=\"name\">{earliest}</td></tr>",
            escape(&own.name),
            own.judged,
            100.0 * own.kept_share(),
            100.0 * own.best_share(),
            own.flawless_games,
        );
    }
    text.push_str("</tbody></table></div>");
    text
}

fn forfeits(report: &TournamentReport<'_>) -> String {
    let names = report.schedule.names();
    let mut text = String::from("<ul>\n");
    for (record, forfeit) in report.forfeits() {
        let stderr = record.result.stderr(forfeit.side);
        let stderr = match stderr.is_empty() {
            true => String::new(),
            false => format!("<details><summary>standard error</summary><pre>{}</pre></details>", escape(stderr)),
        };
        let _ = writeln!(
            text,
            "<li><button class=\"link\" data-game=\"{number}\">game {number}</button>: {} ({}), {}: {}{stderr}</li>",
            escape(&names[record.player(forfeit.side)]),
            forfeit.side,
            forfeit.reason,
            escape(&forfeit.detail),
            number = record.game + 1,
        );
    }
    text.push_str("</ul>");
    text
}

fn data(report: &TournamentReport<'_>) -> Data {
    let variant = report.schedule.tournament().variant;
    let games = report.records.iter().map(|record| {
        let result = &record.result;
        let cells = record.replay(variant).map(|game| game.winning_cells()).unwrap_or_default();
        let stderr = [&result.red_stderr, &result.black_stderr];
        Game {
            n: record.game + 1,
            r: record.red,
            b: record.black,
            w: match result.winner {
                None => 0,
                Some(Side::Red) => 1,
                Some(Side::Black) => 2,
            },
            o: record.opening.trim_matches('-').to_owned(),
            m: notation::moves::write(variant, &result.moves),
            l: cells.iter().map(|cell| [cell.column.index(), cell.level.index()]).collect(),
            p: result.points.map(|points| [points.red, points.black]),
            f: result.forfeit.as_ref().map(|f| format!("{} forfeits ({}): {}", f.side, f.reason, f.detail)),
            t: result.micros.clone(),
            e: if stderr.iter().all(|text| text.is_empty()) { Vec::new() } else { stderr.map(Clone::clone).to_vec() },
        }
    });
    Data {
        columns: variant.columns(),
        levels: variant.levels(),
        max: variant.rules() == Rules::Max,
        players: report.schedule.names(),
        games: games.collect(),
    }
}
