//! Glicko-2 ratings that go on from one tournament to the next: a running ladder.
//!
//! Each round of a tournament is one rating period. A player that is new starts at 1500 ± 350; one that does not take part stays as it is.

use crate::{Record, Schedule};
use dropline_engine::Rating;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The players of a ladder by their spec strings, and the tournaments counted so far.
///
/// ```
/// use dropline_arena::ratings::glicko::Ladder;
/// let ladder: Ladder = serde_json::from_str("{}")?;
/// assert_eq!(ladder.ranking().count(), 0);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ladder {
    #[serde(default)]
    players: BTreeMap<String, Rung>,
    #[serde(default)]
    tournaments: Vec<String>,
}

/// One player's place on a ladder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Rung {
    /// The rating and how sure it is.
    #[serde(flatten)]
    pub rating: Rating,
    /// Games counted.
    pub games: u64,
}

impl Ladder {
    /// Counts a tournament, once: false if this one, by its journal's name, is on the ladder already.
    pub fn count(&mut self, id: &str, schedule: &Schedule, records: &[Record]) -> bool {
        if self.tournaments.iter().any(|known| known == id) {
            return false;
        }
        self.tournaments.push(id.to_owned());
        let names: Vec<String> = schedule.tournament().players.iter().map(ToString::to_string).collect();
        for round in records.chunk_by(|a, b| schedule.round(a.game) == schedule.round(b.game)) {
            self.period(&names, round);
        }
        true
    }

    fn period(&mut self, names: &[String], round: &[Record]) {
        let mut results: BTreeMap<&str, Vec<(Rating, f64)>> = BTreeMap::new();
        for record in round {
            let (red, black) = (names[record.red].as_str(), names[record.black].as_str());
            if red == black {
                continue;
            }
            let score = record.result.red_score();
            for (player, other, score) in [(red, black, score), (black, red, 1.0 - score)] {
                let opponent = self.players.get(other).copied().unwrap_or_default().rating;
                results.entry(player).or_default().push((opponent, score));
            }
        }
        let after: Vec<(String, Rung)> = results
            .into_iter()
            .map(|(name, results)| {
                let before = self.players.get(name).copied().unwrap_or_default();
                let games = before.games + results.len() as u64;
                (name.to_owned(), Rung { rating: before.rating.after(&results), games })
            })
            .collect();
        self.players.extend(after);
    }

    /// A player's place.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Rung> {
        self.players.get(name).copied()
    }

    /// All players, the highest rating first.
    pub fn ranking(&self) -> impl Iterator<Item = (&str, Rung)> {
        let mut all: Vec<_> = self.players.iter().map(|(name, rung)| (name.as_str(), *rung)).collect();
        all.sort_by(|a, b| b.1.rating.rating.total_cmp(&a.1.rating.rating).then(a.0.cmp(b.0)));
        all.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GameResult, Tournament};
    use dropline_core::Side;

    fn record(game: usize, red: usize, black: usize, winner: Option<Side>) -> Record {
        let result = GameResult { winner, ..GameResult::default() };
        Record { game, red, black, opening: "-".into(), result }
    }

    fn schedule(players: &[&str]) -> Schedule {
        let players = players.iter().map(|spec| spec.parse().unwrap()).collect();
        Schedule::new(Tournament { players, games: Some(100), ..Tournament::default() }).unwrap()
    }

    #[test]
    fn a_tournament_counts_once_and_the_winner_rises() {
        let schedule = schedule(&["random", "bad"]);
        let records: Vec<Record> = (0..100)
            .map(|game| {
                let (red, black) = if game % 2 == 0 { (0, 1) } else { (1, 0) };
                record(game, red, black, Some(if game % 2 == 0 { Side::Red } else { Side::Black }))
            })
            .collect();
        let mut ladder = Ladder::default();
        assert!(ladder.count("first", &schedule, &records));
        let after = ladder.clone();
        assert!(!ladder.count("first", &schedule, &records));
        assert_eq!(ladder, after);
        let (random, bad) = (ladder.get("random").unwrap(), ladder.get("bad").unwrap());
        assert_eq!((random.games, bad.games), (100, 100));
        let (random, bad) = (random.rating, bad.rating);
        assert!(random.rating > bad.rating + 600.0 && random.deviation < 200.0, "{random:?} {bad:?}");
        assert_eq!(ladder.ranking().map(|(name, _)| name).collect::<Vec<_>>(), ["random", "bad"]);
        let saved = serde_json::to_string(&ladder).unwrap();
        assert_eq!(serde_json::from_str::<Ladder>(&saved).unwrap(), ladder);
    }

    #[test]
    fn a_period_gives_the_numbers_of_glickmans_example() {
        let mut ladder = Ladder::default();
        let rung = |rating, deviation| Rung { rating: Rating::new(rating, deviation), ..Rung::default() };
        let names = ["me", "a", "b", "c"].map(str::to_owned);
        for (name, rung) in
            names.iter().zip([rung(1500., 200.), rung(1400., 30.), rung(1550., 100.), rung(1700., 300.)])
        {
            ladder.players.insert(name.clone(), rung);
        }
        let round =
            [record(0, 0, 1, Some(Side::Red)), record(1, 0, 2, Some(Side::Black)), record(2, 3, 0, Some(Side::Red))];
        ladder.period(&names, &round);
        let me = ladder.get("me").unwrap().rating;
        assert!((me.rating - 1464.06).abs() < 0.02 && (me.deviation - 151.52).abs() < 0.02, "{me:?}");
    }
}
