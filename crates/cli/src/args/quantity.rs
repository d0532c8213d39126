//! Amounts as people type them: bytes, durations and nodes.

use std::time::Duration;

/// Bytes from `4096`, `64K`, `8M`, `1G` or `1GiB`.
pub(crate) fn bytes(text: &str) -> Result<usize, String> {
    let (number, unit) = split(text);
    let factor: usize = match unit.to_ascii_lowercase().trim_end_matches("ib").trim_end_matches('b') {
        "" => 1,
        "k" => 1 << 10,
        "m" => 1 << 20,
        "g" => 1 << 30,
        "t" => 1 << 40,
        _ => return Err(format!("unknown unit `{unit}`: use K, M or G")),
    };
    let number: usize = number.parse().map_err(|_| format!("`{text}` is not a size such as 8M or 1G"))?;
    number.checked_mul(factor).ok_or_else(|| format!("`{text}` is too large"))
}

/// A duration from `10` (seconds), `10s`, `1.5s`, `500ms`, `2m`, `1h` or `30d`.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text);
    let factor = match unit {
        "" | "s" => 1.0,
        "ms" => 0.001,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        "d" => 24.0 * 3600.0,
        _ => return Err(format!("unknown unit `{unit}`: use ms, s, m, h or d")),
    };
    let number: f64 = number.parse().map_err(|_| format!("`{text}` is not a time such as 10s or 500ms"))?;
    Duration::try_from_secs_f64(number * factor).map_err(|_| format!("`{text}` is out of range"))
}

/// A number of nodes from `500000`, `500k`, `2M` or `1G`, 1 or more.
pub(crate) fn nodes(text: &str) -> Result<u64, String> {
    let (number, unit) = split(text);
    let factor: u64 = match unit.to_ascii_lowercase().as_str() {
        "" => 1,
        "k" => 1_000,
        "m" => 1_000_000,
        "g" => 1_000_000_000,
        _ => return Err(format!("unknown unit `{unit}`: use k, M or G")),
    };
    match number.parse::<u64>().ok().and_then(|number| number.checked_mul(factor)) {
        Some(number) if number > 0 => Ok(number),
        _ => Err(format!("`{text}` is not a number of nodes such as 500k or 2M")),
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
    fn sizes() {
        assert_eq!(bytes("4096"), Ok(4096));
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

    #[test]
    fn times() {
        assert_eq!(duration("10"), Ok(Duration::from_secs(10)));
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(duration("1d"), Ok(Duration::from_secs(24 * 60 * 60)));
        assert!(duration("fast").is_err() && duration("1w").is_err());
    }
}
