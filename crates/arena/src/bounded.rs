//! Lines of a bounded length from a source that is not trusted.

use std::io::{self, BufRead, Read};

/// What came next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// A line without its end; bytes that are not UTF-8 are replaced.
    Text(String),
    /// A line longer than allowed; the rest of it is not read.
    TooLong,
    /// There is no more.
    End,
}

/// The next line, of at most `longest` bytes.
pub(crate) fn read_line(from: &mut impl BufRead, longest: usize) -> io::Result<Line> {
    let mut bytes = Vec::new();
    from.take(longest as u64 + 1).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(Line::End);
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
    }
    if bytes.len() > longest {
        return Ok(Line::TooLong);
    }
    Ok(Line::Text(String::from_utf8_lossy(&bytes).trim_end_matches('\r').to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_at_newlines_limits_and_the_end() {
        let mut from: &[u8] = b"one\r\n12345\n\xffx\nlast";
        let mut next = || read_line(&mut from, 5).unwrap();
        assert_eq!(next(), Line::Text("one".into()));
        assert_eq!(next(), Line::Text("12345".into()));
        assert_eq!(next(), Line::Text("\u{fffd}x".into()));
        assert_eq!(next(), Line::Text("last".into()));
        assert_eq!(next(), Line::End);
        let mut long: &[u8] = b"123456\n";
        assert_eq!(read_line(&mut long, 5).unwrap(), Line::TooLong);
    }
}
