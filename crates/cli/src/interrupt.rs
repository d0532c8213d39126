//! Ctrl-C during long work.

use anyhow::Result;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a shell reports for a command that Ctrl-C ended.
pub(crate) const INTERRUPTED: u8 = 130;

/// A flag that Ctrl-C sets, so that what was done is told; a second Ctrl-C ends the command at once.
pub(crate) fn stop_flag() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(INTERRUPTED));
        }
    })?;
    Ok(stop)
}
