//! What came of a match, from the first player's view.

use dropline_arena::ratings::sprt::Tally;
use dropline_arena::{Forfeit, Record};
use dropline_core::{Game, Side, Variant};
use std::collections::HashSet;
use std::time::Duration;

/// The sums over the games of a match.
#[derive(Clone, Debug, Default)]
pub(crate) struct MatchTally {
    pub(crate) as_red: Tally,
    pub(crate) as_black: Tally,
    /// Max-Connect points of both players.
    pub(crate) points: [u64; 2],
    pub(crate) pace: [Pace; 2],
    /// How many games were different.
    pub(crate) different: usize,
    /// How many games each player lost by forfeit.
    pub(crate) forfeits: [usize; 2],
    /// What the first of them was about.
    pub(crate) first_forfeit: Option<Forfeit>,
}

/// How long a player thought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pace {
    pub(crate) moves: u64,
    pub(crate) total: Duration,
    pub(crate) most: Duration,
}

impl MatchTally {
    pub(crate) fn of(variant: Variant, games: &[Record]) -> MatchTally {
        let mut tally = MatchTally::default();
        for game in games {
            tally.add(variant, game);
        }
        let different = games.iter().map(|game| (game.red, &game.opening, &game.result.moves));
        tally.different = different.collect::<HashSet<_>>().len();
        tally
    }

    /// All games.
    pub(crate) const fn total(&self) -> Tally {
        self.as_red.and(self.as_black)
    }

    fn add(&mut self, variant: Variant, game: &Record) {
        let result = &game.result;
        match game.red {
            0 => self.as_red.add(result.red_score()),
            _ => self.as_black.add(1.0 - result.red_score()),
        }
        for side in Side::BOTH {
            self.points[game.player(side)] += u64::from(result.points.map_or(0, |points| points.of(side)));
        }
        let start = game.start(variant).unwrap_or_else(|_| Game::new(variant));
        for (index, &micros) in result.micros.iter().enumerate() {
            self.pace[game.player(game.mover(&start, index))].add(Duration::from_micros(micros));
        }
        if let Some(forfeit) = &result.forfeit {
            self.forfeits[game.player(forfeit.side)] += 1;
            self.first_forfeit.get_or_insert_with(|| forfeit.clone());
        }
    }
}

impl Pace {
    fn add(&mut self, time: Duration) {
        self.moves += 1;
        self.total += time;
        self.most = self.most.max(time);
    }

    /// Seconds for a move on average.
    pub(crate) fn mean(self) -> f64 {
        self.total.as_secs_f64() / self.moves.max(1) as f64
    }
}
