//! Small things that people type: times, dates, names of sides and sequential tests.
#![no_main]

use dropline_arena::ratings::sprt::Sprt;
use dropline_core::SideNames;
use dropline_engine::parse_duration;
use dropline_engine::puzzle::Day;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = parse_duration(text);
    if let Ok(day) = text.parse::<Day>() {
        assert_eq!(day.to_string(), text);
    }
    if let Ok(names) = text.parse::<SideNames>() {
        assert_eq!(names.to_string().parse(), Ok(names));
    }
    if let Ok(test) = text.parse::<Sprt>() {
        assert_eq!(test.to_string().parse(), Ok(test));
    }
});
