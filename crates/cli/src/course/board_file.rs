//! Reading the board file: a missing one is an empty board, a wrong one is refused with its line and column.

use super::Course;
use anyhow::{Context, Result, anyhow, bail};
use dropline_core::notation::maxconnect::{self, MaxFileError, MaxFileProblem};
use dropline_core::{Game, Rules, Variant};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

/// More than any board needs, with room for blanks; a larger file is something else.
const MOST_BYTES: u64 = 1 << 20;

pub(super) fn load(course: &Course, warnings: &mut dyn Write) -> Result<Game> {
    let path = &course.input;
    let Some(bytes) = read(path)? else {
        return Ok(Game::new(variant(course.size.unwrap_or(Variant::STANDARD), course.connect)?));
    };
    let parsed = match course.size {
        Some(size) => maxconnect::parse_sized(&bytes, size),
        None => maxconnect::parse(&bytes),
    };
    let file = parsed.map_err(|error| anyhow!(refusal(path, &error)))?;
    if let Err(error) = file.check_counts() {
        let said = at(path, &error);
        if course.strict {
            bail!("{said}; without --strict the digit decides");
        }
        writeln!(warnings, "warning: {said}; the digit decides")?;
    }
    Ok(file.game(Variant::new(file.columns(), file.levels(), course.connect, Rules::Max)?)?)
}

fn variant(size: Variant, connect: usize) -> Result<Variant> {
    Ok(Variant::new(size.columns(), size.levels(), connect, Rules::Max)?)
}

/// The bytes of a file; nothing if there is no such file.
fn read(path: &Path) -> Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    match File::open(path).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) if error.kind() == io::ErrorKind::IsADirectory => {
            bail!("{}: this is a directory, not a board file", path.display())
        }
        read => read.with_context(|| format!("cannot read {}", path.display()))?,
    };
    if bytes.len() as u64 > MOST_BYTES {
        bail!("{}: this is larger than {MOST_BYTES} bytes, not a board file", path.display());
    }
    Ok(Some(bytes))
}

/// An error in the form that editors and scripts jump to: file:line:column.
fn at(path: &Path, error: &MaxFileError) -> String {
    format!("{}:{}:{}: {}", path.display(), error.place.line, error.place.character, error.problem)
}

fn refusal(path: &Path, error: &MaxFileError) -> String {
    let cure = match error.problem {
        MaxFileProblem::FewRows { .. } | MaxFileProblem::ManyRows { .. } => {
            " (for a board of another size than the course's say --size COLUMNSxLEVELS)"
        }
        _ => "",
    };
    at(path, error) + cure
}
