//! What came of a match, from the first player's view.

use super::{Pace, Played};
use dropline_core::Side;
use serde::Serialize;
use std::collections::HashSet;

/// Games won, tied and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Record {
    pub(crate) wins: usize,
    pub(crate) ties: usize,
    pub(crate) losses: usize,
}

impl Record {
    pub(crate) const fn games(self) -> usize {
        self.wins + self.ties + self.losses
    }

    /// The share of the points, a tie being half a win: from 0 to 1.
    pub(crate) fn score(self) -> f64 {
        (self.wins as f64 + self.ties as f64 / 2.0) / self.games().max(1) as f64
    }

    const fn and(self, other: Record) -> Record {
        Record { wins: self.wins + other.wins, ties: self.ties + other.ties, losses: self.losses + other.losses }
    }
}

/// The sums over the games of a match.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) as_red: Record,
    pub(crate) as_black: Record,
    /// Max-Connect points of both players.
    pub(crate) points: [u64; 2],
    pub(crate) pace: [Pace; 2],
    /// How many games were different.
    pub(crate) different: usize,
}

impl Tally {
    pub(crate) fn of(games: &[Played]) -> Tally {
        let mut tally = Tally::default();
        for game in games {
            tally.add(game);
        }
        tally.different = games.iter().map(|game| (game.red, &game.moves)).collect::<HashSet<_>>().len();
        tally
    }

    /// All games.
    pub(crate) const fn total(&self) -> Record {
        self.as_red.and(self.as_black)
    }

    fn add(&mut self, game: &Played) {
        let sides = if game.red == 0 { Side::BOTH } else { [Side::Black, Side::Red] };
        let record = if game.red == 0 { &mut self.as_red } else { &mut self.as_black };
        match game.outcome.winner() {
            None => record.ties += 1,
            Some(side) if side == sides[0] => record.wins += 1,
            Some(_) => record.losses += 1,
        }
        for (player, side) in sides.into_iter().enumerate() {
            self.points[player] += u64::from(game.points.of(side));
            self.pace[player].moves += game.pace[player].moves;
            self.pace[player].total += game.pace[player].total;
            self.pace[player].most = self.pace[player].most.max(game.pace[player].most);
        }
    }
}
