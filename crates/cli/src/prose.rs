//! Words that several commands share: sides, columns, results, refusals.

/// Numbers in few words, neighbours together: `1, 2, 4 to 7`.
pub(crate) fn number_list(numbers: impl Iterator<Item = usize>) -> String {
    let mut stretches: Vec<(usize, usize)> = Vec::new();
    for number in numbers {
        match stretches.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => stretches.push((number, number)),
        }
    }
    let words = stretches.iter().map(|&(first, last)| match last - first {
        0 => first.to_string(),
        1 => format!("{first}, {last}"),
        _ => format!("{first} to {last}"),
    });
    words.collect::<Vec<_>>().join(", ")
}
