//! How strong somebody is, and how sure that is: the arithmetic of Glicko-2. The arena rates players with it, puzzles are rated against the levels,
//! and whoever solves them against the puzzles.

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

/// A Glicko-2 rating. Whoever is new has 1500 ± 350.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Rating {
    /// The rating.
    pub rating: f64,
    /// Its standard deviation.
    pub deviation: f64,
    /// How erratic the results are.
    pub volatility: f64,
}

impl Default for Rating {
    fn default() -> Rating {
        Rating::from(Glicko2Rating::new())
    }
}

impl From<Glicko2Rating> for Rating {
    fn from(rating: Glicko2Rating) -> Rating {
        Rating { rating: rating.rating, deviation: rating.deviation, volatility: rating.volatility }
    }
}

/// The Elo of the levels of Connect on 7×6 and half the width of its 95 % interval; docs/players.md says how they were measured.
const LEVELS: [(f64, f64); 10] = [
    (862.0, 75.0),
    (1029.0, 66.0),
    (1239.0, 57.0),
    (1385.0, 54.0),
    (1528.0, 53.0),
    (1686.0, 53.0),
    (1796.0, 55.0),
    (1915.0, 59.0),
    (2034.0, 65.0),
    (2175.0, 76.0),
];

impl Rating {
    /// A rating of which so much is known.
    #[must_use]
    pub fn new(rating: f64, deviation: f64) -> Rating {
        Rating { rating, deviation, ..Rating::default() }
    }

    /// What the player `level:n=` this number was measured to be; nothing for numbers that are no level.
    #[must_use]
    pub fn of_level(number: usize) -> Option<Rating> {
        let &(rating, interval) = LEVELS.get(number.checked_sub(1)?)?;
        Some(Rating::new(rating, interval / 1.96))
    }

    /// The rating after a rating period: against whom, and the score, where 1 is a win and 0.5 a tie. Without a result nothing changes.
    ///
    /// ```
    /// use dropline_engine::Rating;
    /// let results = [(Rating::new(1400.0, 30.0), 1.0), (Rating::new(1550.0, 100.0), 0.0), (Rating::new(1700.0, 300.0), 0.0)];
    /// let after = Rating::new(1500.0, 200.0).after(&results); // the example of its inventor
    /// assert_eq!((after.rating.round(), after.deviation.round()), (1464.0, 152.0));
    /// ```
    #[must_use]
    pub fn after(self, results: &[(Rating, f64)]) -> Rating {
        if results.is_empty() {
            return self;
        }
        let results: Vec<_> = results.iter().map(|&(other, score)| (other.glicko(), outcome(score))).collect();
        glicko2_rating_period(&self.glicko(), &results, &Glicko2Config::new()).into()
    }

    const fn glicko(self) -> Glicko2Rating {
        Glicko2Rating { rating: self.rating, deviation: self.deviation, volatility: self.volatility }
    }
}

fn outcome(score: f64) -> Outcomes {
    match score {
        s if s > 0.75 => Outcomes::WIN,
        s if s < 0.25 => Outcomes::LOSS,
        _ => Outcomes::DRAW,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_levels_are_rated_as_the_guide_says() {
        let guide = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/players.md");
        let guide = std::fs::read_to_string(guide).unwrap();
        for (index, (elo, interval)) in LEVELS.iter().enumerate() {
            let row = format!("| {} | {elo} | {interval} |", index + 1);
            assert!(guide.lines().any(|line| line.starts_with(&row)), "{row}");
        }
        assert!(Rating::of_level(0).is_none() && Rating::of_level(11).is_none());
        assert_eq!(Rating::of_level(10).unwrap().rating, 2175.0);
    }

    #[test]
    fn without_a_result_nothing_changes() {
        let rating = Rating::new(1234.0, 99.0);
        assert_eq!(rating.after(&[]), rating);
    }
}
