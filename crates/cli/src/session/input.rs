//! Lines from a person or a script.

use std::io::{self, BufRead};

/// The next line without its end; nothing at the end of the input. What is not UTF-8 is replaced, so that it can be shown and refused; a byte order mark says nothing.
pub(crate) fn read_line(mut from: &mut (impl BufRead + ?Sized)) -> io::Result<Option<String>> {
    let Some(bytes) = crate::files::read_line(&mut from)? else { return Ok(None) };
    let line = String::from_utf8_lossy(&bytes);
    Ok(Some(line.trim_start_matches('\u{feff}').trim_end_matches(['\n', '\r']).to_owned()))
}
