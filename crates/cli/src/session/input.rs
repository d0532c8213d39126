//! Lines from a person or a script.

use std::io::{self, BufRead};

/// Lines of any bytes: what is not UTF-8 is replaced, so that it can be shown and refused.
pub(crate) struct Input<R>(R);

impl<R: BufRead> Input<R> {
    pub(crate) const fn new(reader: R) -> Input<R> {
        Input(reader)
    }

    /// The next line without its end; nothing at the end of the input.
    pub(crate) fn line(&mut self) -> io::Result<Option<String>> {
        let mut bytes = Vec::new();
        if self.0.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&bytes);
        Ok(Some(line.trim_end_matches(['\n', '\r']).to_owned()))
    }
}
