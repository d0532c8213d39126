//! The file in which a tournament is saved, game by game.
//!
//! JSON lines: the first one holds the definition of the tournament, each further one a finished game. A line is written in one piece as its game
//! ends, so that a process that is killed loses at most the line it was writing; such a half line is cut off when the file is opened again, and
//! its game is played again. The file is locked while a tournament runs.
//!
//! Each line ends with a checksum of what stands before it, so that a changed bit is noticed; what a game came to is compared with its moves as well
//! ([`check_records`]). The file is flushed to the disk once a second and at the end: what a power cut can cost is played again.

use crate::{Record, Schedule, Tournament};
use dropline_core::Variant;
use dropline_core::notation::from_json;
use dropline_engine::book::checksum;
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// The version of the file's form. Version 1 had no checksums.
const VERSION: u32 = 2;

/// What stands between the fields of a line and their checksum.
const SEAL: &str = ",\"checksum\":\"";

/// More bytes than any line has.
const LONGEST: u64 = 64 << 20;

/// How often the file is flushed to the disk.
const FLUSH_EVERY: Duration = Duration::from_secs(1);

/// An open journal.
#[derive(Debug)]
pub struct Journal {
    file: File,
    id: String,
    flushed: Instant,
}

/// The first line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    dropline_arena: u32,
    /// Tells two runs of the same definition apart.
    id: String,
    tournament: Tournament,
}

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JournalError {
    /// There is a file already.
    #[error("{0} holds a tournament already")]
    Exists(String),
    /// Somebody else has it open.
    #[error("{0} is in use by another run")]
    InUse(String),
    /// Reading or writing failed.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: String,
        /// What went wrong.
        error: io::Error,
    },
    /// Its first line was never finished: nothing is saved there.
    #[error("{0} holds nothing yet")]
    Empty(String),
    /// The first line is not a header.
    #[error("{path} is not a tournament's journal: {reason}")]
    Header {
        /// The file.
        path: String,
        /// What is wrong with its first line.
        reason: String,
    },
    /// A line is damaged.
    #[error("{path}, line {line}: {reason}")]
    Line {
        /// The file.
        path: String,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// Another tournament is saved there.
    #[error("{path} holds another tournament: its {field} is {saved}, not {given}")]
    Differs {
        /// The file.
        path: String,
        /// What differs.
        field: &'static str,
        /// As it is saved.
        saved: String,
        /// As it was asked for.
        given: String,
    },
}

impl Journal {
    /// Begins a journal; refused if the file exists, unless it may be overwritten.
    pub fn create(path: &Path, tournament: &Tournament, overwrite: bool) -> Result<Journal, JournalError> {
        let mut options = OpenOptions::new();
        options.read(true).append(true);
        if overwrite {
            options.create(true)
        } else {
            options.create_new(true)
        };
        let file = options.open(path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => JournalError::Exists(name(path)),
            _ => failed(path, error),
        })?;
        lock(&file, path)?;
        file.set_len(0).map_err(|error| failed(path, error))?;
        let header = Header { dropline_arena: VERSION, id: new_id(), tournament: tournament.clone() };
        let mut journal = Journal { file, id: header.id.clone(), flushed: Instant::now() };
        let written = journal.write_line(&header).and_then(|()| journal.file.sync_all());
        written.map_err(|error| failed(path, error))?;
        Ok(journal)
    }

    /// Opens a journal to go on with it: the tournament and the games played.
    pub fn resume(path: &Path) -> Result<(Journal, Tournament, Vec<Record>), JournalError> {
        let file = OpenOptions::new().read(true).append(true).open(path).map_err(|error| failed(path, error))?;
        lock(&file, path)?;
        let mut reader = BufReader::new(file);
        let header = read_header(&mut reader, path)?;
        let mut end = reader.stream_position().map_err(|error| failed(path, error))?;
        let mut records: Vec<Record> = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        let mut text = String::new();
        for line in 2.. {
            text.clear();
            let count = read_text(&mut reader, &mut text).map_err(|error| failed(path, error))?;
            if count == 0 || !text.ends_with('\n') {
                break;
            }
            let damaged = |reason: String| JournalError::Line { path: name(path), line, reason };
            let fields = unsealed(&text).map_err(|reason| damaged(reason.to_owned()))?;
            let record: Record = from_json(&fields)
                .map_err(|error| damaged(format!("character {}: {}", error.place.character, error.problem)))?;
            if !seen.insert(record.game) {
                return Err(damaged(format!("game {} stands there twice", record.game)));
            }
            records.push(record);
            end += count as u64;
        }
        let mut file = reader.into_inner();
        file.set_len(end).and_then(|()| file.seek(SeekFrom::End(0))).map_err(|error| failed(path, error))?;
        Ok((Journal { file, id: header.id, flushed: Instant::now() }, header.tournament, records))
    }

    /// The name that tells this run from all others.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Saves a game.
    pub fn append(&mut self, record: &Record) -> io::Result<()> {
        self.write_line(record)?;
        if self.flushed.elapsed() >= FLUSH_EVERY {
            self.file.sync_data()?;
            self.flushed = Instant::now();
        }
        Ok(())
    }

    fn write_line(&mut self, value: &impl Serialize) -> io::Result<()> {
        self.file.write_all(sealed(value)?.as_bytes())
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        let _ = self.file.sync_data();
    }
}

/// A line with its checksum.
fn sealed(value: &impl Serialize) -> io::Result<String> {
    let mut line = serde_json::to_string(value)?;
    line.pop();
    let sum = checksum(line.as_bytes());
    Ok(format!("{line}{SEAL}{sum:016x}\"}}\n"))
}

/// The fields of a line, if its checksum fits them.
fn unsealed(line: &str) -> Result<String, &'static str> {
    let (fields, sum) = line.rsplit_once(SEAL).ok_or("the checksum is missing")?;
    if sum != format!("{:016x}\"}}\n", checksum(fields.as_bytes())) {
        return Err("the line is damaged: its checksum does not match");
    }
    Ok(format!("{fields}}}"))
}

/// Makes sure that the games of a journal belong to a schedule.
pub fn check_records(path: &Path, schedule: &Schedule, records: &[Record]) -> Result<(), JournalError> {
    for (index, record) in records.iter().enumerate() {
        let damaged = |reason: String| JournalError::Line { path: name(path), line: index + 2, reason };
        let fixture = schedule.fixture(record.game);
        let fits = fixture.is_some_and(|fixture| {
            (fixture.red, fixture.black) == (record.red, record.black) && fixture.opening() == record.opening
        });
        if !fits {
            return Err(damaged(format!("game {} does not belong to this tournament", record.game)));
        }
        check_result(record, schedule.tournament().variant).map_err(damaged)?;
    }
    Ok(())
}

/// Makes sure that what is saved of a game follows from its moves.
fn check_result(record: &Record, variant: Variant) -> Result<(), String> {
    let (number, saved) = (record.game, &record.result);
    let game = record.replay(variant).map_err(|error| format!("game {number} cannot be played: {error}"))?;
    if game.is_over() == saved.forfeit.is_some() {
        let state = if game.is_over() { "over and forfeited" } else { "not over" };
        return Err(format!("game {number} is {state} after its moves"));
    }
    let winner = match &saved.forfeit {
        Some(forfeit) => Some(forfeit.side.other()),
        None => game.outcome().and_then(dropline_core::Outcome::winner),
    };
    let points = (variant.rules() == dropline_core::Rules::Max).then(|| game.points());
    let moves = saved.moves.len();
    if (winner, points, moves, moves) != (saved.winner, saved.points, saved.micros.len(), saved.nodes.len()) {
        return Err(format!("game {number} came to something else by its moves"));
    }
    Ok(())
}

/// Makes sure that a saved tournament is the one asked for.
pub fn check_same(path: &Path, saved: &Tournament, given: &Tournament) -> Result<(), JournalError> {
    fn text(value: &impl Serialize) -> String {
        serde_json::to_string(value).unwrap_or_default()
    }
    let fields = [
        ("list of players", text(&saved.players), text(&given.players)),
        ("format", text(&saved.format), text(&given.format)),
        ("variant", text(&saved.variant), text(&given.variant)),
        ("openings", text(&saved.openings), text(&given.openings)),
        ("number of games", text(&saved.games), text(&given.games)),
        ("limits", text(&saved.control), text(&given.control)),
        ("seed", text(&saved.seed), text(&given.seed)),
        ("test", text(&saved.sprt), text(&given.sprt)),
    ];
    match fields.into_iter().find(|(_, saved, given)| saved != given) {
        Some((field, saved, given)) => Err(JournalError::Differs { path: name(path), field, saved, given }),
        None => Ok(()),
    }
}

fn read_header(reader: &mut BufReader<File>, path: &Path) -> Result<Header, JournalError> {
    let mut text = String::new();
    read_text(reader, &mut text).map_err(|error| failed(path, error))?;
    let wrong = |reason: String| JournalError::Header { path: name(path), reason };
    if !text.ends_with('\n') {
        return Err(JournalError::Empty(name(path)));
    }
    #[derive(Deserialize)]
    struct Version {
        dropline_arena: u32,
    }
    let Version { dropline_arena: version } = from_json(&text).map_err(|error| wrong(error.to_string()))?;
    if version != VERSION {
        return Err(wrong(format!(
            "its version is {version}, not {VERSION}: finish it with the program that began it"
        )));
    }
    let fields = unsealed(&text).map_err(|reason| wrong(reason.to_owned()))?;
    from_json(&fields).map_err(|error| wrong(error.to_string()))
}

/// Reads a line; bytes that are not UTF-8 are replaced, and then fail as JSON.
fn read_text(reader: &mut impl BufRead, text: &mut String) -> io::Result<usize> {
    let mut bytes = Vec::new();
    let count = reader.take(LONGEST).read_until(b'\n', &mut bytes)?;
    if count as u64 == LONGEST {
        return Err(io::Error::other("a line is longer than any of a journal"));
    }
    text.push_str(&String::from_utf8_lossy(&bytes));
    Ok(count)
}

fn lock(file: &File, path: &Path) -> Result<(), JournalError> {
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => JournalError::InUse(name(path)),
        TryLockError::Error(error) => failed(path, error),
    })
}

fn failed(path: &Path, error: io::Error) -> JournalError {
    JournalError::Io { path: name(path), error }
}

fn name(path: &Path) -> String {
    path.display().to_string()
}

fn new_id() -> String {
    use std::hash::{BuildHasher, Hasher, RandomState};
    format!("{:016x}", RandomState::new().build_hasher().finish())
}

#[cfg(test)]
mod tests;
