//! Elo ratings of all players of a tournament at once, by maximum likelihood.
//!
//! The model is Bradley–Terry: a player rated *d* above another scores 1 / (1 + 10^(−d/400)) on average; a tie counts as half a win and
//! half a loss. A weak normal prior (mean 1500, deviation 1000) keeps players that won or lost every game, and groups that never met, at finite
//! ratings; with a few dozen mixed results it moves nothing by more than a point or two. The likelihood is concave, so Newton's method finds its
//! one maximum; the 95 % intervals are ±1.96 standard errors from the curvature there, relative to the mean of the field. Ties vary less
//! than wins and losses do, so that with many of them the intervals are on the safe side.

use super::expected_score;

/// The mean of all ratings.
pub const MEAN: f64 = 1500.0;
/// Standard deviation of the prior, in Elo.
const PRIOR: f64 = 1000.0;
/// Elo points for a factor of e in the odds.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;
/// Standard errors on each side of a 95 % interval.
const TWO_SIDED_95: f64 = 1.959_963_984_540_054;
/// Newton steps are no longer than this, in natural units, so that the first ones do not overshoot.
const LONGEST_STEP: f64 = 2.0;

/// Games between each two players: counts and scores.
#[derive(Clone, Debug, PartialEq)]
pub struct Scores {
    players: usize,
    /// Games and score of the row's player against the column's.
    cells: Vec<(f64, f64)>,
}

impl Scores {
    /// No games yet.
    #[must_use]
    pub fn new(players: usize) -> Scores {
        Scores { players, cells: vec![(0.0, 0.0); players * players] }
    }

    /// Adds a game: the first player's score is 1, ½ or 0. A player has no games against itself.
    pub fn add(&mut self, first: usize, second: usize, score: f64) {
        if first == second || first >= self.players || second >= self.players {
            return;
        }
        for (row, column, score) in [(first, second, score), (second, first, 1.0 - score)] {
            let cell = &mut self.cells[row * self.players + column];
            *cell = (cell.0 + 1.0, cell.1 + score);
        }
    }

    fn of(&self, row: usize, column: usize) -> (f64, f64) {
        self.cells[row * self.players + column]
    }
}

/// Ratings and how sure they are.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    ratings: Vec<f64>,
    /// Covariance of the ratings relative to the field's mean, row by row.
    covariance: Vec<f64>,
}

impl Ratings {
    /// The most likely ratings for these scores.
    ///
    /// ```
    /// use dropline_arena::ratings::elo::{Ratings, Scores};
    /// let mut scores = Scores::new(2);
    /// for game in 0..100 {
    ///     scores.add(0, 1, if game < 75 { 1.0 } else { 0.0 });
    /// }
    /// let ratings = Ratings::fit(&scores);
    /// let (difference, margin) = ratings.difference(0, 1);
    /// assert!((difference - 190.8).abs() < 2.0); // 400 × log10(3)
    /// assert!((margin - 78.6).abs() < 2.0);
    /// ```
    #[must_use]
    pub fn fit(scores: &Scores) -> Ratings {
        let n = scores.players;
        let weight = (SCALE / PRIOR).powi(2);
        let mut strength = vec![0.0; n];
        for _ in 0..200 {
            let (gradient, information) = slope(scores, &strength, weight);
            let Some(step) = Cholesky::new(information, n).map(|factor| factor.solve(&gradient)) else { break };
            let longest = step.iter().fold(0f64, |longest, x| longest.max(x.abs()));
            let shrink = (LONGEST_STEP / longest.max(1e-300)).min(1.0);
            strength.iter_mut().zip(&step).for_each(|(strength, step)| *strength += shrink * step);
            if longest < 1e-10 {
                break;
            }
        }
        let (_, information) = slope(scores, &strength, weight);
        let mut covariance = Cholesky::new(information, n).map(|factor| factor.inverse()).unwrap_or_default();
        // The field as a whole could lie anywhere within the prior; relative to its mean that part falls away.
        let common = 1.0 / (weight * n.max(1) as f64);
        covariance.iter_mut().for_each(|value| *value = (*value - common) * SCALE * SCALE);
        Ratings { ratings: strength.iter().map(|x| MEAN + SCALE * x).collect(), covariance }
    }

    /// A player's rating.
    #[must_use]
    pub fn rating(&self, player: usize) -> f64 {
        self.ratings[player]
    }

    /// Half the width of a player's 95 % interval.
    #[must_use]
    pub fn margin(&self, player: usize) -> f64 {
        TWO_SIDED_95 * self.covariance(player, player).max(0.0).sqrt()
    }

    /// How much stronger the first player is, and half the width of the 95 % interval of that.
    #[must_use]
    pub fn difference(&self, first: usize, second: usize) -> (f64, f64) {
        let variance =
            self.covariance(first, first) + self.covariance(second, second) - 2.0 * self.covariance(first, second);
        (self.ratings[first] - self.ratings[second], TWO_SIDED_95 * variance.max(0.0).sqrt())
    }

    fn covariance(&self, row: usize, column: usize) -> f64 {
        self.covariance.get(row * self.ratings.len() + column).copied().unwrap_or(f64::INFINITY)
    }
}

/// Gradient of the log-likelihood with its prior, and the negative of its second derivatives.
fn slope(scores: &Scores, strength: &[f64], weight: f64) -> (Vec<f64>, Vec<f64>) {
    let n = scores.players;
    let mut gradient: Vec<f64> = strength.iter().map(|x| -weight * x).collect();
    let mut information = vec![0.0; n * n];
    for row in 0..n {
        information[row * n + row] += weight;
        for column in 0..n {
            let (games, score) = scores.of(row, column);
            let expected = expected_score(SCALE * (strength[row] - strength[column]));
            gradient[row] += score - games * expected;
            let curvature = games * expected * (1.0 - expected);
            information[row * n + row] += curvature;
            information[row * n + column] -= curvature;
        }
    }
    (gradient, information)
}

/// A symmetric positive definite matrix as the product of a lower triangle with its transpose.
struct Cholesky {
    n: usize,
    lower: Vec<f64>,
}

impl Cholesky {
    fn new(matrix: Vec<f64>, n: usize) -> Option<Cholesky> {
        let mut lower = matrix;
        for row in 0..n {
            for column in 0..=row {
                let known: f64 = (0..column).map(|k| lower[row * n + k] * lower[column * n + k]).sum();
                let rest = lower[row * n + column] - known;
                lower[row * n + column] = if row == column {
                    if rest <= 0.0 {
                        return None;
                    }
                    rest.sqrt()
                } else {
                    rest / lower[column * n + column]
                };
            }
        }
        Some(Cholesky { n, lower })
    }

    fn solve(&self, right: &[f64]) -> Vec<f64> {
        let (n, lower) = (self.n, &self.lower);
        let mut x = right.to_vec();
        for row in 0..n {
            let known: f64 = (0..row).map(|k| lower[row * n + k] * x[k]).sum();
            x[row] = (x[row] - known) / lower[row * n + row];
        }
        for row in (0..n).rev() {
            let known: f64 = (row + 1..n).map(|k| lower[k * n + row] * x[k]).sum();
            x[row] = (x[row] - known) / lower[row * n + row];
        }
        x
    }

    fn inverse(&self) -> Vec<f64> {
        let unit = |at: usize| (0..self.n).map(|k| f64::from(u8::from(k == at))).collect::<Vec<f64>>();
        (0..self.n).flat_map(|column| self.solve(&unit(column))).collect()
    }
}

#[cfg(test)]
mod tests;
