//! Amounts as people type them: whole numbers, bytes, durations and nodes.

pub(crate) use dropline_engine::parse_duration as duration;

use std::fmt::Display;
use std::num::NonZeroUsize;
use std::ops::{Bound, RangeBounds};
use std::str::FromStr;

/// A type of whole numbers.
pub(crate) trait Whole: FromStr + PartialOrd + Display {
    /// The largest.
    const MOST: Self;
}

macro_rules! whole_numbers {
    ($($number:ty),*) => {
        $(impl Whole for $number {
            const MOST: Self = <$number>::MAX;
        })*
    };
}

whole_numbers!(u8, u16, u32, u64, usize, i64, NonZeroUsize);

/// Reads a whole number within bounds.
pub(crate) fn whole<T: Whole>(range: impl RangeBounds<T> + Clone) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let digits = text.trim_start_matches('0');
        let is_large = !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit()) && text.parse::<T>().is_err();
        text.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| {
            match (range.start_bound(), range.end_bound()) {
                (Bound::Included(least), Bound::Included(most)) => {
                    format!("write a whole number from {least} to {most}")
                }
                (Bound::Included(least), _) if is_large => {
                    format!("write a whole number from {least} to {}", T::MOST)
                }
                (Bound::Included(least), _) => format!("write a whole number, {least} or more"),
                _ if is_large => format!("write a whole number up to {}", T::MOST),
                _ => "write a whole number".to_owned(),
            }
        })
    }
}

const NO_SIZE: &str = "write a size such as 64K, 8M or 1G";
const NO_NODES: &str = "write a number of nodes, 1 or more, such as 500k or 2M";

/// Who asks for fewer bytes than this, and names no unit, has forgotten it.
const LEAST: usize = 64 << 10;

/// Bytes from `65536`, `64K`, `8M`, `1G` or `1GiB`.
pub(crate) fn bytes(text: &str) -> Result<usize, String> {
    let (number, unit) = split(text);
    let factor: usize = match unit.to_ascii_lowercase().trim_end_matches("ib").trim_end_matches('b') {
        "" => 1,
        "k" => 1 << 10,
        "m" => 1 << 20,
        "g" => 1 << 30,
        "t" => 1 << 40,
        _ => return Err(NO_SIZE.to_owned()),
    };
    let number: usize = number.parse().map_err(|_| NO_SIZE)?;
    match number.checked_mul(factor) {
        None => Err(format!("`{text}` is more than this computer can address")),
        Some(bytes) if bytes < LEAST && unit.is_empty() => {
            Err(format!("without a unit that is only {bytes} bytes: {NO_SIZE}"))
        }
        Some(bytes) => Ok(bytes),
    }
}

/// A number of nodes from `500000`, `500k`, `2M` or `1G`, 1 or more.
pub(crate) fn nodes(text: &str) -> Result<u64, String> {
    let (number, unit) = split(text);
    let factor: u64 = match unit.to_ascii_lowercase().as_str() {
        "" => 1,
        "k" => 1_000,
        "m" => 1_000_000,
        "g" => 1_000_000_000,
        _ => return Err(NO_NODES.to_owned()),
    };
    match number.parse::<u64>().ok().and_then(|number| number.checked_mul(factor)) {
        Some(number) if number > 0 => Ok(number),
        _ => Err(NO_NODES.to_owned()),
    }
}

fn split(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    text.split_at(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers() {
        assert_eq!(whole(1_u16..=256)("256"), Ok(256));
        for text in ["0", "257", "x", "", "-1", "1.5", "99999999999999999999"] {
            assert_eq!(whole(1_u16..=256)(text), Err("write a whole number from 1 to 256".to_owned()), "{text}");
        }
        assert_eq!(whole(1_u64..)("0"), Err("write a whole number, 1 or more".to_owned()));
        assert_eq!(whole::<i64>(..)("-3"), Ok(-3));
        assert_eq!(whole::<i64>(..)("three"), Err("write a whole number".to_owned()));
        assert_eq!(whole::<i64>(..)("9223372036854775808"), Err(format!("write a whole number up to {}", i64::MAX)));
        assert_eq!(whole(0_u16..)("65536"), Err("write a whole number from 0 to 65535".to_owned()));
        assert_eq!(whole(NonZeroUsize::MIN..)("0"), Err("write a whole number, 1 or more".to_owned()));
    }

    #[test]
    fn sizes() {
        assert_eq!(bytes("65536"), Ok(65536));
        assert!(bytes("1024").is_err_and(|error| error.starts_with("without a unit that is only 1024 bytes")));
        assert_eq!(bytes("1K"), Ok(1024), "somebody meant it");
        assert_eq!(bytes("8M"), Ok(8 << 20));
        assert_eq!(bytes("1GiB"), Ok(1 << 30));
        assert!(bytes("M").is_err() && bytes("3x").is_err() && bytes("99999999999T").is_err());
    }

    #[test]
    fn numbers_of_nodes() {
        assert_eq!(nodes("500k"), Ok(500_000));
        assert_eq!(nodes("2M"), Ok(2_000_000));
        assert!(nodes("0").is_err() && nodes("k").is_err() && nodes("-1").is_err() && nodes("99999999999G").is_err());
    }
}
