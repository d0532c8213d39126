//! Certificates of proofs in parts: what is read is folded, or said to be damaged.
#![no_main]

use dropline_engine::solver::Certificate;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(certificate) = serde_json::from_slice::<Certificate>(bytes) {
        let _ = certificate.problems();
    }
});
