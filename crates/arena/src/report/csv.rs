//! Tables for spreadsheets.

use super::TournamentReport;
use dropline_core::notation;

const STANDINGS: &str = "rank,player,elo,elo_margin,glicko,glicko_deviation,games,wins,ties,losses,score,red_score,\
                         black_score,forfeits,moves,nodes,mean_ms,slowest_ms";
const GAMES: &str = "game,red,black,winner,opening,moves,red_points,black_points,forfeit_by,reason,detail,micros,nodes";

/// The standings, one player a line.
pub fn standings(report: &TournamentReport<'_>) -> Result<String, csv::Error> {
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record(STANDINGS.split(','))?;
    for row in &report.standings.rows {
        let timing = report.timing[row.player];
        out.write_record([
            row.rank.to_string(),
            row.name.clone(),
            format!("{:.1}", row.elo),
            format!("{:.1}", row.elo_margin),
            format!("{:.1}", row.glicko),
            format!("{:.1}", row.glicko_deviation),
            row.total.games().to_string(),
            row.total.wins.to_string(),
            row.total.ties.to_string(),
            row.total.losses.to_string(),
            format!("{:.4}", row.score),
            format!("{:.4}", row.as_red.share()),
            format!("{:.4}", row.as_black.share()),
            row.forfeits.to_string(),
            timing.moves.to_string(),
            timing.nodes.to_string(),
            format!("{:.3}", timing.mean_ms),
            format!("{:.3}", timing.slowest_ms),
        ])?;
    }
    finish(out)
}

/// The games, one a line.
pub fn games(report: &TournamentReport<'_>) -> Result<String, csv::Error> {
    let names = report.schedule.names();
    let variant = report.schedule.tournament().variant;
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record(GAMES.split(','))?;
    for record in report.records {
        let result = &record.result;
        let forfeit = result.forfeit.as_ref();
        let points = |points: Option<u32>| points.map(|points| points.to_string()).unwrap_or_default();
        out.write_record([
            (record.game + 1).to_string(),
            names[record.red].clone(),
            names[record.black].clone(),
            record.result.winner.map_or_else(|| "tie".to_owned(), |side| side.to_string()),
            record.opening.clone(),
            notation::moves::write(variant, &result.moves),
            points(result.points.map(|points| points.red)),
            points(result.points.map(|points| points.black)),
            forfeit.map(|forfeit| forfeit.side.to_string()).unwrap_or_default(),
            forfeit.map(|forfeit| forfeit.reason.to_string()).unwrap_or_default(),
            forfeit.map(|forfeit| forfeit.detail.clone()).unwrap_or_default(),
            result.micros.iter().sum::<u64>().to_string(),
            result.nodes.iter().sum::<u64>().to_string(),
        ])?;
    }
    finish(out)
}

fn finish(out: csv::Writer<Vec<u8>>) -> Result<String, csv::Error> {
    let bytes = out.into_inner().map_err(|error| csv::Error::from(error.into_error()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
