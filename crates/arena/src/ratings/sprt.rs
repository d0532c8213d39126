//! The sequential probability ratio test: play until the question is decided, and no longer.
//!
//! H0 says that the first player is `elo0` stronger than the second, H1 that it is `elo1` stronger. After each game the likelihoods of the
//! results so far under both are compared. The shares of wins, ties and losses are not known beforehand, so each hypothesis gets the ones that fit the
//! results best among those with its expected score (the generalised test); that works for any share of ties. When the logarithm of the ratio leaves
//! the interval ln(β / (1 − α)) … ln((1 − β) / α), the test ends; α bounds the share of false "stronger", β that of false "not stronger".

use super::expected_score;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Counted for a result that has not occurred yet, so that nothing is taken for impossible.
const UNSEEN: f64 = 1e-3;

/// The question: two hypotheses and how often either may be wrongly accepted.
///
/// ```
/// use dropline_arena::ratings::sprt::{Sprt, SprtVerdict, Tally};
/// let test: Sprt = "0,50,0.05,0.05".parse()?;
/// assert_eq!(test.verdict(Tally { wins: 6, ties: 2, losses: 4 }), None);
/// assert_eq!(test.verdict(Tally { wins: 130, ties: 20, losses: 60 }), Some(SprtVerdict::H1));
/// # Ok::<(), dropline_arena::ratings::sprt::SprtError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// Results from the first player's view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games tied.
    pub ties: u32,
    /// Games lost.
    pub losses: u32,
}

impl Tally {
    /// How many games there are.
    #[must_use]
    pub const fn games(self) -> u32 {
        self.wins + self.ties + self.losses
    }

    /// A win counts 1, a tie ½.
    #[must_use]
    pub fn score(self) -> f64 {
        f64::from(self.wins) + f64::from(self.ties) / 2.0
    }

    /// The share of the points, from 0 to 1; ½ without a game.
    #[must_use]
    pub fn share(self) -> f64 {
        if self.games() == 0 { 0.5 } else { self.score() / f64::from(self.games()) }
    }

    /// Both together.
    #[must_use]
    pub const fn and(self, other: Tally) -> Tally {
        Tally { wins: self.wins + other.wins, ties: self.ties + other.ties, losses: self.losses + other.losses }
    }

    /// Adds a game with this score: 1, ½ or 0.
    pub fn add(&mut self, score: f64) {
        match score {
            s if s > 0.75 => self.wins += 1,
            s if s < 0.25 => self.losses += 1,
            _ => self.ties += 1,
        }
    }
}

/// Which hypothesis is accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SprtVerdict {
    /// The first player is not stronger by more than `elo0`.
    H0,
    /// The first player is stronger by at least `elo1`.
    H1,
}

/// Why a test cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SprtError {
    /// Not four numbers.
    #[error("`{0}` is not a test: four numbers elo0,elo1,alpha,beta as in 0,20,0.05,0.05")]
    Form(String),
    /// The hypotheses are not in order.
    #[error("elo0 must be less than elo1, both from -2000 to 2000, not {elo0} and {elo1}")]
    Elo {
        /// The first.
        elo0: String,
        /// The second.
        elo1: String,
    },
    /// An error rate is out of range.
    #[error("{name} must lie between 0 and 0.5, not {given}")]
    Rate {
        /// Which one.
        name: &'static str,
        /// The number given.
        given: String,
    },
}

impl Sprt {
    /// A test of `elo0` against `elo1` with these error rates.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Sprt, SprtError> {
        let in_range = |elo: f64| (-2000.0..=2000.0).contains(&elo);
        if !(in_range(elo0) && in_range(elo1) && elo0 < elo1) {
            return Err(SprtError::Elo { elo0: elo0.to_string(), elo1: elo1.to_string() });
        }
        for (name, rate) in [("alpha", alpha), ("beta", beta)] {
            if !(rate > 0.0 && rate < 0.5) {
                return Err(SprtError::Rate { name, given: rate.to_string() });
            }
        }
        Ok(Sprt { elo0, elo1, alpha, beta })
    }

    /// The two ends of the interval in which the test goes on.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of the likelihood ratio, H1 over H0.
    #[must_use]
    pub fn llr(&self, tally: Tally) -> f64 {
        if tally.games() == 0 {
            return 0.0;
        }
        let counts = [tally.losses, tally.ties, tally.wins].map(|count| f64::from(count).max(UNSEEN));
        let all: f64 = counts.iter().sum();
        let shares = counts.map(|count| count / all);
        let h0 = most_likely(shares, expected_score(self.elo0));
        let h1 = most_likely(shares, expected_score(self.elo1));
        (0..3).map(|result| counts[result] * (h1[result] / h0[result]).ln()).sum()
    }

    /// The hypothesis accepted by these results; nothing while the question is open.
    #[must_use]
    pub fn verdict(&self, tally: Tally) -> Option<SprtVerdict> {
        let llr = self.llr(tally);
        let (lower, upper) = self.bounds();
        if llr >= upper {
            Some(SprtVerdict::H1)
        } else if llr <= lower {
            Some(SprtVerdict::H0)
        } else {
            None
        }
    }
}

/// The probabilities of loss, tie and win with this expected score that make the observed shares most likely.
///
/// With a Lagrange multiplier t they are share / (1 + t (score of the result − expected)), where t makes the expectation come out; the left side
/// of that equation falls with t, so t is found by halving.
fn most_likely(shares: [f64; 3], expected: f64) -> [f64; 3] {
    let scores = [0.0, 0.5, 1.0];
    let excess = |t: f64| -> f64 {
        (0..3).map(|r| shares[r] * (scores[r] - expected) / (1.0 + t * (scores[r] - expected))).sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - expected), 1.0 / expected);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let t = f64::midpoint(low, high);
    [0, 1, 2].map(|r| shares[r] / (1.0 + t * (scores[r] - expected)))
}

impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Sprt, SprtError> {
        let numbers: Result<Vec<f64>, _> = text.split(',').map(|word| word.trim().parse()).collect();
        match numbers.as_deref() {
            Ok(&[elo0, elo1, alpha, beta]) => Sprt::new(elo0, elo1, alpha, beta),
            _ => Err(SprtError::Form(text.to_owned())),
        }
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{},{}", self.elo0, self.elo1, self.alpha, self.beta)
    }
}

#[cfg(test)]
mod tests;
