//! Lines from a person or a script.

use std::io::{self, BufRead};

/// The next line without its end; nothing at the end of the input. What is not UTF-8 is replaced, so that it can be shown and refused.
pub(crate) fn read_line(from: &mut (impl BufRead + ?Sized)) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    if from.read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    Ok(Some(String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']).to_owned()))
}
