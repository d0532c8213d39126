//! JSON, with the place of what is wrong in it.

use super::{Place, TextError};
use serde::Deserialize;

/// What is wrong with a text that should be JSON, and where.
pub type JsonError = TextError<String>;

/// What a text in JSON says.
///
/// ```
/// # use dropline_core::notation::from_json;
/// let error = from_json::<Vec<u8>>("[1, 2,\n x]").unwrap_err();
/// assert_eq!(error.to_string(), "line 2, character 2: expected value");
/// ```
pub fn from_json<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, JsonError> {
    serde_json::from_str(text).map_err(|error| {
        let (line, bytes) = (error.line().max(1), error.column());
        let told = error.to_string();
        let problem = told.strip_suffix(&format!(" at line {} column {bytes}", error.line())).unwrap_or(&told);
        let read = text.split('\n').nth(line - 1).unwrap_or_default().bytes().take(bytes);
        // Bytes that go on with a character begin with the bits 10.
        let character = read.filter(|byte| byte & 0xc0 != 0x80).count().max(1);
        JsonError { place: Place { line, character }, problem: problem.to_owned() }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_characters_from_1() {
        let said = |text| from_json::<Vec<String>>(text).unwrap_err().to_string();
        assert_eq!(said(""), "line 1, character 1: EOF while parsing a value");
        assert_eq!(said("[\"→→\", x]"), "line 1, character 8: expected value");
        assert_eq!(said("[\"a\",\n\n7]"), "line 3, character 1: invalid type: integer `7`, expected a string");
    }
}
