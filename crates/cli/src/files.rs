//! Files in and out: whole texts, saved games, and writing that never leaves half a file.

mod kept;
mod part;
mod progress;
mod whole;

pub(crate) use kept::{parsed, write_with_folder};
pub(crate) use part::Part;
pub(crate) use progress::KeptProgress;
#[cfg(feature = "tui")]
pub(crate) use progress::ProgressFile;
pub(crate) use whole::{can_write, write_whole};

use anyhow::{Context, Result, anyhow, bail};
use directories::BaseDirs;
use dropline_core::Place;
use dropline_core::notation::record;
use std::fs::{self, File};
use std::io::{self, BufRead, Read};
use std::iter;
use std::path::{Path, PathBuf};

/// The file name that stands for standard input.
pub(crate) const STANDARD_INPUT: &str = "-";

/// More than any position or game needs; a larger file is something else.
const MOST_BYTES: u64 = 16 << 20;

/// More than any line needs that is read by itself.
const LONGEST_LINE: u64 = 1 << 20;

/// The next line with its end; nothing at the end of the input. A line without an end in sight is an error.
pub(crate) fn read_line(from: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    let count = from.take(LONGEST_LINE + 1).read_until(b'\n', &mut bytes)? as u64;
    if count > LONGEST_LINE {
        return Err(io::Error::other(format!("a line is longer than {LONGEST_LINE} bytes")));
    }
    Ok((count > 0).then_some(bytes))
}

/// All lines without their ends and without a byte order mark, up to the first that cannot be read.
pub(crate) fn lines(mut from: impl BufRead) -> impl Iterator<Item = io::Result<String>> {
    let mut failed = false;
    iter::from_fn(move || {
        if failed {
            return None;
        }
        let line = read_line(&mut from);
        failed = line.is_err();
        line.transpose().map(|line| line.and_then(text))
    })
}

fn text(line: Vec<u8>) -> io::Result<String> {
    let text = String::from_utf8(line).map_err(|_| io::Error::other("this is not text in UTF-8"))?;
    let line = text.strip_suffix('\n').unwrap_or(&text);
    Ok(line.strip_suffix('\r').unwrap_or(line).trim_start_matches('\u{feff}').to_owned())
}

/// What error messages call a file.
pub(crate) fn display_name(file: &str) -> &str {
    if file == STANDARD_INPUT { "standard input" } else { file }
}

/// The file meant by a name that somebody types where no shell reads it: `~/` is the home of the user.
pub(crate) fn home(typed: &str) -> PathBuf {
    match typed.strip_prefix("~/").zip(BaseDirs::new()) {
        Some((rest, dirs)) => dirs.home_dir().join(rest),
        None => PathBuf::from(typed),
    }
}

/// The text of a file, or of standard input for `-`.
pub(crate) fn read_text(file: &str) -> Result<String> {
    match file {
        STANDARD_INPUT => rest(io::stdin().lock(), file),
        _ => rest(File::open(file).with_context(|| format!("cannot read {file}"))?, file),
    }
}

/// What is left to read of a file, as text.
pub(crate) fn rest(from: impl Read, file: &str) -> Result<String> {
    let name = display_name(file);
    let mut bytes = Vec::new();
    from.take(MOST_BYTES + 1).read_to_end(&mut bytes).with_context(|| format!("cannot read {name}"))?;
    if bytes.len() as u64 > MOST_BYTES {
        bail!("{name} is larger than {MOST_BYTES} bytes: that is neither a position nor a game");
    }
    String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let before = String::from_utf8_lossy(&error.as_bytes()[..good]);
        anyhow!("{name}: {}: this is not text in UTF-8", Place::in_text(&before, before.len()))
    })
}

/// Whether a name stands for something else than a file, such as a folder or a pipe: opening a pipe can take for ever.
pub(crate) fn is_no_file(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| !metadata.is_file())
}

/// Whether a file holds a saved game.
pub(crate) fn is_game(path: &Path) -> bool {
    path.to_str()
        .filter(|&file| file != STANDARD_INPUT && !is_no_file(path))
        .and_then(|file| read_text(file).ok())
        .is_some_and(|text| record::parse(&text).is_ok())
}
