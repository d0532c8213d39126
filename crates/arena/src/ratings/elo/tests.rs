use super::*;
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A round robin of players with known strengths; a share of the games is tied, half from each side's wins.
fn simulate(strengths: &[f64], games: usize, ties: f64, seed: u64) -> Scores {
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut scores = Scores::new(strengths.len());
    for first in 0..strengths.len() {
        for second in first + 1..strengths.len() {
            let expected = expected_score(strengths[first] - strengths[second]);
            let tie = ties * 2.0 * expected.min(1.0 - expected);
            for _ in 0..games {
                let x: f64 = chance.random();
                let score = if x < expected - tie / 2.0 {
                    1.0
                } else if x < expected + tie / 2.0 {
                    0.5
                } else {
                    0.0
                };
                scores.add(first, second, score);
            }
        }
    }
    scores
}

fn centred(strengths: &[f64]) -> Vec<f64> {
    let mean = strengths.iter().sum::<f64>() / strengths.len() as f64;
    strengths.iter().map(|strength| strength - mean + MEAN).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Four standard errors are left by chance once in 16,000 times; a wrong estimate or a wrong width leaves them at once.
    #[test]
    fn known_strengths_are_recovered_within_their_errors(
        strengths in proptest::collection::vec(-300.0..300.0f64, 2..8), ties in 0.0..0.8f64, seed: u64,
    ) {
        let ratings = Ratings::fit(&simulate(&strengths, 400, ties, seed));
        for (player, truth) in centred(&strengths).into_iter().enumerate() {
            let error = (ratings.rating(player) - truth).abs();
            let four_errors = 4.0 * ratings.margin(player) / TWO_SIDED_95;
            prop_assert!(error <= four_errors + 3.0, "player {player}: off by {error}, margin {four_errors}");
        }
        let mean = (0..strengths.len()).map(|player| ratings.rating(player)).sum::<f64>() / strengths.len() as f64;
        prop_assert!((mean - MEAN).abs() < 1e-6);
    }
}

#[test]
fn ninety_five_percent_intervals_hold_the_truth_that_often() {
    let strengths = [-150.0, -40.0, 0.0, 60.0, 220.0];
    let truth = centred(&strengths);
    let (mut inside, mut all) = (0u32, 0u32);
    for seed in 0..600 {
        let ratings = Ratings::fit(&simulate(&strengths, 60, 0.0, seed));
        for (player, truth) in truth.iter().enumerate() {
            inside += u32::from((ratings.rating(player) - truth).abs() <= ratings.margin(player));
            all += 1;
        }
    }
    let share = f64::from(inside) / f64::from(all);
    assert!((0.935..=0.965).contains(&share), "{share}");
}

#[test]
fn ties_make_the_intervals_safer_not_shorter_than_the_truth() {
    let strengths = [-80.0, 0.0, 90.0];
    let truth = centred(&strengths);
    let outside: usize = (0..300)
        .map(|seed| {
            let ratings = Ratings::fit(&simulate(&strengths, 100, 0.6, seed));
            truth.iter().enumerate().filter(|&(p, truth)| (ratings.rating(p) - truth).abs() > ratings.margin(p)).count()
        })
        .sum();
    assert!(outside as f64 / 900.0 < 0.05, "{outside} of 900");
}

#[test]
fn players_that_win_or_lose_everything_stay_finite_and_unsure() {
    let mut scores = Scores::new(3);
    for _ in 0..50 {
        scores.add(0, 1, 1.0);
        scores.add(0, 2, 1.0);
        scores.add(1, 2, 1.0);
    }
    let ratings = Ratings::fit(&scores);
    assert!(ratings.rating(0) > ratings.rating(1) + 300.0 && ratings.rating(1) > ratings.rating(2) + 300.0);
    assert!((0..3).all(|player| ratings.rating(player).is_finite() && ratings.margin(player) > 100.0));
    let nobody = Ratings::fit(&Scores::new(4));
    assert!((0..4).all(|player| nobody.rating(player) == MEAN && nobody.margin(player) > 1500.0));
    assert!(Ratings::fit(&Scores::new(0)).ratings.is_empty());
}

#[test]
fn the_order_of_games_and_players_does_not_matter() {
    let strengths = [0.0, 100.0, -70.0];
    let scores = simulate(&strengths, 30, 0.2, 5);
    let ratings = Ratings::fit(&scores);
    let mut turned = Scores::new(3);
    for row in 0..3 {
        for column in 0..3 {
            turned.cells[(2 - row) * 3 + 2 - column] = scores.of(row, column);
        }
    }
    let other = Ratings::fit(&turned);
    for player in 0..3 {
        assert!((ratings.rating(player) - other.rating(2 - player)).abs() < 1e-6);
        assert!((ratings.margin(player) - other.margin(2 - player)).abs() < 1e-6);
    }
}
