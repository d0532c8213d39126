//! The table: who won how often, with which colour, against whom, and the ratings that follow.

use crate::ratings::elo::{Ratings, Scores};
use crate::ratings::glicko::Ladder;
use crate::ratings::sprt::Tally;
use crate::{Record, Schedule};
use dropline_core::Side;
use serde::Serialize;

/// The table of a tournament, finished or not. It depends on nothing but the games, in whatever order they ended.
///
/// ```
/// use dropline_arena::{Schedule, Standings, Tournament, run};
/// use std::sync::atomic::AtomicBool;
/// let players = vec!["bad".parse()?, "random".parse()?];
/// let schedule = Schedule::new(Tournament { players, games: Some(10), ..Tournament::default() })?;
/// let played = run(&schedule, schedule.participants(), Vec::new(), 1, &AtomicBool::new(false), &mut |_| Ok(()))?;
/// let standings = Standings::of(&schedule, &played.records);
/// assert_eq!(standings.rows[0].total.games(), 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standings {
    /// The players, the highest rating first.
    pub rows: Vec<Standing>,
    /// Results of each player (row) against each (column), in the order in which they were given.
    #[serde(skip)]
    pub cross: Vec<Vec<Tally>>,
    #[serde(skip)]
    ratings: Ratings,
}

/// One player's line.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Standing {
    /// The place, from 1; players with equal ratings have different places, in the order given.
    pub rank: usize,
    /// The player, by its place in the list.
    pub player: usize,
    /// Its name.
    pub name: String,
    /// Elo by maximum likelihood; the mean of all is 1500.
    pub elo: f64,
    /// Half the width of the 95 % interval.
    pub elo_margin: f64,
    /// Glicko-2 after this tournament, from an unrated start.
    pub glicko: f64,
    /// Its standard deviation.
    pub glicko_deviation: f64,
    /// All games.
    #[serde(flatten)]
    pub total: Tally,
    /// The share of the points, from 0 to 1.
    pub score: f64,
    /// Games with red.
    pub as_red: Tally,
    /// Games with black.
    pub as_black: Tally,
    /// Games lost by forfeit.
    pub forfeits: u32,
}

impl Standings {
    /// The table of these games.
    #[must_use]
    pub fn of(schedule: &Schedule, records: &[Record]) -> Standings {
        let names = schedule.names();
        let n = names.len();
        let mut cross = vec![vec![Tally::default(); n]; n];
        let mut by_side = vec![[Tally::default(); 2]; n];
        let mut forfeits = vec![0; n];
        let mut scores = Scores::new(n);
        for record in records {
            let red_score = record.result.red_score();
            scores.add(record.red, record.black, red_score);
            for (side, score) in [(Side::Red, red_score), (Side::Black, 1.0 - red_score)] {
                let (player, other) = (record.player(side), record.player(side.other()));
                cross[player][other].add(score);
                by_side[player][side.index()].add(score);
            }
            if let Some(forfeit) = &record.result.forfeit {
                forfeits[record.player(forfeit.side)] += 1;
            }
        }
        let ratings = Ratings::fit(&scores);
        let mut ladder = Ladder::default();
        ladder.count("", schedule, records);
        let specs = schedule.tournament().players.iter().map(ToString::to_string);
        let mut rows: Vec<Standing> = names
            .into_iter()
            .zip(specs)
            .enumerate()
            .map(|(player, (name, spec))| {
                let [as_red, as_black] = by_side[player];
                let total = as_red.and(as_black);
                let rung = ladder.get(&spec).unwrap_or_default();
                Standing {
                    rank: 0,
                    player,
                    name,
                    elo: ratings.rating(player),
                    elo_margin: ratings.margin(player),
                    glicko: rung.rating.rating,
                    glicko_deviation: rung.rating.deviation,
                    total,
                    score: total.share(),
                    as_red,
                    as_black,
                    forfeits: forfeits[player],
                }
            })
            .collect();
        // Equal but for rounding is equal: then the order given decides, on every computer alike.
        rows.sort_by(|a, b| (b.elo * 1e6).round().total_cmp(&(a.elo * 1e6).round()).then(a.player.cmp(&b.player)));
        rows.iter_mut().enumerate().for_each(|(place, row)| row.rank = place + 1);
        Standings { rows, cross, ratings }
    }

    /// The lines in the order in which the players were given.
    #[must_use]
    pub fn by_player(&self) -> Vec<&Standing> {
        let mut rows: Vec<&Standing> = self.rows.iter().collect();
        rows.sort_by_key(|row| row.player);
        rows
    }

    /// How much stronger one player is than another, and half the width of the 95 % interval of that.
    #[must_use]
    pub fn difference(&self, first: usize, second: usize) -> (f64, f64) {
        self.ratings.difference(first, second)
    }
}
