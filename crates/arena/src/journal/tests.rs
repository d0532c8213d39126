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
    assert!(said(&whole.replacen("\"game\":2", "\"game\":", 1)).contains("line 4: "));
    let second = serde_json::to_string(&records[1]).unwrap();
    assert!(said(&format!("{whole}{second}\n")).contains("line 12: game 1 stands there twice"));
    assert!(said(&whole.replacen("\"game\":9", "\"game\":99", 1)).contains("line 11: game 99 does not belong"));
    assert!(matches!(Journal::resume(Path::new("/no/such/file")), Err(JournalError::Io { .. })));
}
