//! Lines of the engine protocol, as requests and as answers: what is read is written as a line that reads as the same.
#![no_main]

use dropline_arena::protocol::{ProtocolAnswer, ProtocolRequest};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut variant = None;
    for line in text.lines() {
        if let Ok(request) = ProtocolRequest::read(line, variant) {
            assert_eq!(ProtocolRequest::read(&request.to_string(), variant).as_ref(), Ok(&request));
            if let ProtocolRequest::Game { variant: chosen, .. } = request {
                variant = Some(chosen);
            }
        }
        if let Ok(answer) = line.parse::<ProtocolAnswer>() {
            assert_eq!(answer.to_string().parse(), Ok(answer));
        }
    }
});
