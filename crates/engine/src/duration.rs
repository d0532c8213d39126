//! Stretches of time as people write them.

use std::time::Duration;

/// Why a text is no stretch of time.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DurationError {
    /// What follows the number is no unit.
    #[error("unknown unit `{0}`: use ms, s, m, h or d")]
    Unit(String),
    /// There is no number.
    #[error("`{0}` is not a time such as 10s or 500ms")]
    Number(String),
    /// The number is negative or too large.
    #[error("`{0}` is out of range: write a time such as 10s or 500ms")]
    Range(String),
}

/// A stretch of time from `10` (seconds), `10s`, `1.5s`, `500ms`, `2m` or `2min`, `1h` or `30d`.
///
/// ```
/// use dropline_engine::parse_duration;
/// use std::time::Duration;
/// assert_eq!(parse_duration("1.5s"), Ok(Duration::from_millis(1500)));
/// assert_eq!(parse_duration("5w").unwrap_err().to_string(), "unknown unit `w`: use ms, s, m, h or d");
/// ```
pub fn parse_duration(text: &str) -> Result<Duration, DurationError> {
    let (number, unit) = text.split_at(text.trim_end_matches(char::is_alphabetic).len());
    if number.is_empty() {
        return Err(DurationError::Number(text.to_owned()));
    }
    let seconds = match unit {
        "" | "s" => 1.0,
        "ms" => 0.001,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        "d" => 24.0 * 3600.0,
        _ => return Err(DurationError::Unit(unit.to_owned())),
    };
    let number: f64 = number.trim_end().parse().map_err(|_| DurationError::Number(text.to_owned()))?;
    Duration::try_from_secs_f64(number * seconds).map_err(|_| DurationError::Range(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_options_and_specs_write_them() {
        for (text, millis) in [
            ("10", 10_000),
            ("10s", 10_000),
            ("0.5s", 500),
            ("500ms", 500),
            ("100 ms", 100),
            ("1e3ms", 1000),
            ("+2", 2000),
            ("2m", 120_000),
            ("2min", 120_000),
            ("1h", 3_600_000),
            ("1d", 86_400_000),
        ] {
            assert_eq!(parse_duration(text), Ok(Duration::from_millis(millis)), "{text}");
        }
    }

    #[test]
    fn what_is_no_time_is_refused() {
        for text in ["", "s", "fast", "1w", "inf", "nan", "-1s", "1.2.3s", "1e300", "5 m s"] {
            assert!(parse_duration(text).is_err(), "{text}");
        }
        assert_eq!(
            parse_duration("-1s").unwrap_err().to_string(),
            "`-1s` is out of range: write a time such as 10s or 500ms"
        );
    }
}
