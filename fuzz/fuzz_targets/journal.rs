//! Journals of tournaments: what is accepted makes a schedule, against which its games are checked.
#![no_main]

use dropline_arena::Schedule;
use dropline_arena::journal::{Journal, check_records};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let file = tempfile::NamedTempFile::new().expect("a file can be made");
    std::fs::write(file.path(), bytes).expect("a file can be written");
    let Ok((_, tournament, records)) = Journal::resume(file.path()) else { return };
    if let Ok(schedule) = Schedule::new(tournament) {
        let _ = check_records(file.path(), &schedule, &records);
    }
});
