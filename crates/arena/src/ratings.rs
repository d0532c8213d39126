//! Who is stronger, by how much, and how sure that is.

pub mod elo;
pub mod glicko;
pub mod sprt;

/// The expected score at an Elo difference: 0.5 for equals, 10/11 for 400 more.
///
/// ```
/// use dropline_arena::ratings::expected_score;
/// assert_eq!(expected_score(0.0), 0.5);
/// assert!((expected_score(400.0) - 10.0 / 11.0).abs() < 1e-12);
/// ```
#[must_use]
pub fn expected_score(difference: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-difference / 400.0))
}
