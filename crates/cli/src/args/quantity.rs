//! Amounts as people type them: bytes, durations and nodes.

pub(crate) use dropline_engine::parse_duration as duration;

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
}
