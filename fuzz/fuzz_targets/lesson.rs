//! Lesson files: the positions of what is read can be played in.
#![no_main]

use dropline_engine::lesson::Lesson;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(lesson) = Lesson::parse(text) {
        assert!(lesson.tasks.iter().all(|task| task.start.legal_columns().count() > 0));
    }
});
