//! How a game ended, in a few words.

use crate::Record;
use dropline_core::Side;

/// `red`, `black` or `tie`.
pub(crate) const fn winner_word(record: &Record) -> &'static str {
    match record.result.winner {
        Some(Side::Red) => "red",
        Some(Side::Black) => "black",
        None => "tie",
    }
}
