use super::*;
use crate::run;
use std::sync::atomic::AtomicBool;
use tempfile::TempDir;

fn tournament() -> Tournament {
    let players = vec!["random".parse().unwrap(), "bad".parse().unwrap()];
    Tournament { players, games: Some(10), seed: 3, ..Tournament::default() }
}

/// A folder with the journal of a finished tournament in it.
fn finished() -> (TempDir, std::path::PathBuf, Vec<Record>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let schedule = Schedule::new(tournament()).unwrap();
    let mut journal = Journal::create(&path, schedule.tournament(), false).unwrap();
    let sink = &mut |record: &Record| journal.append(record);
    let played = run(&schedule, schedule.participants(), Vec::new(), 1, &AtomicBool::new(false), sink).unwrap();
    (folder, path, played.records)
}

#[test]
fn what_was_saved_is_read_back() {
    let (_folder, path, records) = finished();
    let (_, saved, read) = Journal::resume(&path).unwrap();
    assert_eq!((&saved, &read), (&tournament(), &records));
    check_records(&path, &Schedule::new(saved).unwrap(), &read).unwrap();
}

#[test]
fn cut_off_anywhere_the_whole_lines_before_are_kept_and_the_rest_can_be_played() {
    let (_folder, path, records) = finished();
    let whole = std::fs::read(&path).unwrap();
    let header = whole.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    for end in (header..whole.len()).step_by(37) {
        std::fs::write(&path, &whole[..end]).unwrap();
        let (mut journal, _, read) = Journal::resume(&path).unwrap();
        let lines = whole[..end].iter().filter(|&&byte| byte == b'\n').count() - 1;
        assert_eq!(read, records[..lines]);
        for record in &records[lines..] {
            journal.append(record).unwrap();
        }
        drop(journal);
        assert_eq!(std::fs::read(&path).unwrap(), whole, "cut at {end}");
    }
}

#[test]
fn no_flipped_bit_changes_what_is_read() {
    let (_folder, path, records) = finished();
    let whole = std::fs::read(&path).unwrap();
    let end = whole.len() - 1;
    for place in (0..end).step_by(7) {
        let mut flipped = whole.clone();
        flipped[place] ^= 1 << (place % 8);
        std::fs::write(&path, &flipped).unwrap();
        let Ok((_, saved, read)) = Journal::resume(&path) else { continue };
        // Only a line that has lost its end can go unnoticed: it is the last one, and its game is played again.
        assert_eq!((saved, &read[..]), (tournament(), &records[..read.len()]), "byte {place}");
    }
}

#[test]
fn a_journal_is_not_overwritten_shared_or_mistaken() {
    let (_folder, path, _) = finished();
    assert!(matches!(Journal::create(&path, &tournament(), false), Err(JournalError::Exists(_))));
    let (open, saved, _) = Journal::resume(&path).unwrap();
    assert!(matches!(Journal::resume(&path), Err(JournalError::InUse(_))));
    assert!(matches!(Journal::create(&path, &tournament(), true), Err(JournalError::InUse(_))));
    drop(open);
    check_same(&path, &saved, &tournament()).unwrap();
    let other = Tournament { seed: 4, ..tournament() };
    let said = check_same(&path, &saved, &other).unwrap_err().to_string();
    assert!(said.ends_with("holds another tournament: its seed is 3, not 4"), "{said}");
    let begun = Journal::create(&path, &other, true).unwrap();
    drop(begun);
    assert_eq!(Journal::resume(&path).unwrap().2, []);
}

#[test]
fn damage_is_named_with_its_line() {
    let (_folder, path, records) = finished();
    let whole = std::fs::read_to_string(&path).unwrap();
    let said = |text: &str| {
        std::fs::write(&path, text).unwrap();
        let read = Journal::resume(&path)
            .and_then(|(_, saved, records)| check_records(&path, &Schedule::new(saved).unwrap(), &records));
        read.unwrap_err().to_string()
    };
    assert!(said("").ends_with("holds nothing yet") && said(&whole[..50]).ends_with("holds nothing yet"));
    assert!(said("{}\n").contains("is not a tournament's journal"));
    assert!(
        said(&whole.replacen("\"dropline_arena\":2", "\"dropline_arena\":1", 1)).contains("its version is 1, not 2")
    );
    assert!(said(&whole.replacen("\"game\":2", "\"game\":", 1)).contains("line 4: the line is damaged"));
    assert!(said(&format!("{whole}{{}}\n")).contains("line 12: the checksum is missing"));
    let [second, last] = [&records[1], &records[9]].map(|record| sealed(record).unwrap());
    assert!(said(&format!("{whole}{second}")).contains("line 12: game 1 stands there twice"));
    let other = |change: &dyn Fn(&mut Record)| {
        let mut record = records[9].clone();
        change(&mut record);
        said(&whole.replacen(&last, &sealed(&record).unwrap(), 1))
    };
    assert!(other(&|record| record.game = 99).contains("line 11: game 99 does not belong"));
    let winner = records[9].result.winner;
    assert!(winner.is_some(), "the last game was won");
    assert!(other(&|record| record.result.winner = None).contains("line 11: game 9 came to something else"));
    assert!(other(&|record| record.result.moves.truncate(5)).contains("line 11: game 9 is not over"));
    assert!(other(&|record| record.result.nodes.truncate(5)).contains("line 11: game 9 came to something else"));
    let unknown = last.replacen("\"winner\"", "\"vinner\"", 1);
    let fields = unknown.rsplit_once(SEAL).unwrap().0;
    let resealed = format!("{fields}{SEAL}{:016x}\"}}\n", checksum(fields.as_bytes()));
    let unknown = said(&whole.replacen(&last, &resealed, 1));
    assert!(
        unknown.contains("line 11: character ") && unknown.contains(": there is no field `vinner` here"),
        "{unknown}"
    );
    assert!(matches!(Journal::resume(Path::new("/no/such/file")), Err(JournalError::Io { .. })));
}
