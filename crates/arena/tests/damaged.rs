//! Whatever stands in a journal, a line of the protocol or the name of a contestant, reading it never panics, and what is
//! read can be written again.
#![allow(clippy::unwrap_used)]

#[path = "../../../fuzz/damage.rs"]
mod damage;

use damage::Damage;
use dropline_arena::journal::{Journal, check_records};
use dropline_arena::protocol::{ProtocolAnswer, ProtocolRequest};
use dropline_arena::{Contestant, Record, Schedule, Tournament, run};
use dropline_core::Variant;
use std::sync::atomic::AtomicBool;

#[test]
fn no_line_breaks_the_protocol() {
    let mut damage = Damage::new(1);
    let empty = format!("position {} red -", ["......."; 6].join("/"));
    let requests = ["game 7x6c4 seed 5 protocol 1", &empty, "go time 100 depth 4 nodes 1000", "stop", "quit"];
    let answers = ["ready A name", "info depth 3", "move 4 score -0.5 depth 9 nodes 77", "error no idea"];
    let (mut asked, mut answered) = (0, 0);
    for _ in 0..20_000 {
        let line = damage.text(&requests);
        for variant in [None, Some(Variant::STANDARD)] {
            if let Ok(request) = ProtocolRequest::read(&line, variant) {
                assert_eq!(ProtocolRequest::read(&request.to_string(), variant), Ok(request), "{line:?}");
                asked += 1;
            }
        }
        let line = damage.text(&answers);
        if let Ok(answer) = line.parse::<ProtocolAnswer>() {
            assert_eq!(answer.to_string().parse(), Ok(answer), "{line:?}");
            answered += 1;
        }
    }
    assert!(asked > 1000 && answered > 1000, "only {asked} requests and {answered} answers were read");
}

#[test]
fn no_text_breaks_the_parser_of_contestants() {
    let mut damage = Damage::new(2);
    let good = ["random", "smart:depth=8", "exec:\"sh bot.sh --fast\"", "exec:\"my bot\" \"a b\"", "kaggle:agent.py"];
    let mut read = 0;
    for _ in 0..20_000 {
        let text = damage.text(&good);
        if let Ok(contestant) = text.parse::<Contestant>() {
            assert_eq!(contestant.to_string().parse(), Ok(contestant), "{text:?}");
            read += 1;
        }
    }
    assert!(read > 1000, "only {read} contestants were read");
}

#[test]
fn no_bytes_break_the_journal() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let players = vec!["random".parse().unwrap(), "bad".parse().unwrap()];
    let schedule = Schedule::new(Tournament { players, games: Some(4), ..Tournament::default() }).unwrap();
    let mut journal = Journal::create(&path, schedule.tournament(), false).unwrap();
    let sink = &mut |record: &Record| journal.append(record);
    run(&schedule, schedule.participants(), Vec::new(), 1, &AtomicBool::new(false), sink).unwrap();
    drop(journal);
    let good = std::fs::read(&path).unwrap();
    let mut damage = Damage::new(3);
    let mut read = 0;
    for _ in 0..500 {
        std::fs::write(&path, damage.bytes(&[&good])).unwrap();
        let Ok((_, tournament, records)) = Journal::resume(&path) else { continue };
        if let Ok(schedule) = Schedule::new(tournament) {
            let _ = check_records(&path, &schedule, &records);
            read += 1;
        }
    }
    assert!(read > 20, "only {read} journals were read");
}
