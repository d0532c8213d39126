//! JSON, with the place of what is wrong in it, in words for people.

use super::{Place, TextError};
use crate::words::number_of;
use serde::Deserialize;

/// What is wrong with a text that should be JSON, and where.
pub type JsonError = TextError<String>;

/// What a text in JSON says.
///
/// ```
/// # use dropline_core::notation::from_json;
/// let error = from_json::<Vec<u8>>("[1, 2,\n x]").unwrap_err();
/// assert_eq!(error.to_string(), "line 2, character 2: here should stand a value: a number, a text in quotes, true, false, null, a list in [ ] or an object in { }");
/// ```
pub fn from_json<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, JsonError> {
    serde_json::from_str(text).map_err(|error| {
        let (line, bytes) = (error.line().max(1), error.column());
        let told = error.to_string();
        let problem = told.strip_suffix(&format!(" at line {} column {bytes}", error.line())).unwrap_or(&told);
        let read = text.split('\n').nth(line - 1).unwrap_or_default().bytes().take(bytes);
        // Bytes that go on with a character begin with the bits 10.
        let character = read.filter(|byte| byte & 0xc0 != 0x80).count().max(1);
        let problem = match text.trim().is_empty() {
            true => "there is nothing here: JSON should stand here".to_owned(),
            false => reading_problem(problem),
        };
        JsonError { place: Place { line, character }, problem }
    })
}

/// How parsers say that something is wrong, and what a person is told.
const WORDS: &[(&str, &str)] = &[
    ("EOF while parsing a list", "the text ends in the middle of a list: `]` is missing"),
    ("EOF while parsing an object", "the text ends in the middle of an object: `}` is missing"),
    ("EOF while parsing a string", "the text ends in the middle of a text in quotes: `\"` is missing"),
    ("EOF while parsing a value", "the text ends where a value should stand"),
    ("expected `:`", "a colon should stand here, between a name and its value"),
    ("expected `,` or `]`", "a comma or `]` should stand here"),
    ("expected `,` or `}`", "a comma or `}` should stand here"),
    ("expected ident", "this is no value: a word without quotes is true, false or null"),
    (
        "expected value",
        "here should stand a value: a number, a text in quotes, true, false, null, a list in [ ] or an object in { }",
    ),
    ("expected `\"`", "a text in quotes should stand here"),
    ("invalid escape", "this is no escape: a text knows \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four digits"),
    ("invalid number", "this is no number as JSON writes it, such as 7, -2 or 1.5"),
    ("number out of range", "this number is too large"),
    ("invalid unicode code point", "this escape stands for no character"),
    ("lone leading surrogate in hex escape", "this escape is half of a character: the other half is missing"),
    ("unexpected end of hex escape", "this escape is half of a character: the other half is missing"),
    (
        "control character (\\u0000-\\u001F) found while parsing a string",
        "a text in quotes is not closed on its line, or has a control character in it",
    ),
    ("key must be a string", "a name in quotes should stand here"),
    ("float key must be finite", "a name in quotes should stand here"),
    ("trailing comma", "nothing follows this comma: leave it out"),
    ("trailing characters", "the value is over before: nothing may follow it"),
    ("recursion limit exceeded", "lists and objects stand too deep in one another"),
    ("cannot parse integer from empty string", "a whole number should stand here"),
    ("invalid digit found in string", "this is not a whole number, or one below 0"),
    ("number too large to fit in target type", "this number is too large"),
    ("provided string was not `true` or `false`", "this is neither true nor false"),
];

/// What readers of outside texts say about them (JSON, settings, query strings: all speak as serde does), in words for people.
///
/// ```
/// # use dropline_core::notation::reading_problem;
/// assert_eq!(reading_problem("invalid type: integer `7`, expected a string"), "this is the number 7, not a text in quotes");
/// assert_eq!(reading_problem("missing field `moves`"), "the field `moves` is missing");
/// assert_eq!(reading_problem("unknown variant `blue`, expected `red` or `black`"), "`blue` is not known here: choose `red` or `black`");
/// ```
#[must_use]
pub fn reading_problem(told: &str) -> String {
    if let Some((_, words)) = WORDS.iter().find(|(said, _)| *said == told) {
        return (*words).to_owned();
    }
    let sentence = || {
        let (kind, rest) = told.split_once(' ')?;
        let (what, rest) = rest.split_once(' ')?;
        let apart = rest.split_once(", expected ");
        Some(match (kind, what) {
            ("missing", "field") => format!("the field {rest} is missing"),
            ("duplicate", "field") => format!("the field {rest} stands here twice"),
            ("unknown", "field") => match apart {
                Some((name, names)) => format!("there is no field {name} here: choose {names}"),
                None => format!("there is no field {} here, and no other", rest.split(',').next()?),
            },
            ("unknown", "variant") => match apart {
                Some((name, names)) => format!("{name} is not known here: choose {names}"),
                None => format!("{} is not known here", rest.split(',').next()?),
            },
            ("invalid", "type:" | "value:") => {
                let (found, wanted) = apart?;
                format!("this is {}, not {}", found_words(found), wanted_words(wanted))
            }
            ("invalid", "length") => {
                let (length, wanted) = apart?;
                format!("this has {}, it is not {}", number_of(length.parse().ok()?, "element"), wanted_words(wanted))
            }
            ("data", "did") => "this fits nothing that may stand here".to_owned(),
            _ => return None,
        })
    };
    sentence().unwrap_or_else(|| told.to_owned())
}

/// What was found, as in "integer `7`".
fn found_words(found: &str) -> String {
    let (kind, rest) = found.split_once(' ').unwrap_or((found, ""));
    let bare = rest.trim_matches('`');
    match (kind, rest) {
        ("integer", _) => format!("the number {bare}"),
        ("floating", _) => format!("the number {}", rest.trim_start_matches("point ").trim_matches('`')),
        ("boolean", _) => bare.to_owned(),
        ("string", _) => format!("the text {rest}"),
        ("character", _) => format!("the character {rest}"),
        ("sequence", _) => "a list".to_owned(),
        ("map", _) => "an object".to_owned(),
        ("null", _) | ("unit", "value") => "null".to_owned(),
        _ => found.to_owned(),
    }
}

/// What was wanted, as in "u64" or "an array of length 2".
fn wanted_words(wanted: &str) -> String {
    let whole = |most: u64| format!("a whole number from 0 to {most}");
    let list = |count: &str| count.parse().map(|count| format!("a list of {}", number_of(count, "element")));
    match wanted {
        "u8" => whole(u8::MAX.into()),
        "u16" => whole(u16::MAX.into()),
        "u32" => whole(u32::MAX.into()),
        "u64" | "usize" => whole(u64::MAX),
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number".to_owned(),
        "f32" | "f64" => "a number".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "a string" | "string" | "a borrowed string" | "str" => "a text in quotes".to_owned(),
        "a sequence" => "a list".to_owned(),
        "a map" | "map" => "an object".to_owned(),
        "string or map" => "a text in quotes or an object".to_owned(),
        "unit" | "null" => "null".to_owned(),
        _ => {
            let words: Vec<&str> = wanted.split(' ').collect();
            match words.as_slice() {
                ["an", "array", "of", "length", count]
                | ["tuple", "struct", _, "with", count, _]
                | ["a", "tuple", "of", "size", count] => list(count).unwrap_or_else(|_| wanted.to_owned()),
                ["struct", ..] | [.., "tagged", "enum", _] => "an object".to_owned(),
                ["enum", ..] | ["variant", "identifier"] => "one of the words that are known here".to_owned(),
                _ => wanted.to_owned(),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_characters_from_1() {
        let said = |text| from_json::<Vec<String>>(text).unwrap_err().to_string();
        assert_eq!(said(""), "line 1, character 1: there is nothing here: JSON should stand here");
        assert!(said("[\"→→\", x]").starts_with("line 1, character 8: here should stand a value: "));
        assert_eq!(said("[\"a\",\n\n7]"), "line 3, character 1: this is the number 7, not a text in quotes");
    }

    /// The parser's own words, which change with it, must all be known.
    #[test]
    fn what_is_wrong_is_said_in_sentences() {
        #[derive(Debug, Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Thing {
            #[serde(rename = "count")]
            _count: u8,
            #[serde(rename = "pair", default)]
            _pair: Option<[f64; 2]>,
            #[serde(rename = "word", default)]
            _word: Option<Word>,
        }
        #[derive(Debug, Deserialize)]
        #[serde(rename_all = "lowercase")]
        enum Word {
            Yes,
            No,
        }
        for (text, sentence) in [
            (" \n", "there is nothing here: JSON should stand here"),
            ("{", "the text ends in the middle of an object: `}` is missing"),
            ("{\"pair\": [1", "the text ends in the middle of a list: `]` is missing"),
            ("{\"cou", "the text ends in the middle of a text in quotes: `\"` is missing"),
            ("{\"count\":", "the text ends where a value should stand"),
            ("{\"count\" 1}", "a colon should stand here, between a name and its value"),
            ("{\"pair\": [1 2]}", "a comma or `]` should stand here"),
            ("{\"count\": 1 \"a\"", "a comma or `}` should stand here"),
            ("{\"count\": nothing}", "this is no value: a word without quotes is true, false or null"),
            ("{\"count\": 01}", "this is no number as JSON writes it, such as 7, -2 or 1.5"),
            ("{\"count\": 1e999}", "this number is too large"),
            (
                "{\"a\\q\": 1}",
                "this is no escape: a text knows \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four digits",
            ),
            ("{\"a\n\": 1}", "a text in quotes is not closed on its line, or has a control character in it"),
            ("{count: 1}", "a name in quotes should stand here"),
            ("{\"count\": 1,}", "nothing follows this comma: leave it out"),
            ("{\"count\": 1} x", "the value is over before: nothing may follow it"),
            ("{\"count\": 256}", "this is the number 256, not a whole number from 0 to 255"),
            ("{\"count\": -1}", "this is the number -1, not a whole number from 0 to 255"),
            ("{\"count\": 1.5}", "this is the number 1.5, not a whole number from 0 to 255"),
            ("{\"count\": true}", "this is true, not a whole number from 0 to 255"),
            ("{\"count\": null}", "this is null, not a whole number from 0 to 255"),
            ("{\"count\": {}}", "this is an object, not a whole number from 0 to 255"),
            ("{\"pair\": 1}", "this is the number 1, not a list of 2 elements"),
            ("{\"pair\": [1]}", "this has 1 element, it is not a list of 2 elements"),
            ("{\"word\": \"maybe\"}", "`maybe` is not known here: choose `yes` or `no`"),
            ("{\"colour\": 1}", "there is no field `colour` here: choose one of `count`, `pair`, `word`"),
            ("{\"count\": 1, \"count\": 1}", "the field `count` stands here twice"),
            ("{}", "the field `count` is missing"),
            ("[]", "this has 0 elements, it is not an object"),
            ("\"a\"", "this is the text \"a\", not an object"),
        ] {
            let error = from_json::<Thing>(text).unwrap_err();
            assert_eq!(error.problem, sentence, "{text}");
        }
        assert!(matches!(from_json::<[Word; 2]>("[\"yes\", \"no\"]"), Ok([Word::Yes, Word::No])));
    }
}
