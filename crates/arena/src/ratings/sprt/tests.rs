use super::*;
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Plays matches of a simulated player of this strength and returns the share of H1 and the mean length.
fn share_of_h1(test: Sprt, elo: f64, ties: f64, matches: u64) -> (f64, f64) {
    let expected = expected_score(elo);
    let tie = ties * 2.0 * expected.min(1.0 - expected);
    let (mut h1, mut games) = (0u32, 0u64);
    for seed in 0..matches {
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut tally = Tally::default();
        let verdict = loop {
            let x: f64 = chance.random();
            tally.add(if x < expected - tie / 2.0 {
                1.0
            } else if x < expected + tie / 2.0 {
                0.5
            } else {
                0.0
            });
            if let Some(verdict) = test.verdict(tally) {
                break verdict;
            }
        };
        games += u64::from(tally.games());
        h1 += u32::from(verdict == SprtVerdict::H1);
    }
    (f64::from(h1) / matches as f64, games as f64 / matches as f64)
}

/// The true rates lie just below alpha and beta, so a simulation may be over them by its own error, two standard deviations here.
#[test]
fn error_rates_stay_within_alpha_and_beta() {
    let matches = 2000;
    let within = |share: f64, rate: f64| share <= rate + 2.0 * (rate * (1.0 - rate) / matches as f64).sqrt();
    for (elo0, elo1, alpha, beta) in [(0.0, 80.0, 0.05, 0.05), (-40.0, 40.0, 0.1, 0.02), (0.0, 150.0, 0.05, 0.1)] {
        let test = Sprt::new(elo0, elo1, alpha, beta).unwrap();
        for ties in [0.0, 0.3, 0.7] {
            let (false_h1, _) = share_of_h1(test, elo0, ties, matches);
            let (right_h1, _) = share_of_h1(test, elo1, ties, matches);
            println!("{test}, ties {ties}: {false_h1:.4} false H1, {:.4} false H0", 1.0 - right_h1);
            assert!(within(false_h1, alpha), "{test}, ties {ties}: {false_h1} false H1");
            assert!(within(1.0 - right_h1, beta), "{test}, ties {ties}: {} false H0", 1.0 - right_h1);
        }
    }
}

#[test]
fn a_clear_difference_is_decided_sooner() {
    let test = Sprt::new(0.0, 40.0, 0.05, 0.05).unwrap();
    let (_, close) = share_of_h1(test, 20.0, 0.0, 200);
    let (_, clear) = share_of_h1(test, 150.0, 0.0, 200);
    assert!(clear * 4.0 < close, "{clear} and {close} games");
}

#[test]
fn without_ties_the_ratio_is_the_textbook_one() {
    let test = Sprt::new(0.0, 100.0, 0.05, 0.05).unwrap();
    let (p0, p1) = (expected_score(0.0), expected_score(100.0));
    let (wins, losses) = (37u32, 21u32);
    let plain = f64::from(wins) * (p1 / p0).ln() + f64::from(losses) * ((1.0 - p1) / (1.0 - p0)).ln();
    let llr = test.llr(Tally { wins, ties: 0, losses });
    assert!((llr - plain).abs() < 0.01, "{llr} {plain}");
}

proptest! {
    #[test]
    fn the_ratio_is_finite_and_rises_with_wins(wins in 0..500u32, ties in 0..500u32, losses in 0..500u32) {
        let test = Sprt::new(0.0, 30.0, 0.05, 0.05).unwrap();
        let now = test.llr(Tally { wins, ties, losses });
        prop_assert!(now.is_finite());
        if wins + ties + losses > 20 {
            let (won, lost) = (Tally { wins: wins + 1, ties, losses }, Tally { wins, ties, losses: losses + 1 });
            prop_assert!(test.llr(won) > test.llr(lost));
        }
        // Seen from the other side the hypotheses change places and sign.
        let other = Sprt::new(-30.0, 0.0, 0.05, 0.05).unwrap();
        let turned = other.llr(Tally { wins: losses, ties, losses: wins });
        prop_assert!((now + turned).abs() < 1e-6 * (1.0 + now.abs()));
    }
}

#[test]
fn wrong_tests_are_refused_by_name() {
    let said = |text: &str| text.parse::<Sprt>().unwrap_err().to_string();
    assert_eq!(said("0,10"), "`0,10` is not a test: four numbers elo0,elo1,alpha,beta as in 0,20,0.05,0.05");
    assert!(said("10,0,0.05,0.05").starts_with("elo0 must be less than elo1"));
    assert!(said("0,NaN,0.05,0.05").starts_with("elo0 must be less"));
    assert_eq!(said("0,10,0,0.05"), "alpha must lie between 0 and 0.5, not 0");
    assert_eq!(said("0,10,0.05,0.7"), "beta must lie between 0 and 0.5, not 0.7");
    assert_eq!("0, 10,0.05 ,0.1".parse::<Sprt>().unwrap().to_string(), "0,10,0.05,0.1");
}
